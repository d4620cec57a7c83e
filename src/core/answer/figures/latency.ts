/** Read latencies: of a placement, of its reader places and of its rivals. A latency always has its percentile and its grade. */
import { gradeWords } from '../../latency/types.ts';
import type { LatencySummary } from '../../report/plan-types.ts';
import { formatMs } from '../../units.ts';
import { rangeCell } from '../words/latency.ts';
import { figureOf, type Column } from './figure.ts';

export interface LatencyRow {
  name: string;
  of: Omit<LatencySummary, 'byPlace' | 'firstByteP99Ms'>;
}

const ms = (title: string, of: Column<LatencyRow>['of']): Column<LatencyRow> => ({
  title,
  key: `${title} ms`,
  kind: 'ms',
  none: 'no data',
  of,
});

export function latencyFigure(rows: readonly LatencyRow[]) {
  return figureOf(rows, [
    { title: 'reads', of: ({ name }) => name },
    ms('mean', ({ of }) => of.meanMs),
    ms('p50', ({ of }) => of.p50Ms),
    ms('p95', ({ of }) => of.p95Ms),
    ms('p99', ({ of }) => of.p99Ms),
    { title: 'estimate of p99', key: null, kind: 'ms', of: ({ of }) => rangeCell(of) },
    { title: '', key: 'p99 ms, low', of: ({ of }) => of.p99BandMs?.[0] },
    { title: '', key: 'p99 ms, high', of: ({ of }) => of.p99BandMs?.[1] },
    { title: 'evidence', key: 'grade', of: ({ of }) => of.grade, words: ({ of }) => gradeWords(of.grade) },
  ]);
}

export function latencyTitle(row: LatencyRow | undefined, requiredMs: number | null): string {
  const p99 = row?.of.p99Ms ?? null;
  if (!row || p99 === null) return 'How fast reads are is not known for this placement';
  if (requiredMs === null) return `99% of reads take at most ${formatMs(p99)}`;
  const [low, high] = row.of.p99BandMs ?? [p99, p99];
  const asked = formatMs(requiredMs);
  if (high <= requiredMs) return `99% of reads take at most ${formatMs(p99)}, within the required ${asked}`;
  if (low > requiredMs) return `99% of reads take up to ${formatMs(p99)}, more than the required ${asked}`;
  return Number.isFinite(high)
    ? `p99 is between ${formatMs(low)} and ${formatMs(high)}; required: ${asked}`
    : `p99 is at least ${formatMs(low)}; required: ${asked}`;
}
