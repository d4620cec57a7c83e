/**
 * A price list laid beside the editions in force: nothing, or the next edition. What a list cannot say (rules, request
 * classes, places, limits) is taken over as it stands; what it does not price keeps its price, and the edition says so.
 */
import type { Edition } from '#core/pricing/editions/edition.ts';
import type { PriceChange } from '#core/pricing/editions/edition-diff.ts';
import { PRICED_METERS } from '#core/pricing/sheets/meters.ts';
import { ImportError } from '../importer.ts';
import type { PriceList } from './price-list.ts';
import { citedBy } from './rebuilt-file.ts';
import { laidBeside, newRegion, type Region, type Standing } from './region-beside.ts';

export interface ImportFacts {
  store: string;
  /** The day the prices were seen: when they were published, or when the file was fetched. */
  seen: string;
  /** Today. */
  recorded: string;
  /** The newest edition, whose rules a new region takes. */
  newest: Standing;
  /** Whether a region of the list is a place that is known here. */
  isPlace(region: string): boolean;
  source: { id: string; url: string; note: string };
}

export interface NextEdition {
  /** What to write; null: every price agrees. */
  file: Record<string, unknown> | null;
  changes: PriceChange[];
  /** Prices, tier by tier, that the list confirms. */
  agreed: number;
  /** Meters that the edition prices and the list does not, by region. */
  kept: { region: string; meter: string }[];
  /** Regions of the list that no edition priced, and that are written now. */
  newRegions: string[];
  /** Those that are no place known here, or of which the list has no storage. */
  unknownRegions: string[];
  /** Regions that changed and cannot be written, for they stand under other rules than the newest edition's. */
  byHand: string[];
  remarks: string[];
}

/** Throws `ImportError` where the list and the rules of the editions do not fit each other. */
export function nextEdition(
  list: PriceList,
  inForce: (region: string) => Standing | null,
  facts: ImportFacts,
): NextEdition {
  const remarks = [...list.remarks];
  const regions = [...new Set(list.rates.map(({ region }) => region))];
  if (regions.length === 0)
    throw new ImportError(
      `has no price of ${facts.store} that is understood; ${remarks.join('; ') || 'is it the right file?'}`,
    );
  const known = regions.flatMap((region) => {
    const standing = inForce(region);
    return standing ? [{ region, standing }] : [];
  });
  const template = newest(known.map(({ standing }) => standing)) ?? facts.newest;
  const answer: NextEdition = {
    file: null,
    changes: [],
    agreed: 0,
    kept: [],
    newRegions: [],
    unknownRegions: [],
    byHand: [],
    remarks,
  };
  const written: Record<string, Region> = {};
  for (const { region, standing } of known) {
    const rates = list.rates.filter((rate) => rate.region === region);
    const { prices, changes, agreed, kept, beyond, short } = laidBeside(
      region,
      standing,
      rates,
      list.bandPerRow,
    );
    answer.agreed += agreed;
    answer.kept.push(...kept.map((meter) => ({ region, meter })));
    for (const meter of short)
      remarks.push(
        `${region}: ${meter} has fewer bands than ${standing.edition.id}, as if rows were missing; it is left as it stands`,
      );
    for (const meter of beyond)
      remarks.push(
        `${region}: the list prices ${meter}, of which the rules of ${standing.edition.id} know nothing`,
      );
    if (changes.length > 0 && !sameRules(region, standing.edition, template.edition)) {
      answer.byHand.push(region);
      remarks.push(
        `${region}: changed (${changes.map(({ meter, to }) => `${meter}: ${to ?? 'gone'}`).join(', ')}), but stands in ${standing.edition.id} under other rules; enter it by hand`,
      );
      continue;
    }
    answer.changes.push(...changes);
    // A region that the list only partly confirms stays where it is.
    if (changes.length > 0 || (kept.length === 0 && sameRules(region, standing.edition, template.edition)))
      written[region] = prices;
  }
  for (const region of regions.filter((one) => !known.some((other) => other.region === one))) {
    const rates = list.rates.filter((rate) => rate.region === region);
    const made = facts.isPlace(region) ? newRegion(region, template, rates, list.bandPerRow) : null;
    if (made === null) {
      answer.unknownRegions.push(region);
      continue;
    }
    answer.newRegions.push(region);
    answer.changes.push(...made.changes);
    written[region] = made.prices;
    if (made.unpriced.length > 0)
      remarks.push(
        `${region}: new, and the list has no price of ${made.unpriced.join(', ')}, which stay unknown`,
      );
  }
  if (answer.changes.length > 0) answer.file = fileOf(template, written, answer, facts);
  return answer;
}

function newest(all: readonly Standing[]): Standing | undefined {
  return all.toSorted((a, b) => (a.edition.id < b.edition.id ? 1 : -1))[0];
}

/** Whether a region of `a` would be billed alike in `b`. */
function sameRules(region: string, a: Edition, b: Edition): boolean {
  const unpriced = PRICED_METERS.filter((rule) => a.regions[region]?.[rule] === undefined);
  const rules = ({ rules: all, operations, month, gigabyte, currency }: Edition) =>
    JSON.stringify([without(all, unpriced), operations, month, gigabyte, currency]);
  return a.id === b.id || rules(a) === rules(b);
}

function without(record: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

function fileOf(
  { file }: Standing,
  regions: Record<string, Region>,
  { changes, kept }: NextEdition,
  { seen, recorded, source }: ImportFacts,
): Record<string, unknown> {
  const { supersedes: _supersedes, until: _until, sources: _sources, notes, rules, ...rest } = file;
  const unpriced = PRICED_METERS.filter((rule) =>
    Object.values(regions).every((prices) => prices[rule] === undefined),
  );
  const older = citedBy(file).filter(({ id }) => id !== source.id);
  const keptHere = kept.filter(({ region }) => Object.hasOwn(regions, region));
  const said = keptHere.map(({ region, meter }) => `${meter} in ${region}`);
  return {
    ...rest,
    rules: without(rules as object, unpriced),
    // When a new region's prices began is not known.
    precision: changes.some(({ from }) => from !== null) ? 'bounded' : 'observed',
    confirmed: seen,
    recorded,
    confidence: 'official',
    regions,
    sources: [{ id: source.id, url: source.url, retrieved: seen, note: source.note }, ...older],
    notes: [
      ...(Array.isArray(notes) ? (notes as string[]) : []),
      ...(said.length > 0
        ? [`Not in the price list, and kept from the edition before: ${said.join(', ')}.`]
        : []),
    ],
  };
}
