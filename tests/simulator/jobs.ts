/** What the jobs of a plan ask, by the words of the design: each run lists its bucket whole, 1,000 keys a page, and looks before it deletes. */
import { origin } from './chain.ts';
import type { SimulatedChain, SimulatedStay } from './chain.ts';
import type { SimulatedPart, SimulatedStore } from './simulate.ts';

/** A run every night, or before the age of two days every hour. */
const runsADay = (atDays: number) => (atDays < 2 ? 24 : 1);
const KEYS = 1000;

/** A demanded copy has a bucket of its own, though the plan may choose the same store. */
const numbers = new Map<SimulatedStore, number>();
function nameOf(store: SimulatedStore): string {
  const number = numbers.get(store) ?? numbers.size;
  numbers.set(store, number);
  return `${store.store}@${store.region} ${number}`;
}

/** The stay with which an object came into the bucket: rules change the class of what lies there. */
function firstInBucket(chain: SimulatedChain, stay: SimulatedStay): SimulatedStay {
  const came = origin(chain, stay);
  return came?.byRule ? firstInBucket(chain, came.from) : stay;
}

interface Job {
  key: string;
  bucket: string;
  atDays: number;
  /** The largest size that it is of. */
  size: number;
}

export interface SimulatedJobs {
  /** LIST requests for each object and day. */
  lists: number;
  /** How what leaves the stay is deleted, where no rule moves it on. */
  deletion: { by: 'rule'; lateDays: number } | { by: 'job'; keeper: SimulatedStay | null } | null;
}

/** By part and stay. `retention` null: kept for ever. */
export function jobsByPart(parts: readonly SimulatedPart[], retention: number | null): SimulatedJobs[][] {
  const sizes = [...new Set(parts.map(({ sizeBytes }) => sizeBytes))].sort((a, b) => a - b);
  const young = parts.filter(({ stream }) => stream === 'new').toSorted((a, b) => a.sizeBytes - b.sizeBytes);
  const jobs: Job[] = [];
  for (const part of young) {
    const size = sizes.indexOf(part.sizeBytes);
    for (const job of jobsOf(part, young, retention)) {
      const like = jobs.find((one) => one.key === job.key && size - one.size <= 1);
      if (like) like.size = size;
      else jobs.push({ ...job, size });
    }
  }
  const sorted = sortedBuckets(parts);
  return parts.map(({ chain, stream }) =>
    chain.stays.map((stay): SimulatedJobs => {
      const bucket = nameOf(firstInBucket(chain, stay).store);
      const byAge = jobs.filter((job) => stream === 'new' && job.bucket === bucket);
      const runs = byAge.reduce((sum, { atDays }) => sum + runsADay(atDays), 0);
      return {
        lists: (runs + (sorted.has(bucket) ? 1 : 0)) / KEYS,
        deletion: stream === 'new' ? deletionOf(chain, stay, young, retention) : null,
      };
    }),
  );
}

function jobsOf(
  { chain }: SimulatedPart,
  young: readonly SimulatedPart[],
  retention: number | null,
): Omit<Job, 'size'>[] {
  return chain.stays.flatMap((stay) => {
    const found: Omit<Job, 'size'>[] = [];
    const came = origin(chain, stay);
    if (came && !came.byRule) {
      const first = firstInBucket(chain, came.from);
      const does = came.from.toDays === stay.fromDays ? 'move' : `copy ${stay.toDays}`;
      found.push({
        key: [nameOf(first.store), does, nameOf(stay.store), stay.fromDays - first.fromDays].join(' '),
        bucket: nameOf(first.store),
        atDays: stay.fromDays,
      });
    }
    const atDays = Math.min(stay.toDays, retention ?? Infinity);
    const deletion = deletionOf(chain, stay, young, retention);
    if (deletion?.by !== 'job' || isCopiedOn(chain, stay)) return found;
    const first = firstInBucket(chain, stay);
    const does = deletion.keeper ? `move ${nameOf(deletion.keeper.store)}` : 'delete';
    found.push({
      key: [nameOf(first.store), does, atDays - first.fromDays].join(' '),
      bucket: nameOf(first.store),
      atDays,
    });
    return found;
  });
}

