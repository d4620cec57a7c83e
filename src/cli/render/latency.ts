/** A predicted latency: its quantiles with their band, and every measurement and step behind them. */
import { gradeWords } from '#core/latency/types.ts';
import { describeFinding } from '#core/findings/index.ts';
import { GRID_P } from '#core/latency/distributions/curve.ts';
import type { Prediction } from '#core/latency/types.ts';
import { formatMs } from '#core/units.ts';
import type { Block } from './table.ts';

const QUANTILES = [
  ['p50', 0.5],
  ['p75', 0.75],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
  ['p999', 0.999],
] as const;

export interface LatencyAnswer {
  store: string;
  region: string;
  operation: string;
  metric: string;
  sizeBytes: number;
  from: string;
  meanMs: number;
  p50Ms: number;
  p75Ms: number;
  p90Ms: number;
  p95Ms: number;
  p99Ms: number;
  p999Ms: number;
  floorMs: number;
  /** By quantile, over the whole band of the evidence. */
  bandMs: Record<string, [number, number]>;
  /** 95 % intervals that the number of samples alone leaves open, and how they were found; absent where it is not known. */
  samplingMs?: Record<string, [number, number]>;
  samplingDraws?: number;
  grade: Prediction['grade'];
  evidence: Prediction['evidence'];
  adjustments: Prediction['adjustments'];
  findings: Prediction['findings'];
}

type Question = Pick<LatencyAnswer, 'store' | 'region' | 'operation' | 'metric' | 'sizeBytes' | 'from'>;

export function latencyAnswer(
  question: Question,
  { best, low, high, sampling, grade, evidence, adjustments, findings }: Prediction,
): LatencyAnswer {
  const at = Object.fromEntries(QUANTILES.map(([name, p]) => [`${name}Ms`, best.quantile(p)])) as Pick<
    LatencyAnswer,
    'p50Ms' | 'p75Ms' | 'p90Ms' | 'p95Ms' | 'p99Ms' | 'p999Ms'
  >;
  return {
    ...question,
    meanMs: best.meanMs,
    ...at,
    floorMs: best.floorMs,
    bandMs: Object.fromEntries(QUANTILES.map(([name, p]) => [name, [low.quantile(p), high.quantile(p)]])),
    ...(sampling
      ? {
          samplingMs: Object.fromEntries(
            QUANTILES.flatMap(([name, p]) => {
              const i = GRID_P.indexOf(p);
              const [from, to] = [sampling.low[i], sampling.high[i]];
              return from === undefined || to === undefined ? [] : [[name, [from, to]]];
            }),
          ) as Record<string, [number, number]>,
          samplingDraws: sampling.draws,
        }
      : {}),
    grade,
    evidence,
    adjustments,
    findings,
  };
}

/** `the samples alone leave open, with 95 %: p50 15.9 ms to 17.6 ms, …`. */
function samplingWords({ samplingMs, samplingDraws }: LatencyAnswer): string[] {
  if (!samplingMs) return [];
  const each = (['p50', 'p99'] as const).flatMap((name) => {
    const [low, high] = samplingMs[name] ?? [];
    return low === undefined || high === undefined ? [] : [`${name} ${formatMs(low)} to ${formatMs(high)}`];
  });
  const how = samplingDraws ? `bootstrap of the fit, ${samplingDraws} draws` : 'binomial';
  return [`the number of samples alone leaves open, with 95 %: ${each.join(', ')} (${how})`];
}

export function latencyBlocks(answer: LatencyAnswer): Block[] {
  const values: readonly (readonly [string, number])[] = [
    ['p50', answer.p50Ms],
    ['p75', answer.p75Ms],
    ['p90', answer.p90Ms],
    ['p95', answer.p95Ms],
    ['p99', answer.p99Ms],
    ['p999', answer.p999Ms],
  ];
  const what = answer.metric === 'first_byte' ? 'to the first byte' : 'in all';
  const blocks: Block[] = [
    {
      kind: 'heading',
      text: `${answer.store}@${answer.region} ${answer.operation} from ${answer.from}, ${what}: ${gradeWords(answer.grade)}`,
    },
    {
      kind: 'table',
      table: {
        columns: [
          { title: 'quantile' },
          { title: 'best', align: 'right' },
          { title: 'low', align: 'right' },
          { title: 'high', align: 'right' },
        ],
        rows: [
          ...values.map(([name, ms]) => [
            name,
            formatMs(ms),
            ...(answer.bandMs[name] ?? []).map((end) => (Number.isFinite(end) ? formatMs(end) : 'unbounded')),
          ]),
          ['mean', Number.isFinite(answer.meanMs) ? formatMs(answer.meanMs) : 'unbounded', '', ''],
        ],
      },
    },
  ];
  if (answer.evidence.length > 0) {
    blocks.push({
      kind: 'list',
      title: 'Evidence',
      items: [
        ...answer.evidence.map(
          (one) =>
            `${one.dataset} (${one.status}${one.samples === null ? '' : `, ${one.samples} samples`}): ${one.cell}`,
        ),
        ...samplingWords(answer),
      ],
    });
  }
  if (answer.adjustments.length > 0)
    blocks.push({
      kind: 'list',
      title: 'Adjustments',
      items: answer.adjustments.map((one) => `${one.kind}: ${one.words}`),
    });
  if (answer.findings.length > 0)
    blocks.push({ kind: 'list', title: 'Notes', items: [...new Set(answer.findings.map(describeFinding))] });
  return blocks;
}
