/** A store's prices on two days, and from edition to edition. */
import { EVERYWHERE } from '../../places.ts';
import type { Archive } from '../archive.ts';
import type { Edition } from './edition.ts';
import { diffEditions, diffRows, rowsIn } from './edition-diff.ts';
import { measuresOf } from './exact-rate.ts';
import type { EditionDiff, FactChange, PriceChange } from './edition-diff.ts';
import { resolvePrices, transferRegion } from '../sheets/resolve.ts';
import type { ResolvedPrices } from '../sheets/resolve.ts';
import { transferRows } from './price-rows.ts';

interface DatedDiff {
  store: string;
  from: string;
  to: string;
  /** Ids of the editions and transfer tables in force somewhere on each day. */
  editions: { from: string[]; to: string[] };
  prices: PriceChange[];
  facts: FactChange[];
  /** Regions with a price on one of the two days only. */
  onlyOn: { from: string[]; to: string[] };
}

/** What changed for a store between two days, its provider's data transfer included. `region`: that one alone. */
export function diffDays(
  archive: Archive,
  { store, from, to, region }: { store: string; from: string; to: string; region?: string | undefined },
): DatedDiff {
  const regions = region === undefined ? regionsOf(archive.editions(store)) : [region];
  const pairs = regions.map((name) => ({
    region: name,
    before: inForce(archive, store, name, from),
    after: inForce(archive, store, name, to),
  }));
  const ids = (side: 'before' | 'after') => [
    ...new Set(
      pairs.flatMap((pair) => [pair[side]?.edition.id ?? [], pair[side]?.transfer?.id ?? []].flat()),
    ),
  ];
  return {
    store,
    from,
    to,
    editions: { from: ids('before'), to: ids('after') },
    prices: pairs.flatMap(({ region: name, before, after }) =>
      before && after
        ? diffRows(name, rowsOn(before), rowsOn(after), {
            a: measuresOf(before.edition),
            b: measuresOf(after.edition),
          })
        : [],
    ),
    facts: unique(
      pairs.flatMap(({ before, after }) =>
        before && after ? factsBetween(before.edition, after.edition) : [],
      ),
    ).filter(({ path }) =>
      regions.some((name) => !path.startsWith('regions.') || path.startsWith(`regions.${name}.`)),
    ),
    onlyOn: {
      from: pairs.filter((pair) => pair.before && !pair.after).map((pair) => pair.region),
      to: pairs.filter((pair) => !pair.before && pair.after).map((pair) => pair.region),
    },
  };
}

export interface HistoryStep {
  edition: Edition;
  /** The edition before it that had some of its regions; null for the first. */
  diff: EditionDiff | null;
}

/** A store's editions, oldest first, each with what it changed of the one before: of the mistaken one, where it corrects. */
export function historyOf(editions: readonly Edition[]): HistoryStep[] {
  return editions.map((edition, i) => {
    const before =
      editions.find(({ id }) => id === edition.supersedes) ??
      editions
        .slice(0, i)
        .findLast((one) => Object.keys(one.regions).some((region) => region in edition.regions)) ??
      editions[i - 1];
    return { edition, diff: before ? diffEditions(before, edition) : null };
  });
}

/** The archive as it would be had a store's prices, and its provider's data transfer, not changed after a day. */
export function frozenOn(archive: Archive, store: string, day: string): Archive {
  const provider = store.split('/')[0];
  const until = <T extends { date: string }>(all: readonly T[]) => all.filter(({ date }) => date <= day);
  return {
    stores: archive.stores,
    facts: (id) => archive.facts(id),
    editions: (id) => (id === store ? until(archive.editions(id)) : archive.editions(id)),
    transfers: (id) => (id === provider ? until(archive.transfers(id)) : archive.transfers(id)),
  };
}

/** Every region that some edition names. */
export function regionsOf(editions: readonly Edition[]): string[] {
  return [...new Set(editions.flatMap((edition) => Object.keys(edition.regions)))];
}

function inForce(archive: Archive, store: string, region: string, asOf: string): ResolvedPrices | null {
  const asked = region === EVERYWHERE ? undefined : region;
  const found = resolvePrices(archive, { store, asOf, ...(asked === undefined ? {} : { region: asked }) });
  return 'edition' in found ? found : null;
}

/** A region's rows with those of the transfer table that bills its egress. */
function rowsOn({ edition, region, prices, transfer }: ResolvedPrices) {
  const own = Object.hasOwn(edition.regions, region) ? region : EVERYWHERE;
  const table = prices.egress === 'transfer' && transfer ? transferRegion(transfer, region) : undefined;
  return [
    ...rowsIn(edition, own).filter(({ meter }) => !table || meter !== 'egress'),
    ...(table ? transferRows(table) : []),
  ];
}

function factsBetween(before: Edition, after: Edition): FactChange[] {
  return before.id === after.id ? [] : diffEditions(before, after).facts;
}

function unique(changes: readonly FactChange[]): FactChange[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}
