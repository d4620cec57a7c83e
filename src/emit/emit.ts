/** From a plan to the files that put it in place. Pure text: nothing is sent or written here. */
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import { withCdn } from '#core/placement/room.ts';
import type { Question } from '#core/question.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { capital, listing } from '#core/text/words.ts';
import { formatDays, HOURS_PER_DAY, hoursWords } from '#core/units.ts';
import { alertRules } from './alerts.ts';
import { cacheCourse } from './cache-course.ts';
import type { NamesGiven, Placeholder } from './buckets.ts';
import { cdnNotes } from './cdn-notes.ts';
import { courseOf } from './course.ts';
import type { Bucket, Course, CourseSources } from './course-types.ts';
import { guideText, writingNotes } from './guide/guide.ts';
import type { SoftDeleted } from './guide/steps.ts';
import type { EmitKind, EmittedFile } from './kinds.ts';
import { lifecycleJson } from './lifecycle.ts';
import type { KeyForm } from './names-given.ts';
import { topKeysScript } from './popular.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { oneLine } from './quote.ts';
import { MOVER_SOURCES, moverJobs } from './mover.ts';
import { routerFiles } from './router-files.ts';
import { scheduleFiles } from './schedule.ts';
import { terraform } from './terraform.ts';
import { vainNotes } from './vain-reads.ts';
import { WRITER_SOURCES, writerPlan, writtenTogether } from './writer.ts';

export interface EmitWanted extends NamesGiven {
  plan: Plan;
  /** The placement; null: the recommended one, else the best if open measurements hold. */
  id: string | null;
  kinds: readonly EmitKind[];
  /** How keys tell when an object was made, such as `{yyyy}/{mm}/{dd}`; null: as the scenario says. */
  keyDate: string | null;
  /** Of a split: keys of which it is known where they are. */
  keys?: readonly KeyForm[];
}

export interface Emission {
  /** Id of the placement. */
  plan: string;
  files: EmittedFile[];
  placeholders: Placeholder[];
  notes: string[];
}

/** A placement that cannot be written: none is recommended, or none has the id. */
export class EmitError extends Error {
  override name = 'EmitError';
}

/** The files of one placement of the question's plan. Throws `EmitError`. */
export function emit(
  { scenario: asked, archive }: Pick<Question, 'scenario' | 'archive'>,
  { plan, id, kinds, keyDate: given, keys = [], buckets, endpoints, prefix }: EmitWanted,
): Emission {
  const candidate = candidateOf(plan, id);
  const chosen = candidate.runs.find(({ code }) => code === 'cdn')?.to ?? null;
  const scenario = chosen === null ? asked : withCdn(asked, chosen);
  const sources = { scenario, archive, names: { buckets, endpoints, prefix } };
  const { cache } = candidate;
  const course = cache ? cacheCourse(candidate, cache, sources) : courseOf(candidate, sources, keys);
  const unspoken = course.cache || course.split ? course.buckets.filter(({ kind }) => kind === 'azure') : [];
  const title = `${oneLine(scenario.name)}: ${candidate.id}, written by Stowage from prices of ${scenario.asOf}`;
  const keyDate = given ?? scenario.workload.objects.keyDate ?? null;
  const vain = vainNotes(candidate, course, keyDate, sources);
  const notes = [
    ...notesOf(candidate, course, scenario, unspoken, vain),
    ...restoreNotes(course, sources),
    ...cdnNotes(candidate, course, sources),
  ];
  // They are of the recommended placement's reign.
  const switchPoints = candidate.id === plan.recommendation?.id ? plan.switchPoints : [];
  const files: EmittedFile[] = [];
  const add = (kind: EmitKind, path: string, text: string | null, runs = false) => {
    if (text !== null && kinds.includes(kind)) files.push({ path, kind, text, runs });
  };
  const addAll = (
    kind: EmitKind,
    folder: string,
    texts: readonly (readonly [name: string, text: string])[],
  ) => texts.forEach(([name, text]) => add(kind, `${folder}/${name}`, text));
  for (const bucket of course.buckets) {
    const [kind, rules] = [LIFECYCLE_KINDS[bucket.kind], lifecycleJson(bucket)];
    if (kind && rules) add(kind, `lifecycle/${bucket.id}.json`, jsonOf(rules));
  }
  add('terraform', 'terraform/lifecycle.tf', terraform(course, title));
  add('top-keys', 'schedule/top-keys.sh', topKeysScript(course, title), true);
  const partBytes = scenario.workload.writes.partSize;
  const jobs = moverJobs(course, { plan: candidate.id, keyDate, partBytes });
  if (jobs !== null) addAll('rclone', 'mover', [['jobs.json', jsonOf(jobs)], ...MOVER_SOURCES]);
  if (jobs !== null && (jobs.jobs.length > 0 || jobs.popular !== null))
    addAll('rclone', 'schedule', scheduleFiles(course, title));
  const writes = writerPlan(course);
  if (writes !== null) addAll('writer', 'writer', [['writer.json', jsonOf(writes)], ...WRITER_SOURCES]);
  if (unspoken.length === 0)
    files.push(...routerFiles(course, scenario, { plan: candidate.id, keyDate }, kinds));
  add(
    'prometheus',
    'prometheus/alerts.yaml',
    alertRules({ course, candidate, scenario, switchPoints }, title),
  );
  const placeholders = placeholdersIn(course.buckets, files);
  files.unshift({
    path: 'README.md',
    kind: 'guide',
    text: guideText({
      ...{ title, plan: candidate.id, course, keyDate, files, placeholders, notes },
      softDeleted: course.buckets.flatMap((bucket) => softDeleteOf(bucket, sources)),
    }),
    runs: false,
  });
  return { plan: candidate.id, files, placeholders, notes };
}

