/**
 * A lower bound on every policy's monthly cost from the linear underestimates of the tariffs: each part of a policy is
 * one number per store and age, so a bound is a handful of additions (design §6).
 */
import { memo } from '../memo.ts';
import type { Month } from '../workload/months.ts';
import type { Population } from '../workload/population.ts';
import type { PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Policy } from './policy.ts';
import { movesByLifecycle } from './store-parts.ts';
import type { PlanTariffs, StoreVectors, Vector } from './tariffs.ts';

export interface CostBound {
  tier(hot: number, cold: number, edge: number): number;
  /** With the hot copy serving every reader below the threshold. */
  dual(hot: number, cold: number, edge: number): number;
  /** What it adds that the hot copy serves a reader below the threshold rather than the cold one. */
  hotRatherThanCold(hot: number, cold: number, edge: number, reader: number): number;
}

interface StoreBound {
  arrival: number;
  operations: number;
  jobs: number;
  holdAll: number;
  holdBelow: number[];
  /** By reader, the reads below each edge. */
  readBelow: number[][];
  /** The same over all readers. */
  allReaders: number;
  allReadersBelow: number[];
  dropAt: number[];
  transitionAt: number[];
  expireAll: number;
  expireAfter: number[];
  credit: number;
  copyOut(to: number, edge: number): number;
  writeAt: number[];
  transitionInAt: number[];
}

export function costBound(context: PlanContext, tariffs: PlanTariffs): CostBound {
  const { workload, stores } = context;
  const { edges, readers, expiryDays, lifeDays } = workload;
  const months = tariffs.months;
  const mean = (of: (month: (typeof months)[number]) => number) =>
    months.reduce((sum, month) => sum + of(month), 0) / months.length;
  const reaching = edges.map((edge) => months.map(({ population }) => population.reaching(edge)));
  const underestimate = (index: number) =>
    tariffs.book.tariffs[index]?.underestimate ?? { perUnit: new Float64Array(0), credit: 0 };
  const priced = (index: number, vector: Vector | null | undefined) =>
    vector ? dot(underestimate(index).perUnit, vector) : 0;

  const bounds = stores.map((store, s): StoreBound => {
    const of = (price: (own: StoreVectors) => Vector | null | undefined) =>
      months.map((month) => priced(s, month.stores[s] && price(month.stores[s])));
    const holding = of((own) => own.holding);
    const reads = readers.map((_, q) => of((own) => own.reads[q]));
    const arrivals = of((own) => own.arrival);
    const transitions = of((own) => own.transitionIn);
    const hours = (days: (population: Population, month: Month) => number) =>
      months.reduce(
        (sum, { population, month }, m) => sum + days(population, month) * 24 * (holding[m] ?? 0),
        0,
      ) / months.length;
    const crossing = (edge: number, prices: readonly number[]) =>
      prices.reduce((sum, price, m) => sum + price * (reaching[edge]?.[m] ?? 0), 0) / months.length;
    const expire = (hoursInStore: number) =>
      expiryDays === null
        ? 0
        : mean(
            ({ population, stores: own }) =>
              population.reaching(expiryDays) * priced(s, own[s]?.exit(hoursInStore, true)),
          );
    const readAll = readers.map(
      (reader, q) =>
        months.reduce(
          (sum, { population }, m) => sum + population.reads * reader.share * (reads[q]?.[m] ?? 0),
          0,
        ) / months.length,
    );
    const readBelow = readers.map((reader, q) =>
      edges.map(
        (edge) =>
          months.reduce(
            (sum, { population }, m) =>
              sum + population.reads * reader.share * population.readShareBelow(edge) * (reads[q]?.[m] ?? 0),
            0,
          ) / months.length,
      ),
    );
    return {
      arrival: mean(
        ({ population, stores: own }) =>
          population.arrivals *
          (priced(s, own[s]?.arrival) +
            (tariffs.writer === null ? 0 : priced(tariffs.writer, own[s]?.writerEgress))),
      ),
      operations: workload.operationsPerDay.reduce(
        (sum, one, i) =>
          sum + mean(({ month, stores: own }) => one.perDay * month.days * priced(s, own[s]?.operations[i])),
        0,
      ),
      jobs: workload.jobs.reduce(
        (sum, job, i) => sum + job.perMonth * mean(({ stores: own }) => priced(s, own[s]?.jobs[i])),
        0,
      ),
      holdAll: hours(
        (population, month) =>
          population.objectDaysBelow(lifeDays) + population.standing.objects * month.days,
      ),
      holdBelow: edges.map((edge) => hours((population) => population.objectDaysBelow(edge))),
      readBelow,
      allReaders: sum(readAll),
      allReadersBelow: edges.map((_, e) => sum(readBelow.map((below) => below[e] ?? 0))),
      dropAt: edges.map((edge, e) =>
        crossing(
          e,
          of((own) => own.exit(edge * 24, true)),
        ),
      ),
      transitionAt:
        store.edition.transitionsTo.length > 0
          ? edges.map((edge, e) =>
              crossing(
                e,
                of((own) => own.exit(edge * 24, false)),
              ),
            )
          : [],
      expireAll: expire(lifeDays * 24),
      expireAfter: edges.map((edge) => expire((lifeDays - edge) * 24)),
      credit: underestimate(s).credit + worthOfSubscriptions(context, tariffs, s),
      copyOut: pairwise(edges, (to) => of((own) => (stores[to] ? own.copyOut(stores[to]) : null)), crossing),
      writeAt: edges.map((_, e) => crossing(e, arrivals)),
      transitionInAt: edges.map((_, e) => crossing(e, transitions)),
    };
  });

  const always: Policy = { hot: 0, cold: 0, thresholdDays: Infinity, entry: 'tier', coldServes: [] };
  const mayTransition = stores.flatMap((from) =>
    stores.map((to) => (movesByLifecycle(from, to, always) ? 1 : 0)),
  );
  const fixed = fixedBound(context, tariffs);
  const at = (values: readonly number[] | undefined, i: number) => values?.[i] ?? 0;
  return {
    tier(h, c, e) {
      const [hot, cold, from] = [bounds[h], bounds[c], stores[h]];
      if (!hot || !cold || !from) return -Infinity;
      const byLifecycle =
        mayTransition[h * stores.length + c] === 1 && (edges[e] ?? 0) >= from.edition.transitionAfterDays;
      const leave = byLifecycle ? at(hot.transitionAt, e) : at(hot.dropAt, e) + hot.copyOut(c, e);
      const enter = byLifecycle ? at(cold.transitionInAt, e) : at(cold.writeAt, e);
      const reads = at(hot.allReadersBelow, e) + cold.allReaders - at(cold.allReadersBelow, e);
      const hotPart = hot.arrival + hot.operations + at(hot.holdBelow, e) + leave - hot.credit;
      const coldPart =
        enter + cold.jobs + cold.holdAll - at(cold.holdBelow, e) + at(cold.expireAfter, e) - cold.credit;
      return fixed + hotPart + coldPart + reads;
    },
    dual(h, c, e) {
      const [hot, cold] = [bounds[h], bounds[c]];
      if (!hot || !cold) return -Infinity;
      const reads = at(hot.allReadersBelow, e) + cold.allReaders - at(cold.allReadersBelow, e);
      const hotPart = hot.arrival + hot.operations + at(hot.holdBelow, e) + at(hot.dropAt, e) - hot.credit;
      return fixed + hotPart + cold.arrival + cold.jobs + cold.holdAll + cold.expireAll - cold.credit + reads;
    },
    hotRatherThanCold: (h, c, e, q) => at(bounds[h]?.readBelow[q], e) - at(bounds[c]?.readBelow[q], e),
  };
}

