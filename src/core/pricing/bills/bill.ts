/** The itemised bill: one line per meter, tier and region, its total only their sum. */
import { itemAt, numberAt } from '../../at.ts';
import type { PriceFinding } from '../../findings/price-findings.ts';
import type { Archive } from '../archive.ts';
import {
  accessTierFindings,
  uncountedMoves,
  fairUse,
  partOfMonth,
  softDeleteFindings,
  unlistedAnswers,
  unlistedOperations,
  unstatedMeters,
} from './bill-findings.ts';
import type { Bill, BillLine, BillOptions, BillSet, LineUnit, Reason } from './bill-types.ts';
import { fees } from './fees.ts';
import { highOf, rangeOf } from './range.ts';
import type { Range } from './range.ts';
import { ownLines } from '../self-hosted/lines.ts';
import type { PriceSheet } from '../sheets/sheet.ts';
import type { NoPrices } from '../sheets/resolve.ts';
import { settle } from './settle.ts';
import type { Usage } from './usage.ts';

/**
 * Bills of usages that share pools, in their order, each in its edition's currency; the total in one. A usage without
 * prices has a bill without lines that says why. Throws `CurrencyError` when currencies mix and `fx` lacks a rate.
 */
export function bill(usages: readonly Usage[], archive: Archive, options: BillOptions = {}): BillSet {
  const range = rangeOf(usages, archive, options);
  const { sheets, partOf } = range.known;
  const lines = linesOf(range);
  const bills = usages.map((usage, u): Bill => {
    const sheet = sheets[u];
    const part = partOf[u];
    if (!sheet || !('meters' in sheet) || part === undefined) return unpriced(usage, sheet);
    return billOf(usage, sheet, range, part, lines[part] ?? []);
  });
  const high = highOf(range.high, usages);
  return {
    total: range.low.total,
    high,
    currency: range.low.currency,
    atLeast: bills.some((one) => one.atLeast),
    bills,
    findings: [],
  };
}

/** The total of `bill` and its high end, without lines and remarks. Throws as `bill` does. */
export function billTotal(
  usages: readonly Usage[],
  archive: Archive,
  options: BillOptions = {},
): Pick<BillSet, 'total' | 'high' | 'atLeast'> {
  const range = rangeOf(usages, archive, options);
  const { total } = range.low;
  const high = highOf(range.high, usages);
  return { total, high, atLeast: high !== total || range.known.isOpen.includes(1) };
}

function unpriced(usage: Usage, sheet: PriceSheet | NoPrices | undefined): Bill {
  return {
    store: usage.store,
    region: usage.region ?? '',
    edition: '',
    total: 0,
    high: null,
    reasons: [],
    currency: 'USD',
    atLeast: true,
    lines: [],
    findings: sheet ? [...sheet.findings] : [],
  };
}

function linesOf({ known: { parts }, low, high }: Range): BillLine[][] {
  const charges = settle(parts);
  const lines = parts.map((): BillLine[] => []);
  for (const { part, meter: index, tier, quantity, price, amount, printed, note } of charges) {
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
    if (amount === null) {
      const [least, most] = [low, high].map(
        (end) => end.parts[part]?.sheet.meters[index]?.schedule.prices[tier],
      );
      line.range = rangeAt(quantity, least, most);
    }
    if (printed) line.printed = printed;
    if (note) line.note = note;
    lines[part]?.push(line);
  }
  const month: LineUnit = 'month';
  for (const { part, meter, quantity, price, amount, printed, note } of fees(parts, charges)) {
    const sheet = parts[part]?.sheet;
    if (!sheet) continue;
    const [least, most] = [low, high].map((end) => end.parts[part]?.sheet[meter]?.schedule.prices[0]);
    lines[part]?.push({
      meter,
      quantity,
      unit: month,
      unitPrice: price,
      amount,
      ...(amount === null ? { range: rangeAt(quantity, least, most) } : {}),
      edition: sheet.edition,
      region: sheet.region,
      source: sheet.source,
      printed,
      ...(note ? { note } : {}),
    });
  }
  return lines.map((own, part) => {
    const { owned } = itemAt(parts, part).sheet;
    return owned ? ownLines(own, owned) : own;
  });
}

type Price = number | null | undefined;

function rangeAt(quantity: number, least: Price, most: Price): NonNullable<BillLine['range']> {
  return [quantity * (least ?? 0), typeof most === 'number' ? quantity * most : null];
}

function billOf(
  usage: Usage,
  sheet: PriceSheet,
  { known: { parts }, low, high: dearest }: Range,
  part: number,
  lines: BillLine[],
): Bill {
  const unstated = numberAt(itemAt(parts, part).quantities, sheet.slots.sizeUnstated) > 0;
  const total = numberAt(low.totals, part);
  const high = dearest.isOpen[part] === 1 ? null : Math.max(total, numberAt(dearest.totals, part));
  const open = lines.filter((line) => line.amount === null);
  const missing = [...new Set(open.map((line) => line.meter))].map((meter) => ({
    meter,
    edition: open.find((line) => line.meter === meter)?.edition ?? sheet.edition,
  }));
  const changes = high === total ? [] : sheet.changes;
  const sizes = unstated ? unstatedMeters(usage, sheet) : [];
  const transferBilled =
    sheet.transferFindings.length > 0 && lines.some((line) => line.meter.startsWith('egress.'));
  return {
    store: sheet.store,
    region: sheet.region,
    edition: sheet.edition,
    total,
    high,
    reasons: [
      ...changes.map(({ later }): Reason => ({ code: 'price-changed-between', meter: null, edition: later })),
      ...missing.map((one): Reason => ({ code: 'price-missing', ...one })),
      ...sizes.map(({ meter }): Reason => ({ code: 'size-unstated', meter, edition: sheet.edition })),
      ...(unstated ? uncountedMoves(usage, sheet) : []).map((): Reason => ({
        code: 'moves-back-unstated',
        meter: null,
        edition: sheet.edition,
      })),
    ],
    currency: sheet.currency,
    atLeast: high !== total || missing.length > 0,
    lines,
    findings: [
      ...changes.map(({ table, confirmed, by }): PriceFinding => ({
        code: 'price-changed-between',
        store: table,
        after: confirmed,
        by,
      })),
      ...sheet.findings,
      ...(transferBilled ? sheet.transferFindings : []),
      ...missing.map(({ meter, edition }): PriceFinding => ({
        code: 'price-missing',
        store: sheet.store,
        region: sheet.region,
        meter,
        edition,
      })),
      ...unlistedOperations(usage, sheet),
      ...unlistedAnswers(usage, sheet),
      ...softDeleteFindings(usage, sheet),
      ...sizes,
      ...accessTierFindings(usage, sheet),
      ...partOfMonth(usage, sheet),
      ...fairUse(parts, part),
    ],
  };
}
