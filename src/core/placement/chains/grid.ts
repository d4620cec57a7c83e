/** What the search for chains counts on: each month's events by age of the grid, each store's parts, and which bills touch each other. */
import type { BookParts } from '../../pricing/totals/book-parts.ts';
import { replicaActivity } from '../costs/activity.ts';
import { planParts } from '../costs/most-used.ts';
import type { PlanContext } from '../context/types.ts';
import { addTimes } from '../costs/tariffs.ts';
import { monthCounts, staySums } from './stay-vectors.ts';
import type { MonthCounts, StaySums } from './stay-vectors.ts';
import { lifecycleReaches } from '../context/candidate-store.ts';
import type { PlanTariffs, Vector } from '../costs/tariffs.ts';

export interface ChainGrid {
  /** Days: 0, the edges, the end of life. */
  ages: Float64Array;
  counts: MonthCounts[];
  sums: StaySums[][];
  /** By store: number of the destination class of each other store; copies to one class cost the same. */
  ways: Int32Array[];
  /** By store: one store of each class. */
  wayTo: number[][];
  /** By from × stores + to: first age difference at which the lifecycle moves; Infinity where it never does. */
  lifecycleDays: Float64Array;
  /** Billed whatever the chain, by month: replicas, what they make the writer send, CDNs. */
  background: { index: number; vector: Vector }[][];
  parts: BookParts;
}

export function chainGrid(context: PlanContext, tariffs: PlanTariffs): ChainGrid {
  const { workload, stores, copies } = context;
  const counts = monthCounts(context);
  const sums = staySums(context, tariffs);
  const ways: Int32Array[] = [];
  const wayTo: number[][] = [];
  for (const [s, store] of stores.entries()) {
    const parts = stores.map((to) => store.parts.copyOut(to));
    const distinct = [...new Set(parts)];
    ways.push(Int32Array.from(parts, (part) => distinct.indexOf(part)));
    wayTo.push(distinct.map((part) => parts.findIndex((one, i) => one === part && i !== s)));
  }
  const background = tariffs.months.map(({ month, population, stores: vectors, cdns }) => {
    const found: { index: number; vector: Vector }[] = cdns.map(({ index, vector }) => ({ index, vector }));
    const sent =
      tariffs.writer === null
        ? null
        : new Float64Array(tariffs.book.tariffs[tariffs.writer]?.meters.length ?? 0);
    for (const [c] of copies.entries()) {
      const index = stores.length + c;
      const own = vectors[index];
      if (!own) continue;
      const activity = replicaActivity(workload, month, population);
      const vector = new Float64Array(own.holding.length);
      addTimes(vector, own.arrival, activity.arrivals);
      addTimes(vector, own.holding, activity.objectHours);
      for (const exit of activity.exits) addTimes(vector, own.exit(exit.hoursInStore, true), exit.objects);
      found.push({ index, vector });
      if (sent && own.writerEgress) addTimes(sent, own.writerEgress, activity.arrivals);
    }
    if (sent && tariffs.writer !== null && copies.length > 0)
      found.push({ index: tariffs.writer, vector: sent });
    return found;
  });
  const ages = Float64Array.from([0, ...workload.edges, workload.lifeDays]);
  const lifecycleDays = Float64Array.from(
    stores.flatMap((from) =>
      stores.map((to) => {
        const least = [...ages].find((days) => lifecycleReaches(from, to, days));
        if (least === undefined) return Infinity;
        const { transitionAfterDays: days } = from.edition;
        return (typeof days === 'number' ? days : (days[to.store] ?? 0)) * (1 - 1e-9);
      }),
    ),
  );
  return { ages, counts, sums, ways, wayTo, lifecycleDays, background, parts: planParts(context, tariffs) };
}
