/**
 * What the jobs that we write ask: each run lists all new objects of its bucket, of whatever size, and before a deletion the store that
 * keeps the object is asked for it. Bill and search ask for it.
 */
import { itemAt } from '../../at.ts';
import { memoWith } from '../../memo.ts';
import type { PlanContext } from '../context/types.ts';
import { operationPart, requestsPart } from '../costs/usage-parts.ts';
import { DELETION_ASKS, NIGHTLY_FROM_DAYS, listsPerObjectDay } from '../movers.ts';
import { staysOf } from '../placement.ts';
import type { Placement, Stay, Timeline } from '../placement.ts';
import { shapeOf, storesOf } from '../shape.ts';
import { entered, leaving } from './events.ts';
import type { MoveEvent } from './events.ts';
import type { Term, Which } from './term.ts';

/** One store's time with the new objects of a population, and the bucket in which it passes. */
interface Lying {
  population: number;
  stay: Stay;
  /** The store whose bucket it is: rules change the class of what lies there. */
  bucket: number;
  /** Age at which objects come into that bucket. */
  sinceDays: number;
}

interface ListingJob {
  bucket: number;
  event: MoveEvent;
}

interface Listed {
  lying: readonly Lying[];
  jobs: readonly ListingJob[];
  /** Whose buckets a nightly job lists whole, to put right what lies in the wrong one. */
  sorted: readonly number[];
  kept: readonly Kept[];
}

/** Objects of a population that a job deletes from one store while another keeps them. */
interface Kept {
  population: number;
  keeper: number;
  event: MoveEvent;
}

const listedIn = memoWith((context: PlanContext) =>
  memoWith((timelines: readonly Timeline[]) => listedOf(context, { timelines })),
);

/** Jobs by age list no standing objects: keys of new ones have a prefix of their own where both lie in one bucket. */
export function jobTerms(context: PlanContext, placement: Placement, which: Which, m: number): Term[] {
  const { lying, jobs, sorted, kept } = listedIn(context)(placement.timelines);
  const list = (store: number, objectDays: number, event: MoveEvent | null): Term => ({
    store,
    part: LIST,
    times: objectDays * listsPerObjectDay(event?.atDays ?? NIGHTLY_FROM_DAYS),
    event,
    isJob: false,
  });
  return [
    ...jobs.flatMap(({ bucket, event }) =>
      lying
        .filter((one) => one.bucket === bucket)
        .map((one) => list(one.stay.entry.store, daysIn(context, one, which, m), event)),
    ),
    ...sorted.flatMap((bucket) => [
      ...lying
        .filter((one) => one.bucket === bucket)
        .map((one) => list(one.stay.entry.store, daysIn(context, one, which, m), null)),
      list(bucket, standingDays(context, placement, bucket, which, m), null),
    ]),
    ...kept.map(({ population, keeper, event }) => ({
      store: keeper,
      part: KEEPER_ASKED,
      times: itemAt(itemAt(context.populations, population).workload[which], m).population.reaching(
        event.atDays,
      ),
      event,
      isJob: false,
    })),
  ];
}

const LIST = operationPart('ListObjectsV2');
const KEEPER_ASKED = requestsPart(DELETION_ASKS.keeper);

function daysIn({ populations }: PlanContext, { population, stay }: Lying, which: Which, m: number): number {
  const { workload } = itemAt(populations, population);
  const { objectDaysBelow } = itemAt(workload[which], m).population;
  return objectDaysBelow(stay.toDays ?? workload.lifeDays) - objectDaysBelow(stay.fromDays);
}

function standingDays(
  { populations }: PlanContext,
  { timelines }: Placement,
  store: number,
  which: Which,
  m: number,
): number {
  return populations.reduce((sum, { stream, workload }, p) => {
    const { month, population } = itemAt(workload[which], m);
    const isThere = stream === 'old' && timelines[p]?.[0]?.holders.includes(store);
    return isThere ? sum + population.standing.objects * month.days : sum;
  }, 0);
}

