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
  /** A job deletes what leaves the stay before its end, where no rule moves it on; `keeper`: who is asked for it first. */
  deletion: { keeper: SimulatedStay | null } | null;
}

/** By part and stay. `retention` null: kept for ever. */
export function jobsByPart(parts: readonly SimulatedPart[], retention: number | null): SimulatedJobs[][] {
  const sizes = [...new Set(parts.map(({ sizeBytes }) => sizeBytes))].sort((a, b) => a - b);
  const young = parts.filter(({ stream }) => stream === 'new').toSorted((a, b) => a.sizeBytes - b.sizeBytes);
  const jobs: Job[] = [];
  for (const part of young) {
    const size = sizes.indexOf(part.sizeBytes);
    for (const job of jobsOf(part, retention)) {
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
        deletion: stream === 'new' ? deletionOf(chain, stay, retention) : null,
      };
    }),
  );
}

function jobsOf({ chain }: SimulatedPart, retention: number | null): Omit<Job, 'size'>[] {
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
    const atDays = stay.toDays;
    const deletion = deletionOf(chain, stay, retention);
    if (!deletion?.keeper) return found;
    const first = firstInBucket(chain, stay);
    const does = `move ${nameOf(deletion.keeper.store)}`;
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
  retention: number | null,
): SimulatedJobs['deletion'] {
  const atDays = stay.toDays;
  const isMoved = chain.stays.some((next) => {
    const came = origin(chain, next);
    return came?.from === stay && came.byRule;
  });
  if (!Number.isFinite(atDays) || atDays >= (retention ?? Infinity) || isMoved) return null;
  if (isCopiedOn(chain, stay)) return { keeper: null };
  const [keeper = null] = chain.stays
    .filter(({ fromDays, toDays }) => fromDays <= atDays && toDays > atDays)
    .toSorted(
      (a, b) =>
        Number(a.fromDays === atDays) - Number(b.fromDays === atDays) || (a.rank ?? 0) - (b.rank ?? 0),
    );
  return { keeper };
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