const isCopiedOn = (chain: SimulatedChain, stay: SimulatedStay) =>
  chain.stays.some((next) => next.fromDays === stay.toDays && origin(chain, next)?.from === stay);

function deletionOf(
  chain: SimulatedChain,
  stay: SimulatedStay,
  young: readonly SimulatedPart[],
  retention: number | null,
): SimulatedJobs['deletion'] {
  const atDays = Math.min(stay.toDays, retention ?? Infinity);
  const isMoved = chain.stays.some((next) => {
    const came = origin(chain, next);
    return came?.from === stay && came.byRule;
  });
  if (!Number.isFinite(atDays) || isMoved) return null;
  if (isCopiedOn(chain, stay)) return { by: 'job', keeper: null };
  if (atDays < (retention ?? Infinity)) {
    const [keeper = null] = chain.stays
      .filter(({ fromDays, toDays }) => fromDays <= atDays && toDays > atDays)
      .toSorted(
        (a, b) =>
          Number(a.fromDays === atDays) - Number(b.fromDays === atDays) || (a.rank ?? 0) - (b.rank ?? 0),
      );
    return { by: 'job', keeper };
  }
  const lateDays = ruleDeletes(stay, firstInBucket(chain, stay), atDays, young, retention);
  return lateDays === null ? { by: 'job', keeper: null } : { by: 'rule', lateDays };
}

/**
 * How many days late; null: no rule can. Rules say whole days, or on R2 seconds, B2 hides for one more, and they may be a twentieth late;
 * most know no sizes, so that all sizes must come and go alike.
 */
function ruleDeletes(
  stay: SimulatedStay,
  first: SimulatedStay,
  atDays: number,
  young: readonly SimulatedPart[],
  retention: number | null,
): number | null {
  const { rules } = first.store;
  if (rules === undefined) return null;
  const days = atDays - first.fromDays;
  const said =
    rules === 'r2'
      ? Math.ceil(days * 86_400 - 1e-3) / 86_400
      : Math.max(1, Math.ceil(days - 1e-3)) + (rules === 'b2' ? 1 : 0);
  if (said > days * 1.05) return null;
  const late = Math.max(0, said - days);
  if (rules === 's3' || rules === 'express') return late;
  const like = young.flatMap(({ chain }) =>
    chain.stays.filter(({ store }) => nameOf(store) === nameOf(stay.store)).map((one) => ({ chain, one })),
  );
  const isShared = like.every(({ chain, one }) => {
    const other = firstInBucket(chain, one);
    const goesOn = chain.stays.some(
      (next) => next !== one && origin(chain, next)?.from === one && next.fromDays === one.toDays,
    );
    return (
      !goesOn &&
      nameOf(other.store) === nameOf(first.store) &&
      other.fromDays === first.fromDays &&
      one.fromDays === stay.fromDays &&
      Math.min(one.toDays, retention ?? Infinity) === atDays
    );
  });
  return isShared ? late : null;
}

/** Buckets that are listed every night for what lies in the wrong one: both of a split by size, and the one of what is popular. */
function sortedBuckets(parts: readonly SimulatedPart[]): Set<string> {
  const homes = parts.map(({ chain, sizeBytes }) => ({
    names: chain.stays.map(({ store }) => nameOf(store)),
    sizeBytes,
  }));
  const [small] = homes.toSorted((a, b) => a.sizeBytes - b.sizeBytes);
  const isSmall = ({ names }: (typeof homes)[number]) => names.join() === small?.names.join();
  const upTo = Math.max(...homes.filter(isSmall).map((one) => one.sizeBytes));
  const large = homes.filter((one) => !isSmall(one));
  const isSplit =
    parts.every(({ chain }) => chain.stays.length === 1) &&
    new Set(large.map(({ names }) => names.join())).size === 1 &&
    large.every((one) => one.sizeBytes > upTo);
  if (isSplit) return new Set(homes.flatMap(({ names }) => names));
  const old = parts.flatMap((one, p) =>
    one.stream === 'old' && one.objects < 1 ? [homes[p]?.names ?? []] : [],
  );
  const [popular = []] = old;
  const rest = old.find((names) => names.join() !== popular.join());
  return new Set(rest ? popular.filter((name) => !rest.includes(name)) : []);
}
