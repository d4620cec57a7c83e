/** Values of a scenario that are well formed one by one and make no sense together. */
import { quantileOf } from '../evidence/statistic.ts';
import { issueAt } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { COMMON_CURRENCY, rateInto } from '../pricing/currency.ts';
import { formatBytes, formatDays, formatMs } from '../units.ts';
import { monthIndex } from '../workload/monthly-rates.ts';
import { monthsIn } from '../workload/months.ts';
import { currentParts } from './current.ts';
import { rereadsAtOdds } from './check-rereads.ts';
import type { Scenario } from './scenario.ts';

export function senseIssues(scenario: Scenario): SchemaIssue[] {
  return [
    readsOfNothing,
    agesBeyondRetention,
    tooManyParts,
    assumedOutOfOrder,
    monthsOutOfReach,
    splitsPastRetention,
    limitsOfNobody,
    unpopularFirst,
    rereadsAtOdds,
    currencyWithoutRate,
  ].flatMap((check) => [...check(scenario)]);
}

type Issues = Iterable<SchemaIssue>;

function* readsOfNothing({ workload: { objects, reads } }: Scenario): Issues {
  const most = (one: typeof objects.standing) => one?.interval?.high ?? one?.value ?? 0;
  if (most(objects.arrivals) === 0 && most(objects.standing) === 0 && most(reads.rate) > 0)
    yield issueAt(
      'workload.objects',
      'objects are read and there are none: say how much is stored (standing: 300 TB) or how many come (arrivals: 12M/day)',
    );
}

function* agesBeyondRetention({ workload }: Scenario): Issues {
  const { retention } = workload.objects;
  if (retention === 'forever') return;
  const longest = retention.value;
  for (const { ageDays, share } of workload.reads.byAge ?? [])
    if (ageDays > longest || (ageDays === longest && share < 1))
      yield issueAt(
        'workload.reads.byAge',
        ageDays === longest
          ? `by ${formatDays(longest)}, the retention, all reads have come; write 1, not ${share}`
          : `${formatDays(ageDays)} is past the retention of ${formatDays(longest)}: nothing that old is there to be read; drop the point or lengthen workload.objects.retention`,
      );
}

/** Of a multipart upload in the S3 API. */
const MOST_PARTS = 10_000;

function* tooManyParts({ workload }: Scenario): Issues {
  const { partSize } = workload.writes;
  if (partSize === undefined) return;
  const path = 'workload.writes.partSize';
  const largest = Math.max(...workload.objects.size.map(({ size }) => size.value));
  const parts = Math.ceil(largest / partSize);
  if (partSize === 0) yield issueAt(path, 'a part of no bytes uploads nothing; try 16 MiB');
  else if (parts > MOST_PARTS)
    yield issueAt(
      path,
      `an object of ${formatBytes(largest)} in parts of ${formatBytes(partSize)} is ${parts.toLocaleString('en')} parts, and an upload has at most ${MOST_PARTS.toLocaleString('en')}; write at least ${formatBytes(Math.ceil(largest / MOST_PARTS))}`,
    );
}

/** From the most popular object on, each further share of objects gets no more reads than the one before. */
function* unpopularFirst({ workload }: Scenario): Issues {
  const points = [workload.reads.skew ?? []].flat();
  const ends = [{ objects: 0, reads: 0 }, ...points, { objects: 1, reads: 1 }];
  const path = 'workload.reads.skew';
  let before = Infinity;
  for (const [i, to] of ends.entries()) {
    const from = ends[i - 1];
    if (!from) continue;
    const [objects, reads] = [to.objects - from.objects, to.reads - from.reads];
    if (objects < 0 || reads < 0 || (objects === 0 && i < ends.length - 1))
      return yield issueAt(
        path,
        `shares of objects and reads must rise from point to point: ${to.objects} follows ${from.objects}`,
      );
    const each = objects > 0 ? reads / objects : reads > 0 ? Infinity : 0;
    if (each > before * (1 + 1e-9))
      return yield issueAt(
        path,
        `the most popular objects come first: those after the first ${from.objects} would be read more than those before; write { objects: 0.1, reads: 0.9 } for nine reads in ten on a tenth of the objects`,
      );
    before = each;
  }
}

