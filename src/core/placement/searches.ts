/** Searches of a desk: plans that hold at a level, of every room, with the caches of one's own beside them. */
import type { Steps } from '../steps.ts';
import type { EffortPrices } from './answer/effort.ts';
import type { Costed, FoundAt } from './answer/recommend.ts';
import type { BestOptions } from './desk-types.ts';
import type { Placement } from './placement.ts';
import { placementOf } from './problem/placement-of.ts';
import type { Room } from './room.ts';
import { searchSteps } from './search/search.ts';
import type { Begun } from './search/search.ts';

export interface AtOptions extends Pick<BestOptions, 'stores' | 'scans' | 'withCaches'> {
  /** Plans of the cheapest pairs of stores are billed too, to be shown beside the best. */
  shown?: boolean;
  isStrict?: boolean;
  effort?: EffortPrices;
  /** The p99 of reads that the best estimate is to keep, besides what the scenario requires. */
  withinMs?: number;
}

export interface CacheOptions extends Pick<AtOptions, 'isStrict' | 'effort'> {
  most?: number;
}

/** What the searches ask of their desk. */
interface Asked {
  rooms: readonly Room[];
  prices(): EffortPrices;
  caches(level: number, below: number, options?: CacheOptions): readonly Placement[];
  /** Bill + effort. */
  costWith(placement: Placement, own: EffortPrices): number;
  /** Remembers what was found. */
  note(found: readonly Placement[]): void;
}

/** The search promises 1 %: a larger gap is left where its evaluations ran out. */
const PROMISED = 0.0101;
/** Of months that differ the search knows their mean alone: that leaves room for what their own bills add. */
const TOLERANCE_OF_MEANS = 0.005;

export type SearchAt = (level: number, below: number, options?: AtOptions) => Steps<FoundAt<Placement>>;

export function searchesOf({ rooms, prices, caches, costWith, note }: Asked): SearchAt {
  /** Searches of single stores and pairs, by room, level and strictness. */
  const begun = new Map<string, Begun>();

  return function* at(
    level: number,
    below: number,
    { isStrict = true, effort: own = prices(), withinMs, withCaches = true, ...limits }: AtOptions = {},
  ): Steps<FoundAt<Placement>> {
    const kept: Costed<Placement>[] = [];
    let [best, top, bound, isFinished]: [Placement | null, number, number, boolean] = [
      null,
      below,
      Infinity,
      true,
    ];
    const isUsual = own === prices() && withinMs === undefined && limits.scans === undefined;
    for (const room of rooms) {
      const more = room.cdn === undefined ? 0 : own.cdn;
      // The bills of months that differ may come to less than the bill of their mean.
      const isMean = room.context.workload.months.length > 1;
      const options = {
        below: top - more,
        ...(isMean ? { tolerance: TOLERANCE_OF_MEANS } : {}),
        ...limits,
      };
      const key = [room.cdn, level, isStrict].join(' ');
      const before = isUsual ? begun.get(key) : undefined;
      const found = yield* before && before.below >= options.below
        ? searchSteps(before.problem, { ...options, begun: before })
        : searchSteps(room.problem(level, isStrict, own, withinMs), options);
      if (isUsual && limits.stores === 2) begun.set(key, found.begun);
      const placed = (one: (typeof found)['kept'][number]): Placement => {
        const placement = placementOf(room.context, one);
        return room.cdn === undefined ? placement : { ...placement, cdn: room.cdn };
      };
      for (const one of found.kept)
        kept.push({ plan: placed(one), cost: isMean ? 0 : one.bill + one.effort + more });
      const total = found.best ? found.best.bill + found.best.effort : top - more;
      isFinished &&= !Number.isFinite(total) || total - found.bound <= PROMISED * Math.abs(total);
      const over = found.best && isMean ? total + more - costWith(placed(found.best), own) : 0;
      bound = Math.min(bound, found.bound + more - Math.max(0, over));
      if (found.best === null) continue;
      best = placed(found.best);
      top = total + more;
      kept.push({ plan: best, cost: isMean ? 0 : top });
    }
    const seeksCaches = withCaches && limits.stores !== 1 && withinMs === undefined;
    for (const one of seeksCaches ? caches(level, top, { isStrict, effort: own }) : []) {
      const total = costWith(one, own);
      kept.push({ plan: one, cost: total });
      bound = Math.min(bound, total);
      if (total < top) [best, top] = [one, total];
    }
    note(kept.map(({ plan }) => plan));
    return { best, bound, kept, isFinished };
  };
}
