/** What the notes of an emission say of reads that ask a store which has not their object. */
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import { failureCost } from '#core/pricing/bills/failures.ts';
import { requestRate } from '#core/pricing/editions/headline-rates.ts';
import { priceSheet } from '#core/pricing/sheets/price-sheet.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { exactMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { formatCount } from '#core/units.ts';
import { missedShare, workloadOf } from '#core/workload/workload.ts';
import type { Course, CourseSources } from './course-types.ts';

/** Those that a CDN answers ask nobody. */
function readsPerMonth(scenario: Scenario): number {
  const workload = workloadOf(scenario);
  return (workload.timeline[0]?.population.reads ?? 0) * missedShare(workload.readers);
}

/** After "about": reads of objects `where`, which ask a store in vain, at its list price and before any allowance. */
export function vainWords(
  { store: ref, perMonth }: Candidate['asksInVain'][number],
  where: string,
  { scenario, archive }: CourseSources,
): string {
  const found = oneStore(ref, scenario, archive);
  const { asOf, knownOn } = scenario;
  const resolved =
    'reason' in found
      ? null
      : resolvePrices(archive, { store: found.store, region: found.region, asOf, knownOn });
  return `${formatCount(perMonth)} reads a month are of objects ${where}. Each of them asks two stores: the first requests ${priceWords(resolved, asOf, perMonth)}, and take one more round trip. The plan counts both.`;
}

function priceWords(
  resolved: ReturnType<typeof resolvePrices> | null,
  asOf: string,
  perMonth: number,
): string {
  if (!resolved || !('edition' in resolved)) return 'have no known price';
  const { operations, currency } = resolved.edition;
  const billed = failureCost(operations.failed, 404);
  if (billed === 'free') return 'are not billed by the provider';
  const { amount } = requestRate(priceSheet(resolved, {}, asOf), 'GetObject');
  if (amount === null) return 'have no known price';
  const cost = exactMoney((amount * perMonth) / 1e6, currency);
  return billed === 'billed'
    ? `cost ${cost} a month at list price`
    : `cost up to ${cost} a month at list price, if the provider bills requests that find nothing`;
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
  return asksInVain.map((asks) => {
    const where = `that it does not have (${percent(asks.perMonth / all, { figures: 2 })} of all)`;
    const tip = keyDate === null ? ' If keys tell the date, say it in workload.objects.keyDate.' : '';
    return `A read does not say where its object is, so the routers ask ${asks.store} before other stores. About ${vainWords(asks, where, sources)}${tip}`;
  });
}
