/** Latency of a placement as text. */
import { gradeWords } from '../../latency/types.ts';
import type { Candidate, LatencySummary, Plan, ReadLatency } from '../../report/plan-types.ts';
import { formatMs } from '../../units.ts';

type Asking = Pick<Plan['scenario'], 'requirements'>;

/** The p99 that a scenario limits: of whole reads, or of their first bytes where it limits these alone. */
export function askedRead(
  read: ReadLatency,
  { requirements = {} }: Asking,
): LatencySummary & { of: 'read' | 'first byte' } {
  const { readP99, firstByteP99, latency = [] } = requirements;
  const ofReads = latency.filter(({ of }) => of !== 'write');
  const isFirstByte =
    readP99 === undefined &&
    (firstByteP99 !== undefined || ofReads.length > 0) &&
    ofReads.every(({ metric }) => metric === 'firstByte');
  if (!isFirstByte) return { ...read, of: 'read' };
  const { firstByteP99Ms: p99Ms, firstByteP99BandMs: p99BandMs, firstByteGrade: grade } = read;
  return { ...read, of: 'first byte', p99Ms, p99BandMs, grade };
}

/** `read p99 9.19 ms (3.61–23.4 ms, extrapolated), write p99 14.8 ms (…), nightly scan 47 s`: what a scenario asks about. */
export function latencyWords({ read, write, jobs }: Candidate, scenario: Asking): string {
  const first = askedRead(read, scenario);
  return [
    `${first.of} p99 ${latencyCell(first)}`,
    ...(scenario.requirements?.latency?.some(({ of }) => of === 'write')
      ? [`write p99 ${latencyCell(write)}`]
      : []),
    ...jobs.map(({ name, seconds }) => `${name} ${seconds === null ? 'unknown' : formatMs(seconds * 1000)}`),
  ].join(', ');
}

/** `610 ms (444–666 ms, interpolated)`, where the column says that it is a p99. */
export function latencyCell(read: LatencySummary): string {
  if (read.p99Ms === null) return 'unknown';
  const [range, grade] = [rangeCell(read), gradeWords(read.grade)];
  return `${formatMs(read.p99Ms)} (${range === '' ? '' : `${range}, `}${grade})`;
}

/** Ends that are nearer are alike. */
const LEAST_APART = 1.01;

/** `444–666 ms`, `0.499–1.53 s`, and `29.1 ms–1.02 s` where the ends are far apart; empty where they are alike. */
export function rangeCell({ p99BandMs }: LatencySummary): string {
  if (!p99BandMs) return '';
  const [low, high] = p99BandMs;
  if (!Number.isFinite(high)) return `≥ ${formatMs(low)}`;
  if (formatMs(low) === formatMs(high) || high < LEAST_APART * low) return '';
  if ((high >= 1000 && low < 100) || high >= 600_000) return `${formatMs(low)}–${formatMs(high)}`;
  const [scale, unit] = high >= 1000 ? [1000, 's'] : [1, 'ms'];
  const digits = (ms: number) => String(Number((ms / scale).toPrecision(3)));
  return `${digits(low)}–${digits(high)} ${unit}`;
}
