/** The itemised bill: one line per meter, tier and region, its total only their sum. */
import { addAt, numberAt } from '../../at.ts';
import type { PriceFinding } from '../../findings/price-findings.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import type { Archive } from '../archive.ts';
import {
  accessTierFindings,
  fairUse,
  softDeleteFindings,
  thirtyDayMonth,
  unlistedAnswers,
  unlistedOperations,
  unstatedMeters,
} from './bill-findings.ts';
import type { Bill, BillLine, BillSet, LineUnit } from './bill-types.ts';
import { exchange } from '../currency.ts';
import type { ExchangeRates } from '../currency.ts';
import type { Discounts } from '../sheets/discounts.ts';
import { fees } from './fees.ts';
import { periodHours } from './period.ts';
import type { PriceSheet } from '../sheets/sheet.ts';
import type { NoPrices } from '../sheets/resolve.ts';
import { settle } from './settle.ts';
import type { Part } from './settle.ts';
import { vectorRoom } from '../../vector-room.ts';
import { widthOf } from '../sheets/sheet-layout.ts';
import { readerOf, sheetOf } from '../sheets/sheet-of.ts';
import type { AccountUsage, Usage } from './usage.ts';

export interface BillOptions {
  /** Used already by provider. Its egress is taken to have filled the bands of every region group. */
  account?: AccountUsage | undefined;
  discounts?: Discounts | undefined;
  fx?: ExchangeRates | undefined;
  /** The total in dollars even where another currency is alone: it stands beside totals of others. */
  inDollars?: boolean | undefined;
  /** Without rounding up to whole units: what the points are worked out from at which a plan overtakes another. */
  unrounded?: boolean | undefined;
}

/**
 * Bills of usages that share pools, in their order, each in its edition's currency; the total in one. A usage without
 * prices has a bill without lines that says why. Throws `CurrencyError` when currencies mix and `fx` lacks a rate.
 */
export function bill(usages: readonly Usage[], archive: Archive, options: BillOptions = {}): BillSet {
  const { sheets, parts, partOf } = partsOf(usages, archive, options);
  const lines = linesOf(parts);
  const bills = usages.map((usage, u): Bill => {
    const sheet = sheets[u];
    const part = partOf[u];
    if (!sheet || !('meters' in sheet) || part === undefined) return unpriced(usage, sheet);
    return billOf(usage, sheet, parts[part], lines[part] ?? [], fairUse(parts, part));
  });
  const priced = bills.filter((one) => one.edition !== '');
  const { currency, rates } = exchange(
    priced.map((one) => one.currency),
    options.fx,
    options.inDollars,
  );
  return {
    total: priced.reduce((sum, one) => sum + one.total * (rates.get(one.currency) ?? 1), 0),
    currency,
    atLeast: bills.some((one) => one.atLeast),
    bills,
    findings: [],
  };
}

/** The total of `bill` and whether it is a lower bound, without its lines and remarks. Throws as `bill` does. */
export function billTotal(
  usages: readonly Usage[],
  archive: Archive,
  options: BillOptions = {},
): Pick<BillSet, 'total' | 'atLeast'> {
  const { parts } = partsOf(usages, archive, options);
  const { rates } = exchange(
    parts.map(({ sheet }) => sheet.currency),
    options.fx,
    options.inDollars,
  );
  const { total, atLeast } = totalOf(parts, rates);
  return { total, atLeast: atLeast || parts.length < usages.length };
}

/** Of parts that are billed together; `rates`: from each currency into that of the total. */
export function totalOf(
  parts: readonly Part[],
  rates: ReadonlyMap<string, number>,
): Pick<BillSet, 'total' | 'atLeast'> {
  const charges = settle(parts);
  const totals = new Float64Array(parts.length);
  let atLeast = parts.some(({ sheet, quantities }) => numberAt(quantities, sheet.slots.sizeUnstated) > 0);
  for (const { part, amount } of [...charges, ...fees(parts, charges)]) {
    if (amount === null) atLeast = true;
    else addAt(totals, part, amount);
  }
  const total = parts.reduce(
    (sum, { sheet }, p) => sum + numberAt(totals, p) * (rates.get(sheet.currency) ?? 1),
    0,
  );
  return { total, atLeast };
}

