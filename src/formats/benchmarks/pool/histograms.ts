/**
 * Histograms of one condition in several datasets added bucket by bucket, so that the quantiles of a merge are those of the
 * joined sample.
 */
import type { Bin } from '#core/evidence/binned-statistics.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { MergeError } from '#core/evidence/merge.ts';
import { binnedRows } from '../cell.ts';
import { addBin, binsInMs, readHistograms, unitOf } from '../hdr/log.ts';
import { toMs } from '../../importer.ts';
import { cellsWithSamples, pooled, type PartCell, type Pooled, type SampleSeen } from './cells.ts';

interface HistogramPart {
  dataset: Dataset;
  /** Its `histograms.hlog`. */
  log: string;
}

interface Histogram extends SampleSeen {
  bins: readonly Bin[];
}

/**
 * What can be joined of the parts. A log that does not say the unit of its values is left as it is, and so is a cell that
 * one part alone has. Throws `MergeError` where histograms of one condition differ in their buckets.
 */
export function poolHistograms(parts: readonly HistogramPart[]): Pooled {
  const cells = parts.flatMap(({ dataset, log }) => cellsWithSamples(dataset, histogramsIn(log)));
  return pooled(cells, (own, base) => binnedRows(base, own[0]?.cell.metric ?? 'total', added(own), 'eq'));
}

/** A tag that ends in `.first_byte` is of first bytes; every other, of whole requests. */
function histogramsIn(log: string): Histogram[] {
  const unit = unitOf(log);
  if (unit === null) return [];
  // Values are kept in whole units.
  const slack = toMs(1, unit);
  return [...readHistograms(log)].map(([tag, counted]) => {
    const bins = binsInMs(counted, unit);
    const requests = bins.reduce((sum, { count }) => sum + count, 0);
    const between = (p: number) => {
      let left = Math.max(1, Math.ceil(requests * p - 1e-9));
      const bin = bins.find(({ count }) => (left -= count) <= 0);
      return { low: (bin?.low ?? NaN) - slack, high: (bin?.high ?? NaN) + slack };
    };
    return { metric: tag.endsWith('.first_byte') ? 'first_byte' : 'total', requests, between, bins };
  });
}

/** Rising. */
function added(own: readonly PartCell<Histogram>[]): Bin[] {
  const bins = new Map<number, Bin>();
  for (const bin of own.flatMap(({ sample }) => sample.bins)) if (!addBin(bins, bin)) throw differing(own);
  const rising = [...bins.values()].toSorted((a, b) => a.high - b.high);
  if (rising.some((bin, i) => bin.low < (rising[i - 1]?.high ?? -Infinity))) throw differing(own);
  return rising;
}

function differing(own: readonly PartCell<Histogram>[]): MergeError {
  const names = own.map(({ part }) => part).join(' and ');
  return new MergeError([
    `histograms of ${names} are of different precision, so their buckets do not add; merge parts of one precision`,
  ]);
}
