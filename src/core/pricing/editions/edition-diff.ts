/** What differs between two price tables: meter by meter and region by region, and in the rules that count. */
import type { Edition, TransferEdition } from './edition.ts';
import { isSameRate, measuresOf } from './exact-rate.ts';
import type { Measures } from './exact-rate.ts';
import { BY_TRANSFER_TABLE, priceRows, transferRows } from './price-rows.ts';
import type { PriceRow } from './price-rows.ts';
import { parseRate } from './rate.ts';

/** One row of a region's prices that is not what it was. */
export interface PriceChange {
  region: string;
  meter: string;
  /** Where the tier ends, in the meter's unit; null: it does not. */
  upTo: number | null;
  /** As printed; null: there was no such row. */
  from: string | null;
  /** As printed; null: there is no such row any more. */
  to: string | null;
  /** New price over old, less one: -0.3 for three tenths off; null where one of them is not a known price above zero. */
  share: number | null;
}

/** A rule or fact that is not what it was, by its place in the file. */
export interface FactChange {
  path: string;
  /** Null: not there. */
  from: unknown;
  to: unknown;
}

export interface EditionDiff {
  from: string;
  to: string;
  prices: PriceChange[];
  facts: FactChange[];
  /** Regions that only one of the two names. What a newer edition does not name keeps its older price. */
  onlyIn: { from: string[]; to: string[] };
}

type Table = Edition | TransferEdition;

/** The difference of two editions or two transfer tables, whose own dates and sources aside. Of a table with itself: nothing. */
export function diffEditions(from: Table, to: Table): EditionDiff {
  const [before, after] = [Object.keys(from.regions), Object.keys(to.regions)];
  return {
    from: from.id,
    to: to.id,
    prices: before
      .filter((region) => after.includes(region))
      .flatMap((region) =>
        diffRows(region, rowsIn(from, region), rowsIn(to, region), {
          a: measuresOf(from),
          b: measuresOf(to),
        }),
      ),
    facts: diffFacts(from, to),
    onlyIn: {
      from: before.filter((region) => !after.includes(region)),
      to: after.filter((region) => !before.includes(region)),
    },
  };
}

/** What a region is charged, in the order of the file; empty where the table does not name it. */
export function rowsIn(table: Table, region: string): PriceRow[] {
  if ('rules' in table) {
    const prices = Object.hasOwn(table.regions, region) ? table.regions[region] : undefined;
    return prices ? priceRows(prices) : [];
  }
  const prices = Object.hasOwn(table.regions, region) ? table.regions[region] : undefined;
  return prices ? transferRows(prices) : [];
}

/** Rows that are new, gone or of another price; the old ones in their order, then the new ones in theirs. */
export function diffRows(
  region: string,
  from: readonly PriceRow[],
  to: readonly PriceRow[],
  measures: { a: Measures; b: Measures },
): PriceChange[] {
  const changes: PriceChange[] = [];
  for (const row of from) {
    const next = to.find((one) => isSameRow(one, row));
    if (next && isSamePrice(row.price, next.price, measures)) continue;
    changes.push({
      region,
      meter: row.meter,
      upTo: row.upTo,
      from: row.price,
      to: next?.price ?? null,
      share: next ? shareOf(row.price, next.price, measures) : null,
    });
  }
  for (const row of to)
    if (!from.some((one) => isSameRow(one, row)))
      changes.push({ region, meter: row.meter, upTo: row.upTo, from: null, to: row.price, share: null });
  return changes;
}

const isSameRow = (a: PriceRow, b: PriceRow) => a.meter === b.meter && a.upTo === b.upTo;

function isSamePrice(a: string, b: string, measures: { a: Measures; b: Measures }): boolean {
  if (a === BY_TRANSFER_TABLE || b === BY_TRANSFER_TABLE) return a === b;
  return isSameRate(a, b, measures);
}

function shareOf(a: string, b: string, measures: { a: Measures; b: Measures }): number | null {
  if ([a, b].some((price) => price === 'unknown' || price === BY_TRANSFER_TABLE)) return null;
  const [old, now] = [known(a, measures.a), known(b, measures.b)];
  if (old.unit !== now.unit || !old.amount || now.amount === null) return null;
  return Number((now.amount / old.amount - 1).toPrecision(12));
}

const known = (price: string, { terabyteInGb, hoursInMonth }: Measures) =>
  parseRate(price, terabyteInGb, hoursInMonth);

/** Everything that decides a bill besides the prices: rules, request classes, units, limits, where objects can be. */
const FACTS = [
  'currency',
  'gigabyte',
  'month',
  'zones',
  'operations',
  'rules',
  'limits',
  'transitionsTo',
  'transitionAfterDays',
  'transitionsFrom',
  'restoreHours',
  'until',
  'places',
  'placement',
  'byNameOnly',
  'free',
  'pool',
  'destinations',
  'areas',
] as const;

function diffFacts(from: Table, to: Table): FactChange[] {
  const [before, after]: Record<string, unknown>[] = [{ ...from }, { ...to }];
  return [
    ...FACTS.flatMap((fact) => diffValues(fact, before?.[fact], after?.[fact])),
    ...Object.keys(from.regions)
      .filter((region) => Object.hasOwn(to.regions, region))
      .flatMap((region) => diffValues(`regions.${region}`, unpriced(from, region), unpriced(to, region))),
  ];
}

/** What a region says that is neither a printed price nor of its source. */
function unpriced(table: Table, region: string): Record<string, unknown> {
  if (!('rules' in table)) return { group: table.regions[region]?.internet.group };
  const prices = table.regions[region];
  return {
    zones: prices?.zones,
    billedCopies: prices?.billedCopies,
    billedWrites: prices?.billedWrites,
    subscription: { ...prices?.subscription, price: undefined },
    minimum: { ...prices?.minimum, price: undefined },
  };
}

/** Maps are gone into; lists and scalars differ whole. */
function diffValues(path: string, from: unknown, to: unknown): FactChange[] {
  if (isMap(from) && isMap(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return keys.flatMap((key) => diffValues(`${path}.${key}`, from[key], to[key]));
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path, from: from ?? null, to: to ?? null }];
}

function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
