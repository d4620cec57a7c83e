/**
 * Histograms of one condition in several datasets added bucket by bucket, so that the quantiles of a merge are those of the
 * joined sample. Histograms are of one condition where their rows agree in everything but when they were taken.
 */
import type { Bin } from '#core/evidence/binned-statistics.ts';
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import { MergeError } from '#core/evidence/merge.ts';
import { binnedRows } from './cell.ts';
import { readHistograms, unitOf } from './hdr-log.ts';
import { toMs } from './importer.ts';
import type { TimeUnit } from './importer.ts';

export interface HistogramPart {
  dataset: Dataset;
  /** Its `histograms.hlog`. */
  log: string;
}

/** The histogram of one cell of one part. */
interface Counted {
  part: string;
  condition: string;
  /** Its rows of quantiles, as they stand in the part. */
  rows: readonly Measurement[];
  bins: readonly Bin[];
}

export interface Pooled {
  /** Rows of the joined sample. */
  rows: Measurement[];
  /** The rows that they stand for, part by part. */
  replaced: ReadonlySet<Measurement>;
}

/**
 * What can be joined of the parts. A log that does not say the unit of its values is left as it is, and so is a cell that
 * one part alone has. Throws `MergeError` where histograms of one condition differ in their buckets.
 */
export function poolHistograms(parts: readonly HistogramPart[]): Pooled {
  const counted = parts.flatMap(countedOf);
  const groups = [...Map.groupBy(counted, ({ condition }) => condition)].filter(
    ([, own]) => new Set(own.map(({ part }) => part)).size > 1,
  );
  return {
    rows: groups.flatMap(([, own]) => joinedRows(own)),
    replaced: new Set(groups.flatMap(([, own]) => own.flatMap(({ rows }) => rows))),
  };
}

function countedOf({ dataset, log }: HistogramPart): Counted[] {
  const unit = unitOf(log);
  if (unit === null) return [];
  return [...readHistograms(log)].flatMap(([tag, bins]): Counted[] => {
    const note = tag === '' ? null : `run ${tag}`;
    const rows = dataset.measurements.filter((row) => row.metric === 'total' && row.note === note);
    const requests = bins.reduce((sum, { count }) => sum + count, 0);
    // Of one cell, and of all its requests; anything else is another measurement under the same tag.
    const isItsOwn = new Set(rows.map(conditionOf)).size === 1 && rows.every(({ samples }) => samples === requests); // prettier-ignore
    if (!isItsOwn) return [];
    // What a whole dataset says of its method is said of each row.
    const condition = JSON.stringify([conditionOf(rows[0]), dataset.method.loop, dataset.method.temperature]);
    return [{ part: dataset.id, condition, rows, bins: inMs(bins, unit) }];
  });
}

const inMs = (bins: readonly Bin[], unit: TimeUnit) =>
  bins.map(({ low, high, count }) => ({ low: toMs(low, unit), high: toMs(high, unit), count }));

/** All of a row but its value, when it was taken, and how many requests it rests on. */
function conditionOf(row: Measurement | undefined): string {
  return JSON.stringify({
    ...row,
    statistic: '',
    value: 0,
    value_low: 0,
    value_high: 0,
    samples: 0,
    measured_at: '',
    relation: '',
  });
}

function joinedRows(own: readonly Counted[]): Measurement[] {
  const [first] = own.flatMap(({ rows }) => rows);
  if (!first) return [];
  const names = own.map(({ part }) => part);
  const bins = new Map<number, Bin>();
  for (const bin of own.flatMap((one) => one.bins)) {
    const known = bins.get(bin.high);
    if (known && known.low !== bin.low)
      throw new MergeError([
        `histograms of ${names.join(' and ')} are of different precision, so their buckets do not add; merge parts of one precision`,
      ]);
    bins.set(bin.high, known ? { ...known, count: known.count + bin.count } : bin);
  }
  const rising = [...bins.values()].toSorted((a, b) => a.high - b.high);
  const overlap = rising.find((bin, i) => bin.low < (rising[i - 1]?.high ?? -Infinity));
  if (overlap)
    throw new MergeError([
      `histograms of ${names.join(' and ')} are of different precision, so their buckets do not add; merge parts of one precision`,
    ]);
  const moments = new Set(own.flatMap(({ rows }) => rows.map((row) => row.measured_at)));
  const [moment = null] = moments;
  const { metric, statistic: _s, value: _v, unit: _u, relation: _r, value_low: _l, value_high: _h, samples: _n, ...cell } = first; // prettier-ignore
  const note = [first.note, `joined from ${names.join(', ')}`].filter(Boolean).join('; ');
  return binnedRows({ ...cell, note, measured_at: moments.size === 1 ? moment : null }, metric, rising, 'eq');
}
