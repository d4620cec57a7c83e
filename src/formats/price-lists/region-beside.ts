/** One region's prices with those of a price list put in where they differ, written as they stood. */
import { decimalText, parseDecimal, product, type Decimal } from '#core/pricing/editions/decimal.ts';
import { RegionPrices, type Edition, type Price } from '#core/pricing/editions/edition.ts';
import { diffRows, type PriceChange } from '#core/pricing/editions/edition-diff.ts';
import { exactRate, measuresOf } from '#core/pricing/editions/exact-rate.ts';
import { BY_TRANSFER_TABLE, priceRows, pricesIn, rowsOf } from '#core/pricing/editions/price-rows.ts';
import { ImportError } from '../importer.ts';
import { isSameTiers, type ListedRate, type ListedTier, type ListedUnit } from './price-list.ts';

/** An edition as it is billed and as it was written. */
export interface Standing<Kind = Edition> {
  edition: Kind;
  /** The value of its file. */
  file: Readonly<Record<string, unknown>>;
}

export type Region = Readonly<Record<string, unknown>>;

export interface Beside {
  prices: Region;
  changes: PriceChange[];
  agreed: number;
  kept: string[];
  beyond: string[];
  /** Meters of which rows seem to be missing. */
  short: string[];
}

/** One region's prices with those of the list put in where they differ. */
export function laidBeside(
  region: string,
  { edition, file }: Standing,
  rates: readonly ListedRate[],
  bandPerRow: boolean,
): Beside {
  const raw = rawRegion(file, region);
  const own = edition.regions[region];
  const result: Beside = { prices: {}, changes: [], agreed: 0, kept: [], beyond: [], short: [] };
  if (!own) return result;
  const { source: _source, confirmed: _confirmed, confidence: _confidence, ...next } = raw;
  const listed = listedBySlot(edition, rates, region);
  const measures = measuresOf(edition);
  for (const { meter, place, price } of pricesIn(own).filter((one) => LISTABLE.test(one.meter))) {
    const rate = listed.get(meter);
    if (!rate) {
      result.kept.push(meter);
      continue;
    }
    listed.delete(meter);
    const tiers = withoutAllowance(rate, allowanceOf(edition, meter), region);
    if (bandPerRow && typeof price !== 'string' && tiers.length < price.length) {
      result.short.push(meter);
      result.kept.push(meter);
      continue;
    }
    const now = printed(tiers, rate.unit, price, edition);
    const changes = diffRows(region, rowsOf({ meter, price }), rowsOf({ meter, price: now }), {
      a: measures,
      b: measures,
    }).filter((change) => !isRounded(change, tiers, measures.hoursInMonth));
    result.agreed += tiers.length - changes.filter(({ to }) => to !== null).length;
    if (changes.length === 0) continue;
    result.changes.push(...changes);
    put(next, place, now);
  }
  result.beyond.push(
    ...[...listed]
      .filter(([, { tiers }]) => tiers.some(({ price }) => price.digits > 0n))
      .map(([meter]) => meter),
  );
  result.prices = next;
  return result;
}

/** What is not of the region that a new one is made after. */
export const OWN_KEYS = [
  'zones',
  'serves',
  'conflict',
  'subscription',
  'minimum',
  'billedCopies',
  'billedWrites',
];

/** The prices of a region that no edition has, by the rules of one; null where the list has none of its storage. */
export function newRegion(
  region: string,
  { edition, file }: Standing,
  rates: readonly ListedRate[],
  bandPerRow: boolean,
): { prices: Region; changes: PriceChange[]; unpriced: string[] } | null {
  const [like = '', prices] = Object.entries(edition.regions).at(0) ?? [];
  if (!prices) return null;
  const raw = Object.entries(rawRegion(file, like)).filter(([key]) => !OWN_KEYS.includes(key));
  const standing: Standing = {
    edition: { ...edition, regions: { [region]: RegionPrices.parse(Object.fromEntries(raw)) } },
    file: { regions: { [region]: Object.fromEntries(raw) } },
  };
  const beside = laidBeside(region, standing, rates, bandPerRow);
  const next: Record<string, unknown> = { ...beside.prices };
  const unpriced = pricesIn(prices).filter(
    ({ meter, place }) =>
      !OWN_KEYS.includes(place[0] ?? '') && !(LISTABLE.test(meter) && !beside.kept.includes(meter)),
  );
  for (const { place } of unpriced) put(next, place, 'unknown');
  if (beside.kept.includes('storage')) return null;
  const changes = priceRows(RegionPrices.parse(next)).flatMap(({ meter, upTo, price }): PriceChange[] =>
    price === 'unknown' || price === BY_TRANSFER_TABLE
      ? []
      : [{ region, meter, upTo, from: null, to: price, share: null }],
  );
  return { prices: next, changes, unpriced: unpriced.map(({ meter }) => meter) };
}

