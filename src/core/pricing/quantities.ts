/** From a usage to the quantity of every meter: linear, before allowance, tier and rounding. */
import { averagingHours, monthHours, periodHours } from './period.ts';
import type { MonthRule } from './period.ts';
import type { EgressSlots } from './egress-meters.ts';
import type { PriceSheet } from './price-sheet.ts';
import type { Destination, Period, Usage } from './usage.ts';

/** Where one API operation counts. */
export interface OperationMeters {
  /** Slot of its request class, or of the free requests. */
  slot: number;
  copies: number;
  uploads: boolean;
  retrieves: boolean;
  /** Set for an operation that no list names. */
  takenAs?: string;
}

export type QuantityReader = (usage: Usage, into?: Float64Array) => Float64Array;

const UPLOADING = ['PutObject', 'UploadPart', 'PostObject'];
const RETRIEVING = ['GetObject'];
const FREE_CLASS = 'free';

/**
 * A function from a usage to its vector of quantities, one per meter of the sheet and then `averageStored` (GB over the
 * billing month) and `sizeUnstated` (above zero when a stated size is wanting). `into` is overwritten and returned.
 */
export function quantityReader(sheet: PriceSheet): QuantityReader {
  const { slots, rules, gigabyte, month, billedCopies: copies } = sheet;
  const width = sheet.meters.length + 2;
  const operations = operationTable(sheet);
  const unlisted = (name: string) => operationMeters(sheet, name);
  const storage = rules?.storage;
  const { storage: atStorage, minimumSize, earlyDelete, monitoring, upload, retrieval, transition, replication, egress, averageStored, sizeUnstated } = slots;
  const minimumBytes = storage?.minimumObjectBytes ?? 0;
  const overheadBytes = storage?.overheadBytesPerObject ?? 0;
  const minimumHours = storage?.minimumHours ?? 0;
  const monitoredBytes = rules?.monitoring?.minimumObjectBytes ?? 0;
  const uploadAbove = rules?.upload?.aboveBytesPerRequest ?? 0;
  const retrievalAbove = rules?.retrieval?.aboveBytesPerRequest ?? 0;
  const needsSizes = minimumSize >= 0 || monitoring >= 0;
  const perGb = 1 / gigabyte;
  const perTransferGb = 1 / sheet.egressGigabyte;
  const billedSize = (sizeBytes: number) => Math.max(sizeBytes + overheadBytes, minimumBytes);
  const memo = new HoursMemo(month);

  return (usage, into) => {
    const q = into ?? new Float64Array(width);
    if (into) into.fill(0);
    const add = (slot: number, quantity: number) => {
      q[slot] = (q[slot] ?? 0) + quantity;
    };
    memo.read(usage.period, usage.asOf);
    const perMonth = 1 / memo.month;
    const hours = memo.period;

    if (atStorage >= 0) {
      const byteHours = usage.byteHours + (usage.average ? usage.average.bytes * hours : 0);
      q[atStorage] = byteHours * copies * perGb * perMonth;
      q[averageStored] = (byteHours * perGb) / memo.averaging;
      if (needsSizes) {
        let raisedByteHours = 0;
        let monitored = 0;
        let stated = false;
        for (const { sizeBytes, objectHours } of usage.held) {
          stated = true;
          raisedByteHours += objectHours * (billedSize(sizeBytes) - sizeBytes);
          if (sizeBytes >= monitoredBytes) monitored += objectHours;
        }
        if (usage.average) {
          for (const { sizeBytes, objects } of usage.average.held) {
            stated = true;
            raisedByteHours += objects * hours * (billedSize(sizeBytes) - sizeBytes);
            if (sizeBytes >= monitoredBytes) monitored += objects * hours;
          }
        }
        if (minimumSize >= 0) q[minimumSize] = raisedByteHours * copies * perGb * perMonth;
        if (monitoring >= 0) q[monitoring] = monitored * perMonth;
        if (!stated && byteHours > 0) add(sizeUnstated, byteHours);
      }
      if (earlyDelete >= 0) {
        for (const { bytes, sizeBytes, ageHours } of usage.deletedEarly) {
          if (ageHours >= minimumHours || bytes === 0) continue;
          const raise = sizeBytes === undefined || sizeBytes === 0 ? 1 : billedSize(sizeBytes) / sizeBytes;
          add(earlyDelete, bytes * raise * (minimumHours - ageHours) * copies * perGb * perMonth);
          if (minimumSize >= 0 && sizeBytes === undefined) add(sizeUnstated, bytes);
        }
      }
      q[transition] = usage.transitionsIn;
    }

    for (const { operation, count, bytesEach } of usage.requests) {
      if (atStorage < 0) break;
      const meters = operations.get(operation) ?? unlisted(operation);
      add(meters.slot, count * meters.copies);
      if (meters.uploads) {
        if (bytesEach === undefined) add(sizeUnstated, count);
        else if (bytesEach > uploadAbove) add(upload, count * (bytesEach - uploadAbove) * perGb);
      }
      if (meters.retrieves) {
        if (bytesEach === undefined) add(sizeUnstated, count);
        else if (bytesEach > retrievalAbove) add(retrieval, count * (bytesEach - retrievalAbove) * perGb);
      }
    }

    for (const { to, bytes } of usage.egress) add(egressSlot(egress, to, sheet.region), bytes * perTransferGb);
    if (usage.replicated) {
      const { bytes, to } = usage.replicated;
      if (replication >= 0) add(replication, bytes * perGb);
      else add(egressSlot(egress, to === undefined ? 'other-region' : { region: to }, sheet.region), bytes * perTransferGb);
    }
    return q;
  };
}

