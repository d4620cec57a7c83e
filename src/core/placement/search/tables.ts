/** What all nodes of one search share. */
import { extrasOf } from './extras.ts';
import type { Extra } from './extras.ts';
import { groupsIn } from './groups.ts';
import type { Groups } from './groups.ts';
import type { Merged } from './merged.ts';
import { nodesOf } from './node.ts';
import type { Node } from './node.ts';
import { costAt, mostFor, slopesOf } from './pools.ts';
import { priced, usesIn } from './priced.ts';
import type { Priced } from './priced.ts';
import type { Use } from './problem.ts';
import { reachesOf } from './reach.ts';
import type { Reach } from './reach.ts';
import type { Mechanisms } from './holders.ts';

export interface Tables {
  known: Priced;
  /** By population that is asked, its place in the problem of this search. */
  origins: readonly number[];
  /** What a store asks for besides of a population. */
  extras(population: number, store: number): readonly Extra[];
  groupsOf(stores: readonly number[], more: Pick<Mechanisms, 'router'>): Groups;
  nodeOf(chosen: readonly number[], more: Mechanisms): Node;
  /** Whatever these stores, demanded copies among them, hold and serve breaks a limit. */
  isOver(stores: readonly number[]): boolean;
  /** How far any three stores can fill each pool. */
  widest: Reach;
  /** From now on only plans matter that cost less: none of their pools does alone. */
  below(cost: number): void;
  /** Counted work, in parts of some nanoseconds. */
  spent: { looks: number };
}

export function tablesOf({ problem, origins }: Merged): Tables {
  const known = priced(problem);
  /** By pool, the most that a plan of use puts into it. */
  const most = new Float64Array(problem.pools.length).fill(Infinity);
  const { reaches, widest, isOver } = reachesOf(known, most);
  return {
    known,
    origins,
    extras: extrasOf(known),
    groupsOf: groupsIn(problem),
    nodeOf: nodesOf(known, reaches),
    ...{ widest, isOver },
    below: cutsOf(known, widest, most),
    spent: { looks: 0 },
  };
}

function cutsOf(known: Priced, widest: Reach, most: Float64Array): (cost: number) => void {
  const { pools } = known.problem;
  const mayCut = isNeverNegative(known, widest);
  return (cost) => {
    if (!mayCut || !Number.isFinite(cost)) return;
    // A cost that a sum of floats passes by its last digits is still of use.
    const top = Math.max(0, cost) * (1 + 1e-9);
    for (const [k, pool] of pools.entries()) {
      most[k] = Math.min(most[k]!, mostFor(pool, top));
      widest.high[k] = Math.min(widest.high[k]!, most[k]!);
    }
  };
}

/** No use and no pool earns anything, but what tiers take off what is held. */
function isNeverNegative({ problem, stores, priceUse }: Priced, { low }: Reach): boolean {
  const { meters, pools, uses, populations, fixed } = problem;
  const costs = (use: Use) => use.meters.every((m, i) => meters[m]!.price * use.amounts[i]! >= 0);
  return (
    costs(fixed) &&
    pools.every((pool, k) => slopesOf(pool)[0] >= 0 && costAt(pool, low[k]!) >= 0) &&
    uses.every((kind) => kind.every((store) => usesIn(store).every(costs))) &&
    populations.every(({ kind, tiers }) =>
      [...(tiers ?? [])].every(([s, own]) =>
        own.every(({ use }) => stores[kind]![s]!.hold.dollars + priceUse(use).dollars >= 0),
      ),
    )
  );
}
