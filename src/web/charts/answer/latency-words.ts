/** Read latencies said in words and rows. A latency always has its percentile and its grade. */
import type { LatencySummary } from '#core/report/plan-types.ts';
import { latency } from '#web/words/format.ts';
import type { Figures } from '#web/words/csv.ts';

export interface LatencyRow {
  name: string;
  of: LatencySummary;
  /** Of another placement than the one on show. */
  rival: boolean;
}

export function latencyTitle(row: LatencyRow | undefined, requiredMs: number | null): string {
  const p99 = row?.of.p99Ms ?? null;
  if (!row || p99 === null) return 'How fast reads are is not known for this placement';
  if (requiredMs === null) return `99 of 100 reads take at most ${latency(p99)}`;
  const [low, high] = row.of.p99BandMs ?? [p99, p99];
  const asked = latency(requiredMs);
  if (high <= requiredMs) return `99 of 100 reads take at most ${latency(p99)}, inside the ${asked} asked`;
  if (low > requiredMs) return `99 of 100 reads take up to ${latency(p99)}, past the ${asked} asked`;
  return `p99 lies between ${latency(low)} and ${latency(high)}; ${asked} is asked`;
}

export function latencyFigures(rows: readonly LatencyRow[]): Figures {
  return {
    columns: ['reads', 'mean ms', 'p50 ms', 'p95 ms', 'p99 ms', 'p99 ms, low', 'p99 ms, high', 'grade'],
    rows: rows.map(({ name, of }) => [
      name,
      ...[of.meanMs, of.p50Ms, of.p95Ms, of.p99Ms, of.p99BandMs?.[0] ?? null, of.p99BandMs?.[1] ?? null].map(
        threeFigures,
      ),
      of.grade,
    ]),
  };
}

const threeFigures = (ms: number | null) =>
  ms === null || !Number.isFinite(ms) ? null : Number(ms.toPrecision(3));
