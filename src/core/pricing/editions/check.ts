/** What is true of the archive as a whole: what no single file can show. */
import { EVERYWHERE, findPlace, placeOfStore } from '../../places.ts';
import type { Archive } from '../archive.ts';
import type { Edition, Pool, TransferEdition } from './edition.ts';

export interface ArchiveProblem {
  code:
    | 'unreadable'
    | 'not-canonical'
    | 'stray-file'
    | 'empty-store'
    | 'overlap'
    | 'supersedes-nothing'
    | 'supersedes-gap'
    | 'claimed-mixed'
    | 'unknown-place'
    | 'unknown-store'
    | 'no-transfer-table'
    | 'pool-scope'
    | 'pool-currency';
  /** Edition, transfer table or file. */
  at: string;
  /** Place inside it; empty for the whole. */
  place: string;
  message: string;
  remedy: string;
}

/** Problems of an archive, in the order of its stores. `providers`: those with transfer tables. Reads every edition. */
export function checkArchive(archive: Archive, providers: readonly string[]): ArchiveProblem[] {
  const stores = archive.stores.map((id) => ({ id, editions: archive.editions(id) }));
  const everyEdition = stores.flatMap(({ editions }) => editions);
  const transfers = providers.flatMap((provider) => archive.transfers(provider));
  return [
    ...stores.flatMap(({ id, editions }) =>
      editions.length === 0 ? [emptyStore(id)] : historyProblems(editions),
    ),
    ...providers.flatMap((provider) => historyProblems(archive.transfers(provider))),
    ...everyEdition.flatMap((edition) => [
      ...claimProblems(edition),
      ...placeProblems(edition),
      ...neighbourProblems(edition, archive),
    ]),
    ...transfers.flatMap(transferPlaceProblems),
    ...poolProblems(everyEdition, transfers),
  ];
}

type Dated = Edition | TransferEdition;

function emptyStore(id: string): ArchiveProblem {
  return {
    code: 'empty-store',
    at: id,
    place: '',
    message: 'the folder holds no edition',
    remedy: 'add <yyyy-mm-dd>.yaml or remove the folder',
  };
}

/**
 * By region, editions follow each other without gap or overlap: the next one's date ends the one before. What can go
 * wrong is a price seen unchanged after a newer edition changed it, and a correction that leaves days or regions bare.
 */
function historyProblems(editions: readonly Dated[]): ArchiveProblem[] {
  const superseded = new Set(editions.map(({ supersedes }) => supersedes));
  const standing = editions.filter(({ id }) => !superseded.has(id));
  return [
    ...standing.flatMap((edition, i) => overlaps(edition, standing.slice(i + 1))),
    ...editions.flatMap((edition) => supersedesProblems(edition, editions)),
  ];
}

function overlaps(edition: Dated, later: readonly Dated[]): ArchiveProblem[] {
  return Object.entries(edition.regions).flatMap(([region, prices]): ArchiveProblem[] => {
    const next = later.find((other) => Object.hasOwn(other.regions, region));
    const confirmed = prices.confirmed ?? edition.confirmed;
    if (
      !next ||
      confirmed < next.date ||
      (samePrices(prices, next.regions[region]) && sameRules(edition, next))
    )
      return [];
    return [
      {
        code: 'overlap',
        at: edition.id,
        place: `regions.${region}`,
        message: `seen unchanged on ${confirmed}, though ${next.id} has other prices or rules from ${next.date}`,
        remedy: `set confirmed to the last day before ${next.date}, or correct the date of ${next.id}`,
      },
    ];
  });
}

function samePrices(a: object, b: object | undefined): boolean {
  const priced = (region: object | undefined) =>
    JSON.stringify({ ...region, source: undefined, confidence: undefined, confirmed: undefined });
  return priced(a) === priced(b);
}

function sameRules(a: Dated, b: Dated): boolean {
  return !('rules' in a) || !('rules' in b) || JSON.stringify(a.rules) === JSON.stringify(b.rules);
}

