/** Which edition prices a store at a date, as far as the archive knew it on another. */
import { daysBetween } from '../../iso-date.ts';
import { memoWith, remembered } from '../../memo.ts';
import type { PriceFinding } from '../../findings/price-findings.ts';
import { EVERYWHERE } from '../../places.ts';
import type { Archive } from '../archive.ts';
import type { CdnPath } from '../store-facts.ts';
import type { Confidence, Edition, RegionPrices, TransferEdition } from '../editions/edition.ts';

export interface PriceQuestion {
  store: string;
  region?: string | undefined;
  asOf: string;
  /** Editions recorded later are ignored. */
  knownOn?: string | undefined;
}

export interface ResolvedPrices {
  edition: Edition;
  /** The region asked for; where none was, the one that can be meant: `everywhere`, `global`, or the only one. */
  region: string;
  prices: RegionPrices;
  /** The provider's transfer table, where the store's egress is billed by it; it may lack the region. */
  transfer: TransferEdition | null;
  /** Destinations without a price of their own that are billed as the internet is. */
  asInternet: readonly string[];
  /** Lists that what CDNs fetch is billed by, in place of the price of its destination. */
  cdnLists: readonly CdnList[];
  /** Tables whose prices changed on a day that nobody recorded, between two sightings around `asOf`. */
  changes: readonly PriceChange[];
  findings: PriceFinding[];
}

export interface CdnList {
  to: 'cdn' | 'partner';
  edition: Edition;
  prices: RegionPrices;
}

/** Of a store or of `<provider>/transfer`: the edition before the change, its last sighting there, and the edition after it. */
export interface PriceChange {
  table: string;
  edition: string;
  confirmed: string;
  later: string;
  by: string;
}

export interface NoPrices {
  findings: [PriceFinding, ...PriceFinding[]];
}

/** Region of a store that keeps objects near each reader. */
const NEAR_READER = 'global';
const STALE_AFTER_DAYS = 120;

/**
 * The newest edition that was in force and known, superseded ones aside; a region missing from it keeps its older one.
 * Without prices the answer holds only findings: `store-unknown`, `before-record`,
 * `store-ended` or `region-missing`.
 */
export function resolvePrices(archive: Archive, question: PriceQuestion): ResolvedPrices | NoPrices {
  const all = archive.editions(question.store);
  const tables = archive.transfers(providerOf(question.store));
  const { region = '', asOf, knownOn = '' } = question;
  const changed = archive.changed ? [...archive.changed].sort().join(' ') : '';
  const key = `${question.store}|${region}|${asOf}|${knownOn}|${changed}`;
  return remembered(answers(all)(tables), key, () => resolved(archive, all, question), MOST_QUESTIONS);
}

/** Every usage of a bill asks again: as long as a store's editions and its provider's tables are the same, so is the answer. */
const answers = memoWith((_editions: readonly Edition[]) =>
  memoWith((_tables: readonly TransferEdition[]) => new Map<string, ResolvedPrices | NoPrices>()),
);
/** Of one store: some years of months in several regions. */
const MOST_QUESTIONS = 256;

export const providerOf = (store: string) => store.slice(0, store.indexOf('/'));

