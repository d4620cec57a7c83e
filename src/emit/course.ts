/** The course of an object through a plan: which bucket it is in when, and who moves it. Any number of segments. */
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import type { CandidateStore } from '#core/placement/context/candidate-store.ts';
import { MOST_LONGER } from '#core/placement/ages/runnable.ts';
import { transitionAgeDays } from '#core/placement/context/candidate-store.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Candidate, Segment } from '#core/report/plan-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { splitRef } from '#core/store-ref.ts';
import { formatBytes, formatDays } from '#core/units.ts';
import { bucketAddress } from './buckets.ts';
import { classNames } from './storage-classes.ts';
import type { BucketAddress } from './buckets.ts';
import type { BucketKind } from './storage-classes.ts';
import type { Bucket, Job, Course, CourseSources } from './course-types.ts';

/** The steps of time in which a kind's rules count; kinds without rules are missing. */
const RULE_STEP_DAYS: Readonly<Partial<Record<BucketKind, number>>> = {
  s3: 1,
  express: 1,
  gcs: 1,
  azure: 1,
  r2: 1 / 86_400,
};

/** Of a step: what is less is the last bits of a double. */
const SLACK = 1e-3;

type Unnamed = Omit<Bucket, keyof BucketAddress>;

export function courseOf(candidate: Candidate, { scenario, archive, names }: CourseSources): Course {
  const { segments } = candidate;
  const { retention, standing } = scenario.workload.objects;
  const stays = (standing?.value ?? 0) > 0;
  // Rules count from LastModified, and would delete what is there already with the rest.
  const expires = retention !== 'forever' && !stays;
  const buckets: Unnamed[] = [];
  const jobs: Job[] = [];
  const notes: string[] =
    retention === 'forever' || !stays
      ? []
      : [
          'No rule deletes objects at the end of their retention: it would delete those as well that are there already and stay. Give new objects a prefix of their own, and write a rule for that.',
        ];
  const homes = new Map<string, Unnamed>();
  const open = (ref: string, fromDays: number): Unnamed => {
    const { region = '' } = splitRef(ref);
    const { kind, ofWrites, inHeader } = classNames(archive, ref);
    const bucket = {
      id: `store${buckets.length + 1}`,
      kind,
      stores: [ref],
      region,
      writeClass: ofWrites,
      writeHeader: inHeader,
      fromDays,
      transitions: [],
      expireDays: null,
    };
    buckets.push(bucket);
    homes.set(ref, bucket);
    return bucket;
  };
  const homeOf = (ref: string) => homes.get(ref) ?? open(ref, 0);

  for (const ref of segments[0]?.holders ?? []) open(ref, 0);
  for (const [i, segment] of segments.entries()) {
    const before = segments[i - 1];
    if (!before) continue;
    const atDays = segment.fromDays;
    const leaving = before.holders.filter((ref) => !segment.holders.includes(ref));
    const sources = sourcesOf(candidate, before, segment, leaving);
    const copied = [...sources].filter(([ref, source]) => {
      const [from, to] = [source, ref].map((one) => storeOf(one, scenario, archive));
      const isRule =
        leaving.includes(source) &&
        moveByRule(homeOf(source), from, to, { atDays, toClass: classNames(archive, ref).inRules }, notes);
      if (isRule) {
        homes.set(ref, homeOf(source));
        leaving.splice(leaving.indexOf(source), 1);
      }
      return !isRule;
    });
    for (const [k, [ref, source]] of copied.entries()) {
      const isLast = !copied.slice(k + 1).some(([, other]) => other === source);
      const leaves = isLast && leaving.includes(source);
      if (leaves) leaving.splice(leaving.indexOf(source), 1);
      const from = homeOf(source);
      jobs.push({
        kind: leaves ? 'move' : 'copy',
        from: from.id,
        to: open(ref, atDays).id,
        afterDays: atDays - from.fromDays,
      });
    }
    for (const ref of leaving) jobs.push(...endOf(homeOf(ref), atDays, notes));
  }
  const last = segments.at(-1);
  if (expires && last) for (const ref of last.holders) jobs.push(...endOf(homeOf(ref), last.toDays, notes));

  return {
    buckets: buckets.map((bucket) => ({ ...bucket, ...bucketAddress(bucket.kind, bucket.stores, names) })),
    jobs,
    notes,
    writeTo: (segments[0]?.holders ?? []).map((ref) => homeOf(ref).id),
    segments: segments.map(({ fromDays, toDays, readShare, holders, servers }, i) => ({
      fromDays,
      toDays: i === segments.length - 1 && !expires ? null : toDays,
      readShare,
      holders: [...new Set(holders.map((ref) => homeOf(ref).id))],
      servers: Object.fromEntries(
        Object.entries(servers).map(([place, ref]) => [place, homeOf(ref).id] as const),
      ),
    })),
  };
}

