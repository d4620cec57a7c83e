/** What the notes of an emission say of reads that ask a store which has not their object. */
import { vainReads } from '#core/placement/vain-reads.ts';
import type { VainReads } from '#core/placement/vain-reads.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { exactMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { formatCount } from '#core/units.ts';
import { missedShare, workloadOf } from '#core/workload/workload.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import type { Course, CourseSources } from './course-types.ts';

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

/** Of routers along a route: `keyDate` as the files have it. */
export function vainNotes(
  { asksInVain }: Candidate,
  { cache, split, routers }: Course,
  keyDate: string | null,
  sources: CourseSources,
): string[] {
  const { scenario } = sources;
  if (cache || split || !routers.go || asksInVain.length === 0) return [];
  if (keyDate !== null && keyDate !== scenario.workload.objects.keyDate)
    return [
      'With --key-date the routers know the age of an object. The bill of the plan has the requests that they would make without: give the scenario workload.objects.keyDate to leave them out.',
    ];
  const all = readsPerMonth(scenario);
  return asksInVain.map(
    ({ store, perMonth }) =>
      `A read does not say where its object is, so the routers ask ${store} before other stores. About ${vainWords(vainReads(store, perMonth, sources), `that it does not have (${percent(perMonth / all, { figures: 2 })} of all)`, scenario.router === 'worker')}${keyDate === null ? ' If keys tell the date, say it in workload.objects.keyDate.' : ''}`,
  );
}
