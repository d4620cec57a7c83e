/** The cross-validation of a dataset as its page shows it: each held-out cell, each way of predicting, and what they come to. */
import type { Dataset } from '#core/evidence/dataset.ts';
import {
  conclusionsOf,
  validate,
  validationRows,
  validationVerdict,
} from '#core/latency/validation/validate.ts';
import type { Conclusion, Transfer, Validation } from '#core/latency/validation/validate.ts';
import { percent } from '#core/text/numbers.ts';
import { formatBytes, formatMs } from '#core/units.ts';
import { THEN, placeName, storeName } from '#web/words/names.ts';

/** One held-out figure: what it is, what was left to predict it from, and how that went. */
interface HeldOutRow {
  store: string;
  what: string;
  by: string;
  predicted: string;
  measured: string;
  /** Predicted over measured, less one; null where nothing predicts it. */
  error: number | null;
  /** Null where nothing predicts it. */
  inBand: boolean | null;
}

export interface HeldOutPage {
  conclusions: readonly Conclusion[];
  verdict: string;
  rows: readonly HeldOutRow[];
}

/** Null for a claim, and where nothing can be held out: one cell of its kind, or places that are not named. */
export function heldOutPage(dataset: Dataset, all: readonly Dataset[]): HeldOutPage | null {
  if (dataset.status === 'claimed') return null;
  const validation = validate(dataset, all);
  const summary = validationRows(validation);
  if (summary.length === 0) return null;
  return {
    conclusions: conclusionsOf(summary).map(inWords),
    verdict: validationVerdict(summary),
    rows: heldOutRows(validation),
  };
}

/** With the sign that the page's font has. */
const inWords = (one: Conclusion): Conclusion => ({ ...one, what: one.what.replaceAll(' → ', THEN) });

/** What all datasets together come to; those alone in which something can be held out. */
export function heldOutOfAll(all: readonly Dataset[]): {
  verdict: string;
  datasets: { id: string; title: string; heldOut: number; transfers: Record<Transfer, string[]> }[];
} {
  const each = all
    .filter(({ status }) => status !== 'claimed')
    .map((dataset) => ({ dataset, rows: validationRows(validate(dataset, all)) }));
  return {
    verdict: validationVerdict(each.flatMap(({ rows }) => rows)),
    datasets: each
      .filter(({ rows }) => rows.length > 0)
      .map(({ dataset: { id, title }, rows }) => {
        const found = conclusionsOf(rows).map(inWords);
        const of = (transfer: Transfer) =>
          found.filter((one) => one.transfer === transfer).map(({ what }) => what);
        return {
          id,
          title,
          heldOut: found.reduce((sum, { heldOut }) => sum + heldOut, 0),
          transfers: {
            'carries over': of('carries over'),
            'carries over roughly': of('carries over roughly'),
            'does not carry over': of('does not carry over'),
            'not predictable': of('not predictable'),
          },
        };
      }),
  };
}

const LEFT_OUT = {
  size: 'its size left out',
  place: 'its way left out',
  harness: 'from other benchmarks',
} as const;

function heldOutRows({ latencies }: Validation): HeldOutRow[] {
  return latencies.map((one): HeldOutRow => ({
    store: storeName(one.store),
    what: [
      one.operation,
      one.sizeBytes === null ? '' : formatBytes(one.sizeBytes),
      `${placeName(one.region)}${THEN}${placeName(one.client)}`,
      one.statistic,
    ]
      .filter(Boolean)
      .join(', '),
    by: LEFT_OUT[one.holding],
    predicted: one.predictedMs === null ? 'nothing predicts it' : formatMs(one.predictedMs),
    measured: formatMs(one.measuredMs),
    error: one.error,
    inBand: one.inBand,
  }));
}

/** `+12 %`; nothing where there is no prediction. */
export const errorWords = (error: number | null) => (error === null ? '' : percent(error, { signed: true }));