/** Each store that comes in, with the one it is copied from. */
function sourcesOf(
  candidate: Candidate,
  before: Segment,
  segment: Segment,
  leaving: readonly string[],
): Map<string, string> {
  const entering = segment.holders.filter((ref) => !before.holders.includes(ref));
  return new Map(
    entering.map((ref) => {
      const move = candidate.moves.find(
        ({ kind, to, atDays }) => kind === 'copy' && to === ref && Math.abs(atDays - segment.fromDays) < 1e-6,
      );
      return [ref, move?.from ?? leaving[0] ?? before.holders[0] ?? ref] as const;
    }),
  );
}

function storeOf(ref: string, scenario: Scenario, archive: Archive): CandidateStore | null {
  const found = oneStore(ref, scenario, archive);
  return 'reason' in found ? null : found;
}

/** Writes the transition into the bucket's rules where the provider's lifecycle can do it; else says why it cannot. */
function moveByRule(
  bucket: Unnamed,
  from: CandidateStore | null | undefined,
  to: CandidateStore | null | undefined,
  { atDays, toClass }: { atDays: number; toClass: string | null },
  notes: string[],
): boolean {
  if (!from || !to || from.site.provider !== to.site.provider) return false;
  const step = RULE_STEP_DAYS[bucket.kind];
  const between = `from ${from.ref} to ${to.ref}`;
  if (!from.edition.transitionsTo.includes(to.store) || toClass === null || step === undefined) {
    notes.push(`No lifecycle rule moves objects ${between}, so the schedule copies them.`);
    return false;
  }
  if (from.region !== to.region) return false;
  const earliest = transitionAgeDays(from, to);
  if (atDays < earliest) {
    notes.push(
      `Lifecycle rules move objects ${between} no earlier than ${formatDays(earliest)}, so the schedule copies them at ${formatDays(atDays)}, into a bucket of its own.`,
    );
    return false;
  }
  const exact = atDays - bucket.fromDays;
  const afterDays = Math.ceil(exact / step - SLACK) * step;
  if (afterDays - exact > SLACK)
    notes.push(
      `Lifecycle rules count whole days: objects move ${between} after ${formatDays(afterDays)}, not ${formatDays(exact)}.`,
    );
  const fromBytes = from.edition.transitionFromBytes;
  if (fromBytes > 0)
    notes.push(
      `Objects smaller than ${formatBytes(fromBytes)} stay in ${from.ref}; its provider moves none of them.`,
    );
  bucket.transitions.push({ afterDays, to: to.ref, toClass, fromBytes });
  bucket.stores.push(to.ref);
  return true;
}

/** Deleted by a rule where one can say the age, or nearly; else the job that does it. */
function endOf(bucket: Unnamed, atDays: number, notes: string[]): Job[] {
  const exact = atDays - bucket.fromDays;
  const job: Job = { kind: 'delete', from: bucket.id, to: null, afterDays: exact };
  const step = RULE_STEP_DAYS[bucket.kind];
  if (step === undefined) return [job];
  const afterDays = Math.max(1, Math.ceil(exact / step - SLACK)) * step;
  const where = bucket.stores.join(', ');
  if (afterDays > exact * (1 + MOST_LONGER)) {
    notes.push(
      `Lifecycle rules count whole days, and objects leave ${where} after ${formatDays(exact)}, so the schedule deletes them.`,
    );
    return [job];
  }
  if (afterDays - exact > SLACK)
    notes.push(
      `Lifecycle rules count whole days: objects leave ${where} after ${formatDays(afterDays)}, not ${formatDays(exact)}.`,
    );
  bucket.expireDays = afterDays;
  return [];
}
