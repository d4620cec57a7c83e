/** How often the jobs of a plan list what lies in a store, by the words of the design: each run lists its bucket whole, 1,000 keys a page. */
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

/** LIST requests for each object and day, by part and stay. `retention` null: kept for ever. */
export function listsByPart(parts: readonly SimulatedPart[], retention: number | null): number[][] {
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
    chain.stays.map((stay) => {
      const bucket = nameOf(firstInBucket(chain, stay).store);
      const byAge = jobs.filter((job) => stream === 'new' && job.bucket === bucket);
      const runs = byAge.reduce((sum, { atDays }) => sum + runsADay(atDays), 0);
      return (runs + (sorted.has(bucket) ? 1 : 0)) / KEYS;
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
      const leaves = came.from.toDays === stay.fromDays;
      const key = ['copy', nameOf(first.store), nameOf(stay.store), stay.fromDays - first.fromDays];
      found.push({
        key: [...key, leaves ? 'leaves' : Math.min(stay.toDays, retention ?? Infinity)].join(' '),
        bucket: nameOf(first.store),
        atDays: stay.fromDays,
      });
    }
    const atDays = Math.min(stay.toDays, retention ?? Infinity);
    const goesOn = chain.stays.some((next) => {
      const from = origin(chain, next)?.from;
      return from === stay && next.fromDays === stay.toDays;
    });
    const first = firstInBucket(chain, stay);
    if (Number.isFinite(atDays) && !goesOn && !ruleDeletes(stay, first, atDays, young, retention))
      found.push({
        key: ['delete', nameOf(first.store), atDays - first.fromDays].join(' '),
        bucket: nameOf(first.store),
        atDays,
      });
    return found;
  });
}

/** Rules say whole days, or on R2 seconds, and may be a twentieth late (B2 deletes a day after it hides); most know no sizes, so that all sizes must come and go alike. */
function ruleDeletes(
  stay: SimulatedStay,
  first: SimulatedStay,
  atDays: number,
  young: readonly SimulatedPart[],
  retention: number | null,
): boolean {
  const { rules } = first.store;
  if (rules === undefined) return false;
  const days = atDays - first.fromDays;
  const said = rules === 'r2' ? days : Math.max(1, Math.ceil(days - 1e-3));
  if (said + (rules === 'b2' ? 1 : 0) > days * 1.05) return false;
  if (rules === 's3' || rules === 'express') return true;
  const like = young.flatMap(({ chain }) =>
    chain.stays.filter(({ store }) => nameOf(store) === nameOf(stay.store)).map((one) => ({ chain, one })),
  );
  return like.every(({ chain, one }) => {
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
