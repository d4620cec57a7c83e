/** A split by size or popularity: which bucket has an object, which is asked first, and what it asks of those who run it. */
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import { failureCost } from '#core/pricing/bills/failures.ts';
import { headlineRates } from '#core/pricing/editions/headline-rates.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import { listing } from '#core/text/words.ts';
import { exactMoney } from '#core/text/money.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import { workloadOf } from '#core/workload/workload.ts';
import type {
  Bucket,
  Course,
  CoursePart,
  CourseSources,
  Job,
  PopularRule,
  SplitRule,
} from './course-types.ts';
import type { KeyForm } from './names-given.ts';
import { joined, sizeWords } from './parts.ts';
import { classNames } from './storage-classes.ts';

/** The small or popular objects, or the others: each in one bucket for life. */
interface Side {
  bucket: Bucket;
  ref: string;
  reads: number;
}

type Undivided = Omit<Course, 'split' | 'popular' | 'cache'>;

/** What a course has besides where its parts differ by size or popularity alone, and their objects stay; with jobs and notes of its own. */
export function splitOf(
  course: Undivided,
  sources: CourseSources,
  keys: readonly KeyForm[],
): Partial<Pick<Course, 'split' | 'popular' | 'jobs' | 'notes'>> {
  const popular = popularOf(course, sources.scenario);
  const sides = sidesOf(course, popular);
  if (!sides)
    return {
      ...(popular ? { popular } : {}),
      notes: [
        ...course.notes,
        ...(popular ? popularityNotes(popular, course) : []),
        ...(course.writeBySize.length > 0
          ? [
              'No read says the size of its object: the routers ask the store of most reads first, then the others. Requests in vain are in no bill. Whoever knows the size asks the right store.',
            ]
          : []),
      ],
    };
  const [first, second] = sides;
  const upToBytes = popular ? null : (course.writeBySize[0]?.upToBytes ?? null);
  const asks = vainAsks(sides, sources);
  const idOf = (ref: string) => (first.ref === ref ? first : second).bucket.id;
  const classOf = ({ ref }: Side) => classNames(sources.archive, ref).inHeader;
  const split: SplitRule = {
    by: popular ? 'popularity' : 'size',
    first: first.bucket.id,
    second: second.bucket.id,
    upToBytes,
    objects: popular?.objects ?? null,
    askFirst: (asks[0]?.asked ?? first).bucket.id,
    keys: keys.map(({ ref, prefix, suffix }) => ({ prefix, suffix, store: idOf(ref) })),
    firstClass: classOf(first),
    secondClass: classOf(second),
  };
  return {
    split,
    ...(popular ? { popular } : {}),
    jobs: [...course.jobs, ...sorting(split)],
    notes: [
      ...course.notes,
      ...splitNotes(split, sides, asks, sources.scenario, popular ? popularityNotes(popular, course) : null),
    ],
  };
}

/** Null: popularity divides nothing, or otherwise than in two. */
function popularOf({ parts, notes }: Undivided, scenario: Scenario): PopularRule | null {
  const old = parts.filter(({ stream }) => stream === 'old');
  const sliced = old.filter(({ upToShare }) => upToShare !== null);
  const homeOf = ({ segments }: CoursePart) => segments.at(-1)?.holders ?? [];
  const homes = [...new Map(sliced.map((part) => [homeOf(part).join(), homeOf(part)])).values()];
  const [most = [], all = []] = homes;
  if (homes.length < 2) return null;
  const isPopular = (part: CoursePart) => homeOf(part).join() === most.join();
  const share = Math.max(...sliced.map((part) => (isPopular(part) ? (part.upToShare ?? 0) : 0)));
  const [hot, ...others] = most.filter((id) => !all.includes(id));
  const [rest] = all;
  const isTwo =
    homes.length === 2 &&
    all.length === 1 &&
    others.length === 0 &&
    most.every((id) => id === hot || id === rest);
  if (!isTwo || !hot || !rest || sliced.some((part) => !isPopular(part) && (part.upToShare ?? 0) <= share)) {
    notes.push(
      'No file divides objects by popularity between more than two stores, or otherwise for each size.',
    );
    return null;
  }
  const [month] = workloadOf(scenario).timeline;
  return {
    hot,
    rest,
    isCopied: most.includes(rest),
    objects: Math.round(share * (month?.population.standing.objects ?? 0)),
    sizes: joined(
      sliced.map(({ sizes }) => ({ sizes })),
      () => true,
      () => old.map(({ sizes }) => sizes),
    ).map(({ sizes }) => sizes),
  };
}

