/** A split by size or popularity: which bucket has an object, which is asked first, and what it asks of those who run it. */
import type { Candidate } from '#core/report/plan-types.ts';
import { listing } from '#core/text/words.ts';
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
import { vainWords } from './vain-reads.ts';

/** The small or popular objects, or the others: each in one bucket for life. */
interface Side {
  bucket: Bucket;
  ref: string;
  reads: number;
}

type Undivided = Omit<Course, 'split' | 'popular' | 'cache' | 'routers'>;

/** What a course has besides where its parts differ by size or popularity alone, and their objects stay; with jobs and notes of its own. */
export function splitOf(
  course: Undivided,
  { asksInVain: [asks] }: Candidate,
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
          ? ['A read does not say the size of its object. Readers that know it can ask the right store.']
          : []),
      ],
    };
  const [first, second] = sides;
  const upToBytes = popular ? null : (course.writeBySize[0]?.upToBytes ?? null);
  const idOf = (ref: string) => (first.ref === ref ? first : second).bucket.id;
  const classOf = ({ ref }: Side) => classNames(sources.archive, ref).inHeader;
  const split: SplitRule = {
    by: popular ? 'popularity' : 'size',
    first: first.bucket.id,
    second: second.bucket.id,
    upToBytes,
    objects: popular?.objects ?? null,
    askFirst: (asks?.store === second.ref ? second : first).bucket.id,
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
      ...splitNotes(split, sides, asks, sources, popular ? popularityNotes(popular, course) : null),
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
      'No file here divides objects by popularity between more than two stores, or differently for each size.',
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

function splitNotes(
  rule: SplitRule,
  [{ ref: first }, { ref: second }]: readonly [Side, Side],
  asks: Candidate['asksInVain'][number] | undefined,
  sources: CourseSources,
  ofPopular: readonly string[] | null,
): string[] {
  const { scenario } = sources;
  return [
    ...(ofPopular ?? sizeNotes(rule, first, second, scenario)),
    ...(asks ? [vainNote(asks, asks.store === first ? second : first, rule, sources)] : []),
    'Write through the routers: they accept writes that carry the secret WRITE_TOKEN. If you write to one store directly, delete the older object of the same key in the other. While both stores have a key, readers get the object of the store that is asked first.',
    ...(scenario.workload.objects.arrivals && scenario.workload.objects.retention !== 'forever'
      ? ['For rules that count days, a moved object is as old as its copy, so it is deleted later.']
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
    `Objects of up to ${formatBytes(bytes)} (${bytes} bytes) belong in ${first}, larger objects in ${second}. Your writer knows the size and chooses the store. A router chooses by Content-Length, and answers 411 to a write without it.`,
    ...(larger === undefined
      ? []
      : [
          `The scenario names no sizes between ${formatBytes(bytes)} and ${formatBytes(larger)}. If many objects are in between, add their sizes to the scenario and plan again.`,
        ]),
    ...(larger !== undefined && largest > MOST_BY_WORKER
      ? [
          `Most Cloudflare plans limit a request to ${formatBytes(MOST_BY_WORKER)}: write larger objects to ${second} directly, not through the Worker.`,
        ]
      : []),
    'The mover moves objects that are in the wrong store for their size. Each costs a read, a write and perhaps retrieval or egress. The plan counts the listing of both stores, and not these moves.',
  ];
}

function popularityNotes(
  { hot, rest, objects, isCopied, sizes }: PopularRule,
  { buckets, writeTo }: Undivided,
): string[] {
  const nameOf = (id: string) => buckets.find((one) => one.id === id)?.stores.join(', then ') ?? id;
  const [first, second] = [nameOf(hot), nameOf(rest)];
  return [
    `Nobody knows in advance which objects will be popular. schedule/top-keys.sh counts the reads of the last 30 days, and writes the ${formatCount(objects, 6)} keys that are read most to keys.txt. The mover ${isCopied ? 'copies' : 'moves'} these objects to ${first}, and moves all others back to ${second}. Before its first run ${first} is empty, and reads have the cost and the latency of ${second}.`,
    `The plan assumes that popular objects stay popular. Each object that moves costs a read, a write and a delete, perhaps also retrieval, egress or a charge for early deletion. The plan does not count these costs. Each run prints how many objects moved: if they are many, set STOWAGE_DAYS higher.`,
    ...(sizes.some(({ from, upTo }) => from !== null || upTo !== null)
      ? [
          `Popularity divides only objects ${listing(sizes.flatMap(sizeWords))}: keep other keys out of keys.txt.`,
        ]
      : []),
    ...(writeTo.includes(rest)
      ? [`New and overwritten objects go to ${second} until they are counted as popular.`]
      : []),
  ];
}

function vainNote(
  asks: Candidate['asksInVain'][number],
  other: string,
  { by }: SplitRule,
  sources: CourseSources,
): string {
  const tell =
    by === 'size'
      ? 'Readers that know the size send it in the header X-Stowage-Size. If keys tell the size, give their forms with --keys'
      : 'With the list of popular keys the routers ask the right store (-popular keys.txt in Go, the KV namespace POPULAR in a Worker). If keys tell the store, give their forms with --keys';
  return `A read does not say which store has its object, so the routers ask ${asks.store} first, where most reads find theirs. About ${vainWords(asks, `in ${other}`, sources)} ${tell}.`;
}
