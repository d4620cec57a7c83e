/** What latency and place requirements come to over a whole chain: sums by stretch, reader and the store that serves. */
import type { Feasible } from '../report/plan-types.ts';
import type { Chain } from './chain.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';
import { UNKNOWN_TAIL, lateActions, worst } from './requirements.ts';
import type { Tail } from './requirements.ts';
import { servedBy } from './served.ts';

/** Share of user actions past the limit: by reader, the mixture of its reads, each action waiting for `fanOut` of them. */
export function chainTail(
  context: Pick<PlanContext, 'workload'>,
  chain: Chain,
  shares: readonly number[],
  tails: readonly (readonly Tail[])[],
): Tail {
  const { readers, fanOut } = context.workload;
  let [low, high] = [0, 0];
  for (const [q, { share }] of readers.entries()) {
    let [lowOfReads, highOfReads] = [0, 0];
    for (const [i, served] of servedBy(chain, shares, q).entries()) {
      const tail = tails[chain.stays[i]?.store ?? -1]?.[q] ?? UNKNOWN_TAIL;
      lowOfReads += served * tail.low;
      highOfReads += served * tail.high;
    }
    low += share * lateActions(lowOfReads, fanOut);
    high += share * lateActions(highOfReads, fanOut);
  }
  return { low, high };
}

/** `zones` must hold for one holder at every age; copies hold at every age. */
export function chainZones(context: PlanContext, { stays, stretches }: Chain): Feasible {
  const wanted = context.scenario.requirements.zones;
  if (wanted <= 1) return 'yes';
  const meets = (store: PlacedStore | undefined): Feasible =>
    !store || store.edition.zones === null ? 'unproven' : store.edition.zones >= wanted ? 'yes' : 'no';
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
  return worst(
    holders.map((store): Feasible =>
      !store || store.inJurisdiction === null ? 'unproven' : store.inJurisdiction ? 'yes' : 'no',
    ),
  );
}
