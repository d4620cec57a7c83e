/** What a cache costs: a lower bound in a few products, and the exact bill from quantities added up. */
import { addTimes } from '../costs/tariffs.ts';
import { memo } from '../../memo.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import type { Side } from '../partitions/side.ts';
import { singleStore } from '../policy.ts';
import { meanOf } from '../costs/exact-cost.ts';
import type { ExactCost } from '../costs/exact-cost.ts';
import { writerPaysEgress } from '../costs/writer-egress.ts';
import { planTariffs } from '../costs/tariffs.ts';
import type { PlanTariffs, StoreVectors, Vector } from '../costs/tariffs.ts';
import { usagesOf } from '../costs/usages.ts';
import type { Cache, CacheCut } from './cache.ts';
import type { CacheFlow, CacheFlows } from './flows.ts';
import type { CacheLimits } from './limits.ts';
import { LONG_HELD_HOURS, readAgainShare } from './usage.ts';
import { dot } from '../../dot.ts';

/** What caches are billed in. */
export interface CacheBillingSources {
  context: PlanContext;
  tariffs: PlanTariffs;
  flows: CacheFlows;
  limits: CacheLimits;
}

export interface CacheBilling {
  /** A lower bound on any bill of it. */
  least(cache: Cache): number;
  /** The exact mean total of the billed months. */
  of(cache: Cache): ExactCost;
  /** The exact total of each. */
  each(cache: Cache): ExactCost[];
}

export function cacheBilling({ context, tariffs, flows, limits }: CacheBillingSources): CacheBilling {
  const { book } = tariffs;
  const count = tariffs.months.length;
  const priceOf = (index: number) => book.tariffs[index]?.underestimate.perUnit ?? new Float64Array(0);
  const creditOf = (index: number) => book.tariffs[index]?.underestimate.credit ?? 0;
  const slotOf = (index: number) => book.tariffs[index]?.meters.indexOf('extra-subscriptions') ?? -1;
  const subscribed = context.stores.map(({ edition }) =>
    edition.limits.some(({ scope }) => scope === 'subscription'),
  );
  const alone = memo((s: number) => aloneIn(context, tariffs, s));
  const ofSide = memo((side: Side) => (side.context === context ? tariffs : planTariffs(side.context)));
  const flowsOf = memo((cut: CacheCut) =>
    memo((writes: Cache['writes']) =>
      memo((ttlHours: number): CacheFlow[] => {
        const { months, lifeDays } = cut.cached.context.workload;
        return months.map(({ month, population }) =>
          flows.of({ ttlHours, writes }, month, population, lifeDays),
        );
      }),
    ),
  );
  const flowOf = ({ cut, writes, ttlHours }: Cache, m: number) => flowsOf(cut)(writes)(ttlHours)[m];
  const events = memo((side: Side) => memo((s: number) => eventsOf(side, s, ofSide(side))));
  const again = memo((side: Side) =>
    memo((hot: number) => {
      const to = side.context.stores[hot];
      return to ? readAgainShare(side.context, to) : 0;
    }),
  );
  const leastAlone = memo((s: number) => {
    let sum = 0;
    for (const month of alone(s)) for (const [i, v] of month) sum += dot(priceOf(i), v) - creditOf(i);
    return sum / count;
  });
  const dots = memo((side: Side) =>
    memo((s: number) =>
      events(side)(s).map(({ fill, hold, reads, writerEgress }) => ({
        fill: dot(priceOf(s), fill),
        hold: dot(priceOf(s), hold),
        reads: dot(priceOf(s), reads),
        sent: writerEgress && tariffs.writer !== null ? dot(priceOf(tariffs.writer), writerEgress) : 0,
      })),
    ),
  );
  const dotCopy = memo((side: Side) =>
    memo((cold: number) =>
      memo((hot: number) =>
        events(side)(cold).map(({ copyTo }) => {
          const to = side.context.stores[hot];
          return to ? dot(priceOf(cold), copyTo(to)) : 0;
        }),
      ),
    ),
  );
  const each = (cache: Cache): ExactCost[] => {
    const { hot, cold, cut } = cache;
    const unknown =
      tariffs.cdnUnknown ||
      [hot, cold].some((one) => context.stores[one]?.parts.isLeast) ||
      (context.writer.egress === 'unknown' &&
        [cold, ...(cache.writes === 'through' ? [hot] : [])]
          .flatMap((one) => context.stores[one] ?? [])
          .concat(context.copies)
          .some((store) => writerPaysEgress(context, store)));
    return tariffs.months.map(({ month }, m) => {
      const flow = flowOf(cache, m);
      const [h, c] = [events(cut.cached)(hot)[m], events(cut.cached)(cold)[m]];
      const to = cut.cached.context.stores[hot];
      if (!flow || !h || !c || !to) return { total: 0, atLeast: unknown };
      const quantities = new Map(
        [...(alone(cold)[m] ?? [])].map(([i, v]) => [i, Float64Array.from(v)] as const),
      );
      const room = (i: number) => {
        const known = quantities.get(i) ?? new Float64Array(book.tariffs[i]?.meters.length ?? 0);
        quantities.set(i, known);
        return known;
      };
      addTimes(room(hot), h.fill, flow.misses + flow.writeFills);
      addTimes(room(hot), h.hold, flow.heldHours);
      addTimes(room(hot), h.reads, flow.hits);
      addTimes(room(cold), c.reads, -flow.hits);
      addTimes(room(cold), c.copyTo(to), flow.misses * again(cut.cached)(hot));
      if (tariffs.writer !== null && h.writerEgress && flow.writeFills > 0)
        addTimes(room(tariffs.writer), h.writerEgress, flow.writeFills);
      for (const role of ['hot', 'cold'] as const)
        if (subscribed[cache[role]])
          room(cache[role])[slotOf(cache[role])] = limits.subscriptions(cache, role) - 1;
      const [indexes, vectors] = [[...quantities.keys()], [...quantities.values()]];
      return {
        total: book.total(indexes, vectors, month.days),
        atLeast: unknown || book.atLeast(indexes, vectors, month.days),
      };
    });
  };
  return {
    least(cache) {
      const { hot, cold, cut } = cache;
      // A second subscription may be worth more than it costs: no bound but the bill itself.
      if (subscribed[hot] || subscribed[cold]) return -Infinity;
      let sum = 0;
      const [ofHot, ofCold, ofCopy] = [
        dots(cut.cached)(hot),
        dots(cut.cached)(cold),
        dotCopy(cut.cached)(cold)(hot),
      ];
      const readAgain = again(cut.cached)(hot);
      for (let m = 0; m < count; m += 1) {
        const flow = flowOf(cache, m);
        const [h, c] = [ofHot[m], ofCold[m]];
        if (!flow || !h || !c) continue;
        sum +=
          (flow.misses + flow.writeFills) * h.fill +
          flow.heldHours * h.hold +
          flow.hits * (h.reads - c.reads) +
          flow.writeFills * h.sent +
          flow.misses * readAgain * (ofCopy[m] ?? 0) -
          creditOf(hot);
      }
      return leastAlone(cold) + sum / count;
    },
    of: (cache) => meanOf(each(cache)),
    each,
  };
}

