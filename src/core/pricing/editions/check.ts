/** What is true of the archive as a whole: what no single file can show. */
import type { Archive } from '../archive.ts';
import type { Traits } from '../traits/file.ts';
import { sharingIssues, withShared } from '../traits/shared.ts';
import type { ArchiveProblem, Dated } from './archive-problem.ts';
import { historyProblems } from './check-history.ts';
import { placeProblems, transferPlaceProblems } from './check-places.ts';
import type { Edition, Pool, TransferEdition } from './edition.ts';
import { TRANSFER_FOLDER } from './parse-edition.ts';

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
    ...factProblems(archive, [
      ...archive.stores,
      ...providers.map((provider) => `${provider}/${TRANSFER_FOLDER}`),
    ]),
  ];
}

/** Every store has its `store.yaml`; a short name or a usage type means one store. */
function factProblems(archive: Archive, named: readonly string[]): ArchiveProblem[] {
  const owners = new Map<string, string>();
  const ownerBefore = (key: string, id: string) => {
    const owner = owners.get(key);
    owners.set(key, owner ?? id);
    return owner;
  };
  return named.flatMap((id): ArchiveProblem[] => {
    const facts = archive.facts(id);
    if (!facts)
      return [
        {
          code: 'no-store-file',
          at: id,
          place: '',
          message: 'has no store.yaml, so it has no name',
          remedy: `add pricing/${id}/store.yaml with its title and short name`,
        },
      ];
    const problems: ArchiveProblem[] = [];
    const namesake = ownerBefore(`short ${facts.short}`, id);
    if (namesake !== undefined)
      problems.push({
        code: 'shared-name',
        at: id,
        place: 'short',
        message: `"${facts.short}" is the short name of ${namesake} too`,
        remedy: 'give one of them another short name',
      });
    for (const [place, other] of [
      ['latencyLike.store', facts.latencyLike?.store],
      ['sameAs', facts.sameAs],
    ] as const)
      if (other !== undefined && (other === id || !named.includes(other)))
        problems.push({
          code: 'unknown-store',
          at: id,
          place,
          message: `"${other}" is no other store`,
          remedy: 'name the store that it answers like or is',
        });
    if (facts.traits?.of !== undefined)
      for (const { place, message } of sharingIssues(facts.traits, traitsOf(archive, facts.traits.of)))
        problems.push({
          code: 'unshared-traits',
          at: id,
          place,
          message,
          remedy: 'name the store whose traits it shares, and each source in one of the two files',
        });
    for (const [meter, types] of Object.entries(facts.invoice))
      for (const type of types) {
        const other = ownerBefore(`usage ${type}`, id);
        if (other !== undefined)
          problems.push({
            code: 'shared-usage-type',
            at: id,
            place: `invoice.${meter}`,
            message: `"${type}" is billed by ${other} too`,
            remedy: 'name it where it is billed, once',
          });
      }
    return problems;
  });
}

/** With those that it shares; the files as they were read do not have them yet. */
function traitsOf(archive: Archive, id: string): Traits | undefined {
  const own = archive.facts(id)?.traits;
  const shared = own?.of === undefined || own.of === id ? undefined : traitsOf(archive, own.of);
  return own && shared ? withShared(own, shared) : own;
}

const emptyStore = (id: string): ArchiveProblem => ({
  code: 'empty-store',
  at: id,
  place: '',
  message: 'the folder holds no edition',
  remedy: 'add <yyyy-mm-dd>.yaml or remove the folder',
});

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
    const { requests, monitoring: _never, restore: _neither, ...others } = file.rules;
    for (const { subscription, minimum } of Object.values(file.regions))
      found.push(subscription?.pool, minimum?.pool);
    for (const rule of [...Object.values(requests), ...Object.values(others)])
      found.push(rule?.pool, rule?.free?.pool);
  } else {
    const frees = [file.free.internet, ...Object.values(file.destinations).map(({ free }) => free)];
    found.push(file.pool, ...frees.map((free) => free?.pool));
  }
  return found.filter((pool) => pool !== undefined);
}
