/** Prometheus alerts for what the plan rests on: where one fires, ask for the plan again with the new figure. */
import { bump } from '#core/at.ts';
import { percent } from '#core/text/numbers.ts';
import { SECONDS_PER_DAY, formatBytes, formatCount, formatMs } from '#core/units.ts';
import { workloadOf } from '#core/workload/workload.ts';
import { readLimits } from './limits.ts';
import type { ReadLimit } from './limits.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import type { Course } from './course-types.ts';
import { oneLine, promql, template, yaml } from './quote.ts';

/** Without a switch point, a figure that is so much off is worth another plan. */
const DRIFT = 0.5;
/** Points by which a share may be off before another plan is worth asking for. */
const SHARE_DRIFT = 0.1;
const AGAIN = 'Plan again with the measured value.';

interface Alert {
  name: string;
  expr: string;
  /** How long it must hold. */
  for: string;
  labels: Record<string, string>;
  /** Else a warning. */
  isCritical?: boolean;
  summary: string;
  description: string;
}

interface AlertSources {
  course: Course;
  candidate: Candidate;
  scenario: Scenario;
  /** Of the input that reads are, where another plan becomes the best; empty where none was looked for. */
  switchPoints: readonly SwitchPoint[];
}

export function alertRules(sources: AlertSources, title: string): string {
  const alerts = [
    jobAlerts,
    queueAlerts,
    latencyAlerts,
    rateAlerts,
    storedAlerts,
    shareAlerts,
    splitAlerts,
  ].flatMap((of) => of(sources));
  const lines = [
    `# ${oneLine(title)}`,
    '# The router in Go exports stowage_read_seconds, stowage_first_byte_seconds, stowage_reads_total and stowage_read_bytes_total.',
    '# The mover writes stowage_stored_bytes and stowage_job_* (STOWAGE_TEXTFILE_DIR), and the writer exports stowage_queue_*.',
    '# If you have other metrics, such as the size of a bucket from its provider, use their names here.',
    'groups:',
    '  - name: stowage',
    '    rules:',
    ...alerts.flatMap((alert) => [
      `      - alert: ${yaml(alert.name)}`,
      `        expr: ${yaml(alert.expr)}`,
      `        for: ${alert.for}`,
      '        labels:',
      `          severity: ${alert.isCritical ? 'critical' : 'warning'}`,
      ...Object.entries(alert.labels).map(([name, value]) => `          ${name}: ${yaml(template(value))}`),
      '        annotations:',
      `          summary: ${yaml(template(alert.summary))}`,
      `          description: ${yaml(alert.description)}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** For the schedule: a run that failed, and one that never was. Prometheus calls the label `job` of what it reads `exported_job`. */
function jobAlerts({ course: { jobs, popular } }: AlertSources): Alert[] {
  const count = jobs.length + (popular ? 1 : 0);
  if (count === 0) return [];
  const success = 'stowage_job_last_success_timestamp_seconds';
  const isNightly = popular !== undefined || jobs.some(({ isHourly }) => !isHourly);
  const isHourly = jobs.some((job) => job.isHourly);
  // Two runs in a row are missing.
  const [nightly, hourly] = [2 * SECONDS_PER_DAY, SECONDS_PER_DAY / 8];
  const name = '{{ or $labels.exported_job $labels.job }}';
  return [
    {
      name: 'StowageJobFailed',
      expr: 'stowage_job_last_exit_code != 0',
      for: '5m',
      labels: { assumption: 'schedule' },
      isCritical: true,
      summary: 'A job of the mover failed, or left objects where they were',
      description: `Job ${name} exited with {{ $value }}. Its output says which keys it left, and why. It deletes only what it has seen complete in the other store.`,
    },
    {
      name: 'StowageJobDidNotRun',
      expr: [
        `absent(${success})`,
        `count(${success}) < ${count}`,
        ...(isHourly && isNightly ? [`time() - max(${success}) > ${hourly}`] : []),
        `time() - ${success} > ${isNightly ? nightly : hourly}`,
      ].join(' or '),
      for: '30m',
      labels: { assumption: 'schedule' },
      isCritical: true,
      summary: 'The mover did not run',
      description: `A job (of ${count}) did not succeed in its last two runs, or reports nothing. Check that the timer is on and that its machine runs. Until then objects stay where they are, and are billed there.`,
    },
  ];
}

/** For dual writes through the writer, which keeps in a queue what one store did not take. */
function queueAlerts({ course: { writeTo, writeBySize } }: AlertSources): Alert[] {
  if (![writeTo, ...writeBySize.map(({ to }) => to)].some((ids) => ids.length > 1)) return [];
  return [
    {
      name: 'StowageWritesWait',
      expr: 'stowage_queue_oldest_seconds > 3600',
      for: '15m',
      labels: { assumption: 'dual-write' },
      isCritical: true,
      summary: 'Objects wait to be written to a second store',
      description:
        'The oldest has waited for {{ $value | humanizeDuration }}, and only one store has it. Check why the other store refuses it, and that the writer runs.',
    },
  ];
}

function limitAlert({ metric, statistic, limitMs, tail, at }: ReadLimit): Alert {
  const name = metric === 'total' ? 'stowage_read_seconds' : 'stowage_first_byte_seconds';
  const of = metric === 'total' ? 'reads' : 'first bytes';
  const place = at === null ? [] : [`place=${promql(at)}`];
  const rate = (part: string, labels: readonly string[] = place) =>
    `sum(rate(${name}_${part}${labels.length > 0 ? `{${labels.join(',')}}` : ''}[1h]))`;
  const seconds = limitMs / 1000;
  const from = at === null ? '' : ` from ${at}`;
  return {
    name: metric === 'total' ? 'StowageReadsTooSlow' : 'StowageFirstBytesTooSlow',
    expr:
      tail === null
        ? `${rate('sum')} / ${rate('count')} > ${seconds}`
        : `1 - ${rate('bucket', [...place, `le=${promql(String(seconds))}`])} / ${rate('count')} > ${tail}`,
    for: '30m',
    labels: { assumption: 'latency', statistic, ...(at === null ? {} : { place: at }) },
    summary: `The ${statistic} of ${of}${from} is above the ${formatMs(limitMs)} that the plan must keep`,
    description:
      tail === null
        ? `The mean is {{ $value | humanizeDuration }}. ${AGAIN}`
        : `{{ $value | humanizePercentage }} are slower, and the limit is ${Number((tail * 100).toPrecision(3))} %. ${AGAIN}`,
  };
}

function latencyAlerts({ scenario, candidate, course }: AlertSources): Alert[] {
  const bounds = candidate.read.byPlace.flatMap(({ place, p99BandMs }): Alert | never[] => {
    const isServed = course.parts.some(({ segments }) => segments.some(({ servers }) => servers[place]));
    if (!p99BandMs || !isServed) return [];
    const [, highest] = p99BandMs;
    return {
      name: 'StowageSlowerThanEvidence',
      expr: `histogram_quantile(0.99, sum by (le) (rate(stowage_read_seconds_bucket{place=${promql(place)}}[1h]))) > ${Number((highest / 1000).toPrecision(6))}`,
      for: '1h',
      labels: { assumption: 'evidence', place },
      summary: `p99 of reads from ${place} is above ${formatMs(highest)}, the upper end of the plan's estimate`,
      description: `p99 is {{ $value | humanizeDuration }}. ${AGAIN}`,
    };
  });
  return [...readLimits(scenario).map(limitAlert), ...bounds];
}

