/** From a usage to the quantity of every meter: linear, before allowance, tier and rounding. */
import { addAt, numberAt } from '../../at.ts';
import type { AccessTier } from '../editions/edition.ts';
import { failureCost } from './failures.ts';
import { averagingHours, monthHours, periodHours, shareOfMonth } from './period.ts';
import type { MonthRule } from './period.ts';
import { widthOf } from '../sheets/sheet-layout.ts';
import type { PriceSheet, EgressSlots } from '../sheets/sheet.ts';
import type { Destination, Period, Usage } from './usage.ts';
import { MOST_OPERATIONS, operationMeters } from './operation-meters.ts';
import type { OperationMeters } from './operation-meters.ts';

export type QuantityReader = (usage: Usage, into?: Float64Array) => Float64Array;

/**
 * A function from a usage to its vector of quantities, one per meter of the sheet and then `averageStored` (GB over the
 * billing month), `sizeUnstated` (above zero when a stated size is wanting) and `extraSubscriptions` (beyond the first).
 * `into` is overwritten and returned.
 */
export function quantityReader(sheet: PriceSheet): QuantityReader {
  const { extraSubscriptions } = sheet.slots;
  const addStored = storedReader(sheet);
  const addRequests = requestReader(sheet);
  const addOnline = onlineReader(sheet);
  const addEgress = egressReader(sheet);
  const { beside } = sheet.slots;
  const prorated = sheet.subscription?.prorated ?? false;
  return (usage, into) => {
    const quantities = into ?? new Float64Array(widthOf(sheet));
    if (into) for (let i = 0; i < into.length; i += 1) into[i] = 0;
    addStored(usage, quantities);
    addRequests(usage, quantities);
    addOnline(usage, quantities);
    addEgress(usage, quantities);
    for (const { ref, amount } of usage.beside ?? []) {
      const own = beside.get(ref);
      if (own) addAt(quantities, own.slot, amount / own.per);
    }
    if (usage.subscriptions !== undefined) quantities[extraSubscriptions] = usage.subscriptions - 1;
    if (prorated)
      quantities[extraSubscriptions] =
        (usage.subscriptions ?? 1) * shareOfMonth(sheet.month, usage.period, usage.asOf) - 1;
    return quantities;
  };
}

type Adder = (usage: Usage, quantities: Float64Array) => void;

const nothing: Adder = () => undefined;

