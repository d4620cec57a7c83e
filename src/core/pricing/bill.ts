/** The itemised bill: one line per meter, tier and region, its total only their sum. */
import type { PriceFinding } from '../findings/price-findings.ts';
import { EVERYWHERE } from '../places.ts';
import type { Archive } from './archive.ts';
import type { Bill, BillLine, BillSet, LineUnit } from './bill-types.ts';
import { exchange } from './currency.ts';
import type { ExchangeRates } from './currency.ts';
import type { Discounts } from './discounts.ts';
import { fees } from './fees.ts';
import { hoursOfMonth, periodHours } from './period.ts';
import { priceSheet, transferSheet } from './price-sheet.ts';
import type { PriceSheet } from './price-sheet.ts';
import { operationMeters, quantityReader } from './quantities.ts';
import { resolvePrices, resolveTransfer } from './resolve.ts';
import type { NoPrices, PriceQuestion } from './resolve.ts';
import { settle } from './settle.ts';
import type { Part } from './settle.ts';
import type { AccountUsage, Usage } from './usage.ts';

export interface BillOptions {
  /** Used already by provider. Its egress is taken to have filled the bands of every region group. */
  account?: AccountUsage | undefined;
  discounts?: Discounts | undefined;
  fx?: ExchangeRates | undefined;
}

/**
 * Bills of usages that share pools, in their order, each in its edition's currency; the total in one. A usage without
 * prices has a bill without lines that says why. Throws `CurrencyError` when currencies mix and `fx` lacks a rate.
 */
export function bill(usages: readonly Usage[], archive: Archive, options: BillOptions = {}): BillSet {
  const sheets = usages.map((usage) => sheetOf(archive, usage, options));
  const parts: Part[] = [];
  const partOf: number[] = [];
  for (const [u, usage] of usages.entries()) {
    const sheet = sheets[u];
    if (!sheet || !('meters' in sheet)) continue;
    partOf[u] = parts.length;
    parts.push({ sheet, quantities: quantityReader(sheet)(usage), days: periodHours(sheet.month, usage.period, usage.asOf) / 24 });
  }
  const lines = linesOf(parts);
  const bills = usages.map((usage, u): Bill => {
    const sheet = sheets[u];
    const part = partOf[u];
    if (!sheet || !('meters' in sheet) || part === undefined) return unpriced(usage, sheet);
    return billOf(usage, sheet, parts[part], lines[part] ?? [], fairUse(parts, part));
  });
  const priced = bills.filter((one) => one.edition !== '');
  const { currency, rates } = exchange(priced.map((one) => one.currency), options.fx);
  return {
    total: priced.reduce((sum, one) => sum + one.total * (rates.get(one.currency) ?? 1), 0),
    currency,
    atLeast: bills.some((one) => one.atLeast),
    bills,
    findings: [],
  };
}

/** The price sheet of a store, or of `<provider>/transfer`, its data transfer alone. */
export function sheetOf(archive: Archive, question: PriceQuestion, options: BillOptions): PriceSheet | NoPrices {
  const [provider = '', folder] = question.store.split('/');
  if (folder === 'transfer') {
    const region = question.region ?? EVERYWHERE;
    const table = resolveTransfer(archive, provider, region, question.asOf, question.knownOn);
    if (table) return transferSheet(table, region, options, question.asOf);
    const first = archive.transfers(provider)[0];
    return { findings: [first ? { code: 'before-record', store: question.store, asOf: question.asOf, first: first.date } : { code: 'store-unknown', store: question.store }] };
  }
  const resolved = resolvePrices(archive, question);
  return 'edition' in resolved ? priceSheet(resolved, options, question.asOf) : resolved;
}

function unpriced(usage: Usage, sheet: PriceSheet | NoPrices | undefined): Bill {
  return { store: usage.store, region: usage.region ?? '', edition: '', total: 0, currency: 'USD', atLeast: true, lines: [], findings: sheet ? [...sheet.findings] : [] };
}

function linesOf(parts: readonly Part[]): BillLine[][] {
  const charges = settle(parts);
  const lines = parts.map((): BillLine[] => []);
  for (const { part, meter: index, quantity, price, amount, printed, note } of charges) {
    const sheet = parts[part]?.sheet;
    const meter = sheet?.meters[index];
    if (!sheet || !meter) continue;
    lines[part]?.push({
      meter: meter.name, quantity, unit: meter.unit, unitPrice: price, amount, edition: meter.edition, region: sheet.region, source: meter.source,
      ...(printed ? { printed } : {}), ...(note ? { note } : {}),
    });
  }
  const month: LineUnit = 'month';
  for (const { part, meter, amount, printed, note } of fees(parts, charges)) {
    const sheet = parts[part]?.sheet;
    if (!sheet) continue;
    lines[part]?.push({ meter, quantity: 1, unit: month, unitPrice: amount, amount, edition: sheet.edition, region: sheet.region, source: sheet.source, printed, ...(note ? { note } : {}) });
  }
  return lines;
}