/** Null: more than size or popularity says where an object is. */
function sidesOf(
  { parts, buckets, writeBySize }: Undivided,
  popular: PopularRule | null,
): [Side, Side] | null {
  const ids = [...new Set(parts.flatMap(({ segments }) => segments.flatMap(({ holders }) => holders)))];
  const [bound] = writeBySize;
  if (ids.length !== 2 || (!popular && (!bound || writeBySize.length > 1))) return null;
  const first = popular?.hot ?? bound?.to.join();
  const isFirst = ({ upToShare, sizes }: CoursePart) =>
    popular
      ? upToShare !== null && parts.some((one) => one.upToShare !== null && one.upToShare > upToShare)
      : sizes.upTo !== null && sizes.upTo <= (bound?.upToBytes ?? 0);
  const isApart = parts.every((part) =>
    part.segments.every(({ holders }) => holders.length === 1 && (holders[0] === first) === isFirst(part)),
  );
  const side = (isOfFirst: boolean): Side | null => {
    const bucket = buckets.find(({ id }) => ids.includes(id) && (id === first) === isOfFirst);
    const [ref] = bucket?.stores ?? [];
    const reads = parts.reduce((sum, part) => sum + (isFirst(part) === isOfFirst ? part.reads : 0), 0);
    return bucket && ref !== undefined && bucket.stores.length === 1 ? { bucket, ref, reads } : null;
  };
  const [one, other] = [side(true), side(false)];
  return isApart && one && other ? [one, other] : null;
}

/** What was written to the wrong one by its size. Which objects are popular is found out from day to day, and is no job of a course. */
function sorting({ first, second, upToBytes }: SplitRule): Job[] {
  if (upToBytes === null) return [];
  const job = { kind: 'move', afterDays: 0, untilDays: null, isHourly: false } as const;
  return [
    { ...job, from: first, to: second, sizes: { from: upToBytes + 1, upTo: null } },
    { ...job, from: second, to: first, sizes: { from: null, upTo: upToBytes } },
  ];
}

/** If every read asked one store first: those of the other's objects find nothing there. */
interface VainAsks {
  /** Asked first. */
  asked: Side;
  other: Side;
  perMonth: number;
  currency: string;
  /** A month at list price, before any allowance; null: the price of a read is not known. */
  amount: number | null;
  /** Whether the provider bills an answer that finds nothing. */
  billed: 'billed' | 'free' | 'unlisted';
}

/** The cheapest first, then that of the fewest asks. */
function vainAsks([first, second]: readonly [Side, Side], sources: CourseSources): VainAsks[] {
  const reads = readsPerMonth(sources.scenario);
  const asks = (asked: Side, other: Side): VainAsks => {
    const perMonth = reads * other.reads;
    return { asked, other, perMonth, ...costOf(asked.ref, perMonth, sources) };
  };
  return [asks(first, second), asks(second, first)].toSorted(
    (a, b) => (a.amount ?? Infinity) - (b.amount ?? Infinity) || a.perMonth - b.perMonth,
  );
}

/** Those that a CDN answers ask nobody. */
function readsPerMonth(scenario: Scenario): number {
  const { timeline, readers } = workloadOf(scenario);
  const missed = readers.reduce((sum, { share, hitRatio }) => sum + share * (1 - hitRatio), 0);
  return (timeline[0]?.population.reads ?? 0) * missed;
}

function costOf(
  ref: string,
  requests: number,
  { scenario, archive }: CourseSources,
): Pick<VainAsks, 'amount' | 'billed' | 'currency'> {
  const found = oneStore(ref, scenario, archive);
  const { asOf, knownOn } = scenario;
  const resolved =
    'reason' in found
      ? null
      : resolvePrices(archive, { store: found.store, region: found.region, asOf, knownOn });
  if (!resolved || !('edition' in resolved)) return { amount: null, billed: 'unlisted', currency: 'USD' };
  const billed = failureCost(resolved.edition.operations.failed, 404);
  const { amount } = headlineRates(resolved, asOf).get;
  return {
    billed,
    amount: billed === 'free' ? 0 : amount === null ? null : (amount * requests) / 1e6,
    currency: resolved.edition.currency,
  };
}