function* currencyWithoutRate({ currency, fx }: Scenario): Issues {
  if (currency !== undefined && rateInto(COMMON_CURRENCY, currency, fx) === null)
    yield issueAt(
      'currency',
      `no rate is given for ${currency}; write fx: { ${currency}: <dollars for 1 ${currency}>, date: <yyyy-mm-dd> }, or --fx ${currency}=<dollars>`,
    );
}

function* limitsOfNobody({ requirements, workload }: Scenario): Issues {
  const places = [...new Set(workload.readers.map((reader) => reader.at))];
  for (const [i, { at }] of (requirements.latency ?? []).entries())
    if (at !== undefined && !places.includes(at))
      yield issueAt(
        `requirements.latency[${i}].at`,
        `nobody reads from "${at}"; readers are at ${places.join(', ')}`,
        nearest(at, places),
      );
}

function* assumedOutOfOrder({ assume }: Scenario): Issues {
  for (const [store, operations] of Object.entries(assume))
    for (const [operation, quantiles] of Object.entries(operations)) {
      const message = quantiles && quantileDisorder(quantiles);
      if (message) yield issueAt(`assume[${JSON.stringify(store)}].${operation}`, message);
    }
}

/** A month of the timeline lies within the horizon, and is named once for each rate. */
function* monthsOutOfReach({ asOf, horizon, workload }: Scenario): Issues {
  const count = monthsIn(horizon);
  const seen = new Map<string, number>();
  for (const [i, one] of (workload.timeline ?? []).entries()) {
    const path = `workload.timeline[${i}]`;
    const m = monthIndex(asOf, one.month);
    if (one.arrivals === undefined && one.reads === undefined)
      yield issueAt(path, 'changes nothing; say arrivals or reads, e.g. arrivals: x2');
    else if (m < 0)
      yield issueAt(`${path}.month`, `${one.month} is before ${asOf}, from which the plan counts`);
    else if (m >= count)
      yield issueAt(
        `${path}.month`,
        `${one.month} is past the horizon of ${count} months; write horizon: ${m + 1} months`,
      );
    else
      for (const kind of ['arrivals', 'reads'] as const) {
        if (one[kind] === undefined) continue;
        const before = seen.get(`${kind} ${m}`);
        seen.set(`${kind} ${m}`, i);
        if (before !== undefined)
          yield issueAt(
            path,
            `says ${kind} of ${one.month} once more; workload.timeline[${before}] does already`,
          );
      }
  }
}

function* splitsPastRetention({ current, workload }: Scenario): Issues {
  const { retention } = workload.objects;
  for (const { split, hot } of currentParts(current)) {
    if (split?.cold === hot) yield issueAt('current', `hot and cold are both ${hot}; write current: ${hot}`);
    else if (split && retention !== 'forever' && split.afterDays >= retention.value)
      yield issueAt(
        'current',
        `nothing moves after ${formatDays(split.afterDays)}: objects are kept for ${formatDays(retention.value)}`,
      );
  }
}

/** What is wrong with stated quantiles (`{ p50: 20, p99: 12 }`, ms): a higher one cannot be faster. Null when nothing is. */
export function quantileDisorder(quantiles: Readonly<Record<string, number>>): string | null {
  const named = Object.entries(quantiles)
    .flatMap(([name, ms]) => {
      const p = quantileOf(name);
      return p === null ? [] : [{ name, p, ms }];
    })
    .sort((a, b) => a.p - b.p);
  for (const [i, { name, ms }] of named.entries()) {
    const before = named[i - 1];
    if (before && ms < before.ms)
      return `${name} of ${formatMs(ms)} is below ${before.name} of ${formatMs(before.ms)}; a higher quantile is never faster`;
  }
  return null;
}