/** Both stores of a split by size. Of one by popularity, the store of what is popular: it is compared with the keys read most. */
function sortedOf(context: PlanContext, placement: Placement): readonly number[] {
  if (context.copies.length === 0 && shapeOf(context, placement).kind === 'size')
    return storesOf(context, placement);
  const homes = context.populations.flatMap(({ slice }, p) =>
    slice === null ? [] : [{ slice, holders: placement.timelines[p]?.[0]?.holders ?? [] }],
  );
  const popular = homes.find(({ slice }) => slice === 0)?.holders ?? [];
  const rest = homes.find(({ holders }) => holders.join() !== popular.join())?.holders;
  return rest ? popular.filter((store) => !rest.includes(store)) : [];
}

function listedOf(context: PlanContext, placement: Placement): Listed {
  const { timelines } = placement;
  const lying = timelines.flatMap((timeline, p) => lyingOf(context, p, timeline));
  const sizes = [...new Set(lying.map(({ population }) => sizeOf(context, population)))].sort(
    (a, b) => a - b,
  );
  const found: { key: string; size: number; job: ListingJob }[] = [];
  const kept: Kept[] = [];
  const add = ({ population, bucket }: Lying, does: string, event: MoveEvent) => {
    const key = `${bucket} ${does}`;
    const size = sizes.indexOf(sizeOf(context, population));
    // Sizes next to each other are one job's.
    const like = found.find((other) => other.key === key && Math.abs(other.size - size) <= 1);
    if (like) like.size = size;
    else found.push({ key, size, job: { bucket, event } });
  };
  for (const one of lying.toSorted((a, b) => sizeOf(context, a.population) - sizeOf(context, b.population))) {
    const { stay, population } = one;
    const { entry, fromDays, toDays } = stay;
    if (entry.how === 'copy' && entry.from !== null) {
      const source = lying.findIndex(
        (other) => other.population === population && other.stay.entry.store === entry.from,
      );
      const from = itemAt(lying, source);
      const afterDays = fromDays - from.sinceDays;
      const isLeft = from.stay.toDays === fromDays;
      add(
        from,
        isLeft ? `move ${entry.store} ${afterDays}` : `copy ${entry.store} ${afterDays} ${toDays}`,
        entered(entry, fromDays),
      );
    }
    // Objects end as they do today: that is the same in every plan, and no mover's.
    const event = toDays === null ? null : leaving(stay, itemAt(context.populations, population).workload);
    if (toDays === null || !event || stay.into.some(({ how }) => how === 'rule')) continue;
    // What was copied on just before is not asked for again.
    const keeper = event.to === null ? keeperOf(context, placement, one, toDays) : null;
    if (keeper === null) continue;
    kept.push({ population, keeper, event });
    add(one, `move ${keeper} ${event.atDays - one.sinceDays}`, event);
  }
  return { lying, jobs: found.map(({ job }) => job), sorted: sortedOf(context, placement), kept };
}

const sizeOf = ({ populations }: PlanContext, p: number) => itemAt(populations, p).workload.meanSizeBytes;

function lyingOf({ populations }: PlanContext, population: number, timeline: Timeline): Lying[] {
  const { stream, workload } = itemAt(populations, population);
  if (stream === 'old') return [];
  const found: Lying[] = [];
  for (const stay of staysOf(timeline, workload.lifeDays)) {
    const { how, from, store } = stay.entry;
    const before = how === 'rule' ? found.find((one) => one.stay.entry.store === from) : undefined;
    found.push({
      population,
      stay,
      bucket: before?.bucket ?? store,
      sinceDays: before?.sinceDays ?? stay.fromDays,
    });
  }
  return found;
}

/** The holder that keeps what is dropped at an age: the first to be left of those that have it. */
function keeperOf(context: PlanContext, placement: Placement, { population, stay }: Lying, atDays: number) {
  const { timelines } = placement;
  const stages = itemAt(timelines, population);
  const at = stages.findIndex(({ fromDays }) => fromDays === atDays);
  const [before, after] = [stages[at - 1]?.holders ?? [], itemAt(stages, at).holders];
  const order = storesOf(context, placement);
  const placeOf = (store: number) => (order.includes(store) ? order.indexOf(store) : order.length + store);
  const kept = after.filter((store) => store !== stay.entry.store).sort((a, b) => placeOf(a) - placeOf(b));
  return kept.find((store) => before.includes(store)) ?? kept[0] ?? null;
}