function splitNotes(
  rule: SplitRule,
  [{ ref: first }, { ref: second }]: readonly [Side, Side],
  asks: readonly VainAsks[],
  scenario: Scenario,
  ofPopular: readonly string[] | null,
): string[] {
  return [
    ...(ofPopular ?? sizeNotes(rule, first, second, scenario)),
    ...vainNote(asks[0], rule),
    `What is written past the routers to one store leaves an older object of the same key in the other: delete it there, or write through the routers, which they allow whoever names the secret WRITE_TOKEN. While a key is in both, the one that is asked first answers.`,
    ...(scenario.workload.objects.arrivals && scenario.workload.objects.retention !== 'forever'
      ? [
          'An object that is moved is as old as its copy to rules that count days: it is deleted so much later.',
        ]
      : []),
  ];
}

/** https://developers.cloudflare.com/workers/platform/limits/ (Free and Pro) */
const MOST_BY_WORKER = 100e6;

function sizeNotes({ upToBytes }: SplitRule, first: string, second: string, scenario: Scenario): string[] {
  const bytes = upToBytes ?? 0;
  const sizes = scenario.workload.objects.size.map(({ size }) => size.value).toSorted((a, b) => a - b);
  const larger = sizes.find((value) => value > bytes);
  const largest = sizes.at(-1) ?? 0;
  return [
    `Objects up to ${formatBytes(bytes)} (${bytes} bytes) belong in ${first}, larger ones in ${second}. Whoever writes knows the size and chooses so; a router does it by Content-Length, and answers 411 to a write without one.`,
    ...(larger === undefined
      ? []
      : [
          `The plan knows sizes as classes and none between ${formatBytes(bytes)} and ${formatBytes(larger)}: where many objects are, give the scenario their sizes and ask for the plan again.`,
        ]),
    ...(larger !== undefined && largest > MOST_BY_WORKER
      ? [
          `A Worker takes no request larger than its Cloudflare plan does, which is ${formatBytes(MOST_BY_WORKER)} for most: write larger objects to ${second} directly.`,
        ]
      : []),
    'The mover moves what lies in the wrong store by its size. Each object so moved is a read, a write and perhaps retrieval or egress, and each run lists both stores: the plan counts none of it.',
  ];
}

function popularityNotes(
  { hot, rest, objects, isCopied, sizes }: PopularRule,
  { buckets, writeTo }: Undivided,
): string[] {
  const nameOf = (id: string) => buckets.find((one) => one.id === id)?.stores.join(', then ') ?? id;
  const [first, second] = [nameOf(hot), nameOf(rest)];
  return [
    `Which objects will be popular nobody knows ahead: schedule/top-keys.sh counts the reads of the last 30 days and writes the ${formatCount(objects, 6)} keys read most to keys.txt; the schedule ${isCopied ? 'copies' : 'moves'} those to ${first} and moves all others back to ${second}. Until it has run for the first time, ${first} is empty and reads cost and take what ${second} does.`,
    `The plan takes what is popular to stay so. Each key that comes or goes is read in one store, written to the other and deleted, perhaps with retrieval, egress or a charge for leaving early: the plan counts none of it, so look at the count that each run prints, and set STOWAGE_DAYS higher where it is large.`,
    ...(sizes.some(({ from, upTo }) => from !== null || upTo !== null)
      ? [
          `Popularity divides objects ${listing(sizes.flatMap(sizeWords))} alone: leave keys of others out of keys.txt.`,
        ]
      : []),
    ...(writeTo.includes(rest)
      ? [
          `New objects, and those that are written again, go to ${second} until they are counted among the popular.`,
        ]
      : []),
  ];
}

function vainNote(asks: VainAsks | undefined, { by }: SplitRule): string[] {
  if (!asks) return [];
  const { perMonth, amount, billed, currency } = asks;
  const [asked, other] = [asks.asked.ref, asks.other.ref];
  const price =
    billed === 'free'
      ? 'which its provider does not bill'
      : amount === null
        ? 'whose price is not known'
        : `${billed === 'billed' ? '' : 'up to '}${exactMoney(amount, currency)} at list price${billed === 'billed' ? '' : ', if its provider bills answers that find nothing'}`;
  const tell =
    by === 'size'
      ? 'Readers who know the size say it in the header X-Stowage-Size, and where keys tell it, --keys gives the forms'
      : 'The routers ask the right store where they have the list (-popular keys.txt in Go, the KV namespace POPULAR in a Worker), and where keys tell it, --keys gives the forms';
  return [
    `No read says which store has its object, so the routers ask ${asked} first, which costs least. About ${formatCount(perMonth)} reads a month are of objects in ${other}: each is one request in vain, ${price}, and one more round trip, and the plan counts neither the request in its cost nor the time in its latency. ${tell}.`,
  ];
}
