/** A predicted latency: its quantiles with their band, and every measurement and step behind them. */
import { gradeWords } from '#core/latency/types.ts';
import { describeFinding } from '#core/findings/index.ts';
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
  /** By quantile, the ends of the band: nine in ten further measurements lie between. */
  bandMs: Record<string, [number, number]>;
  grade: Prediction['grade'];
  evidence: Prediction['evidence'];
  adjustments: Prediction['adjustments'];
  findings: Prediction['findings'];
}

type Question = Pick<LatencyAnswer, 'store' | 'region' | 'operation' | 'metric' | 'sizeBytes' | 'from'>;

export function latencyAnswer(
  question: Question,
  { best, low, high, grade, evidence, adjustments, findings }: Prediction,
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
    grade,
    evidence,
    adjustments,
    findings,
  };
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
      items: answer.evidence.map(
        (one) =>
          `${one.dataset} (${one.status}${one.samples === null ? '' : `, ${one.samples} samples`}): ${one.cell}`,
      ),
    });
  }
  if (answer.adjustments.length > 0)
    blocks.push({
      kind: 'list',
      title: 'Adjustments',
      items: answer.adjustments.map((one) => `${one.kind}: ${one.words}`),
    });
  if (answer.findings.length > 0)
    blocks.push({
      kind: 'list',
      title: 'Notes',
      items: [...new Set(answer.findings.map((one) => describeFinding(one)))],
    });
  return blocks;
}