function billOf(usage: Usage, sheet: PriceSheet, part: Part | undefined, lines: BillLine[], fairUseFindings: PriceFinding[]): Bill {
  const unstated = (part?.quantities[sheet.slots.sizeUnstated] ?? 0) > 0;
  const unknown = [...new Set(lines.filter((line) => line.amount === null).map((line) => line.meter))];
  const transferBilled = sheet.transferFindings.length > 0 && lines.some((line) => line.meter.startsWith('egress.'));
  return {
    store: sheet.store,
    region: sheet.region,
    edition: sheet.edition,
    total: lines.reduce((sum, line) => sum + (line.amount ?? 0), 0),
    currency: sheet.currency,
    atLeast: unstated || unknown.length > 0,
    lines,
    findings: [
      ...sheet.findings,
      ...(transferBilled ? sheet.transferFindings : []),
      ...unknown.map((meter): PriceFinding => ({ code: 'price-missing', store: sheet.store, region: sheet.region, meter, edition: lines.find((line) => line.meter === meter && line.amount === null)?.edition ?? sheet.edition })),
      ...unlistedOperations(usage, sheet),
      ...(unstated ? unstatedMeters(usage, sheet) : []),
      ...thirtyDayMonth(usage, sheet),
      ...fairUseFindings,
    ],
  };
}

function unlistedOperations(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  if (!sheet.rules) return [];
  const operations = new Set(usage.requests.filter((request) => request.count > 0).map((request) => request.operation));
  return [...operations].flatMap((operation): PriceFinding[] => {
    const { takenAs } = operationMeters(sheet, operation);
    return takenAs === undefined ? [] : [{ code: 'operation-unlisted', store: sheet.store, operation, takenAs }];
  });
}

function unstatedMeters(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  const { slots } = sheet;
  const meters = new Set<string>();
  if (usage.held.length === 0 && (usage.average?.held.length ?? 0) === 0 && (usage.byteHours > 0 || (usage.average?.bytes ?? 0) > 0)) {
    if (slots.minimumSize >= 0) meters.add('minimum-size');
    if (slots.monitoring >= 0) meters.add('monitoring');
  }
  if (slots.minimumSize >= 0 && slots.earlyDelete >= 0 && usage.deletedEarly.some((one) => one.bytes > 0 && one.sizeBytes === undefined)) meters.add('early-delete');
  for (const { operation, count, bytesEach } of usage.requests) {
    if (bytesEach !== undefined || count === 0) continue;
    const { uploads, retrieves } = operationMeters(sheet, operation);
    if (uploads) meters.add('upload');
    if (retrieves) meters.add('retrieval');
  }
  return [...meters].map((meter) => ({ code: 'size-unstated', store: sheet.store, meter }));
}

/** Only where it changes the figure: days against a calendar month that has not thirty of them. */
function thirtyDayMonth(usage: Usage, sheet: PriceSheet): PriceFinding[] {
  const { period } = usage;
  if (sheet.month !== 'calendar' || !sheet.rules || typeof period === 'string' || !('days' in period)) return [];
  return hoursOfMonth(usage.asOf) === 720 ? [] : [{ code: 'thirty-day-month', store: sheet.store, days: period.days }];
}

/** Internet egress of a store against what it stores on average, over all usages of it; said once, on the first. */
function fairUse(parts: readonly Part[], index: number): PriceFinding[] {
  const sheet = parts[index]?.sheet;
  const allowed = sheet?.rules?.egress?.fairUseTimesStored;
  if (!sheet || allowed === undefined || parts.findIndex((part) => part.sheet.store === sheet.store) !== index) return [];
  let [egress, stored] = [0, 0];
  for (const part of parts) {
    if (part.sheet.store !== sheet.store) continue;
    egress += part.quantities[part.sheet.slots.egress.internet] ?? 0;
    stored += part.quantities[part.sheet.slots.averageStored] ?? 0;
  }
  return egress > allowed * stored ? [{ code: 'fair-use', store: sheet.store, ratio: egress / stored, allowed }] : [];
}
