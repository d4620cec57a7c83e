/**
 * Small placement problems at random: tiers, allowances, fair use, latency limits, minimum durations, rules, copies and what they
 * list, routers and the Worker that they ask, stores that may not hold alone, effort.
 */
import { aProblem, capOf, poolOf } from './aProblem.ts';
import type { PopulationText, StoreText } from './aProblem.ts';
import type { Pool } from '#core/placement/search/pools.ts';
import type { Problem } from '#core/placement/search/problem.ts';

/** Mulberry32: uniform in [0, 1). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function anyProblem(seed: number): Problem {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const chance = (p: number) => random() < p;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const readers = chance(0.5) ? [1] : [0.7, 0.3];
  const arrivals = chance(0.7);
  const count = arrivals ? pick([2, 2, 3]) : pick([2, 3, 3]);
  const populations: PopulationText[] = [];
  const ages = pick([[60], [20, 90], [15, 40, 200]]);
  const streams = arrivals ? pick(count === 2 ? [1, 1, 2] : [1]) : 0;
  for (let i = 0; i < streams; i += 1)
    populations.push({
      arriving: between(20, 200),
      ages: count === 3 ? ages.slice(0, 2) : ages,
      read: ages.slice(0, count === 3 ? 2 : 3).map(() => (chance(0.3) ? 0 : between(0, 300))),
      stream: 0,
      forever: chance(0.3),
    });
  const standing = streams === 0 ? pick([2, 3, 4]) : pick([0, 1]);
  for (let i = 0; i < standing; i += 1)
    populations.push({
      gb: between(10, 400),
      read: chance(0.3) ? 0 : between(0, 600),
      stream: chance(0.5) ? 1 : 10 + i,
    });
  const bytes = populations.reduce((sum, one) => sum + (one.gb ?? (one.arriving ?? 0) * 2), 0);
  const reads = populations.reduce(
    (sum, { read = 0 }) => sum + (typeof read === 'number' ? read : read.reduce((all, one) => all + one, 0)),
    0,
  );

  const pools: Record<string, Pool> = {};
  const stores = Array.from({ length: count }, (_, s): StoreText => {
    const store: StoreText = {
      hold: between(0.005, 0.03),
      egress: chance(0.5) ? 0 : between(0.01, 0.09),
      put: between(0, 0.02),
      drop: chance(0.3) ? between(0, 0.005) : 0,
      minimumDays: chance(0.3) ? pick([10, 30, 90]) : 0,
      account: chance(0.5) ? 0 : s,
      far: readers.map(() => (chance(0.5) ? 0 : between(0, 0.05))),
      fee: chance(0.2) ? between(0, 3) : 0,
    };
    if (chance(0.3)) {
      pools[`tier${s}`] = poolOf([
        { from: -Infinity, price: store.hold ?? 0 },
        { from: between(0.1, 1) * bytes, price: (store.hold ?? 0) * between(0.5, 1.2) },
      ]);
      store.holdPools = { [`tier${s}`]: 1 };
      store.hold = 0;
    }
    if (chance(0.3)) {
      pools[`free${s}`] = poolOf([
        { from: -Infinity, price: 0 },
        { from: between(0.1, 0.9) * reads, price: between(0.01, 0.1) },
      ]);
      store.egressPools = { [`free${s}`]: 1 };
      store.egress = 0;
    }
    if (chance(0.15)) {
      pools[`use${s}`] = capOf(0);
      store.holdPools = { ...store.holdPools, [`use${s}`]: -1 };
      store.egressPools = { ...store.egressPools, [`use${s}`]: pick([1, 1.2]) };
    }
    if (chance(0.15)) {
      pools[`least${s}`] = poolOf(
        [
          { from: -Infinity, price: 0 },
          { from: between(0, 5), price: 1 },
        ],
        { base: between(0, 5) },
      );
      store.holdPools = { ...store.holdPools, [`least${s}`]: between(0.005, 0.02) };
    }
    return store;
  });
  if (chance(0.4) && reads > 0) {
    pools.late = capOf(0.01 * reads);
    for (const one of populations)
      one.readPools = Object.fromEntries(
        stores.map((_, s) => [s, { late: chance(0.4) ? 0 : between(0, 0.03) }]),
      );
  }
  const listed = chance(0.3);
  if (listed) for (const store of stores) store.list = between(0, 0.01);
  const rules = stores.flatMap((_, from) =>
    stores.flatMap((_to, to) =>
      from !== to && stores[from]?.account === stores[to]?.account && chance(0.6)
        ? [{ from, to, afterDays: pick([0, 0, 20]) }]
        : [],
    ),
  );
  const scale = between(0.2, 3);
  const made: Parameters<typeof aProblem>[0] = {
    stores,
    populations,
    pools,
    readers,
    rules,
    effort: chance(0.5)
      ? { rule: 0.02 * scale, account: 0.1 * scale, router: 0.2 * scale }
      : { rule: 0, account: 0, router: 0 },
    router: chance(0.3),
    copies: count === 3 && chance(0.15) ? 1 : 0,
    ...(chance(0.2) ? { mayHold: (held) => held.some((s) => s !== 0) } : {}),
  };
  const isOne = chance(0.7);
  const worker = {
    cost: isOne ? between(0, 2) : Infinity,
    asks: readers.map((_, q) => (q === 0 || chance(0.5) ? (isOne ? 0 : q) : -1)),
  };
  // Readers of each number ask for themselves: those between have none.
  worker.asks = worker.asks.map((one) =>
    one < 0 ? one : [...new Set(worker.asks)].filter((a) => a >= 0).indexOf(one),
  );
  return aProblem(!listed && chance(0.4) ? { ...made, worker } : made);
}
