/** The parts of a course as one line of time for who reads: what holds an object of an age whose part nobody tells. */
import { bump } from '#core/at.ts';
import type { Course, CoursePart, CourseSegment } from './course-types.ts';

/** Youngest first; then that of the standing objects, which have no age. `prefix`: of the keys that it is of; null: of any. */
export type TimelineSegment = CourseSegment & { prefix: string | null };

export function timelineOf({ parts, split, newPrefix }: Course): TimelineSegment[] {
  const young = parts.filter(({ stream }) => stream !== 'old');
  const standing = parts.filter(({ stream }) => stream === 'old');
  const prefix = newPrefix === '' ? null : newPrefix;
  const aged = atOnce(young).map((one) => ({ ...one, prefix }));
  const end = aged.at(-1);
  const rest = atOnce(standing).map((one) => ({
    ...one,
    fromDays: end?.toDays ?? end?.fromDays ?? 0,
    prefix: null,
  }));
  const all = [...aged, ...rest];
  const [only] = all;
  if (!split || !only) return all;
  const asked = [split.askFirst, split.askFirst === split.first ? split.second : split.first];
  const servers = Object.fromEntries(Object.keys(only.servers).map((place) => [place, split.askFirst]));
  return [{ ...only, readShare: 1, holders: asked, servers, prefix: null }];
}

/** Cut where any part turns; who holds what is read most comes first. */
function atOnce(parts: readonly CoursePart[]): CourseSegment[] {
  const turns = [...new Set(parts.flatMap(({ segments }) => segments.map(({ fromDays }) => fromDays)))];
  return turns
    .toSorted((a, b) => a - b)
    .flatMap((fromDays, i, all): CourseSegment[] => {
      const next = all[i + 1];
      const here = parts
        .flatMap(({ segments, bytes, objects }) =>
          segments
            .filter((one) => one.fromDays <= fromDays && fromDays < (one.toDays ?? Infinity))
            .map((one) => ({ ...one, meanSize: objects > 0 ? bytes / objects : 1 })),
        )
        .map((one) => {
          const days = (one.toDays ?? next ?? Infinity) - one.fromDays;
          const part = next === undefined || days === Infinity ? 1 : (next - fromDays) / days;
          return { ...one, readShare: one.readShare * Math.min(1, part) };
        })
        .toSorted((a, b) => b.readShare - a.readShare);
      const [first] = here;
      if (!first) return [];
      const last = here.some(({ toDays }) => toDays === null)
        ? null
        : Math.max(...here.map((one) => one.toDays ?? 0));
      return [
        {
          fromDays,
          toDays: next ?? last,
          readShare: here.reduce((sum, one) => sum + one.readShare, 0),
          holders: [...new Set(here.flatMap(({ holders }) => holders))],
          servers: serversOf(here),
        },
      ];
    });
}

/** By place, the bucket that answers most of its bytes, which cost more than its requests. Mean sizes are relative. */
function serversOf(segments: readonly (CourseSegment & { meanSize: number })[]): Record<string, string> {
  const places = new Map<string, Map<string, number>>();
  for (const { servers, readShare, meanSize } of segments)
    for (const [place, id] of Object.entries(servers)) {
      const shares = places.get(place) ?? new Map<string, number>();
      places.set(place, shares);
      bump(shares, id, readShare * meanSize);
    }
  return Object.fromEntries(
    [...places].map(([place, shares]) => [place, [...shares].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '']),
  );
}
