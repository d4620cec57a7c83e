/** What every plan uses whatever its shape, and where anything may count on a bill at all. */
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import type { PlanTariffs, StoreVectors } from './tariffs.ts';
import { usagesOf } from './usages.ts';

/** What every plan uses, as means over the months: copies and CDNs by tariff, and what any one store may be asked besides. */
export interface FixedUse {
  always: { index: number; vector: Float64Array }[];
  /** By thing asked, then store: the scenario's other operations and jobs. */
  somewhere: Float64Array[][];
}

export function fixedUse(context: PlanContext, { book, months, writer }: PlanTariffs): FixedUse {
  const { workload, stores, copies } = context;
  const always: FixedUse['always'] = [];
  const alone = singleStore(0, workload.readers.length);
  const add = (index: number, vector: Float64Array | null | undefined, times: number) => {
    if (vector) always.push({ index, vector: vector.map((value) => (value * times) / months.length) });
  };
  for (const { month, population, stores: own } of months) {
    for (const usage of usagesOf(context, alone, month, population).slice(1)) {
      const index = book.tariffs.findIndex(
        (one, i) => i >= stores.length && one.store === usage.store && one.region === usage.region,
      );
      // The writer's transfer is counted where objects are written.
      if (index >= 0 && index !== writer) add(index, book.tariffs[index]?.quantities(usage), 1);
    }
    for (const c of copies.keys())
      if (writer !== null) add(writer, own[stores.length + c]?.writerEgress, population.arrivals);
  }
  const meanOf = (
    s: number,
    of: (own: StoreVectors) => Float64Array | undefined,
    times: (m: number) => number,
  ) => {
    const sum = new Float64Array(book.tariffs[s]?.meters.length ?? 0);
    for (const [m, { stores: own }] of months.entries())
      if (own[s])
        of(own[s])?.forEach((value, i) => {
          sum[i] = (sum[i] ?? 0) + (value * times(m)) / months.length;
        });
    return sum;
  };
  return {
    always,
    somewhere: [
      ...workload.operationsPerDay.map(({ perDay }, i) =>
        stores.map((_, s) =>
          meanOf(
            s,
            (own) => own.operations[i],
            (m) => perDay * (months[m]?.month.days ?? 0),
          ),
        ),
      ),
      ...workload.jobs.map(({ perMonth }, i) =>
        stores.map((_, s) =>
          meanOf(
            s,
            (own) => own.jobs[i],
            () => perMonth,
          ),
        ),
      ),
    ],
  };
}

/** Operations and jobs are counted in the store that asks least for them. */
export function fixedCosts({ always, somewhere }: FixedUse, perUnit: readonly Float64Array[]): number {
  const dot = (index: number, vector: Float64Array) =>
    vector.reduce((sum, value, i) => sum + value * (perUnit[index]?.[i] ?? 0), 0);
  return (
    always.reduce((sum, { index, vector }) => sum + dot(index, vector), 0) +
    somewhere.reduce(
      (sum, byStore) => sum + Math.max(0, Math.min(...byStore.map((vector, s) => dot(s, vector)))),
      0,
    )
  );
}

/** By tariff and slot, whether any event of a plan counts there. */
export function usedSlots({ stores }: PlanContext, { book, months }: PlanTariffs): boolean[][] {
  return book.tariffs.map(({ meters }, index) => {
    const used = meters.map(() => false);
    const mark = (vector: Float64Array | null | undefined) =>
      vector?.forEach((value, slot) => {
        if (value !== 0) used[slot] = true;
      });
    for (const { stores: own, cdns } of months) {
      const events = own[index];
      if (events) {
        for (const vector of [events.arrival, events.holding, events.transitionIn, events.exit(0, true)])
          mark(vector);
        for (const vector of [events.holdingUnread, events.reads, events.operations, events.jobs].flat())
          mark(vector);
        for (const to of stores) mark(events.copyOut(to));
      } else if (
        own.every(({ writerEgress }) => writerEgress === null) ||
        cdns.some((cdn) => cdn.index === index)
      )
        for (const cdn of cdns) mark(cdn.index === index ? cdn.vector : null);
      else for (const one of own) mark(one.writerEgress);
    }
    return used;
  });
}
