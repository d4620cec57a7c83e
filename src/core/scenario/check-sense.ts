/** Values of a scenario that are well formed one by one and make no sense together. */
import { quantileOf } from '../evidence/statistic.ts';
import { issueAt } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { formatBytes, formatDays, formatMs } from '../units.ts';
import { monthIndex } from '../workload/monthly-rates.ts';
import { monthsIn } from '../workload/months.ts';
import { currentParts } from './current.ts';
import { rereadsAtOdds } from './check-rereads.ts';
import type { Scenario } from './scenario.ts';

export function senseIssues(scenario: Scenario): SchemaIssue[] {
  return [
    ...readsOfNothing(scenario),
    ...agesBeyondRetention(scenario),
    ...tooManyParts(scenario),
    ...assumedOutOfOrder(scenario),
    ...monthsOutOfReach(scenario),
    ...splitsPastRetention(scenario),
    ...limitsOfNobody(scenario),
    ...unpopularFirst(scenario),
    ...rereadsAtOdds(scenario),
  ];
}

function readsOfNothing({ workload: { objects, reads } }: Scenario): SchemaIssue[] {
  const most = (one: typeof objects.standing) => one?.interval?.high ?? one?.value ?? 0;
  if (most(objects.arrivals) > 0 || most(objects.standing) > 0 || most(reads.rate) === 0) return [];
  return [
    {
      path: 'workload.objects',
      message:
        'objects are read and there are none: say how much is stored (standing: 300 TB) or how many come (arrivals: 12M/day)',
    },
  ];
}

function agesBeyondRetention({ workload }: Scenario): SchemaIssue[] {
  const { retention } = workload.objects;
  if (retention === 'forever') return [];
  const longest = retention.value;
  return (workload.reads.byAge ?? [])
    .filter((point) => point.ageDays > longest || (point.ageDays === longest && point.share < 1))
    .map((point) => ({
      path: 'workload.reads.byAge',
      message:
        point.ageDays === longest
          ? `by ${formatDays(longest)}, the retention, all reads have come; write 1, not ${point.share}`
          : `${formatDays(point.ageDays)} is past the retention of ${formatDays(longest)}: nothing that old is there to be read; drop the point or lengthen workload.objects.retention`,
    }));
}

/** Of a multipart upload in the S3 API. */
const MOST_PARTS = 10_000;

function tooManyParts({ workload }: Scenario): SchemaIssue[] {
  const { partSize } = workload.writes;
  if (partSize === undefined) return [];
  const path = 'workload.writes.partSize';
  if (partSize === 0) return [{ path, message: 'a part of no bytes uploads nothing; try 16 MiB' }];
  const largest = Math.max(...workload.objects.size.map(({ size }) => size.value));
  const parts = Math.ceil(largest / partSize);
  if (parts <= MOST_PARTS) return [];
  return [
    {
      path,
      message: `an object of ${formatBytes(largest)} in parts of ${formatBytes(partSize)} is ${parts.toLocaleString('en')} parts, and an upload has at most ${MOST_PARTS.toLocaleString('en')}; write at least ${formatBytes(Math.ceil(largest / MOST_PARTS))}`,
    },
  ];
}

/** From the most popular object on, each further share of objects gets no more reads than the one before. */
function unpopularFirst({ workload }: Scenario): SchemaIssue[] {
  const points = [workload.reads.skew ?? []].flat();
  const ends = [{ objects: 0, reads: 0 }, ...points, { objects: 1, reads: 1 }];
  const path = 'workload.reads.skew';
  let before = Infinity;
  for (const [i, to] of ends.entries()) {
    const from = ends[i - 1];
    if (!from) continue;
    const [objects, reads] = [to.objects - from.objects, to.reads - from.reads];
    if (objects < 0 || reads < 0 || (objects === 0 && i < ends.length - 1))
      return [
        {
          path,
          message: `shares of objects and reads must rise from point to point: ${to.objects} follows ${from.objects}`,
        },
      ];
    const each = objects > 0 ? reads / objects : reads > 0 ? Infinity : 0;
    if (each > before * (1 + 1e-9))
      return [
        {
          path,
          message: `the most popular objects come first: those after the first ${from.objects} would be read more than those before; write { objects: 0.1, reads: 0.9 } for nine reads in ten on a tenth of the objects`,
        },
      ];
    before = each;
  }
  return [];
}

function limitsOfNobody({ requirements, workload }: Scenario): SchemaIssue[] {
  const places = [...new Set(workload.readers.map((reader) => reader.at))];
  return (requirements.latency ?? []).flatMap(({ at }, i) => {
    if (at === undefined || places.includes(at)) return [];
    const suggestion = nearest(at, places);
    return [
      issueAt(
        `requirements.latency[${i}].at`,
        `nobody reads from "${at}"; readers are at ${places.join(', ')}`,
        suggestion,
      ),
    ];
  });
}

function assumedOutOfOrder({ assume }: Scenario): SchemaIssue[] {
  return Object.entries(assume).flatMap(([store, operations]) =>
    Object.entries(operations).flatMap(([operation, quantiles]) => {
      const message = quantiles && quantileDisorder(quantiles);
      return message ? [{ path: `assume[${JSON.stringify(store)}].${operation}`, message }] : [];
    }),
  );
}

/** A month of the timeline lies within the horizon, and is named once for each rate. */
function monthsOutOfReach({ asOf, horizon, workload }: Scenario): SchemaIssue[] {
  const count = monthsIn(horizon);
  const seen = new Map<string, number>();
  return (workload.timeline ?? []).flatMap((one, i) => {
    const path = `workload.timeline[${i}]`;
    if (one.arrivals === undefined && one.reads === undefined)
      return [{ path, message: 'changes nothing; say arrivals or reads, e.g. arrivals: x2' }];
    const m = monthIndex(asOf, one.month);
    if (m < 0)
      return [
        { path: `${path}.month`, message: `${one.month} is before ${asOf}, from which the plan counts` },
      ];
    if (m >= count)
      return [
        {
          path: `${path}.month`,
          message: `${one.month} is past the horizon of ${count} months; write horizon: ${m + 1} months`,
        },
      ];
    const kinds = (['arrivals', 'reads'] as const).filter((kind) => one[kind] !== undefined);
    return kinds.flatMap((kind) => {
      const before = seen.get(`${kind} ${m}`);
      seen.set(`${kind} ${m}`, i);
      return before === undefined
        ? []
        : [
            {
              path,
              message: `says ${kind} of ${one.month} once more; workload.timeline[${before}] does already`,
            },
          ];
    });
  });
}

function splitsPastRetention({ current, workload }: Scenario): SchemaIssue[] {
  const { retention } = workload.objects;
  return currentParts(current).flatMap(({ split, hot }) => {
    if (split === null) return [];
    if (split.cold === hot)
      return [{ path: 'current', message: `hot and cold are both ${hot}; write current: ${hot}` }];
    return retention !== 'forever' && split.afterDays >= retention.value
      ? [
          {
            path: 'current',
            message: `nothing moves after ${formatDays(split.afterDays)}: objects are kept for ${formatDays(retention.value)}`,
          },
        ]
      : [];
  });
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
