/** A predicted latency: its quantiles with their band, and every measurement and step behind them. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { Names } from '#core/answer/words/names.ts';
import { gradeWords } from '#core/latency/types.ts';
import { describeFinding } from '#core/findings/index.ts';
import type { Prediction } from '#core/latency/types.ts';
import { formatNumber } from '#core/text/numbers.ts';
import { capital } from '#core/text/words.ts';
import { formatBytes } from '#core/units.ts';
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

type Quantile = readonly [name: string, ms: number];

const quantilesFigure = ({ bandMs, meanMs, ...of }: LatencyAnswer) => {
  const rows = QUANTILES.map(([name]): Quantile => [name, of[`${name}Ms`]]);
  return figureOf<Quantile>(
    [...rows, ['mean', meanMs]],
    [
      { title: 'quantile', of: ([name]) => name },
      { title: 'best', kind: 'ms', of: ([, ms]) => ms },
      { title: 'low', kind: 'ms', of: ([name]) => bandMs[name]?.[0] },
      { title: 'high', kind: 'ms', of: ([name]) => bandMs[name]?.[1] },
    ],
  );
};

export function latencyBlocks(answer: LatencyAnswer, names: Names): Block[] {
  const { store, region, operation, sizeBytes, from, metric, grade, evidence, adjustments } = answer;
  const what = metric === 'first_byte' ? 'time to first byte' : 'total time';
  const items = {
    Evidence: evidence.map(
      ({ dataset, status, samples, cell }) =>
        `${dataset} (${status}${samples === null ? '' : `, ${formatNumber(samples, 0)} samples`}): ${cell}`,
    ),
    Adjustments: adjustments.map(({ kind, words }) => `${capital(kind.replace('-', ' '))}: ${words}`),
    Notes: [...new Set(answer.findings.map((one) => describeFinding(one, names)))],
  };
  return [
    {
      kind: 'heading',
      text: `${names.store(`${store}@${region}`)}, ${operation} ${formatBytes(sizeBytes)} from ${names.place(from)}: ${what}, ${gradeWords(grade)}`,
    },
    { kind: 'table', table: quantilesFigure(answer) },
    ...Object.entries(items).flatMap(([title, own]): Block[] =>
      own.length > 0 ? [{ kind: 'list', title, items: [...new Set(own)] }] : [],
    ),
  ];
}
