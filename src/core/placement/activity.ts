/** How often each event of a policy happens in a month: the quantities of design §6, in objects, object-hours and reads. */
import type { Month } from '../workload/months.ts';
import type { Population } from '../workload/population.ts';
import type { Workload } from '../workload/workload.ts';
import type { Policy } from './policy.ts';

export interface StoreActivity {
  /** Objects written by the writer on arrival. */
  arrivals: number;
  /** Objects written from another store. */
  copiesIn: number;
  /** Objects that the provider's lifecycle moved in. */
  transitionsIn: number;
  objectHours: number;
  /** Reads by reader. */
  reads: number[];
  /** Objects read out to be written to another store. */
  copiesOut: number;
  exits: {
    hoursInStore: number;
    objects: number;
    because: 'copied' | 'transitioned' | 'dropped' | 'expired';
  }[];
  /** Calls of each operation of the scenario, in the order of the workload. */
  operations: number[];
  /** Runs of each job: they read from the store that holds objects longest. */
  jobs: number[];
}

/** `[hot, cold]` of a two-store policy, or one entry for a single store. `byLifecycle`: tiering is the provider's own transition. */
export function activityOf(
  policy: Policy,
  workload: Workload,
  month: Month,
  population: Population,
  byLifecycle = false,
): StoreActivity[] {
  const { readers, expiryDays, lifeDays } = workload;
  const standingHours = population.standing.objects * month.days * 24;
  const heldHours = (from: number, to: number) =>
    (population.objectDaysBelow(to) - population.objectDaysBelow(from)) * 24;
  const operations = workload.operationsPerDay.map((one) => one.perDay * month.days);
  const jobs = workload.jobs.map((job) => job.perMonth);
  const expired = (hoursInStore: number): StoreActivity['exits'] =>
    expiryDays === null
      ? []
      : [{ hoursInStore, objects: population.reaching(expiryDays), because: 'expired' }];

  if (policy.thresholdDays === null) {
    return [
      {
        arrivals: population.arrivals,
        copiesIn: 0,
        transitionsIn: 0,
        objectHours: heldHours(0, lifeDays) + standingHours,
        reads: readers.map((reader) => population.reads * reader.share),
        copiesOut: 0,
        exits: expired(lifeDays * 24),
        operations,
        jobs,
      },
    ];
  }

  const threshold = policy.thresholdDays;
  const dual = policy.entry === 'dual';
  const leaving = population.reaching(threshold);
  const young = population.readShareBelow(threshold);
  const hotReads = readers.map((reader, q) =>
    dual && policy.coldServes[q] ? 0 : population.reads * reader.share * young,
  );
  const hot: StoreActivity = {
    arrivals: population.arrivals,
    copiesIn: 0,
    transitionsIn: 0,
    objectHours: heldHours(0, threshold),
    reads: hotReads,
    copiesOut: dual || byLifecycle ? 0 : leaving,
    exits: [
      {
        hoursInStore: threshold * 24,
        objects: leaving,
        because: dual ? 'dropped' : byLifecycle ? 'transitioned' : 'copied',
      },
    ],
    operations,
    jobs: jobs.map(() => 0),
  };
  const cold: StoreActivity = {
    arrivals: dual ? population.arrivals : 0,
    copiesIn: dual || byLifecycle ? 0 : leaving,
    transitionsIn: !dual && byLifecycle ? leaving : 0,
    objectHours: heldHours(dual ? 0 : threshold, lifeDays) + standingHours,
    reads: readers.map((reader, q) => population.reads * reader.share - (hotReads[q] ?? 0)),
    copiesOut: 0,
    exits: expired((dual ? lifeDays : lifeDays - threshold) * 24),
    operations: operations.map(() => 0),
    jobs,
  };
  return [hot, cold];
}
