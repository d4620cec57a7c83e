/** What of a scenario is a range, is converted, changes nothing, or leaves something out of every figure. */
import type { Finding } from '../../findings/index.ts';
import { daysBetween } from '../../iso-date.ts';
import { endsAtTheEdge } from '../latency-grid.ts';
import type { PlanContext } from './types.ts';
import { rangesOf } from '../variations/ranges.ts';

export function inputFindings(context: PlanContext): Finding[] {
  const { scenario, workload, writer } = context;
  const found: Finding[] = rangesOf(scenario).map(({ path, range }) => ({
    code: 'input-is-range',
    path,
    low: range.interval.low,
    high: range.interval.high,
    used: range.value,
  }));
  if (scenario.workload.reads.skew && !scenario.workload.objects.standing)
    found.push({
      code: 'input-unused',
      path: 'workload.reads.skew',
      why: 'only standing objects are split by how popular they are',
    });
  if (scenario.workload.reads.byAge && !scenario.workload.objects.arrivals)
    found.push({
      code: 'input-unused',
      path: 'workload.reads.byAge',
      why: 'standing objects have no age',
    });
  if (scenario.workload.reads.rereads && workload.readers.some(({ via }) => via !== undefined))
    found.push({
      code: 'input-unused',
      path: 'workload.reads.rereads',
      why: 'a CDN answers the reads that come soon after another, and what it leaves has other times between reads',
    });
  const away = workload.readers.filter(endsAtTheEdge).map(({ place }) => place);
  if (away.length > 0) found.push({ code: 'last-mile-left-out', places: away });
  for (const { via, hitRatio } of workload.readers)
    if (via && hitRatio > 0) found.push({ code: 'cdn-unmeasured', via, hitRatio });
  for (const ref of Object.keys(scenario.assume))
    if (!context.stores.some((store) => store.ref === ref || store.store === ref))
      found.push({ code: 'input-unused', path: `assume.${ref}`, why: 'it is not a candidate' });
  const stored = scenario.workload.objects.standing?.value ?? 0;
  if (stored > 0 && stored < workload.meanSizeBytes)
    found.push({ code: 'less-than-one-object', stored, size: workload.meanSizeBytes });
  for (const [i, ref] of [scenario.stores].flat().entries())
    if (scenario.stores.indexOf(ref) < i)
      found.push({ code: 'input-unused', path: `stores[${i}]`, why: `${ref} is listed before` });
  if (writer.egress === 'unknown') found.push({ code: 'writer-egress-unknown', writer: workload.writer });
  return [...found, ...converted(context)];
}

/** Each currency besides dollars that prices or the answer are in, where something was converted: at the scenario's own rate. */
function converted(context: PlanContext): Finding[] {
  const { stores, copies, scenario } = context;
  const { fx = {}, asOf } = scenario;
  const date = typeof fx.date === 'string' ? fx.date : null;
  const days = date === null ? null : daysBetween(date, asOf);
  const currencies = [...stores, ...copies].map(({ edition }): string => edition.currency);
  const all = new Set([...currencies, context.billing.into]);
  if (all.size === 1) return [];
  return [...all].flatMap((currency): Finding[] => {
    const rate = fx[currency];
    return typeof rate === 'number' ? [{ code: 'currency-converted', currency, rate, date, asOf, days }] : [];
  });
}
