/** The cross-validation as pages show it: how often the band held what was hidden, and each hidden quantile of one dataset. */
import { THEN } from '#core/answer/words/placement.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { heldOut } from '#core/latency/validation/held-out.ts';
import type { HeldOut } from '#core/latency/validation/held-out.ts';
import { coverage, validationVerdict } from '#core/latency/validation/validate.ts';
import { percent } from '#core/text/numbers.ts';
import { formatBytes, formatMs } from '#core/units.ts';
import { placeName, storeName } from '#web/words/names.ts';

export interface CoverageTable {
  verdict: string;
  /** Of each kind of request, all stores first. */
  rows: { kind: string; store: string; n: number; inBand: string; width: string }[];
}

/** One held-out figure: what it is, what the others say of it, and how that went. */
interface HeldOutRow {
  store: string;
  what: string;
  predicted: string;
  band: string;
  measured: string;
  /** Predicted over measured, less one; null where nothing predicts it. */
  error: number | null;
  /** Null where nothing predicts it. */
  inBand: boolean | null;
}

export interface HeldOutPage extends CoverageTable {
  quantiles: readonly HeldOutRow[];
}

/** Null for a claim, and where no quantile of it can be asked for: only means, or places and sizes that are not named. */
export function heldOutPage(dataset: Dataset, all: readonly Dataset[]): HeldOutPage | null {
  const own = heldOut(all).filter((one) => one.dataset === dataset.id);
  return own.length === 0 ? null : { ...coverageTable(own), quantiles: own.map(rowOf) };
}

export const heldOutOfAll = (all: readonly Dataset[]) => coverageTable(heldOut(all));

function coverageTable(quantiles: readonly HeldOut[]): CoverageTable {
  return {
    verdict: validationVerdict(quantiles),
    rows: coverage(quantiles).map(({ kind, store, operation, heldOut: n, predicted, inBand, width }) => ({
      kind,
      store: store === null ? 'all stores' : `${storeName(store)}, ${operation}`,
      n,
      inBand: predicted === 0 ? 'nothing predicts them' : `${percent(inBand / predicted)} of ${predicted}`,
      width: width === null ? '' : `× ${width.toFixed(1)}`,
    })),
  };
}

function rowOf(one: HeldOut): HeldOutRow {
  const { predicted, measuredMs } = one;
  return {
    store: storeName(one.store),
    what: [
      one.operation,
      one.metric === 'first_byte' ? 'first byte' : '',
      one.sizeBytes === null ? '' : formatBytes(one.sizeBytes),
      `${placeName(one.region)}${THEN}${placeName(one.client)}`,
      one.statistic,
    ]
      .filter(Boolean)
      .join(', '),
    predicted: predicted ? formatMs(predicted.ms) : 'nothing predicts it',
    band: predicted ? `${formatMs(predicted.lowMs)} to ${formatMs(predicted.highMs)}` : '',
    measured: formatMs(measuredMs),
    error: predicted ? predicted.ms / measuredMs - 1 : null,
    inBand: predicted ? predicted.lowMs <= measuredMs && measuredMs <= predicted.highMs : null,
  };
}

/** `+12 %`; nothing where there is no prediction. */
export const errorWords = (error: number | null) => (error === null ? '' : percent(error, { signed: true }));
