/** From billed quantities back to a usage: the usage whose bill has those quantities. */
import { monthHours } from '../pricing/bills/period.ts';
import type { PriceSheet } from '../pricing/sheets/sheet.ts';
import type { Destination, Usage } from '../pricing/bills/usage.ts';
import type { LedgerEntry } from './ledger.ts';

const DESTINATIONS = ['internet', 'same-region', 'other-region', 'other-zone', 'cdn', 'partner'] as const;
const GIB = 2 ** 30;

interface Rebuilt {
  usage: Usage;
  /** Meters that the store does not bill, or that say too little to be used again. */
  left: string[];
}

/** `entries`: of one month, store and region; `sheet`: its prices at `asOf`. */
export function rebuild(
  entries: readonly LedgerEntry[],
  sheet: PriceSheet,
  month: string,
  asOf: string,
): Rebuilt {
  const period = { monthOf: month };
  const { gigabyte, slots, rules, billedCopies, billedWrites } = sheet;
  const hours = monthHours(sheet.month, period, asOf);
  const bytesHeld = (gbMonths: number) => (gbMonths * gigabyte * hours) / billedCopies;
  const left: string[] = [];
  const of = (meter: string) =>
    entries.filter((one) => one.meter === meter).reduce((sum, one) => sum + one.quantity, 0);

  const held: { sizeBytes: number; objectHours: number }[] = [];
  const requests: { operation: string; count: number; bytesEach: number }[] = [];
  const egress: { to: Destination; bytes: number }[] = [];
  const deletedEarly: { bytes: number; sizeBytes: number; ageHours: number }[] = [];
  const accessTiers: { tier: string; byteHours: number }[] = [];
  let byteHours = 0;
  let replicated = 0;
  let buckets = 0;

  for (const { meter, quantity, to } of entries) {
    const [kind = '', name = ''] = splitMeter(meter);
    if (quantity <= 0) continue;
    if (kind === 'storage' && name === '') byteHours += bytesHeld(quantity);
    else if (kind === 'storage' && slots.accessTiers.has(name)) {
      byteHours += bytesHeld(quantity);
      accessTiers.push({ tier: name, byteHours: bytesHeld(quantity) });
    } else if (kind === 'requests' && operationsOf(sheet, name)) {
      const [operation = ''] = operationsOf(sheet, name) ?? [];
      const writes = operationsOf(sheet, name)?.includes('PutObject') ?? false;
      requests.push({ operation, count: quantity / (writes ? billedWrites : 1), bytesEach: 0 });
    } else if (kind === 'egress') {
      const known = DESTINATIONS.find((one) => one === name);
      if (known)
        egress.push({ to: to === '' ? known : { region: to }, bytes: quantity * sheet.egressGigabyte });
      else left.push(meter);
    } else if (kind === 'minimum-size' && slots.minimumSize >= 0 && rules) {
      // Objects of nothing are raised by all that the minimum asks for.
      const raise = Math.max(rules.storage.overheadBytesPerObject, rules.storage.minimumObjectBytes);
      held.push({ sizeBytes: 0, objectHours: bytesHeld(quantity) / raise });
    } else if (kind === 'early-delete' && slots.earlyDelete >= 0 && rules) {
      const raise = (GIB + rules.storage.overheadBytesPerObject) / GIB;
      const bytes = bytesHeld(quantity) / rules.storage.minimumHours / raise;
      deletedEarly.push({ bytes, sizeBytes: GIB, ageHours: 0 });
    } else if (kind === 'monitoring' && slots.monitoring >= 0)
      held.push({ sizeBytes: GIB, objectHours: quantity * hours });
    else if (kind === 'segments' && slots.segments >= 0 && slots.minimumSize < 0)
      held.push({ sizeBytes: 1, objectHours: (quantity * hours) / billedCopies });
    else if (kind === 'replication' && slots.replication >= 0) replicated += quantity * gigabyte;
    else if (kind === 'buckets' && slots.buckets >= 0) buckets += quantity;
    else if (!['upload', 'retrieval', 'transition', 'minimum', 'subscription'].includes(kind))
      left.push(meter);
  }
  for (const [meter, operation] of [
    ['upload', 'PutObject'],
    ['retrieval', 'GetObject'],
  ] as const) {
    const billed = of(meter) * gigabyte;
    if (billed <= 0) continue;
    const carrier = requests.find((one) => classOf(sheet, one.operation) === classOf(sheet, operation));
    if (!carrier || slots[meter] < 0) left.push(meter);
    else {
      carrier.operation = operation;
      carrier.bytesEach = (rules?.[meter]?.aboveBytesPerRequest ?? 0) + billed / carrier.count;
    }
  }
  return {
    left,
    usage: {
      store: sheet.store,
      region: sheet.region,
      asOf,
      period,
      byteHours,
      // With no size known, one that raises nothing keeps the rest of the bill exact.
      held: held.length === 0 && byteHours > 0 ? [{ sizeBytes: GIB, objectHours: 0 }] : held,
      ...(accessTiers.length > 0 ? { accessTiers } : {}),
      requests,
      egress,
      deletedEarly,
      transitionsIn: of('transition'),
      ...(buckets > 0 ? { buckets } : {}),
      ...(replicated > 0 ? { replicated: { bytes: replicated, objects: 0 } } : {}),
    },
  };
}

function splitMeter(meter: string): [string, string] {
  const dot = meter.indexOf('.');
  return dot < 0 ? [meter, ''] : [meter.slice(0, dot), meter.slice(dot + 1)];
}

/** Operations of a class; `free` too. */
function operationsOf({ operations }: PriceSheet, name: string): readonly string[] | undefined {
  if (name === 'free') return operations.free.length > 0 ? operations.free : undefined;
  return Object.hasOwn(operations.classes, name) ? operations.classes[name] : undefined;
}

function classOf({ operations }: PriceSheet, operation: string): string | undefined {
  return Object.entries(operations.classes).find(([, names]) => names.includes(operation))?.[0];
}