/** What a file writes of a region: a copy; empty where it has none. */
export function rawRegion(file: Standing['file'], region: string): Record<string, unknown> {
  const regions = file['regions'] as Readonly<Record<string, object>>;
  return structuredClone({ ...regions[region] });
}

/** The meters a list can price. */
const LISTABLE = /^(storage|requests|upload|retrieval|restore|online|transition|monitoring)(\.|$)/;

/** Writes a price at its place. */
export function put(raw: Record<string, unknown>, place: readonly string[], price: Price): void {
  const [key = '', ...rest] = place;
  if (rest.length === 0) {
    raw[key] = price;
    return;
  }
  const inner: Record<string, unknown> = { ...(raw[key] as object | undefined) };
  put(inner, rest, price);
  raw[key] = inner;
}

/** Rates by meter of the edition: those of an operation by the class it is in. Throws `ImportError` where two disagree. */
function listedBySlot(
  edition: Edition,
  rates: readonly ListedRate[],
  region: string,
): Map<string, ListedRate> {
  const found = new Map<string, ListedRate>();
  for (const rate of rates) {
    const meter = meterOf(edition, rate.meter);
    const other = found.get(meter);
    if (other && !isSameTiers(other.tiers, rate.tiers))
      throw new ImportError(
        `${region}: ${other.meter} (${other.from.join(', ')}) and ${rate.meter} (${rate.from.join(', ')}) differ, and ${edition.id} bills both as ${meter}; it needs a class for each, by hand`,
      );
    if (!other) found.set(meter, rate);
  }
  return found;
}

function meterOf({ operations }: Edition, meter: string): string {
  const operation = /^requests\.(.+)$/.exec(meter)?.[1];
  if (operation === undefined) return meter;
  const entry = Object.entries(operations.classes).find(([, names]) => names.includes(operation));
  return `requests.${entry?.[0] ?? operation}`;
}

/** The units that the edition gives free of a meter, in the meter's unit. */
function allowanceOf({ rules }: Edition, meter: string): number {
  const name = /^requests\.(.+)$/.exec(meter)?.[1];
  const rule = name === undefined ? (meter === 'storage' ? rules.storage : undefined) : rules.requests[name];
  return rule?.free?.amount ?? 0;
}

/** A list shows an allowance as a first band of nothing; the edition states it as a rule. Throws `ImportError` where they differ. */
function withoutAllowance(
  { tiers, meter, from }: ListedRate,
  allowed: number,
  region: string,
): readonly ListedTier[] {
  const [first, ...rest] = tiers;
  if (!first || first.price.digits > 0n || rest.length === 0) return tiers;
  const where = `${region}: ${meter} (${from.join(', ')})`;
  if (first.upTo !== allowed)
    throw new ImportError(
      `${where}: the first ${first.upTo} cost nothing, and the edition's rules give ${allowed} free; change the rule by hand`,
    );
  if (rest.length > 1)
    throw new ImportError(
      `${where}: has bands after a free one, which is not understood here; enter them by hand`,
    );
  return rest;
}

/** The price as an edition writes it, per as many units as it stood before. */
function printed(tiers: readonly ListedTier[], unit: ListedUnit, before: Price, edition: Edition): Price {
  const old = typeof before === 'string' ? before : before[0]?.price;
  const [only, second] = tiers;
  if (only && !second) return words(only.price, unit, old, edition);
  return tiers.map(({ upTo, price }) => ({
    ...(upTo === null ? {} : { upTo }),
    price: words(price, unit, old, edition),
  }));
}

const COUNTED: readonly ListedUnit[] = ['request', 'object', 'object-month'];

function words(price: Decimal, unit: ListedUnit, old: string | undefined, edition: Edition): string {
  const before = old === undefined ? null : exactRate(old, measuresOf(edition));
  const isCount = COUNTED.includes(unit);
  const per = isCount && before?.unit === unit ? before.per : { digits: isCount ? 1000n : 1n, scale: 0 };
  const count = decimalText(per);
  return `${decimalText(product(price, per))} per ${count === '1' ? unit : `${count} ${unit}s`}`;
}

/** An hour's price is a month's over 730, rounded: what rounds to it is no change. */
function isRounded(
  { from, to, upTo }: PriceChange,
  tiers: readonly ListedTier[],
  hoursInMonth: number | undefined,
): boolean {
  const hour = tiers.find((tier) => tier.upTo === upTo)?.price;
  const month = parseDecimal(/^([\d.]+) per GB-month$/.exec(from ?? '')?.[1] ?? '');
  if (!hour || !month || hoursInMonth === undefined || !to?.endsWith(' per GB-hour')) return false;
  const difference = Number(decimalText(hour)) - Number(decimalText(month)) / hoursInMonth;
  return Math.abs(difference) <= 0.5 * 10 ** -hour.scale * (1 + 1e-9);
}
