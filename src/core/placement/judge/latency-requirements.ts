/** What a scenario asks of latency, as a list of limits on sums: a share of late answers, or a mean over its limit. */
import { quantileOf } from '../../evidence/statistic.ts';
import { LATENCY_STATISTICS } from '../../scenario/latency-statistics.ts';
import { formatMs } from '../../units.ts';
import type { ReadMetric } from '../context/read-options.ts';
import type { PlanContext } from '../context/types.ts';

export interface LatencyRequirement {
  /** `readP99`, `firstByteP99`; of the list in words: `read p95 from aws/us-east-1`, `write mean`. */
  name: string;
  of: 'read' | 'write';
  metric: ReadMetric;
  /** What it limits: `p99`, `mean`. */
  statistic: string;
  limitMs: number;
  /**
   * What is summed over answers: whether one is later than the limit, its mean over the limit, or whether nothing bounds
   * its mean. A mean is two requirements, `mean` and `unbounded`.
   */
  counts: 'late' | 'mean' | 'unbounded';
  /** The most that the sum may be. */
  tail: number;
  /** Weight of each reader in the sum, in the order of the workload. */
  weights: readonly number[];
}

export function latencyRequirements({ scenario, workload }: PlanContext): LatencyRequirement[] {
  const { readP99, firstByteP99, latency = [] } = scenario.requirements;
  const everyone = workload.readers.map(({ share }) => share);
  const found: LatencyRequirement[] = [];
  if (readP99 !== undefined) found.push(p99Within(workload, 'total', readP99));
  if (firstByteP99 !== undefined) found.push(p99Within(workload, 'first_byte', firstByteP99));
  for (const one of latency) {
    const metric = one.metric === 'firstByte' ? 'first_byte' : 'total';
    const weights = one.at === undefined ? everyone : weightsAt(one.at, workload.readers);
    for (const statistic of LATENCY_STATISTICS) {
      const limitMs = one[statistic];
      if (limitMs === undefined) continue;
      const what = one.of === 'write' ? 'write' : metric === 'total' ? 'read' : 'first byte';
      const name = `${what} ${statistic}${one.at === undefined ? '' : ` from ${one.at}`}`;
      const common = { name, of: one.of, metric, statistic, limitMs, weights } as const;
      const p = quantileOf(statistic);
      if (p !== null) found.push({ ...common, counts: 'late', tail: 1 - p });
      else found.push({ ...common, counts: 'mean', tail: 1 }, { ...common, counts: 'unbounded', tail: 0 });
    }
  }
  return found;
}

/** Of the reads of all readers. */
export function p99Within(
  { readers }: PlanContext['workload'],
  metric: ReadMetric,
  limitMs: number,
): LatencyRequirement {
  return {
    name: metric === 'total' ? 'readP99' : 'firstByteP99',
    of: 'read',
    metric,
    statistic: 'p99',
    limitMs,
    counts: 'late',
    tail: 0.01,
    weights: readers.map(({ share }) => share),
  };
}

function weightsAt(place: string, readers: PlanContext['workload']['readers']): number[] {
  const there = readers.map((reader) => (reader.place === place ? reader.share : 0));
  const all = there.reduce((sum, share) => sum + share, 0);
  return there.map((share) => (all > 0 ? share / all : 0));
}

/** `p99 ≤ 800 ms`, `first byte p50 ≤ 40 ms from aws/us-east-1`: each thing that is asked, once. */
export function askedWords(requirements: readonly LatencyRequirement[]): string[] {
  return requirements
    .filter(({ counts }) => counts !== 'unbounded')
    .map(({ name, limitMs }) => {
      const [what = name, place] = (KEY_WORDS[name] ?? name).split(' from ');
      return `${what} ≤ ${formatMs(limitMs)}${place === undefined ? '' : ` from ${place}`}`;
    });
}

const KEY_WORDS: Readonly<Record<string, string>> = { readP99: 'p99', firstByteP99: 'first byte p99' };
