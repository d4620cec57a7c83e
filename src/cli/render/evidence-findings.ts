/** A dataset's rows and the findings on it, for a terminal, as CSV and as JSON. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { MEASUREMENT_COLUMNS, type Measurement } from '#core/evidence/dataset.ts';
import { WEIGHT_WORDS } from '#core/answer/words/measurements.ts';
import type { Names } from '#core/answer/words/names.ts';
import { describeEvidenceFinding, weightOf } from '#core/findings/evidence-findings.ts';
import type { EvidenceFinding, Weight } from '#core/findings/evidence-findings.ts';
import { listOf, type Block } from './table.ts';

/** As `measurements.csv` has them. */
export const rowsFigure = (measurements: readonly Measurement[]) =>
  figureOf(
    measurements,
    MEASUREMENT_COLUMNS.map((column) => ({ title: column, of: (row: Measurement) => row[column] })),
  );

const WEIGHTS = Object.keys(WEIGHT_WORDS) as Weight[];

type FindingJson = EvidenceFinding & { weight: Weight; message: string };

export function findingJson(finding: EvidenceFinding): FindingJson {
  return { ...finding, weight: weightOf(finding), message: describeEvidenceFinding(finding) };
}

/** One list for each weight that there is. */
export function findingBlocks(findings: readonly EvidenceFinding[], names: Names): Block[] {
  return WEIGHTS.flatMap((weight) => {
    const own = findings.filter((finding) => weightOf(finding) === weight);
    const title = `Findings: ${WEIGHT_WORDS[weight].toLowerCase()}`;
    const items = own.map((one) => describeEvidenceFinding(one, names));
    return listOf(title, items);
  });
}

/** `7 findings (2 impossible, 5 limited)` */
export function tally(findings: readonly { weight: Weight; message: string }[]): string {
  const distinct = [...new Map(findings.map((one) => [one.message, one.weight])).values()];
  const each = WEIGHTS.flatMap((weight) => {
    const count = distinct.filter((one) => one === weight).length;
    return count === 0 ? [] : [`${count} ${weight}`];
  });
  return `${distinct.length} ${distinct.length === 1 ? 'finding' : 'findings'} (${each.join(', ')})`;
}
