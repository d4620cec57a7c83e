/** What a dataset's own figures say against each other, and against those of others: findings, each with its arithmetic. */
import type { Dataset } from '../dataset.ts';
import { WEIGHTS, weightOf } from '../../findings/evidence-findings.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { columnsDisagree } from './columns.ts';
import { fasterThanLight } from './distance.ts';
import { littlesLaw } from './littles-law.ts';
import { throughputAsLatency } from './load.ts';
import { hiddenRetries, mixedTemperatures } from './mixtures.ts';
import { disorderedQuantiles, impossibleMeans, tooFewSamples } from './quantiles.ts';
import { fasterWhenLarger, limitUnreached } from './rates.ts';
import { answersDiffer, belowAnotherFloor, cellsAlike, vendorMeasuresRival } from './sources.ts';
import { sums } from './sums.ts';
import { coordinatedOmission, omissionNotRuledOut } from './waiting.ts';

/**
 * Every doubt about a dataset, the heaviest first. `all`: the datasets it stands among; those of its own harness are read
 * together with it, the others only against what it claims.
 */
export function doubtsOf(dataset: Dataset, all: readonly Dataset[] = []): EvidenceFinding[] {
  const kin = all.filter((one) => one.id !== dataset.id && one.harness.id === dataset.harness.id);
  const family = [dataset, ...kin];
  const found = [
    ...littlesLaw(dataset, family),
    ...sums(dataset, family),
    ...columnsDisagree(dataset),
    ...disorderedQuantiles(dataset),
    ...impossibleMeans(dataset),
    ...fasterThanLight(dataset),
    ...answersDiffer(dataset),
    ...throughputAsLatency(dataset),
    ...coordinatedOmission(dataset),
    ...fasterWhenLarger(dataset),
    ...cellsAlike(dataset),
    ...hiddenRetries(dataset),
    ...belowAnotherFloor(dataset, all),
    ...vendorMeasuresRival(dataset),
    ...mixedTemperatures(dataset),
    ...omissionNotRuledOut(dataset),
    ...limitUnreached(dataset),
    ...tooFewSamples(dataset),
  ];
  const rank = (finding: EvidenceFinding) => WEIGHTS.indexOf(weightOf(finding));
  return found.toSorted((a, b) => rank(a) - rank(b));
}
