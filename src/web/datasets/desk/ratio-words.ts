/** A comparison of two measurements in words. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { SampledCurve } from '#core/latency/cells/cell-curve.ts';
import type { QuantileRatio } from '#core/latency/cells/compare-quantiles.ts';

export const percentileName = (p: number) => `p${Number((p * 100).toPrecision(3))}`;
const three = (value: number) => Number(value.toPrecision(3));

/** `p99: the second takes 2.1 times as long as the first (1.8 to 2.4 with 95 % confidence); chance alone would differ as much once in 5,000.` */
export function ratioWords({ p, ratio, interval, pValue, isSketched }: QuantileRatio): string {
  const head = `${percentileName(p)}: the second takes ${three(ratio)} times as long as the first`;
  if (interval === null || pValue === null)
    return `${head}; how sure is not known, as a sample is too small for a ${percentileName(p)} or its size is not stated.`;
  const sketched = isSketched ? ', in part beyond the quantiles printed' : '';
  const chance =
    pValue > 0.05
      ? `this may be chance (p = ${Number(pValue.toPrecision(2))})`
      : `chance alone would hardly give it (p ${pValue < 0.001 ? '< 0.001' : `= ${Number(pValue.toPrecision(2))}`})`;
  return `${head} (${three(interval[0])} to ${three(interval[1])} with 95% confidence${sketched}); ${chance}.`;
}

/** About the highest percentile whose difference is more than chance; else about the median. */
export function ratioTitle(ratios: readonly QuantileRatio[]): string {
  const sure = ratios
    .filter(({ interval }) => interval !== null && (interval[0] > 1 || interval[1] < 1))
    .at(-1);
  if (sure?.interval) {
    const [low, high] = sure.interval;
    return `The ${percentileName(sure.p)} of the second is ${three(sure.ratio)} times as long as of the first (${three(low)} to ${three(high)})`;
  }
  return ratios.some(({ interval }) => interval !== null)
    ? 'No percentile differs by more than chance would give'
    : 'Whether they differ cannot be told from these samples';
}

export const ratioFigure = (ratios: readonly QuantileRatio[], first: SampledCurve, second: SampledCurve) =>
  figureOf(ratios, [
    { title: 'percentile', of: ({ p }) => percentileName(p) },
    { title: 'first', key: 'first ms', kind: 'ms', of: ({ p }) => first.quantile(p) },
    { title: 'second', key: 'second ms', kind: 'ms', of: ({ p }) => second.quantile(p) },
    { title: 'ratio', kind: 'number', of: ({ ratio }) => ratio },
    { title: 'low', kind: 'number', of: ({ interval }) => interval?.[0] },
    { title: 'high', kind: 'number', of: ({ interval }) => interval?.[1] },
    { title: 'p-value', kind: 'number', of: ({ pValue }) => pValue },
  ]);