/** Past the nearest switch point on either side; where none is known there, so much off what is planned. */
function rateAlerts({ scenario, switchPoints }: AlertSources): Alert[] {
  const perDay = 'sum(rate(stowage_reads_total[1d])) * 86400';
  const planned = scenario.workload.reads.rate.value;
  const points = switchPoints
    .filter(({ path }) => path === 'workload.reads.rate')
    .toSorted((a, b) => a.value - b.value);
  const past = (sign: '>' | '<', value: number, then: string | null): Alert => ({
    name: 'StowageReadsPastSwitchPoint',
    expr: `${perDay} ${sign} ${value}`,
    for: '6h',
    labels: { assumption: 'read-rate', ...(then === null ? {} : { then }) },
    summary: `${sign === '>' ? 'More' : 'Fewer'} than ${formatCount(value)} reads a day: ${then === null ? 'no plan meets the requirements' : `${then} is the better plan`}`,
    description: `{{ $value | humanize }} reads a day. ${AGAIN}`,
  });
  const drift = (sign: '>' | '<', factor: number, word: string): Alert => ({
    name: 'StowageReadRateDrifted',
    expr: `${perDay} ${sign} ${planned * factor}`,
    for: '6h',
    labels: { assumption: 'read-rate' },
    summary: `Reads are ${DRIFT * 100} % ${word} than the ${formatCount(planned)} a day that the plan assumes`,
    description: `{{ $value | humanize }} reads a day. No switch point is known on that side. ${AGAIN}`,
  });
  const above = points.find(({ value }) => value > planned);
  const below = points.findLast(({ value }) => value < planned);
  const all = [
    above ? past('>', above.value, above.above.id) : drift('>', 1 + DRIFT, 'more'),
    below ? past('<', below.value, below.below.id) : drift('<', 1 - DRIFT, 'less'),
  ];
  return all.filter(({ name }) => planned > 0 || name !== 'StowageReadRateDrifted');
}