function resolved(
  archive: Archive,
  all: readonly Edition[],
  { store, region, asOf, knownOn }: PriceQuestion,
): ResolvedPrices | NoPrices {
  const first = all[0];
  if (!first) return { findings: [{ code: 'store-unknown', store }] };
  const eligible = inForce(all, asOf, knownOn);
  const newest = eligible[0];
  if (!newest)
    return {
      findings: [{ code: 'before-record', store, asOf, first: first.date, ...(knownOn ? { knownOn } : {}) }],
    };
  if (newest.until !== undefined && newest.until <= asOf)
    return { findings: [{ code: 'store-ended', edition: newest.id, until: newest.until, asOf }] };
  for (const before of eligible) {
    const first = pricesOf(before, region);
    if (!first) continue;
    const change = changeOf(
      before,
      all,
      { asOf, knownOn },
      (edition) => pricesOf(edition, first.region)?.prices,
    );
    const isLater = change !== null && archive.changed?.has(store) === true;
    const edition = isLater ? change.later : before;
    const found = (isLater && pricesOf(edition, first.region)) || first;
    const sent =
      found.prices.egress === 'transfer'
        ? transferAt(archive, edition.provider, found.region, asOf, knownOn)
        : null;
    const own = change ? [{ ...written(change), table: store }] : [];
    const fetched =
      edition.kind === 'store'
        ? cdnListsOf(archive, store, { region: found.region, asOf, knownOn })
        : { lists: [], changes: [] };
    return {
      edition,
      ...found,
      transfer: sent?.table ?? null,
      asInternet: archive.facts(store)?.countsAsInternet?.to ?? [],
      cdnLists: fetched.lists,
      changes: [...own, ...(sent?.changes ?? []), ...fetched.changes],
      findings: remarks(edition, found.prices, found.region, asOf),
    };
  }
  return {
    findings: [
      {
        code: 'region-missing',
        store,
        region: region ?? '',
        edition: newest.id,
        regions: regionsOf(eligible),
      },
    ],
  };
}

/** Ways by which CDNs fetch from a store, other than the internet. */
export function cdnPathsOf(archive: Pick<Archive, 'facts'>, store: string): readonly CdnPath[] {
  const own = archive.facts(store)?.cdnPaths ?? [];
  return own.length > 0 ? own : (archive.facts(`${providerOf(store)}/transfer`)?.cdnPaths ?? []);
}

function cdnListsOf(
  archive: Archive,
  store: string,
  question: Omit<PriceQuestion, 'store'>,
): { lists: CdnList[]; changes: PriceChange[] } {
  const found = cdnPathsOf(archive, store).flatMap(({ to, prices: list }) => {
    if (list === undefined) return [];
    const here = resolvePrices(archive, { ...question, store: list });
    const own =
      'edition' in here ? here : resolvePrices(archive, { ...question, store: list, region: undefined });
    return 'edition' in own ? [{ to, ...own }] : [];
  });
  return {
    lists: found.map(({ to, edition, prices }) => ({ to, edition, prices })),
    changes: found.flatMap(({ changes }) => changes),
  };
}

export function resolveTransfer(...asked: Parameters<typeof transferAt>): TransferEdition | null {
  return transferAt(...asked)?.table ?? null;
}

export interface TransferAt {
  table: TransferEdition;
  changes: readonly PriceChange[];
}

/** The newest transfer table in force that has the region; else the newest in force; null when the provider has none. */
export function transferAt(
  archive: Archive,
  provider: string,
  region: string,
  asOf: string,
  knownOn?: string,
): TransferAt | null {
  const tables = archive.transfers(provider);
  const store = `${provider}/transfer`;
  const isChanged = archive.changed?.has(store) === true;
  const question = `${region}|${asOf}|${knownOn ?? ''}|${isChanged}`;
  const find = (): TransferAt | null => {
    const eligible = inForce(tables, asOf, knownOn);
    const before = eligible.find((table) => transferRegion(table, region) !== undefined) ?? eligible[0];
    if (!before) return null;
    const change = changeOf(before, tables, { asOf, knownOn }, (table) => transferRegion(table, region));
    return {
      table: change && isChanged ? change.later : before,
      changes: change ? [{ ...written(change), table: store }] : [],
    };
  };
  return remembered(tablesOf(tables), question, find, MOST_QUESTIONS);
}

interface Change<T> {
  before: T;
  confirmed: string;
  later: T;
}

/**
 * The next edition with the region, where the day on which it replaced `before` is not known and `asOf` lies after the last day that
 * `before` was seen unchanged.
 */
