/** What the jobs that we write ask of stores besides GET, PUT and DELETE, and how often they run. Requests as counted of the mover with rclone 1.69. */

/** From this age on copies are made every night, before it every hour. */
export const NIGHTLY_FROM_DAYS = 2;

/** Keys of one answer to a LIST. */
export const KEYS_PER_LIST = 1000;

/** Requests for each object, by S3 operation. */
type Asked = Readonly<Record<string, number>>;

/** The source is asked before it is read. The target is asked whether it has the object, and after the copy what arrived; it is never listed. */
export const COPY_ASKS: Readonly<{ source: Asked; target: Asked }> = {
  source: { HeadObject: 1 },
  target: { HeadObject: 2 },
};

/**
 * Of a back-fill, for each object that stands already: rclone lists the source to copy and both sides to compare, and asks the target once
 * for what arrived.
 */
export const BACKFILL_ASKS: typeof COPY_ASKS = {
  source: { ListObjectsV2: 2 / KEYS_PER_LIST },
  target: { HeadObject: 1, ListObjectsV2: 1 / KEYS_PER_LIST },
};

/** A job looks once more before each deletion; where nothing was copied, first at the store that keeps the object. */
export const DELETION_ASKS: Readonly<{ source: Asked; keeper: Asked }> = {
  source: { HeadObject: 1 },
  keeper: { HeadObject: 1 },
};

/** Runs of the job a day, by the age at which it copies. */
export function runsPerDay(atDays: number): number {
  return atDays < NIGHTLY_FROM_DAYS ? 24 : 1;
}

/**
 * LIST requests on the source for each day that one object lies there: each run lists all that the bucket holds of new objects, so a
 * job that leaves them there costs more the longer they stay.
 */
export function listsPerObjectDay(atDays: number): number {
  return runsPerDay(atDays) / KEYS_PER_LIST;
}
