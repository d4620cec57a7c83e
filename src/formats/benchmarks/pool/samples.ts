/** Samples of one condition in several datasets as one: the rows of a merge are those of all requests together, exactly. */
import type { Dataset } from '#core/evidence/dataset.ts';
import { quantileRanks, sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { QUANTILES } from '#core/evidence/sample-statistics.ts';
import { quantileOf } from '#core/evidence/statistic.ts';
import { figure, risingRows } from '../cell.ts';
import { cellsWithSamples, pooled, type PartCell, type Pooled, type SampleSeen } from './cells.ts';

export interface SampledPart {
  dataset: Dataset;
  /** Of what its `samples.parquet` tells apart. */
  groups: readonly { metric: SampleSeen['metric']; risingMs: Float64Array }[];
}

interface Sample extends SampleSeen {
  risingMs: Float64Array;
}

export function poolSamples(parts: readonly SampledPart[]): Pooled {
  const cells = parts.flatMap(({ dataset, groups }) => cellsWithSamples(dataset, groups.map(sampleOf)));
  return pooled(cells, (own, base) => {
    const metric = own[0]?.cell.metric ?? 'total';
    const all = Float64Array.from(own.flatMap(({ sample }) => [...sample.risingMs])).sort();
    return [
      ...risingRows(base, metric, all, 1),
      ...printedBefore(own, all).map(({ statistic, value, low, high }) => ({
        ...figure(base, metric, statistic, value, { value_low: low, value_high: high, samples: all.length }),
        value,
      })),
    ];
  });
}

function sampleOf({ metric, risingMs }: SampledPart['groups'][number]): Sample {
  const between = (p: number) => {
    const ms = sampleQuantile(risingMs, p);
    return { low: ms, high: ms };
  };
  return { metric, requests: risingMs.length, between, risingMs };
}

/** Quantiles that a part printed beyond those of every sample: nothing that could be read before is lost. */
function printedBefore(own: readonly PartCell<Sample>[], all: Float64Array) {
  const names = new Set(own.flatMap(({ cell }) => [...cell.figures.keys()]));
  return [...names].flatMap((statistic) => {
    const p = quantileOf(statistic);
    if (p === null) return [];
    const ranks = quantileRanks(all.length, p);
    if (ranks && statistic in QUANTILES) return [];
    const end = (rank: number | undefined) => (rank === undefined ? null : (all[rank - 1] ?? null));
    return [{ statistic, value: sampleQuantile(all, p), low: end(ranks?.low), high: end(ranks?.high) }];
  });
}
