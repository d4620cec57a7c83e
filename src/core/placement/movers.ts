/** What the copy job that we write asks of both stores besides GET, PUT and DELETE, and how often it runs. Seen of rclone 1.69 and newer. */
import type { CandidateStore } from './context/candidate-store.ts';

/** From this age on copies are made every night, before it every hour. */
export const NIGHTLY_FROM_DAYS = 2;

/** Keys of one answer to a LIST. */
const KEYS_PER_LIST = 1000;

export interface CopyOverhead {
  /** Requests for each object that is copied, by S3 operation. */
  source: Readonly<Record<string, number>>;
  target: Readonly<Record<string, number>>;
}

/** Before each copy the job asks whether the target has the object, and after it what arrived: it never lists the target. */
export function copyOverhead(_from: CandidateStore, to: CandidateStore): CopyOverhead {
  // Google's answer to an upload says what arrived.
  return { source: {}, target: { HeadObject: to.site.provider === 'google' ? 1 : 2 } };
}

/** Runs of the job a day, by the age at which it copies. */
export function runsPerDay(atDays: number): number {
  return atDays < NIGHTLY_FROM_DAYS ? 24 : 1;
}

/**
 * LIST requests on the source for each day that one object lies there: each run lists all that the bucket holds of new objects, so a
 * job that leaves them there costs more the longer they stay. The same of a job that deletes, where no rule can.
 */
export function listsPerObjectDay(atDays: number): number {
  return runsPerDay(atDays) / KEYS_PER_LIST;
}
