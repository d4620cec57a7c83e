/** What somebody does by hand for the CDN of a placement, as no file here sets one up: notes of what was written. */
import { titleOf } from '#core/pricing/archive.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import { splitRef } from '#core/store-ref.ts';
import { percent } from '#core/text/numbers.ts';
import { listing } from '#core/text/words.ts';
import type { Course, CourseSources } from './course-types.ts';

export function cdnNotes({ cdn }: Candidate, course: Course, sources: CourseSources): string[] {
  const { archive, scenario } = sources;
  const origin =
    course.routers.go || course.routers.worker ? 'the router' : listing(course.buckets.map(({ id }) => id));
  const hits = Math.min(
    ...scenario.workload.readers.flatMap(({ via, viaAny, hitRatio }) =>
      via === undefined && viaAny === undefined ? [] : [hitRatio?.value ?? 0],
    ),
  );
  return [...new Set(cdn.map((ref) => splitRef(ref).store))].map((id) => {
    const guide = archive.facts(id)?.setUp;
    return `Readers come through ${titleOf(archive, id)}. No file here sets it up: make ${origin} its origin${guide ? ` (${guide})` : ''}. The plan counts on a hit ratio of ${percent(hits)}.`;
  });
}