function supersedesProblems(edition: Dated, all: readonly Dated[]): ArchiveProblem[] {
  if (edition.supersedes === undefined) return [];
  const at = { at: edition.id, place: 'supersedes' };
  const other = all.find(({ id }) => id === edition.supersedes && id !== edition.id);
  if (!other)
    return [
      {
        ...at,
        code: 'supersedes-nothing',
        message: `there is no other edition "${edition.supersedes}" of this store`,
        remedy: `name one of ${
          all
            .filter(({ id }) => id !== edition.id)
            .map(({ id }) => id)
            .join(', ') || 'its editions, of which there is no other'
        }`,
      },
    ];
  const bare = Object.keys(other.regions).filter((region) => !Object.hasOwn(edition.regions, region));
  const problems: ArchiveProblem[] = [];
  if (edition.date > other.date)
    problems.push({
      ...at,
      code: 'supersedes-gap',
      message: `begins on ${edition.date}, after ${other.id}: the days between would have no price`,
      remedy: `a correction begins when the mistaken edition did: call it ${other.date}.2.yaml; a changed price is a new edition that supersedes nothing`,
    });
  if (bare.length > 0)
    problems.push({
      ...at,
      code: 'supersedes-gap',
      message: `${other.id} has ${bare.join(', ')}, which this edition leaves without a price`,
      remedy: 'copy those regions',
    });
  return problems;
}

const CLAIMED = 'claimed';

function claimProblems(edition: Edition): ArchiveProblem[] {
  const isShelf = edition.provider === CLAIMED;
  const said: [string, string | undefined][] = [
    ['confidence', edition.confidence],
    ...Object.entries(edition.regions).map(([region, { confidence }]): [string, string | undefined] => [
      `regions.${region}.confidence`,
      confidence,
    ]),
  ];
  return said
    .filter(([, confidence]) => confidence !== undefined && (confidence === CLAIMED) !== isShelf)
    .map(([place, confidence]) => ({
      code: 'claimed-mixed' as const,
      at: edition.id,
      place,
      message: isShelf ? `"${confidence}" under pricing/claimed` : 'a claimed price beside list prices',
      remedy: isShelf
        ? 'what stands under pricing/claimed is claimed; list prices go under their provider'
        : 'move it to a store of its own under pricing/claimed',
    }));
}

function placeProblems(edition: Edition): ArchiveProblem[] {
  const unknown = (place: string, id: string): ArchiveProblem => ({
    code: 'unknown-place',
    at: edition.id,
    place,
    message: `no place "${id}" is known`,
    remedy: 'add it to src/core/places/, with its city and country',
  });
  const problems = edition.places.flatMap((id, i) => (findPlace(id) ? [] : [unknown(`places[${i}]`, id)]));
  if (edition.kind === 'cdn')
    return Object.entries(edition.regions).flatMap(([region, { serves }]) =>
      serves.flatMap((id, i) => (findPlace(id) ? [] : [unknown(`regions.${region}.serves[${i}]`, id)])),
    );
  for (const region of Object.keys(edition.regions)) {
    if (region === EVERYWHERE) {
      if (Object.keys(edition.regions).length > 1)
        problems.push({
          ...unknown(`regions.${region}`, region),
          message: 'everywhere stands beside other regions',
          remedy: 'list every region, or only everywhere',
        });
    } else if (placeOfStore(edition, region) === null && !findPlace(`${edition.provider}/${region}`)) {
      problems.push(unknown(`regions.${region}`, `${edition.provider}/${region}`));
    }
  }
  return problems;
}

