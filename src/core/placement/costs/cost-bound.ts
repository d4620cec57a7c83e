/**
 * A lower bound on every policy's monthly cost from linear underestimates of the tariffs, as far as a plan can reach: each
 * part of a policy is one number per store and age, so a bound is a handful of additions (design §6).
 */
import type { Underestimate } from '../../pricing/totals/underestimates.ts';
import { vectorRoom } from '../../vector-room.ts';
import { fixedBound } from './fixed-bound.ts';
import { planParts } from './most-used.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import type { Policy } from '../policy.ts';
import { movesByLifecycle } from './store-parts.ts';
import type { PlanTariffs, StoreVectors, Vector } from './tariffs.ts';
import { savedUnread } from './saved-unread.ts';
import type { UsagePart } from './usage-parts.ts';
import { dot } from '../../dot.ts';
import { transitionAgeDays } from '../context/candidate-store.ts';

/** Of every split of two stores: each writes one number per threshold, in the order of the workload's edges, into a row. */
export interface CostBound {
  tier(hot: number, cold: number, row: Float64Array): void;
  /** With the hot copy serving every reader below the threshold. */
  dual(hot: number, cold: number, row: Float64Array): void;
  /** What it adds that the hot copy serves a reader below the threshold rather than the cold one. */
  hotRatherThanCold(hot: number, cold: number, reader: number, row: Float64Array): void;
}

/** Of one store, by edge: what a split adds to its bill, and the reads of each reader below the edge. */
interface StoreBound {
  /** As the hot store, its copy dropped at the edge, or moved on by the provider's lifecycle. */
  hot: Float64Array;
  hotByLifecycle: Float64Array;
  /** As the cold store, entered by a copy, by the provider's lifecycle, or at arrival. */
  coldByCopy: Float64Array;
  coldByLifecycle: Float64Array;
  coldDual: Float64Array;
  readBelow: Float64Array[];
  /** Copies to each other store. */
  copyOut: Float64Array[];
}

export function costBound(context: PlanContext, tariffs: PlanTariffs): CostBound {
  const { workload, stores } = context;
  const { edges, readers, expiryDays, lifeDays } = workload;
  const months = tariffs.months;
  const mean = (of: (month: (typeof months)[number]) => number) =>
    months.reduce((sum, month) => sum + of(month), 0) / months.length;
  const reaching = edges.map((edge) => months.map(({ population }) => population.reaching(edge)));
  const objectHours = (age: number) => months.map(({ population }) => population.objectDaysBelow(age) * 24);
  const hoursBelow = edges.map(objectHours);
  const readsBelow = edges.map((edge) =>
    months.map(({ population }) => population.reads * population.readShareBelow(edge)),
  );
  const everyHour = objectHours(lifeDays);
  const everyRead = months.map(({ population }) => population.reads);
  const standing = months.map(({ population, month }) => population.standing.objects * month.days * 24);
  const expiring = months.map(({ population }) =>
    expiryDays === null ? 0 : population.reaching(expiryDays),
  );
  const { underestimates } = planParts(context, tariffs);
  const underestimate = (index: number) => underestimates[index] ?? NOTHING;
  const priced = (index: number, vector: Vector | null | undefined) =>
    vector ? dot(underestimate(index).perUnit, vector) : 0;

  const room = vectorRoom();
  const row = () => room(edges.length);
  const bounds = stores.map((store, s): StoreBound => {
    const of = (price: (own: StoreVectors) => Vector | null | undefined) =>
      months.map((month) => priced(s, month.stores[s] && price(month.stores[s])));
    const holding = of((own) => own.holding);
    const reads = readers.map((_, q) => of((own) => own.reads[q]));
    const writes = of((own) => own.arrival);
    const transitions = of((own) => own.transitionIn);
    const exit = exitPrices(of, store.edition.rules.storage.minimumHours);
    const expire = (hoursInStore: number) =>
      expiryDays === null ? 0 : meanOf(expiring, exit(hoursInStore, true));
    const arrival = mean(
      ({ population, stores: own }) =>
        population.arrivals *
        (priced(s, own[s]?.arrival) +
          (tariffs.writer === null ? 0 : priced(tariffs.writer, own[s]?.writerEgress))),
    );
    const operations = sum(
      workload.operationsPerDay.map((one, i) =>
        mean(({ month, stores: own }) => one.perDay * month.days * priced(s, own[s]?.operations[i])),
      ),
    );
    const jobs = sum(
      workload.jobs.map((job, i) => job.perMonth * mean(({ stores: own }) => priced(s, own[s]?.jobs[i]))),
    );
    const saved = savedUnread(context, tariffs, s, underestimate(s), holding);
    const holdAll = meanOf(everyHour, holding) + meanOf(standing, holding);
    const readAll = sum(readers.map(({ share }, q) => share * meanOf(everyRead, reads[q] ?? [])));
    const expireAll = expire(lifeDays * 24);
    const credit =
      underestimate(s).credit + worthOfSubscriptions(context, tariffs, s, underestimate(s).perUnit);
    // Copies to stores that are as far away are one part, and cost the same.
    const copied = new Map<UsagePart, Float64Array>();
    const copyOut = (to: PlacedStore) => {
      const part = store.parts.copyOut(to);
      const known =
        copied.get(part) ??
        meansOf(
          reaching,
          of((own) => own.copyOut(to)),
          1,
          row(),
        );
      copied.set(part, known);
      return known;
    };
    const bound: StoreBound = {
      hot: row(),
      hotByLifecycle: row(),
      coldByCopy: row(),
      coldByLifecycle: row(),
      coldDual: row(),
      readBelow: readers.map(({ share }, q) => meansOf(readsBelow, reads[q] ?? [], share, row())),
      copyOut: stores.map(copyOut),
    };
    for (const [e, edge] of edges.entries()) {
      const crossing = reaching[e] ?? [];
      const held = meanOf(hoursBelow[e] ?? [], holding);
      let read = 0;
      for (const below of bound.readBelow) read += below[e] ?? 0;
      const whileHot = arrival + operations + held - saved(edge, 'hot') + read - credit;
      const onceCold =
        jobs +
        holdAll -
        held -
        saved(edge, 'cold') +
        readAll -
        read +
        expire((lifeDays - edge) * 24) -
        credit;
      bound.hot[e] = whileHot + meanOf(crossing, exit(edge * 24, true));
      bound.hotByLifecycle[e] = whileHot + meanOf(crossing, exit(edge * 24, false));
      bound.coldByCopy[e] = onceCold + meanOf(crossing, writes);
      bound.coldByLifecycle[e] = onceCold + meanOf(crossing, transitions);
      bound.coldDual[e] =
        arrival + jobs + holdAll - saved(edge, 'cold-dual') + readAll - read + expireAll - credit;
    }
    return bound;
  });

  const always: Policy = { hot: 0, cold: 0, thresholdDays: Infinity, entry: 'tier', coldServes: [] };
  /** By pair, the age from which the provider's lifecycle moves objects; Infinity where it never does. */
  const lifecycleDays = stores.map((from) =>
    stores.map((to) => (movesByLifecycle(from, to, always) ? transitionAgeDays(from, to) : Infinity)),
  );
  const fixed = fixedBound(context, tariffs, underestimates);
  return {
    tier(h, c, row) {
      const hot = bounds[h];
      const cold = bounds[c];
      if (!hot || !cold) return void row.fill(-Infinity);
      const { hot: dropped, hotByLifecycle } = hot;
      const { coldByCopy, coldByLifecycle } = cold;
      const copyOut = hot.copyOut[c] ?? NO_ROW;
      const fromDays = lifecycleDays[h]?.[c] ?? Infinity;
      for (let e = 0; e < row.length; e += 1)
        row[e] =
          (edges[e] ?? 0) >= fromDays
            ? fixed + (hotByLifecycle[e] ?? 0) + (coldByLifecycle[e] ?? 0)
            : fixed + (dropped[e] ?? 0) + (copyOut[e] ?? 0) + (coldByCopy[e] ?? 0);
    },
    dual(h, c, row) {
      const hot = bounds[h]?.hot ?? NO_ROW;
      const cold = bounds[c]?.coldDual ?? NO_ROW;
      for (let e = 0; e < row.length; e += 1) row[e] = fixed + (hot[e] ?? 0) + (cold[e] ?? 0);
    },
    hotRatherThanCold(h, c, q, row) {
      const hot = bounds[h]?.readBelow[q] ?? NO_ROW;
      const cold = bounds[c]?.readBelow[q] ?? NO_ROW;
      for (let e = 0; e < row.length; e += 1) row[e] = (hot[e] ?? 0) - (cold[e] ?? 0);
    },
  };
}

