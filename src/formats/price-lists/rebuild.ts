/**
 * Editions of a store, or of a provider's data transfer, from rows that somebody recorded on past days (`history.ts`). A day on which
 * rows begin gives an edition of the regions whose prices no edition in force has. What stands is never changed.
 */
import { diffRows, type PriceChange } from '#core/pricing/editions/edition-diff.ts';
import type { Price } from '#core/pricing/editions/edition.ts';
import { isSameRate, measuresOf } from '#core/pricing/editions/exact-rate.ts';
import { parseEdition, parseTransfer } from '#core/pricing/editions/parse-edition.ts';
import { rowsOf, type PriceRow } from '#core/pricing/editions/price-rows.ts';
import { ImportError } from '../importer.ts';
import { CONFIDENCES, type HistoryRow } from './history.ts';
import { correctionFile, editionFile, type Written } from './rebuilt-file.ts';
import { put } from './region-beside.ts';
import { Timeline, type AnyEdition, type AnyStanding, type Step, type Table } from './timeline.ts';

export interface Rebuilt {
  edition: AnyEdition;
  /** The value of its file. */
  file: Record<string, unknown>;
  changes: PriceChange[];
}

export interface Rebuild {
  made: Rebuilt[];
  /** Prices, band by band, on which rows and editions agree. */
  agreed: number;
  /** Where an edition of the very day says otherwise. It stands. */
  disagreements: string[];
}

/** `rows`: those of the table. `recorded`: today. Throws `ImportError` or `DataError` where rows and rules do not fit each other. */
export function rebuild(table: Table, rows: readonly HistoryRow[], recorded: string): Rebuild {
  const timeline = new Timeline(table);
  const found: Found = { agreed: 0, disagreements: [], written: [], filled: [] };
  const absent = rows.filter(isRule);
  const prices = rows.filter((row) => !isRule(row));
  for (const day of [...new Set(prices.map(({ from }) => from))].toSorted()) {
    const live = prices.filter((row) => isLive(row, day));
    const begun = new Set(live.filter(({ from }) => from === day).map(({ region }) => region));
    const template = timeline.standingOn(day) ?? timeline.templateOf(day, [...begun]);
    if (!template) throw new ImportError(`${table.id} has no edition whose rules to take`);
    for (const region of begun)
      lookAt({ day, region, rows: live.filter((row) => row.region === region) }, timeline, template, found);
  }
  // When an edition ends is known once all of them are there.
  const files = [
    ...[...Map.groupBy(found.written, ({ step }) => step.date)].map(([day, regions]) => ({
      regions,
      ...editionFile(timeline, day, regions, { recorded, absent: absent.filter((row) => isLive(row, day)) }),
    })),
    ...[...Map.groupBy(found.filled, ({ template }) => template)].map(([standing, regions]) => ({
      regions,
      ...correctionFile(timeline, standing, regions, recorded),
    })),
  ];
  return {
    made: files.map(({ id, file, regions }) => {
      const edition = (table.isTransfer ? parseTransfer : parseEdition)(`${id}.yaml`, file);
      return { edition, file, changes: regions.flatMap((one) => changesOf(one, edition)) };
    }),
    agreed: found.agreed,
    disagreements: found.disagreements,
  };
}

const isRule = ({ meter }: HistoryRow) => meter.startsWith('rules.');
const isLive = ({ from, to }: HistoryRow, day: string) => from <= day && day <= to;

interface Found {
  agreed: number;
  disagreements: string[];
  /** Regions of new editions, and those whose prices an edition of the same day does not have. */
  written: Written[];
  filled: Written[];
}