function transferPlaceProblems(transfer: TransferEdition): ArchiveProblem[] {
  const ofProvider = (region: string) => `${transfer.provider}/${region}`;
  const named = [
    ...Object.entries(transfer.regions).flatMap(([region, prices]) => [
      [`regions.${region}`, ofProvider(region)] as const,
      ...Object.keys(prices['other-region'].except)
        .filter((to) => !Object.hasOwn(transfer.areas, to))
        .map((to) => [`regions.${region}.other-region.except.${to}`, ofProvider(to)] as const),
    ]),
    ...Object.entries(transfer.areas).flatMap(([area, regions]) =>
      regions.map((region, i) => [`areas.${area}[${i}]`, ofProvider(region)] as const),
    ),
    ...Object.entries(transfer.destinations).flatMap(([name, { places }]) =>
      places.map((place, i) => [`destinations.${name}.places[${i}]`, place] as const),
    ),
  ];
  return named
    .filter(([, id]) => !findPlace(id))
    .map(([place, id]) => ({
      code: 'unknown-place',
      at: transfer.id,
      place,
      message: `no place "${id}" is known`,
      remedy: 'add it to src/core/places/, with its city and country',
    }));
}

function neighbourProblems(edition: Edition, archive: Archive): ArchiveProblem[] {
  const problems = edition.transitionsTo
    .filter((store) => !archive.stores.includes(store) || !store.startsWith(`${edition.provider}/`))
    .map((store): ArchiveProblem => ({
      code: 'unknown-store',
      at: edition.id,
      place: 'transitionsTo',
      message: `"${store}" is not a store of ${edition.provider}`,
      remedy: `name one of ${archive.stores.filter((id) => id.startsWith(`${edition.provider}/`) && id !== edition.store).join(', ') || 'its stores, once they are here'}`,
    }));
  const usesTable = Object.values(edition.regions).some(({ egress }) => egress === 'transfer');
  if (usesTable && archive.transfers(edition.provider).length === 0)
    problems.push({
      code: 'no-transfer-table',
      at: edition.id,
      place: 'regions',
      message: `egress is billed by the transfer table of ${edition.provider}, and there is none`,
      remedy: `add pricing/${edition.provider}/transfer/<yyyy-mm-dd>.yaml`,
    });
  return problems;
}

/** One pool has one scope and one currency, wherever it is named. */
function poolProblems(editions: readonly Edition[], transfers: readonly TransferEdition[]): ArchiveProblem[] {
  const first = new Map<string, { pool: Pool; at: string; currency: string }>();
  const problems: ArchiveProblem[] = [];
  for (const [file, pool] of [...editions, ...transfers].flatMap((one) =>
    poolsOf(one).map((pool) => [one, pool] as const),
  )) {
    const known = first.get(pool.id);
    if (!known) first.set(pool.id, { pool, at: file.id, currency: file.currency });
    else if (known.currency !== file.currency)
      problems.push({
        code: 'pool-currency',
        at: file.id,
        place: `pool ${pool.id}`,
        message: `prices are in ${file.currency} here and in ${known.currency} in ${known.at}`,
        remedy: 'give the pools different ids: one sum has one price',
      });
    else if (known.pool.scope !== pool.scope)
      problems.push({
        code: 'pool-scope',
        at: file.id,
        place: `pool ${pool.id}`,
        message: `scope is ${pool.scope} here and ${known.pool.scope} in ${known.at}`,
        remedy: 'give the pools different ids, or one scope',
      });
  }
  return problems;
}

function poolsOf(file: Dated): Pool[] {
  const found: (Pool | undefined)[] = [];
  if ('rules' in file) {
    const { storage, requests, upload, retrieval, egress, transition, segments, buckets, replication } =
      file.rules;
    for (const { subscription, minimum } of Object.values(file.regions))
      found.push(subscription?.pool, minimum?.pool);
    for (const rule of [
      storage,
      ...Object.values(requests),
      upload,
      retrieval,
      egress,
      transition,
      segments,
      buckets,
      replication,
    ])
      found.push(rule?.pool, rule?.free?.pool);
  } else {
    const frees = [file.free.internet, ...Object.values(file.destinations).map(({ free }) => free)];
    found.push(file.pool, ...frees.map((free) => free?.pool));
  }
  return found.filter((pool) => pool !== undefined);
}
