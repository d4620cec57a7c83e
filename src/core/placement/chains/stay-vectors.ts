/** The quantities of one stay of a chain in a month, from sums kept by age: a handful of products, where `exact-cost.ts` asks each event. */
import { addTimes } from '../costs/tariffs.ts';
import type { PlanContext } from '../context/types.ts';
import type { PlanTariffs, StoreVectors, Vector } from '../costs/tariffs.ts';

export const ARRIVES = 0;
export const COPIED = 1;
export const TRANSITIONED = 2;
export type Entry = typeof ARRIVES | typeof COPIED | typeof TRANSITIONED;

/** One month's counts at every age of the grid: 0, the edges, the end of life. */
export interface MonthCounts {
  days: number;
  arrivals: number;
  /** Objects that reach the age; at the end, those that expire. */
  reaching: Float64Array;
  objectHours: Float64Array;
  /** Reads on objects below the age; at the end all of them. */
  reads: Float64Array;
  standingHours: number;
}

export function monthCounts({ workload }: PlanContext): MonthCounts[] {
  const { edges, lifeDays, expiryDays } = workload;
  const ages = [0, ...edges, lifeDays];
  const last = ages.length - 1;
  return workload.months.map(({ month, population }) => ({
    days: month.days,
    arrivals: population.arrivals,
    reaching: Float64Array.from(ages, (age, a) =>
      a === last ? (expiryDays === null ? 0 : population.reaching(expiryDays)) : population.reaching(age),
    ),
    objectHours: Float64Array.from(ages, (age) => population.objectDaysBelow(age) * 24),
    reads: Float64Array.from(ages, (age, a) =>
      a === 0 ? 0 : population.reads * (a === last ? 1 : population.readShareBelow(age)),
    ),
    standingHours: population.standing.objects * month.days * 24,
  }));
}

/** A store's parts in a month, summed as far as they always come together. */
export interface StaySums {
  own: StoreVectors;
  width: number;
  /** One read by all readers, each by its share, and by one of them. */
  read: Vector;
  readBy: Vector[];
  /** All the month's other operations, its jobs. */
  operations: Vector;
  jobs: Vector;
  minimumHours: number;
  /** Leaving at once, and once the minimum is over: what lies between is in proportion. */
  leaves: { atOnce: Vector; late: Vector }[];
}

const DELETED = 0;
const MOVED = 1;

export function staySums(context: PlanContext, tariffs: PlanTariffs): StaySums[][] {
  const { workload, stores } = context;
  return tariffs.months.map(({ month, stores: vectors }) =>
    stores.map((store, s): StaySums => {
      const own = vectors[s];
      if (!own) throw new RangeError(`no vectors of store ${s}`);
      const width = own.holding.length;
      const sum = (terms: readonly (readonly [Vector | undefined, number])[]) => {
        const total = new Float64Array(width);
        for (const [vector, times] of terms) if (vector) addTimes(total, vector, times);
        return total;
      };
      const { minimumHours } = store.edition.rules.storage;
      return {
        own,
        width,
        read: sum(workload.readers.map(({ share }, q) => [own.reads[q], share])),
        readBy: workload.readers.map(({ share }, q) => sum([[own.reads[q], share]])),
        operations: sum(
          workload.operationsPerDay.map(({ perDay }, i) => [own.operations[i], perDay * month.days]),
        ),
        jobs: sum(workload.jobs.map(({ perMonth }, i) => [own.jobs[i], perMonth])),
        minimumHours,
        leaves: [true, false].map((deleted) => ({
          atOnce: own.exit(0, deleted),
          late: own.exit(minimumHours, deleted),
        })),
      };
    }),
  );
}

/** Adds `objects` leaving after some hours; moved on by the provider's lifecycle where not deleted. */
export function addLeaving(
  sum: Vector,
  sums: StaySums,
  hours: number,
  objects: number,
  moved: boolean,
): void {
  const leave = sums.leaves[moved ? MOVED : DELETED];
  if (!leave) return;
  const early = sums.minimumHours > 0 ? Math.max(0, 1 - hours / sums.minimumHours) : 0;
  addTimes(sum, leave.late, objects * (1 - early));
  if (early > 0) addTimes(sum, leave.atOnce, objects * early);
}