/** Slot of a destination: a region of the same provider is the store's own, one priced apart, or any other. */
export function egressSlot(slots: EgressSlots, to: Destination, ownRegion: string): number {
  if (typeof to === 'string') return slots[to];
  if (to.region === ownRegion) return slots['same-region'];
  return slots.regions.get(to.region) ?? slots['other-region'];
}

/** Every listed operation of a sheet. */
export function operationTable(sheet: PriceSheet): Map<string, OperationMeters> {
  const { classes, free } = sheet.operations;
  const names = [...Object.values(classes).flat(), ...free];
  return new Map(names.map((name) => [name, operationMeters(sheet, name)]));
}

/** An operation in no list takes the dearest class; where the store has no classes, it is free. */
export function operationMeters(sheet: PriceSheet, operation: string): OperationMeters {
  const { slots, operations, rules } = sheet;
  const listed = Object.entries(operations.classes).find(([, names]) => names.includes(operation))?.[0];
  const isFree = operations.free.includes(operation);
  const name = listed ?? (isFree ? FREE_CLASS : dearestClass(sheet));
  const isWrite = operations.classes[name]?.includes('PutObject') ?? false;
  const uploading = rules?.upload?.operations ?? UPLOADING;
  const retrieving = rules?.retrieval?.operations ?? RETRIEVING;
  return {
    slot: (name === FREE_CLASS ? undefined : slots.requests.get(name)) ?? slots.freeRequests,
    copies: isWrite ? sheet.billedCopies : 1,
    uploads: slots.upload >= 0 && uploading.includes(operation),
    retrieves: slots.retrieval >= 0 && retrieving.includes(operation),
    ...(listed === undefined && !isFree ? { takenAs: name } : {}),
  };
}

function dearestClass(sheet: PriceSheet): string {
  let dearest = FREE_CLASS;
  let highest = -1;
  for (const [name, slot] of sheet.slots.requests) {
    const price = sheet.meters[slot]?.schedule.prices[0] ?? 0;
    if (price > highest) [dearest, highest] = [name, price];
  }
  return dearest;
}

/** Hours of the last period seen: usages of one scenario share it. */
class HoursMemo {
  month = 0;
  period = 0;
  averaging = 0;
  #period: Period | undefined;
  #asOf = '';
  readonly #rule: MonthRule;

  constructor(rule: MonthRule) {
    this.#rule = rule;
  }

  read(period: Period, asOf: string): void {
    if (period === this.#period && asOf === this.#asOf) return;
    this.#period = period;
    this.#asOf = asOf;
    this.month = monthHours(this.#rule, period, asOf);
    this.period = periodHours(this.#rule, period, asOf);
    this.averaging = averagingHours(this.#rule, period, asOf);
  }
}