/** What is held, what left early, what moved in: GB-months, object-months and objects. */
function storedReader(sheet: PriceSheet): Adder {
  const { slots, rules, gigabyte, month, billedCopies: copies } = sheet;
  if (!rules) return nothing;
  const {
    storage: atStorage,
    minimumSize,
    earlyDelete,
    monitoring,
    segments,
    buckets,
    transition,
    averageStored,
    sizeUnstated,
  } = slots;
  const { minimumObjectBytes, overheadBytesPerObject, minimumHours, accessTiers, softDeleteHours } =
    rules.storage;
  const tierRules = new Map(accessTiers.map((tier) => [tier.name, tier]));
  const monitoredBytes = rules.monitoring?.minimumObjectBytes ?? 0;
  const segmentBytes = rules.segments?.bytes ?? Infinity;
  const needsSizes = minimumSize >= 0 || monitoring >= 0 || segments >= 0;
  const billedSize = (sizeBytes: number) => Math.max(sizeBytes + overheadBytesPerObject, minimumObjectBytes);
  const segmentsOf = (sizeBytes: number) => Math.max(1, Math.ceil(sizeBytes / segmentBytes));
  const memo = new HoursMemo(month);

  return (usage, quantities) => {
    memo.read(usage.period, usage.asOf);
    const { period: hours } = memo;
    const { average, held, deletedEarly } = usage;
    // Divided once: the product of whole numbers is exact, so 100 GB are 100 and not a hair more.
    const gbMonth = gigabyte * memo.month;
    const softDeleted = softDeleteHours === undefined ? [] : (usage.softDeleted ?? []);
    let byteHours = usage.byteHours + (average ? average.bytes * hours : 0);
    for (const { bytes, keptHours = softDeleteHours ?? 0 } of softDeleted) byteHours += bytes * keptHours;
    let unreadByteHours = 0;
    let unstated = 0;
    for (const { tier, sizeBytes, byteHours: lain, averageBytes = 0 } of usage.accessTiers ?? []) {
      const slot = slots.accessTiers.get(tier);
      const rule = tierRules.get(tier);
      if (slot === undefined || !rule) continue;
      if (sizeBytes !== undefined && sizeBytes < rule.minimumObjectBytes) continue;
      const there = lain + averageBytes * hours;
      unreadByteHours += there;
      const { overheadBytesPerObject: added } = rule;
      if (added > 0 && sizeBytes === undefined) unstated += there;
      if (movesUncounted(usage, rule)) unstated += there;
      const raise = sizeBytes ? (sizeBytes + added) / sizeBytes : 1;
      addAt(quantities, slot, (there * raise * copies) / gbMonth);
    }
    quantities[atStorage] = ((byteHours - unreadByteHours) * copies) / gbMonth;
    quantities[averageStored] = byteHours / (gigabyte * memo.averaging);
    quantities[transition] = usage.transitionsIn;
    if (buckets >= 0) quantities[buckets] = ((usage.buckets ?? 0) * hours) / memo.month;
    if (needsSizes) {
      let raisedByteHours = 0;
      let monitoredHours = 0;
      let segmentHours = 0;
      for (let i = 0; i < held.length; i += 1) {
        const one = held[i];
        if (!one) continue;
        raisedByteHours += one.objectHours * (billedSize(one.sizeBytes) - one.sizeBytes);
        if (one.sizeBytes >= monitoredBytes) monitoredHours += one.objectHours;
        segmentHours += one.objectHours * segmentsOf(one.sizeBytes);
      }
      for (const { sizeBytes, objects } of average?.held ?? []) {
        raisedByteHours += objects * hours * (billedSize(sizeBytes) - sizeBytes);
        if (sizeBytes >= monitoredBytes) monitoredHours += objects * hours;
        segmentHours += objects * hours * segmentsOf(sizeBytes);
      }
      if (minimumSize >= 0) quantities[minimumSize] = (raisedByteHours * copies) / gbMonth;
      if (monitoring >= 0) quantities[monitoring] = monitoredHours / memo.month;
      if (segments >= 0) quantities[segments] = (segmentHours * copies) / memo.month;
      if (held.length === 0 && (average?.held.length ?? 0) === 0) unstated += byteHours;
    }
    if (earlyDelete >= 0) {
      let wanting = 0;
      for (const { bytes, sizeBytes, ageHours } of deletedEarly) {
        if (ageHours >= minimumHours) continue;
        const raise = sizeBytes === undefined || sizeBytes === 0 ? 1 : billedSize(sizeBytes) / sizeBytes;
        wanting += bytes * raise * (minimumHours - ageHours);
        if (minimumSize >= 0 && sizeBytes === undefined) unstated += bytes;
      }
      for (const { bytes, ageHours = Infinity, keptHours = softDeleteHours ?? 0 } of softDeleted)
        wanting += bytes * Math.max(0, minimumHours - ageHours - keptHours);
      quantities[earlyDelete] = (wanting * copies) / gbMonth;
    }
    quantities[sizeUnstated] = unstated;
  };
}

/** Whether reads may have moved objects back from a tier, and the usage does not say how many. */
export function movesUncounted({ requests }: Usage, { movedBackBy }: AccessTier): boolean {
  return (
    movedBackBy !== undefined &&
    requests.some(({ operation, count }) => operation === 'GetObject' && count > 0) &&
    !requests.some(({ operation }) => operation === movedBackBy)
  );
}

/** Whether a read of an archived object asks for its restore, as another priority takes the read's place. */
const readsRestore = (rules: PriceSheet['rules']): boolean =>
  Object.values(rules?.restore ?? {}).some(({ inPlaceOf }) => inPlaceOf !== undefined);

/** What an archive keeps online: of each object held, and of what was restored. */
function onlineReader({ slots, rules, gigabyte, month }: PriceSheet): Adder {
  const [slot, rule] = [slots.online, rules?.online];
  if (slot < 0 || !rule) return nothing;
  const memo = new HoursMemo(month);
  const archives = (rules?.storage.accessTiers ?? []).filter(
    ({ restoreHours }) => restoreHours !== undefined,
  );
  const archived = new Map(archives.map((tier) => [tier.name, tier.minimumObjectBytes]));
  return ({ period, asOf, held, average, accessTiers }, quantities) => {
    memo.read(period, asOf);
    let objectHours = 0;
    if (archived.size === 0) {
      for (const one of held) objectHours += one.objectHours;
      for (const { objects } of average?.held ?? []) objectHours += objects * memo.period;
    } else
      for (const { tier, sizeBytes = 0, byteHours, averageBytes = 0 } of accessTiers ?? [])
        if (sizeBytes > 0 && sizeBytes >= (archived.get(tier) ?? Infinity))
          objectHours += (byteHours + averageBytes * memo.period) / sizeBytes;
    let restored = 0;
    for (const tier of [...slots.restore.values(), ...(readsRestore(rules) ? [slots.retrieval] : [])])
      if (tier >= 0) restored += numberAt(quantities, tier);
    quantities[slot] =
      ((objectHours * rule.bytesPerObject) / gigabyte + restored * rule.restoredHours) / memo.month;
  };
}

