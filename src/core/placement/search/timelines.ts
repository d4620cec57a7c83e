/** What one population's timelines in a node cost under fixed prices of the pools: the cheapest of each way, and all near it. */
import type { Node } from './node.ts';
import { priceAt } from './priced.ts';
import { storePrices } from './prices.ts';
import { programOf } from './program.ts';
import type { Program } from './program.ts';
import { scan } from './scan.ts';
import type { Asked, Met, Mode } from './scan.ts';
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
  /** 1 where some holder is of no use: what is useful costs no less. */
  isLoose: Uint8Array;
}

export interface Timelines {
  /** Takes prices of the pools, and how much a dollar counts. */
  price(slopes: Float64Array, dollars?: number): void;
  cheapest(population: number): Cheapest;
  /** Works out what is useful of a way that is loose. */
  tighten(population: number, way: number): void;
  /** Those that cost no more than their way may, cheapest first; null where there are more than `most`. */
  within(population: number, atMost: Float64Array, most: number): Timeline[] | null;
  /** Adds what a timeline uses of each meter, and of each pool; what it costs besides the pools. */
  add(
    population: number,
    timeline: Timeline,
    meters: Float64Array | null,
    pools: Float64Array | null,
  ): number;
  shape(population: number): KindShape;
}

export function timelinesOf({ known, extras: asks, room, spent }: Tables, node: Node): Timelines {
  const { problem } = known;
  const { populations } = problem;
  const ways = 1 << (2 * node.chosen);
  const prices = storePrices(known, node.stores);
  const inStates = problem.uses.map((): StatePrices | null => null);
  /** Kinds whose states are priced at the slopes set last. */
  const isPriced = problem.uses.map(() => false);
  const extras = populations.map((_, p) => node.stores.map((s) => asks(p, s)));
  const programs = new Map<number, Program>();
  const programFor = populations.map(({ kind }, p) => {
    const asking = extras[p]!.reduce((bits, list, i) => (list.length > 0 ? bits | (1 << i) : bits), 0);
    const key = (kind << 6) | asking;
    const made = programs.get(key) ?? programOf(node.shape(kind), asking);
    programs.set(key, made);
    return made;
  });
  const kept: (Cheapest | undefined)[] = [];
  let slopes: Float64Array = new Float64Array(0);
  let dollar = 1;

  const pricesOf = (kind: number): StatePrices => {
    const before = inStates[kind]!;
    if (before && isPriced[kind]) return before;
    isPriced[kind] = true;
    return (inStates[kind] = statePrices(problem, node.shape(kind), prices, kind, before));
  };

  const scanned = (p: number, bars: Float64Array, mode: Mode, found: (met: Met) => boolean) => {
    const population = populations[p]!;
    const { kind } = population;
    const shape = node.shape(kind);
    const asked = extras[p]!.map((list) =>
      list.map((extra): Asked => ({ extra, rate: priceAt(extra.use, slopes, dollar) })),
    );
    const program = programFor[p]!;
    scan(
      {
        population,
        program,
        shape,
        prices: pricesOf(kind),
        asked,
      },
      room,
      bars,
      mode,
      found,
    );
    const changes = program.firsts.length + program.seconds.length;
    spent.looks += program.twos.length + changes * population.ages.length;
  };

  return {
    price(next, dollars = 1) {
      slopes = next;
      dollar = dollars;
      prices.set(next, dollars);
      isPriced.fill(false);
    },
    cheapest(p) {
      const found = (kept[p] ??= {
        cost: new Float64Array(ways),
        of: [],
        isLoose: new Uint8Array(ways),
      });
      found.cost.fill(Infinity);
      found.isLoose.fill(0);
      scanned(p, found.cost, 'loose', (met) => keep(found, met));
      return found;
    },
    tighten(p, way) {
      const found = kept[p]!;
      const bars = new Float64Array(ways).fill(-Infinity);
      bars[way] = found.cost[way] = Infinity;
      found.isLoose[way] = 0;
      scanned(p, bars, 'best', (met) => {
        bars[way] = met.cost;
        return keep(found, met);
      });
    },
    within(p, atMost, most) {
      const found: Timeline[] = [];
      scanned(p, atMost, 'all', (met) => {
        found.push(timelineOf(met));
        return found.length > most;
      });
      return found.length > most ? null : found.sort((a, b) => a.cost - b.cost);
    },
    add(p, timeline, meters, pools) {
      let dollars = 0;
      eachUse(known, p, node, extras[p]!, timeline, (use, times) => {
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

function keep(found: Cheapest, met: Met): false {
  found.cost[met.way] = met.cost;
  found.of[met.way] = timelineOf(met);
  found.isLoose[met.way] = met.isUseful ? 0 : 1;
  return false;
}

function timelineOf({ route, first, second, third, x, y, cost }: Met): Timeline {
  return { route, first, second, third, x, y, cost };
}