/** Everything in one store: by billed month, quantities by tariff of the book. */
function aloneIn(context: PlanContext, { book }: PlanTariffs, s: number): Map<number, Vector>[] {
  const policy = singleStore(s, context.workload.readers.length);
  return context.workload.months.map(({ month, population }) => {
    const own = new Map<number, Vector>();
    for (const usage of usagesOf(context, policy, month, population)) {
      const index = book.tariffs.findIndex((one) => one.store === usage.store && one.region === usage.region);
      const tariff = book.tariffs[index];
      if (!tariff) continue;
      const vector = room(tariff.quantities(usage), own.get(index));
      const slot = tariff.meters.indexOf('extra-subscriptions');
      if (slot >= 0 && usage.subscriptions !== undefined) vector[slot] = usage.subscriptions - 1;
      own.set(index, vector);
    }
    return own;
  });
}

function room(vector: Vector, before: Vector | undefined): Vector {
  return vector.map((value, i) => value + (before?.[i] ?? 0));
}

interface Events {
  /** A copy written, and deleted in the end. */
  fill: Vector;
  hold: Vector;
  /** One read by everyone's shares. */
  reads: Vector;
  copyTo(to: PlacedStore): Vector;
  writerEgress: Vector | null;
}

function eventsOf({ context }: Side, s: number, { months }: PlanTariffs): Events[] {
  const { readers } = context.workload;
  return months.flatMap(({ stores }): Events[] => {
    const own: StoreVectors | undefined = stores[s];
    if (!own) return [];
    const reads = new Float64Array(own.arrival.length);
    for (const [q, { share }] of readers.entries()) addTimes(reads, own.reads[q], share);
    const fill = Float64Array.from(own.arrival);
    addTimes(fill, own.exit(LONG_HELD_HOURS, true), 1);
    return [{ fill, hold: own.holding, reads, copyTo: own.copyOut, writerEgress: own.writerEgress }];
  });
}