/** What the rows of a region say on a day, laid beside the edition in force there. */
function lookAt(
  { day, region, rows }: { day: string; region: string; rows: readonly HistoryRow[] },
  timeline: Timeline,
  template: AnyStanding,
  found: Found,
): void {
  const { isTransfer } = timeline.table;
  const before = timeline.inForce(region, day);
  const said = [...Map.groupBy(rows, ({ meter }) => meter)].map(([meter, all]) => ({
    meter,
    ...oneOfEach(all),
    standing: bandsOf(before, meter),
  }));
  const measures = measuresOf(template.edition);
  const news = said.filter(({ rows: bands, standing }) => {
    const isNew = bands.some(({ upTo, price }) => {
      if (price === 'unknown') return false;
      const other = standing.find((one) => one.upTo === upTo)?.price;
      return other === undefined || !isSameRate(other, price, { a: measures, b: measures });
    });
    if (!isNew) found.agreed += bands.length;
    return isNew;
  });
  if (news.length === 0) return;
  const isSameDay = template.edition.date === day;
  const isThere = isSameDay && before?.standing === template;
  const [fills, others] = isThere
    ? [news.filter(isUnknown), news.filter((one) => !isUnknown(one))]
    : [news, []];
  for (const { meter, rows: bands, standing } of others)
    found.disagreements.push(
      `${region}, ${day}: ${meter} is ${bandWords(standing)} in ${template.edition.id}, and ${bandWords(bands)} by ${bands[0]?.source.url}`,
    );
  if (fills.length === 0) return;
  const raw = isThere ? structuredClone(before.raw) : timeline.blank(template, region);
  if (!isThere) for (const { place, price } of before?.prices ?? []) put(raw, place, price);
  const known = timeline.pricesOf(raw).map(({ meter }) => meter);
  for (const { meter, rows: bands } of fills) {
    if (!isTransfer && !known.includes(meter))
      throw new ImportError(
        `${region}: "${meter}" is no meter of ${template.edition.id}; it has ${known.join(', ')}`,
      );
    put(raw, placeOfMeter(meter, isTransfer), priceOf(bands));
  }
  const conflicts = fills.filter(({ other }) => other !== undefined);
  const [conflict] = conflicts;
  if (conflict?.other) {
    const { other } = conflict;
    if (isTransfer || conflicts.length > 1)
      throw new ImportError(
        `${region}, ${day}: ${conflict.meter} is ${bandWords(conflict.rows)}, and ${other.price} by ${other.source.url}; enter it by hand`,
      );
    const figures = conflict.rows.map((row) => (row.upTo === other.upTo ? other : row));
    raw['conflict'] = { source: other.source.id };
    put(raw['conflict'] as Record<string, unknown>, placeOfMeter(conflict.meter, false), priceOf(figures));
  }
  const kept = (before?.prices ?? []).filter(
    ({ price, meter }) => price !== 'unknown' && !said.some((one) => one.meter === meter),
  );
  const written = {
    region,
    before,
    template,
    rows: (isThere ? fills : said).flatMap((one) => [...one.rows, ...(one.other ? [one.other] : [])]),
    kept: kept.map(({ meter }) => meter),
    step: timeline.add(region, day, raw),
  };
  (isSameDay ? found.filled : found.written).push(written);
}

const isUnknown = ({ standing }: { standing: readonly PriceRow[] }) =>
  standing.every(({ price }) => price === 'unknown');

function bandsOf(step: Step | undefined, meter: string): PriceRow[] {
  const found = step?.prices.find((one) => one.meter === meter);
  return found ? rowsOf(found) : [];
}

/** One row a band, in the order of the bands: the first of the best source; and one of an equal source that differs. */
function oneOfEach(rows: readonly HistoryRow[]): { rows: HistoryRow[]; other: HistoryRow | undefined } {
  const best = new Map<number | null, HistoryRow>();
  for (const row of rows) {
    const first = best.get(row.upTo);
    if (!first || rankOf(row) < rankOf(first)) best.set(row.upTo, row);
  }
  const other = rows.find((row) => {
    const first = best.get(row.upTo);
    return first && first.price !== row.price && rankOf(first) === rankOf(row);
  });
  return { rows: [...best.values()].toSorted((a, b) => (a.upTo ?? Infinity) - (b.upTo ?? Infinity)), other };
}

const rankOf = ({ price, confidence }: HistoryRow) =>
  price === 'unknown' ? CONFIDENCES.length : CONFIDENCES.indexOf(confidence);

/** Beyond the last band that is known the price is not. */
function priceOf(bands: readonly HistoryRow[]): Price {
  const [only, second] = bands;
  if (only?.upTo === null && !second) return only.price;
  const tiers = bands.map(({ upTo, price }) => (upTo === null ? { price } : { upTo, price }));
  return bands.at(-1)?.upTo === null ? tiers : [...tiers, { price: 'unknown' }];
}

const bandWords = (bands: readonly { price: string }[]) => bands.map(({ price }) => price).join(', ');

function changesOf({ region, before, step }: Written, edition: AnyEdition): PriceChange[] {
  const measures = measuresOf(edition);
  const rows = (prices: Step['prices']) => prices.flatMap(rowsOf);
  return diffRows(region, rows(before?.prices ?? []), rows(step.prices), { a: measures, b: measures }).filter(
    ({ to }) => to !== 'unknown',
  );
}

const FAMILIES: Readonly<Record<string, string>> = {
  storage: 'accessTiers',
  requests: 'requests',
  restore: 'restore',
  egress: 'egress',
};
const OWN_TRANSFER: Readonly<Record<string, readonly string[]>> = {
  'egress.internet': ['internet', 'tiers'],
  'egress.other-region': ['other-region', 'default'],
  'egress.same-region': ['same-region'],
  'egress.other-zone': ['other-zone'],
  'egress.cdn': ['cdn'],
};

/** Keys of a meter's place in the region of a store, or of a data transfer table. */
function placeOfMeter(meter: string, isTransfer: boolean): readonly string[] {
  const [family = '', ...rest] = meter.split('.');
  const name = rest.join('.');
  if (isTransfer) return OWN_TRANSFER[meter] ?? ['other-region', 'except', name];
  if (name !== '') return [FAMILIES[family] ?? family, name];
  return family === 'subscription' || family === 'minimum' ? [family, 'price'] : [family];
}