/** Of each store in it the same: it is the bucket's setting. */
function softDeleteOf(bucket: Bucket, { scenario, archive }: CourseSources): SoftDeleted {
  const found = oneStore(bucket.stores[0] ?? '', scenario, archive);
  const hours = 'reason' in found ? undefined : found.edition.rules.storage.softDeleteHours;
  return hours === undefined ? [] : [{ bucket, days: hours / 24 }];
}

/** No job and no router restores an archived object. */
function restoreNotes({ buckets }: Course, { scenario, archive }: CourseSources): string[] {
  return [...new Set(buckets.flatMap(({ stores }) => stores))].flatMap((ref) => {
    const found = oneStore(ref, scenario, archive);
    if ('reason' in found) return [];
    const turnedOn = found.edition.rules.storage.accessTiers.filter(
      ({ restoreHours }) => restoreHours !== undefined,
    );
    if (turnedOn.length > 0)
      return turnedOn.map(
        ({ name, unreadHours }) =>
          `Turn on the tier ${name} at ${formatDays(unreadHours / HOURS_PER_DAY)} in the bucket of ${ref}: aws s3api put-bucket-intelligent-tiering-configuration --id stowage --intelligent-tiering-configuration '${JSON.stringify({ Id: 'stowage', Status: 'Enabled', Tierings: [{ Days: unreadHours / HOURS_PER_DAY, AccessTier: name.toUpperCase().replaceAll('-', '_') }] })}' --bucket. Restore an object there before each read. No file here does either.`,
      );
    if (found.restore === null) return [];
    if (found.restore === 'never')
      return [`Objects in ${ref} have to be restored before a read. The plan reads none there.`];
    const { name, operation, inPlaceOf, hours } = found.restore;
    const priority = name === undefined ? '' : `, at ${name} priority`;
    const how = inPlaceOf === undefined ? `, by ${operation} for one day` : priority;
    return [
      `Restore an object of ${ref} before each read${how}. It takes up to ${hoursWords(hours)}. No file here does it.`,
    ];
  });
}

/** Where the files differ from the plan. `unspoken`: buckets that no router speaks to. `vain`: what routers ask in vain. */
function notesOf(
  candidate: Candidate,
  course: Course,
  scenario: Scenario,
  unspoken: readonly Bucket[],
  vain: readonly string[],
): string[] {
  const whole = course.parts.find(({ stream }) => stream === 'all');
  return [
    ...(candidate.feasible === 'unproven'
      ? [
          'This placement is less sure to meet its requirements than the scenario asks: measurements or conditions are open.',
        ]
      : []),
    ...(candidate.feasible === 'no' ? ['This placement does not meet its requirements.'] : []),
    ...course.notes,
    ...writingNotes(course),
    ...(writtenTogether(course).some(({ kind }) => kind === 'azure')
      ? [
          'No writer is written: it uses the S3 interface, and Azure has none. Your own code writes each object to all its stores.',
        ]
      : []),
    ...machineNotes(course),
    ...vain,
    ...unspoken.map(
      ({ stores }) =>
        `No router is written: the routers use the S3 interface, and ${stores.join(', ')} has none.`,
    ),
    ...(whole && scenario.workload.objects.standing && course.buckets.length > 1 && !course.split
      ? [
          `The standing objects belong in ${whole.segments.at(-1)?.holders.join(', ') ?? ''}. No file here copies them there.`,
        ]
      : []),
    ...(whole && scenario.copies.length > 0
      ? [
          `Your writer or your provider's replication makes the copies in ${scenario.copies.join(', ')}. No file here makes them.`,
        ]
      : []),
  ];
}

/** Who pays for what runs. */
function machineNotes(course: Course): string[] {
  const { jobs, popular, routers } = course;
  const programs = [
    ...(jobs.length > 0 || popular ? ['the mover'] : []),
    ...(writerPlan(course) ? ['the writer'] : []),
    ...(routers.go ? ['the router in Go'] : []),
  ];
  return [
    ...(programs.length > 0
      ? [
          `${capital(listing(programs))} ${programs.length > 1 ? 'run' : 'runs'} on a machine of yours, which the plan does not bill.`,
        ]
      : []),
    ...(routers.worker
      ? [
          'The plan bills the requests of the Worker, with the CPU time that Cloudflare names as the average. See what yours take in its dashboard.',
        ]
      : []),
  ];
}

const LIFECYCLE_KINDS: Readonly<Partial<Record<Bucket['kind'], EmitKind>>> = {
  s3: 's3-lifecycle',
  express: 's3-lifecycle',
  r2: 'r2-lifecycle',
  gcs: 'gcs-lifecycle',
  azure: 'azure-lifecycle',
  b2: 'b2-lifecycle',
  tigris: 's3-lifecycle',
};

function candidateOf(plan: Plan, id: string | null): Candidate {
  const wanted = id ?? plan.recommendation?.id ?? plan.bestIf?.id;
  if (wanted === undefined)
    throw new EmitError(
      'no placement is recommended; name one with --plan, as stowage plan --all lists them',
    );
  const found = plan.candidates.find((one) => one.id === wanted);
  if (!found) throw new EmitError(`no placement "${oneLine(wanted)}" in this plan`);
  return found;
}

const jsonOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Those that stand in a file. */
function placeholdersIn(buckets: readonly Bucket[], files: readonly EmittedFile[]): Placeholder[] {
  const all = buckets.flatMap((bucket) => bucket.placeholders);
  return all.filter(
    ({ text }, i) =>
      files.some((file) => file.text.includes(text)) && all.findIndex((other) => other.text === text) === i,
  );
}
