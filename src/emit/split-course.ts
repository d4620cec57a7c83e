/** A split by size or popularity as a course: a bucket for each part, which part an object belongs to, and which is asked first. */
import { popularityCode } from '#core/placement/partitions/cuts.ts';
import type { Candidate, CandidateSplit } from '#core/report/plan-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { workloadOf } from '#core/workload/workload.ts';
import { classNames } from './storage-classes.ts';
import { courseOf } from './course.ts';
import type { Course, CourseSources, Job, SplitRule } from './course-types.ts';
import type { KeyForm } from './names-given.ts';
import { splitNotes, vainAsks } from './split-notes.ts';

interface SplitCourse extends Course {
  split: SplitRule;
}

export function splitCourse(
  candidate: Candidate,
  split: CandidateSplit,
  keys: readonly KeyForm[],
  sources: CourseSources,
): SplitCourse {
  const { scenario } = sources;
  const courses = candidate.segments.map((segment, i) =>
    renamed(courseOf({ ...candidate, segments: [segment] }, sources), `store${i + 1}`),
  );
  const [first = '', second = ''] = courses.map(({ buckets: [bucket] }) => bucket?.id ?? '');
  const [firstRef = '', secondRef = ''] = candidate.stores;
  const asks = vainAsks(split, sources);
  const idOf = (ref: string) => (ref === firstRef ? first : second);
  const askFirst = idOf(asks[0]?.asked ?? firstRef);
  const classOf = (ref: string) => classNames(sources.archive, ref).inHeader;
  const rule: SplitRule = {
    by: split.by,
    first,
    second,
    upToBytes: split.upToBytes,
    objects: split.by === 'popularity' ? popularObjects(candidate, scenario) : null,
    askFirst,
    keys: keys.map(({ ref, prefix, suffix }) => ({ prefix, suffix, store: idOf(ref) })),
    firstClass: classOf(firstRef),
    secondClass: classOf(secondRef),
  };
  const [one] = courses;
  const segment = one?.segments[0];
  return {
    buckets: courses.flatMap(({ buckets }) => buckets),
    jobs: [...courses.flatMap(({ jobs }) => jobs), ...sorting(rule)],
    segments: segment
      ? [
          {
            ...segment,
            readShare: 1,
            holders: [askFirst, askFirst === first ? second : first],
            servers: Object.fromEntries(Object.keys(segment.servers).map((place) => [place, askFirst])),
          },
        ]
      : [],
    // What no rule names.
    writeTo: [second],
    notes: [...new Set(courses.flatMap(({ notes }) => notes)), ...splitNotes(rule, split, asks, scenario)],
    split: rule,
  };
}

/** Both parts begin with a first bucket. */
function renamed(course: Course, id: string): Course {
  return {
    ...course,
    buckets: course.buckets.map((bucket) => ({ ...bucket, id })),
    jobs: course.jobs.map((job) => ({ ...job, from: id, to: job.to === null ? null : id })),
  };
}

/** What was written to the wrong one by its size. Which objects are popular is found out from day to day, and is no job of a course. */
function sorting({ first, second, upToBytes }: SplitRule): Job[] {
  if (upToBytes === null) return [];
  const job = { kind: 'move', afterDays: 0 } as const;
  return [
    { ...job, from: first, to: second, sizes: { from: upToBytes + 1, upTo: null } },
    { ...job, from: second, to: first, sizes: { from: null, upTo: upToBytes } },
  ];
}

/** Standing objects by the point of the popularity curve that the id names. */
function popularObjects({ id }: Candidate, scenario: Scenario): number {
  const curve = [scenario.workload.reads.skew ?? []].flat();
  const at = curve.findIndex((_, point) =>
    id.endsWith(`@${popularityCode({ scenario }, { by: 'popularity', point })}`),
  );
  const [month] = workloadOf(scenario).timeline;
  return Math.round((curve[at]?.objects ?? 0) * (month?.population.standing.objects ?? 0));
}