/** Requests by class, and the GB they carry in or out where those are billed. */
function requestReader(sheet: PriceSheet): Adder {
  const { slots, rules, gigabyte } = sheet;
  if (!rules) return nothing;
  const { upload, retrieval, replication, sizeUnstated, freeRequests } = slots;
  const uploadAbove = rules.upload?.aboveBytesPerRequest ?? 0;
  const retrievalAbove = rules.retrieval?.aboveBytesPerRequest ?? 0;
  const find = operationFinder(sheet);
  const asked = (rules.online?.asks ?? []).map((name) => slots.requests.get(name) ?? slots.freeRequests);
  const byReads = readsRestore(rules);

  return ({ requests }, quantities) => {
    let uploaded = 0;
    let retrieved = 0;
    let replicated = 0;
    let unstated = 0;
    for (let i = 0; i < requests.length; i += 1) {
      const request = requests[i];
      if (!request) continue;
      const { count, bytesEach } = request;
      const { slot, copies, uploads, retrieves, restores, replicates, perBytes } = find(request.operation, i);
      if (request.answer !== undefined) {
        const failed = failureCost(sheet.operations.failed, request.answer) === 'free' ? freeRequests : slot;
        addAt(quantities, failed, count * copies);
        continue;
      }
      if (restores >= 0 || (byReads && request.operation === 'GetObject'))
        for (const more of asked) addAt(quantities, more, count);
      const times = Math.max(1, Math.ceil((bytesEach ?? 0) / perBytes));
      addAt(quantities, slot, count * copies * times);
      if (!uploads && !retrieves && restores < 0 && !replicates && perBytes === Infinity) continue;
      if (bytesEach === undefined) {
        unstated += count;
        continue;
      }
      if (uploads && bytesEach > uploadAbove) uploaded += count * (bytesEach - uploadAbove);
      if (retrieves && bytesEach > retrievalAbove) retrieved += count * (bytesEach - retrievalAbove);
      if (restores >= 0) addAt(quantities, restores, (count * bytesEach) / gigabyte);
      if (replicates) replicated += count * bytesEach;
    }
    if (upload >= 0) quantities[upload] = uploaded / gigabyte;
    if (retrieval >= 0) quantities[retrieval] = retrieved / gigabyte;
    if (replication >= 0) quantities[replication] = replicated / gigabyte;
    if (unstated > 0) addAt(quantities, sizeUnstated, unstated);
  };
}

/** Usages of one scenario list their operations in one order, so the one seen last at each place is tried first. */
function operationFinder(sheet: PriceSheet): (operation: string, place: number) => OperationMeters {
  const lastNames: string[] = [];
  const lastMeters: OperationMeters[] = [];
  return (operation, place) => {
    const last = lastMeters[place];
    if (last && lastNames[place] === operation) return last;
    const meters = operationMeters(sheet, operation);
    if (place < MOST_OPERATIONS) {
      lastNames[place] = operation;
      lastMeters[place] = meters;
    }
    return meters;
  };
}

function egressReader(sheet: PriceSheet): Adder {
  const { region: ownRegion, gigabyte } = sheet;
  const egressGigabyte = sheet.egressGigabyte;
  const { egress, replication } = sheet.slots;
  return ({ egress: leaving, replicated }, quantities) => {
    for (let i = 0; i < leaving.length; i += 1) {
      const one = leaving[i];
      if (!one) continue;
      const slot = egressSlot(egress, one.to, ownRegion);
      addAt(quantities, slot, one.bytes / egressGigabyte);
    }
    if (!replicated) return;
    const { bytes, to } = replicated;
    if (replication >= 0) addAt(quantities, replication, bytes / gigabyte);
    else {
      const slot = to === undefined ? egress['other-region'] : regionSlot(egress, to, ownRegion);
      addAt(quantities, slot, bytes / egressGigabyte);
    }
  };
}

/** Slot of a destination: a region of the same provider, or readers on the internet, may be priced apart. */
function egressSlot(slots: EgressSlots, to: Destination, ownRegion: string): number {
  if (typeof to === 'string') return slots[to];
  return 'region' in to
    ? regionSlot(slots, to.region, ownRegion)
    : (slots.readers.get(to.internet) ?? slots.internet);
}

function regionSlot(slots: EgressSlots, region: string, ownRegion: string): number {
  return region === ownRegion ? slots['same-region'] : (slots.regions.get(region) ?? slots['other-region']);
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
