/** What is to be said of a bill besides its figures. */
import { numberAt } from '../../at.ts';
import type { PriceFinding } from '../../findings/price-findings.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { failureCost } from './failures.ts';
import { hoursOfMonth } from './period.ts';
import type { PriceSheet } from '../sheets/sheet.ts';
import { movesUncounted } from './quantities.ts';
import { operationMeters } from './operation-meters.ts';
import type { Part } from './settle.ts';
import type { Usage } from './usage.ts';

export function unlistedOperations(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  // Requests to servers of one's own cost nothing beside the servers.
  if (!sheet.rules || sheet.owned) return [];
  const found: Extract<PriceFinding, { code: 'operation-unlisted' }>[] = [];
  for (const { operation, count } of usage.requests) {
    const { takenAs } = operationMeters(sheet, operation);
    if (takenAs === undefined || !(count > 0) || found.some((one) => one.operation === operation)) continue;
    found.push({ code: 'operation-unlisted', store: sheet.store, operation, takenAs });
  }
  return found;
}

/** Answers of failed requests of which no source says whether they are billed. */
export function unlistedAnswers(
  { requests }: Usage,
  { store, rules, operations }: PriceSheet,
): PriceFinding[] {
  if (!rules) return [];
  if (requests.every(({ answer }) => answer === undefined)) return [];
  const answers = new Set(requests.flatMap(({ answer, count }) => (answer && count > 0 ? [answer] : [])));
  return [...answers].flatMap((answer): PriceFinding[] =>
    failureCost(operations.failed, answer) === 'unlisted' ? [{ code: 'answer-unlisted', store, answer }] : [],
  );
}

/** A store that keeps nothing of what is deleted bills nothing for it. */
export function softDeleteFindings(
  { softDeleted = [] }: Usage,
  { store, rules }: PriceSheet,
): PriceFinding[] {
  const kept = softDeleted.some(({ bytes }) => bytes > 0);
  return kept && rules?.storage.softDeleteHours === undefined ? [{ code: 'soft-delete-unknown', store }] : [];
}

export function unstatedMeters(
  usage: Usage,
  sheet: PriceSheet,
): Extract<PriceFinding, { code: 'size-unstated' }>[] {
  const { slots } = sheet;
  const meters = new Set<string>();
  if (
    usage.held.length === 0 &&
    (usage.average?.held.length ?? 0) === 0 &&
    (usage.byteHours > 0 || (usage.average?.bytes ?? 0) > 0)
  ) {
    if (slots.minimumSize >= 0) meters.add('minimum-size');
    if (slots.monitoring >= 0) meters.add('monitoring');
    if (slots.segments >= 0) meters.add('segments');
  }
  for (const { tier, sizeBytes, byteHours, averageBytes = 0 } of usage.accessTiers ?? []) {
    const rule = sheet.rules?.storage.accessTiers.find(({ name }) => name === tier);
    if (sizeBytes === undefined && byteHours + averageBytes > 0 && rule && rule.overheadBytesPerObject > 0)
      meters.add(`storage.${tier}`);
  }
  if (
    slots.minimumSize >= 0 &&
    slots.earlyDelete >= 0 &&
    usage.deletedEarly.some((one) => one.bytes > 0 && one.sizeBytes === undefined)
  )
    meters.add('early-delete');
  for (const { operation, count, bytesEach, answer } of usage.requests) {
    if (bytesEach !== undefined || count === 0 || answer !== undefined) continue;
    const { uploads, retrieves, restores, replicates, perBytes } = operationMeters(sheet, operation);
    if (perBytes < Infinity) meters.add('requests');
    if (uploads) meters.add('upload');
    if (retrieves) meters.add('retrieval');
    if (restores >= 0) meters.add('restore');
    if (replicates) meters.add('replication');
  }
  return [...meters].map((meter) => ({ code: 'size-unstated', store: sheet.store, meter }));
}

/** Operations that move objects back from tiers which hold some, where they are billed and the usage does not count them. */
export function uncountedMoves(usage: Usage, { rules }: PriceSheet): string[] {
  const holds = (name: string) =>
    (usage.accessTiers ?? []).some(
      ({ tier, byteHours, averageBytes = 0 }) => tier === name && byteHours + averageBytes > 0,
    );
  const tiers = (rules?.storage.accessTiers ?? []).filter(
    (tier) => movesUncounted(usage, tier) && holds(tier.name),
  );
  return [...new Set(tiers.flatMap(({ movedBackBy }) => movedBackBy ?? []))];
}

/** Tiers of unread objects: how much lies there is for the usage to say. */
export function accessTierFindings(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  const { accessTiers, byteHours, average } = usage;
  const { store, slots } = sheet;
  if (accessTiers === undefined && slots.accessTiers.size === 0) return [];
  const tiers = [...slots.accessTiers.keys()];
  const stored = byteHours > 0 || (average?.bytes ?? 0) > 0;
  if (accessTiers === undefined) return stored ? [{ code: 'access-tiers-unstated', store, tiers }] : [];
  const unknown = accessTiers.flatMap(({ tier }): PriceFinding[] =>
    tiers.includes(tier) ? [] : [{ code: 'access-tier-unknown', store, tier, tiers }],
  );
  const moves = uncountedMoves(usage, sheet);
  return [
    ...unknown,
    ...moves.map((operation): PriceFinding => ({ code: 'moves-back-unstated', store, operation })),
  ];
}

/** Days that are no whole calendar month, whoever meant one. */
export function partOfMonth(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  const { period, asOf } = usage;
  if (sheet.month !== 'calendar' || !sheet.rules || typeof period === 'string' || !('days' in period))
    return [];
  const ofMonth = hoursOfMonth(asOf) / HOURS_PER_DAY;
  return period.days === ofMonth
    ? []
    : [{ code: 'part-of-month', store: sheet.store, days: period.days, ofMonth, month: asOf.slice(0, 7) }];
}

/** Internet egress of a store against what it stores on average, over all usages of it; said once, on the first. */
export function fairUse(parts: readonly Part[], index: number): PriceFinding[] {
  const sheet = parts[index]?.sheet;
  const allowed = sheet?.rules?.egress?.fairUseTimesStored;
  if (
    !sheet ||
    allowed === undefined ||
    parts.findIndex((part) => part.sheet.store === sheet.store) !== index
  )
    return [];
  let [egress, stored] = [0, 0];
  for (const part of parts) {
    if (part.sheet.store !== sheet.store) continue;
    egress += numberAt(part.quantities, part.sheet.slots.egress.internet);
    stored += numberAt(part.quantities, part.sheet.slots.averageStored);
  }
  return egress > allowed * stored
    ? [{ code: 'fair-use', store: sheet.store, ratio: egress / stored, allowed }]
    : [];
}
