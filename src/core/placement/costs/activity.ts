/** How often each event of a placement happens in a month: the quantities of design §6, in objects, object-hours and reads. */
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import type { Workload } from '../../workload/workload.ts';
import { chainOf, entersByLifecycle, serverOf, sourceOf } from '../chain.ts';
import type { Chain } from '../chain.ts';
import type { CandidateStore } from '../context/candidate-store.ts';
import { singleStore } from '../policy.ts';

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
  /** Objects read out to be written to another store, and the stay they are written into; −1 for none. */
  copiesOut: number;
  copiesInto: number;
  exits: {
    hoursInStore: number;
    objects: number;
    because: 'copied' | 'transitioned' | 'dropped' | 'expired';
    /** The stay they went to; −1 where they were dropped. */
    into: number;
  }[];
  /** Calls of each operation of the scenario, in the order of the workload. */
  operations: number[];
  /** Runs of each job: they read from the store that holds objects longest. */
  jobs: number[];
}

/** By stay. The first answers the scenario's other operations, the last its jobs and the reads of standing objects. */
export function activityOf(
  chain: Chain,
  stores: readonly CandidateStore[],
  workload: Workload,
  month: Month,
  population: Population,
): StoreActivity[] {
  const { readers, expiryDays, lifeDays } = workload;
  const { stays, stretches } = chain;
  const last = stays.length - 1;
  /** Share of the reads in each stretch. */
  const within: number[] = [];
  let below = 0;
  for (const { toDays } of stretches) {
    const through = toDays === null ? 1 : population.readShareBelow(toDays);
    within.push(through - below);
    below = through;
  }
  const activity = stays.map(({ fromDays, toDays }, i): StoreActivity => {
    const end = toDays ?? lifeDays;
    const days = population.objectDaysBelow(end) - population.objectDaysBelow(fromDays);
    const standing = i === last ? population.standing.objects * month.days : 0;
    return {
      arrivals: fromDays === 0 ? population.arrivals : 0,
      copiesIn: 0,
      transitionsIn: 0,
      objectHours: (days + standing) * 24,
      reads: readers.map(({ share }, q) => {
        let reads = 0;
        for (let k = 0; k < stretches.length; k += 1) {
          const stretch = stretches[k];
          if (stretch && serverOf(stretch, q) === i) reads += population.reads * share * (within[k] ?? 0);
        }
        return reads;
      }),
      copiesOut: 0,
      copiesInto: -1,
      exits:
        toDays === null && expiryDays === null
          ? []
          : [
              {
                hoursInStore: (end - fromDays) * 24,
                objects: population.reaching(toDays ?? expiryDays ?? end),
                because: toDays === null ? 'expired' : 'dropped',
                into: -1,
              },
            ],
      operations: workload.operationsPerDay.map((one) => (i === 0 ? one.perDay * month.days : 0)),
      jobs: workload.jobs.map((job) => (i === last ? job.perMonth : 0)),
    };
  });
  for (let j = 1; j < stays.length; j += 1) {
    const fromDays = stays[j]?.fromDays ?? 0;
    if (fromDays === 0) continue;
    const source = sourceOf(chain, j);
    const [into, from] = [activity[j], activity[source]];
    if (!into || !from) continue;
    const moving = population.reaching(fromDays);
    const byLifecycle = entersByLifecycle(stores, chain, j);
    const [exit] = from.exits;
    if (exit && stays[source]?.toDays === fromDays) {
      exit.because = byLifecycle ? 'transitioned' : 'copied';
      exit.into = j;
    }
    if (byLifecycle) into.transitionsIn = moving;
    else {
      into.copiesIn = moving;
      from.copiesOut = moving;
      from.copiesInto = j;
    }
  }
  return activity;
}

/** A replica holds every object from arrival and is never read. */
export function replicaActivity(workload: Workload, month: Month, population: Population): StoreActivity {
  const alone = chainOf(singleStore(0, workload.readers.length));
  const [activity] = activityOf(alone, [], workload, month, population);
  if (!activity) throw new RangeError('a single store has one activity');
  return {
    ...activity,
    reads: activity.reads.map(() => 0),
    operations: activity.operations.map(() => 0),
    jobs: activity.jobs.map(() => 0),
  };
}
