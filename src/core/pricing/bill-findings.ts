/** What is to be said of a bill besides its figures. */
import type { PriceFinding } from '../findings/price-findings.ts';
import { hoursOfMonth } from './period.ts';
import type { PriceSheet } from './price-sheet.ts';
import { operationMeters } from './quantities.ts';
import type { Part } from './settle.ts';
import type { Usage } from './usage.ts';

export function unlistedOperations(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  if (!sheet.rules) return [];
  const operations = new Set(
    usage.requests.filter((request) => request.count > 0).map((request) => request.operation),
  );
  return [...operations].flatMap((operation): PriceFinding[] => {
    const { takenAs } = operationMeters(sheet, operation);
    return takenAs === undefined
      ? []
      : [{ code: 'operation-unlisted', store: sheet.store, operation, takenAs }];
  });
}

export function unstatedMeters(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  const { slots } = sheet;
  const meters = new Set<string>();
  if (
    usage.held.length === 0 &&
    (usage.average?.held.length ?? 0) === 0 &&
    (usage.byteHours > 0 || (usage.average?.bytes ?? 0) > 0)
  ) {
    if (slots.minimumSize >= 0) meters.add('minimum-size');
    if (slots.monitoring >= 0) meters.add('monitoring');
  }
  if (
    slots.minimumSize >= 0 &&
    slots.earlyDelete >= 0 &&
    usage.deletedEarly.some((one) => one.bytes > 0 && one.sizeBytes === undefined)
  )
    meters.add('early-delete');
  for (const { operation, count, bytesEach } of usage.requests) {
    if (bytesEach !== undefined || count === 0) continue;
    const { uploads, retrieves } = operationMeters(sheet, operation);
    if (uploads) meters.add('upload');
    if (retrieves) meters.add('retrieval');
  }
  return [...meters].map((meter) => ({ code: 'size-unstated', store: sheet.store, meter }));
}

/** Only where it changes the figure: days against a calendar month that has not thirty of them. */
export function thirtyDayMonth(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  const { period } = usage;
  if (sheet.month !== 'calendar' || !sheet.rules || typeof period === 'string' || !('days' in period))
    return [];
  return hoursOfMonth(usage.asOf) === 720
    ? []
    : [{ code: 'thirty-day-month', store: sheet.store, days: period.days }];
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
    egress += part.quantities[part.sheet.slots.egress.internet] ?? 0;
    stored += part.quantities[part.sheet.slots.averageStored] ?? 0;
  }
  return egress > allowed * stored
    ? [{ code: 'fair-use', store: sheet.store, ratio: egress / stored, allowed }]
    : [];
}
