/** What latency and place requirements come to over a whole chain: sums by stretch, reader and the store that serves. */
import type { Feasible } from '../../report/verdict.ts';
import type { Chain } from '../chain.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import { inPlace, worst } from '../verdicts/requirements.ts';
import { servedBy } from '../worked/served.ts';
import { UNKNOWN_TAIL, readersTail } from '../verdicts/tails.ts';
import type { Tail } from '../verdicts/tails.ts';

/** What a requirement sums over user actions: by reader, the mixture of its reads, each action waiting for `fanOut` of them. */
export function chainTail(
  { workload }: Pick<PlanContext, 'workload'>,
  requirement: LatencyRequirement,
  chain: Chain,
  shares: readonly number[],
  tails: readonly (readonly Tail[])[],
  nodesMs?: Float64Array,
): Tail {
  const partsOf = (q: number) =>
    servedBy(chain, shares, q).map((share, i) => ({
      share,
      tail: tails[chain.stays[i]?.store ?? -1]?.[q] ?? UNKNOWN_TAIL,
    }));
  return readersTail(requirement, workload.fanOut, partsOf, nodesMs);
}

/** `zones` must hold for one holder at every age; copies hold at every age. */
export function chainZones(context: PlanContext, { stays, stretches }: Chain): Feasible {
  const wanted = context.scenario.requirements.zones ?? 1;
  if (wanted <= 1) return 'yes';
  const meets = (store: PlacedStore | undefined) => zonesOfHolder(store, context.copies, wanted);
  const best = (verdicts: Feasible[]): Feasible =>
    verdicts.includes('yes') ? 'yes' : verdicts.includes('unproven') ? 'unproven' : 'no';
  const copies = context.copies.map(meets);
  return worst(
    stretches.map(({ holders }) =>
      best([...holders.map((i) => meets(context.stores[stays[i]?.store ?? -1])), ...copies]),
    ),
  );
}

/** `jurisdiction` must hold for every holder. */
export function chainJurisdiction(context: PlanContext, { stays }: Chain): Feasible {
  const holders = [...stays.map(({ store }) => context.stores[store]), ...context.copies];
  return worst(holders.map((store) => (store ? inPlace(store) : 'unproven')));
}

/**
 * Whether a holder stands in so many zones, together with the copies of the same store in the same region: a copy beside its
 * original in a store of one zone is a second bucket in another zone.
 */
function zonesOfHolder(
  store: PlacedStore | undefined,
  copies: readonly PlacedStore[],
  wanted: number,
): Feasible {
  if (!store || store.edition.zones === null) return 'unproven';
  const buckets = 1 + copies.filter((copy) => copy !== store && copy.ref === store.ref).length;
  return store.edition.zones * buckets >= wanted ? 'yes' : 'no';
}