/**
 * The most that further subscriptions of a store can save by what they include. No policy asks more than twice of a store
 * what holding everything in it does: every write, read and copy at once.
 */
function worthOfSubscriptions(context: PlanContext, tariffs: PlanTariffs, s: number): number {
  const tariff = tariffs.book.tariffs[s];
  const each = tariff?.underestimate.perUnit[tariff.meters.indexOf('extra-subscriptions')] ?? 0;
  if (each >= 0) return 0;
  const alone = context.limits.subscriptions(singleStore(s, context.workload.readers.length), 'hot');
  return -each * (2 * alone);
}

/** Copies and CDNs, the same for every policy, less what the writer's allowance can be worth. */
function fixedBound(context: PlanContext, tariffs: PlanTariffs): number {
  const { stores, copies, workload } = context;
  const least = (index: number, vector: Vector | null | undefined) => {
    const perUnit = tariffs.book.tariffs[index]?.underestimate.perUnit;
    return vector && perUnit ? dot(perUnit, vector) : 0;
  };
  const credit = (index: number) => tariffs.book.tariffs[index]?.underestimate.credit ?? 0;
  let total = tariffs.writer === null ? 0 : -credit(tariffs.writer);
  for (const [c] of copies.entries()) total -= credit(stores.length + c);
  for (const { month, population, stores: vectors, cdns } of tariffs.months) {
    let own = 0;
    for (const [c] of copies.entries()) {
      const index = stores.length + c;
      const hours =
        (population.objectDaysBelow(workload.lifeDays) + population.standing.objects * month.days) * 24;
      own +=
        population.arrivals * least(index, vectors[index]?.arrival) +
        hours * least(index, vectors[index]?.holding);
      if (tariffs.writer !== null)
        own += population.arrivals * least(tariffs.writer, vectors[index]?.writerEgress);
    }
    for (const { index, vector } of cdns) own += least(index, vector) - credit(index);
    total += own / tariffs.months.length;
  }
  return total;
}

/** Costs of copies to each other store, by edge, worked out once per pair. */
function pairwise(
  edges: readonly number[],
  prices: (other: number) => readonly number[],
  crossing: (edge: number, prices: readonly number[]) => number,
): (other: number, edge: number) => number {
  const costs = memo((other: number) => {
    const own = prices(other);
    return edges.map((_, e) => crossing(e, own));
  });
  return (other, edge) => costs(other)[edge] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function dot(a: Vector, b: Vector): number {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += (a[i] ?? 0) * (b[i] ?? 0);
  return total;
}
