/** Copies by re-read as a course: what keeps the copies counts from when they were written, and routers write again what is read on. */
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import type { Candidate, CandidateCache } from '#core/report/plan-types.ts';
import { copyRuleOf } from '#core/rereads/caches/copy-rule.ts';
import { HOURS_PER_DAY, SECONDS_PER_DAY, formatBytes, formatDays } from '#core/units.ts';
import { classNames } from './storage-classes.ts';
import { courseOf, routersOfAll } from './course.ts';
import type { Course, CourseSources, CacheRule } from './course-types.ts';

interface CacheCourse extends Course {
  cache: CacheRule;
}

const SECONDS_PER_HOUR = 3600;
/** What a Worker holds in memory. */
const MOST_IN_WORKER = 64 * 1024 ** 2;

export function cacheCourse(
  candidate: Candidate,
  cache: CandidateCache,
  sources: CourseSources,
): CacheCourse {
  const [hotRef = '', coldRef = ''] = candidate.stores;
  const hotStore = oneStore(hotRef, sources.scenario, sources.archive);
  if ('reason' in hotStore) throw new RangeError(`no store ${hotRef}`);
  const kept = copyRuleOf(sources.archive, hotStore, cache.ttlHours);
  const keepDays = kept.keepHours / HOURS_PER_DAY;
  const [young, old] = candidate.segments;
  const lifeDays = old?.toDays ?? young?.toDays ?? keepDays;
  const segments =
    young && old && keepDays < lifeDays
      ? [
          { ...young, toDays: keepDays },
          { ...old, fromDays: keepDays },
        ]
      : young
        ? [{ ...young, toDays: lifeDays }]
        : [];
  const course = courseOf({ ...candidate, parts: [], segments }, sources);
  const idOf = (ref: string) => course.buckets.find(({ stores }) => stores.includes(ref))?.id ?? '';
  const [hot, cold] = [idOf(hotRef), idOf(coldRef)];
  const classOf = (ref: string) => classNames(sources.archive, ref).inHeader;
  const keepSeconds = Math.round(kept.keepHours * SECONDS_PER_HOUR);
  const ttlSeconds = Math.round(cache.ttlHours * SECONDS_PER_HOUR);
  const rule: CacheRule = {
    hot,
    cold,
    ttlSeconds,
    renewSeconds: keepSeconds - ttlSeconds,
    keepSeconds,
    writes: cache.writes,
    fromBytes: cache.fromBytes,
    upToBytes: cache.upToBytes,
    hotClass: classOf(hotRef),
    coldClass: classOf(coldRef),
  };
  return {
    ...course,
    writeTo: cache.writes === 'through' ? [cold, hot] : [cold],
    cache: rule,
    routers: routersOfAll(sources.scenario),
    notes: [...course.notes, ...notesOf(rule, hotRef, coldRef)],
  };
}

function notesOf({ ttlSeconds, renewSeconds, keepSeconds }: CacheRule, hot: string, cold: string): string[] {
  const time = (seconds: number) => formatDays(seconds / SECONDS_PER_DAY);
  return [
    `The plan keeps a copy for ${time(ttlSeconds)} after its last read, but rules and jobs count from its last write. So the routers write a copy again when it is read at an age of ${time(renewSeconds)} or more, and it is deleted ${time(keepSeconds)} after its last write. A copy therefore stays ${time(ttlSeconds)} to ${time(keepSeconds)} after its last read. An object that is read all the time is written again at most once every ${time(renewSeconds)}. The plan counts these writes.`,
    `The routers keep no index of the copies, so they ask ${hot} first for every read.`,
    `Write and delete through the routers: they accept requests that carry the secret WRITE_TOKEN. Other writes to ${cold} leave an older copy in ${hot} for up to ${time(keepSeconds)}, unless each version has its own key. A read that runs while its object is overwritten can leave such a copy too.`,
    `The Worker copies objects of up to ${formatBytes(MOST_IN_WORKER)}, the router in Go of up to 1 GiB. Larger objects are read from ${cold}.`,
  ];
}