function changeOf<T extends Edition | TransferEdition>(
  before: T,
  all: readonly T[],
  { asOf, knownOn }: { asOf: string; knownOn?: string | undefined },
  pricesIn: (edition: T) => { confirmed?: string | undefined } | undefined,
): Change<T> | null {
  const prices = pricesIn(before);
  const confirmed = prices?.confirmed ?? before.confirmed;
  if (!prices || asOf <= confirmed) return null;
  const later = inForce(all, LAST_DAY, knownOn)
    .filter((one) => one.date > asOf && pricesIn(one) !== undefined)
    .at(-1);
  return later === undefined || later.precision === 'day' ? null : { before, confirmed, later };
}

const LAST_DAY = '9999-12-31';

function written<T extends Edition | TransferEdition>({
  before,
  confirmed,
  later,
}: Change<T>): Omit<PriceChange, 'table'> {
  return { edition: before.id, confirmed, later: later.id, by: later.date };
}

/** By a provider's tables, as long as they are the same. */
const tablesOf = memoWith((_tables: readonly TransferEdition[]) => new Map<string, TransferAt | null>());

export function transferRegion(
  table: TransferEdition,
  region: string,
): TransferEdition['regions'][string] | undefined {
  return own(table.regions, region) ?? own(table.regions, EVERYWHERE);
}

/** `stale` and `price-confidence` of a table's prices in a region. */
export function remarks(
  table: { id: string; confirmed: string; confidence: Confidence },
  prices: { confirmed?: string | undefined; confidence?: Confidence | undefined } | undefined,
  region: string,
  asOf: string,
): PriceFinding[] {
  const found: PriceFinding[] = [];
  const confirmed = prices?.confirmed ?? table.confirmed;
  const days = daysBetween(confirmed, asOf);
  if (days > STALE_AFTER_DAYS) found.push({ code: 'stale', edition: table.id, confirmed, asOf, days });
  const confidence = prices?.confidence ?? table.confidence;
  if (confidence === 'secondary' || confidence === 'conflicting' || confidence === 'claimed')
    found.push({ code: 'price-confidence', edition: table.id, region, confidence });
  return found;
}

/** In force at `asOf` and recorded by `knownOn`, newest first, without those that another of them supersedes. */
export function inForce<
  T extends { id: string; date: string; recorded: string; supersedes?: string | undefined },
>(all: readonly T[], asOf: string, knownOn: string | undefined): T[] {
  const known = all.filter((one) => one.date <= asOf && (knownOn === undefined || one.recorded <= knownOn));
  const superseded = new Set(known.map((one) => one.supersedes));
  return known
    .filter((one) => !superseded.has(one.id) && !superseded.has(one.date))
    .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

/** Prices in a region, and the region's name where none was asked for and only one can be meant. */
function pricesOf(
  edition: Edition,
  asked: string | undefined,
): { region: string; prices: RegionPrices } | undefined {
  const everywhere = own(edition.regions, EVERYWHERE);
  const region = asked ?? impliedRegion(edition);
  if (region === undefined) return undefined;
  const listed = own(edition.regions, region);
  if (listed) return { region, prices: listed };
  const covers = edition.places.includes(region) || edition.places.includes(`${edition.provider}/${region}`);
  return everywhere && covers ? { region, prices: everywhere } : undefined;
}

function impliedRegion(edition: Edition): string | undefined {
  const names = Object.keys(edition.regions);
  if (names.length === 1) return names[0];
  if (names.includes(EVERYWHERE)) return EVERYWHERE;
  return edition.placement === 'near-reader' && names.includes(NEAR_READER) ? NEAR_READER : undefined;
}

function regionsOf(editions: readonly Edition[]): string[] {
  const named = editions.flatMap((edition) => [
    ...Object.keys(edition.regions).filter((region) => region !== EVERYWHERE),
    ...edition.places.map((place) => place.slice(place.indexOf('/') + 1)),
  ]);
  return [...new Set(named)];
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
