/** What one population's timelines in a node cost under fixed prices of the pools: the cheapest of each way, and all near it. */
import type { Node } from './node.ts';
import { priceAt } from './priced.ts';
import { storePrices } from './prices.ts';
import { scan } from './scan.ts';
import type { Asked } from './scan.ts';
import type { KindShape } from './shape.ts';
import { statePrices } from './state-prices.ts';
import type { StatePrices } from './state-prices.ts';
import type { Tables } from './tables.ts';
import { eachUse } from './used.ts';
import type { Timeline } from './used.ts';

/** By way: the stores entered and held, as in a route. */
export interface Cheapest {
  cost: Float64Array;
  of: Timeline[];
}

export interface Timelines {
  /** Takes prices of the pools, and how much a dollar counts. */
  price(slopes: Float64Array, dollars?: number): void;
  cheapest(population: number): Cheapest;
  /** Those that cost no more than their way may, cheapest first; null where there are more than `most`. */
  within(population: number, atMost: Float64Array, most: number): Timeline[] | null;
  /** Adds what a timeline uses of each meter, or of each pool; what it costs besides the pools. Meters leave out what the plan lists. */
  add(
    population: number,
    timeline: Timeline,
    meters: Float64Array | null,
    pools: Float64Array | null,
  ): number;
  shape(population: number): KindShape;
}

export function timelinesOf({ known, extras: asks, spent }: Tables, node: Node): Timelines {
  const { problem } = known;
  const { populations } = problem;
  const extras = populations.map((_, p) => node.stores.map((s) => asks(p, s)));
  const ofStores = storePrices(known, node.stores);
  let prices: (StatePrices | undefined)[] = [];
  let slopes: Float64Array = new Float64Array(0);
  let dollar = 1;

  const scanned = (
    p: number,
    bars: Float64Array,
    all: boolean,
    found: (timeline: Timeline, way: number) => boolean,
  ) => {
    const population = populations[p]!;
    const { kind } = population;
    const shape = node.shape(kind);
    prices[kind] ??= statePrices(problem, ofStores, shape, kind);
    const asked = extras[p]!.map((list) =>
      list.map((extra): Asked => ({ extra, rate: priceAt(extra.use, slopes, dollar) })),
    );
    scan({ population, shape, prices: prices[kind], asked }, bars, all, found);
    spent.looks += shape.routes.length * population.ages.length;
  };

  return {
    price(next, dollars = 1) {
      [slopes, dollar, prices] = [next, dollars, []];
      ofStores.set(slopes, dollar);
    },
    cheapest(p) {
      const cost = new Float64Array(1 << (2 * node.chosen)).fill(Infinity);
      const of: Timeline[] = [];
      scanned(p, cost, false, (timeline, way) => {
        [cost[way], of[way]] = [timeline.cost, timeline];
        return false;
      });
      return { cost, of };
    },
    within(p, atMost, most) {
      const found: Timeline[] = [];
      scanned(p, atMost, true, (timeline) => found.push(timeline) > most);
      return found.length > most ? null : found.sort((a, b) => a.cost - b.cost);
    },
    add(p, timeline, meters, pools) {
      let dollars = 0;
      const lists = !meters || !problem.lists;
      eachUse(known, p, node, extras[p]!, timeline, lists, (use, times) => {
        if (times === 0) return;
        dollars += use.dollars * times;
        if (meters) {
          const { meters: at, amounts } = use.use;
          for (let i = 0; i < at.length; i += 1) meters[at[i]!] = meters[at[i]!]! + amounts[i]! * times;
        }
        if (pools)
          for (let i = 0; i < use.pools.length; i += 1)
            pools[use.pools[i]!] = pools[use.pools[i]!]! + use.amounts[i]! * times;
      });
      return dollars;
    },
    shape: (p) => node.shape(populations[p]!.kind),
  };
}
