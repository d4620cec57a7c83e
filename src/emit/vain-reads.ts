/** What the notes of an emission say of reads that ask a store which has not their object. */
import { vainReads } from '#core/placement/vain-reads.ts';
import type { VainReads } from '#core/placement/vain-reads.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { exactMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { formatCount } from '#core/units.ts';
import { missedShare, workloadOf } from '#core/workload/workload.ts';
import type { Course, CourseSources } from './course-types.ts';
import { timelineOf } from './route.ts';

/** Those that a CDN answers ask nobody. */
export function readsPerMonth(scenario: Scenario): number {
  const workload = workloadOf(scenario);
  return (workload.timeline[0]?.population.reads ?? 0) * missedShare(workload.readers);
}

/** After "about". `where`: of whose objects they are. `isCounted`: the plan has their cost. */
export function vainWords(
  { perMonth, amount, billed, currency }: VainReads,
  where: string,
  isCounted: boolean,
): string {
  const price =
    billed === 'free'
      ? 'are not billed by the provider'
      : amount === null
        ? 'have no known price'
        : `cost ${billed === 'billed' ? '' : 'up to '}${exactMoney(amount, currency)} a month at list price${billed === 'billed' ? '' : ', if the provider bills requests that find nothing'}`;
  return `${formatCount(perMonth)} reads a month are of objects ${where}. Each of them asks two stores: the first requests ${price}, and take one more round trip. The plan counts ${isCounted ? 'their cost, not' : 'neither their cost nor'} their time.`;
}

/** Of a course by age whose keys tell none: the routers ask the stores in the order of their reads. */
export function vainByAge(course: Course, sources: CourseSources): string[] {
  if (course.cache || course.split) return [];
  const { readers } = workloadOf(sources.scenario);
  const segments = timelineOf(course).toSorted((a, b) => b.readShare - a.readShare);
  const all = segments.reduce((sum, { readShare }) => sum + readShare, 0);
  const asked = new Map<string, number>();
  for (const { place, share, hitRatio } of readers)
    for (const prefix of new Set(segments.map((one) => one.prefix))) {
      const own = segments.filter((one) => one.prefix === prefix);
      const first = own[0]?.servers[place];
      if (first === undefined) continue;
      const vain = own.reduce(
        (sum, { holders, readShare }) => sum + (holders.includes(first) ? 0 : readShare),
        0,
      );
      asked.set(first, (asked.get(first) ?? 0) + share * (1 - hitRatio) * (vain / all));
    }
  const reads = workloadOf(sources.scenario).timeline[0]?.population.reads ?? 0;
  return course.buckets.flatMap(({ id, stores: [ref = ''] }) => {
    const share = asked.get(id) ?? 0;
    return share * reads < 1
      ? []
      : [
          `Without --key-date the routers do not know the age of an object, and ask ${ref} first, where most reads find theirs. About ${vainWords(vainReads(ref, share * reads, sources), `of other ages (${percent(share, { figures: 2 })} of all)`, false)}`,
        ];
  });
}