function storedAlerts({ scenario, course, candidate }: AlertSources): Alert[] {
  const held = bytesHeld(course, scenario);
  return course.buckets.flatMap((bucket): Alert | never[] => {
    const isCopies = bucket.id === course.cache?.hot;
    const bytes = isCopies ? (candidate.cache?.hotBytes ?? 0) : (held.get(bucket.id) ?? 0);
    if (!(bytes > 0)) return [];
    const growing = !isCopies && scenario.workload.objects.retention === 'forever';
    return {
      name: 'StowageStoredMoreThanPlanned',
      expr: `stowage_stored_bytes{store=${promql(bucket.id)}} > ${Math.round(bytes * (1 + DRIFT))}`,
      for: '1d',
      labels: { assumption: 'stored', holds: bucket.stores.join(' ') },
      summary: `${bucket.stores.join(', ')} holds ${DRIFT * 100} % more than the ${formatBytes(bytes)} that the plan assumes${growing ? ' in its first month' : ''}`,
      description: `{{ $value | humanize1024 }}B are stored${growing ? '; objects are kept for ever, so raise this bound as they grow' : ''}. If objects stay longer than planned, the mover may be late. ${AGAIN}`,
    };
  });
}

/** By bucket, in the first month. */
function bytesHeld({ parts, buckets }: Course, scenario: Scenario): Map<string, number> {
  const { timeline, lifeDays, meanSizeBytes } = workloadOf(scenario);
  const held = new Map<string, number>();
  const [first] = timeline;
  if (!first) return held;
  const { month, population } = first;
  const aged = (age: number) => population.objectDaysBelow(Math.min(age, lifeDays)) / month.days;
  const whole = aged(lifeDays) + population.standing.objects;
  for (const { id } of buckets)
    for (const { stream, bytes, segments } of parts) {
      const young = segments.reduce(
        (sum, { holders, fromDays, toDays }) =>
          sum + (holders.includes(id) ? aged(toDays ?? lifeDays) - aged(fromDays) : 0),
        0,
      );
      const stands = segments.at(-1)?.holders.includes(id) ? 1 : 0;
      const objects = {
        all: () => young + stands * population.standing.objects,
        new: () => (young > 0 ? (young / aged(lifeDays)) * whole : 0),
        old: () => stands * whole,
      }[stream]();
      bump(held, id, objects * meanSizeBytes * bytes);
    }
  return held;
}

/** Egress is billed by where readers are. */
function shareAlerts({ scenario }: AlertSources): Alert[] {
  const shares = new Map<string, number>();
  for (const { at, share } of scenario.workload.readers) bump(shares, at, share);
  if (shares.size < 2) return [];
  return [...shares].map(([place, share]) => ({
    name: 'StowageEgressShareDrifted',
    expr: `abs(sum(rate(stowage_read_bytes_total{place=${promql(place)}}[1d])) / sum(rate(stowage_read_bytes_total[1d])) - ${share}) > ${SHARE_DRIFT}`,
    for: '6h',
    labels: { assumption: 'egress-share', place },
    summary: `The share of bytes read from ${place} differs by more than ${SHARE_DRIFT * 100} percentage points from the ${Number((share * 100).toPrecision(3))} % that the plan assumes`,
    description: `The difference is {{ $value | humanizePercentage }} of all bytes. ${AGAIN}`,
  }));
}

/** For what a split by size or popularity rests on: the share of reads that is hot, and that objects lie where they belong. */
function splitAlerts({ course: { split, parts } }: AlertSources): Alert[] {
  if (!split) return [];
  const shareOf = (id: string) => {
    const held = parts.filter(({ segments }) => segments.some(({ holders }) => holders.includes(id)));
    return Number(held.reduce((sum, { reads }) => sum + reads, 0).toPrecision(6));
  };
  const share = shareOf(split.first);
  const vain = shareOf(split.askFirst === split.first ? split.second : split.first);
  const all = 'sum(rate(stowage_reads_total[1d]))';
  return [
    {
      name: 'StowageSplitShareDrifted',
      expr: `abs(sum(rate(stowage_reads_total{store=${promql(split.first)}}[1d])) / ${all} - ${share}) > ${SHARE_DRIFT}`,
      for: '6h',
      labels: { assumption: 'split-share' },
      summary: `The share of reads of ${split.by === 'size' ? 'small' : 'popular'} objects differs by more than ${SHARE_DRIFT * 100} percentage points from the ${percent(share, { figures: 3 })} that the plan assumes`,
      description: `The difference is {{ $value | humanizePercentage }} of all reads. ${split.by === 'size' ? '' : 'The list of popular keys may be old. '}${AGAIN}`,
    },
    {
      name: 'StowageAsksInVain',
      expr: `sum(rate(stowage_vain_asks_total[1d])) / ${all} > ${Number((vain + SHARE_DRIFT).toPrecision(6))}`,
      for: '6h',
      labels: { assumption: 'vain-asks' },
      summary: `More reads than the planned ${percent(vain, { figures: 3 })} ask first a store that does not have their object`,
      description:
        '{{ $value | humanizePercentage }} of reads do. Objects may be in the wrong store: check that the mover runs.',
    },
  ];
}