/** Of the bills of a plan, whose vectors are small and many. */
const room = vectorRoom();

/** What can be priced, and of each usage its sheet and its part, if it has one. */
function partsOf(usages: readonly Usage[], archive: Archive, options: BillOptions) {
  const sheets = usages.map((usage) => sheetOf(archive, usage, options));
  const parts: Part[] = [];
  const partOf: number[] = [];
  for (const [u, usage] of usages.entries()) {
    const sheet = sheets[u];
    if (!sheet || !('meters' in sheet)) continue;
    partOf[u] = parts.length;
    parts.push({
      sheet,
      quantities: readerOf(sheet)(usage, room(widthOf(sheet))),
      days: periodHours(sheet.month, usage.period, usage.asOf) / HOURS_PER_DAY,
    });
  }
  return { sheets, parts, partOf };
}

function unpriced(usage: Usage, sheet: PriceSheet | NoPrices | undefined): Bill {
  return {
    store: usage.store,
    region: usage.region ?? '',
    edition: '',
    total: 0,
    currency: 'USD',
    atLeast: true,
    lines: [],
    findings: sheet ? [...sheet.findings] : [],
  };
}

function linesOf(parts: readonly Part[]): BillLine[][] {
  const charges = settle(parts);
  const lines = parts.map((): BillLine[] => []);
  for (const { part, meter: index, quantity, price, amount, printed, note } of charges) {
    const sheet = parts[part]?.sheet;
    const meter = sheet?.meters[index];
    if (!sheet || !meter) continue;
    const line: BillLine = {
      meter: meter.name,
      quantity,
      unit: meter.unit,
      unitPrice: price,
      amount,
      edition: meter.edition,
      region: sheet.region,
      source: meter.source,
    };
    if (printed) line.printed = printed;
    if (note) line.note = note;
    lines[part]?.push(line);
  }
  const month: LineUnit = 'month';
  for (const { part, meter, quantity, price, amount, printed, note } of fees(parts, charges)) {
    const sheet = parts[part]?.sheet;
    if (!sheet) continue;
    lines[part]?.push({
      meter,
      quantity,
      unit: month,
      unitPrice: price,
      amount,
      edition: sheet.edition,
      region: sheet.region,
      source: sheet.source,
      printed,
      ...(note ? { note } : {}),
    });
  }
  return lines;
}

function billOf(
  usage: Usage,
  sheet: PriceSheet,
  part: Part | undefined,
  lines: BillLine[],
  fairUseFindings: PriceFinding[],
): Bill {
  const unstated = part !== undefined && numberAt(part.quantities, sheet.slots.sizeUnstated) > 0;
  const open = lines.filter((line) => line.amount === null);
  const unknown = open.length > 0 ? [...new Set(open.map((line) => line.meter))] : [];
  const transferBilled =
    sheet.transferFindings.length > 0 && lines.some((line) => line.meter.startsWith('egress.'));
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
      ...unknown.map((meter): PriceFinding => ({
        code: 'price-missing',
        store: sheet.store,
        region: sheet.region,
        meter,
        edition: open.find((line) => line.meter === meter)?.edition ?? sheet.edition,
      })),
      ...unlistedOperations(usage, sheet),
      ...unlistedAnswers(usage, sheet),
      ...softDeleteFindings(usage, sheet),
      ...(unstated ? unstatedMeters(usage, sheet) : []),
      ...accessTierFindings(usage, sheet),
      ...thirtyDayMonth(usage, sheet),
      ...fairUseFindings,
    ],
  };
}