/** Mean over the months of how often something happens times its price. */
function meanOf(times: readonly number[], prices: readonly number[]): number {
  let total = 0;
  for (let m = 0; m < prices.length; m += 1) total += (prices[m] ?? 0) * (times[m] ?? 0);
  return total / times.length;
}

/** The same at each edge, times `share`, into `means`. */
function meansOf(
  times: readonly (readonly number[])[],
  prices: readonly number[],
  share: number,
  means: Float64Array,
): Float64Array {
  for (let e = 0; e < means.length; e += 1) means[e] = share * meanOf(times[e] ?? [], prices);
  return means;
}

/** By month, the price of an exit after so many hours: what is left of the minimum duration falls evenly to nothing at its end. */
function exitPrices(
  of: (price: (own: StoreVectors) => Vector) => number[],
  minimumHours: number,
): (hoursInStore: number, deleted: boolean) => number[] {
  const ends = [false, true].map((deleted) => ({
    last: of((own) => own.exit(Infinity, deleted)),
    first: minimumHours > 0 ? of((own) => own.exit(0, deleted)) : [],
  }));
  return (hoursInStore, deleted) => {
    const { last = [], first = [] } = ends[deleted ? 1 : 0] ?? {};
    const left = minimumHours > 0 ? Math.max(0, 1 - hoursInStore / minimumHours) : 0;
    return left === 0 ? last : last.map((price, m) => price + left * ((first[m] ?? 0) - price));
  };
}

const NO_ROW = new Float64Array(0);
const NOTHING: Underestimate = { perUnit: NO_ROW, credit: 0, fee: 0 };

/**
 * The most that further subscriptions of a store can save by what they include. No policy asks more than twice of a store
 * what holding everything in it does: every write, read and copy at once.
 */
export function worthOfSubscriptions(
  context: PlanContext,
  tariffs: PlanTariffs,
  s: number,
  perUnit: Float64Array,
): number {
  const each = perUnit[tariffs.book.tariffs[s]?.meters.indexOf('extra-subscriptions') ?? -1] ?? 0;
  if (each >= 0) return 0;
  const alone = context.limits.subscriptions(singleStore(s, context.workload.readers.length), 0);
  return -each * (2 * alone);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
