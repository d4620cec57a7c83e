/** The cross-validation as pages show it. */
import { coverageFigure, heldOutFigure } from '#core/answer/figures/held-out.ts';
import type { Table } from '#core/answer/figures/figure.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { heldOut, type HeldOut } from '#core/latency/validation/held-out.ts';
import { coverage, validationVerdict } from '#core/latency/validation/validate.ts';
import { namesOf, storeName } from '#web/words/names.ts';

export type CoverageTable = ReturnType<typeof coverageTable>;
export type HeldOutPage = NonNullable<ReturnType<typeof heldOutPage>>;

const NAMES = namesOf(storeName);
const plain = ({ columns, rows }: Table): Table => ({ columns, rows });

/** Null for a claim, and where no quantile of it can be asked for: only means, or places and sizes that are not named. */
export function heldOutPage(dataset: Dataset, all: readonly Dataset[]) {
  const own = heldOut(all).filter((one) => one.dataset === dataset.id);
  return own.length === 0 ? null : { ...coverageTable(own), quantiles: plain(heldOutFigure(own, NAMES)) };
}

export const heldOutOfAll = (all: readonly Dataset[]) => coverageTable(heldOut(all));

const coverageTable = (quantiles: readonly HeldOut[]) => ({
  verdict: validationVerdict(quantiles),
  // Of each kind of request, all stores first.
  coverage: plain(coverageFigure(coverage(quantiles), NAMES)),
});
