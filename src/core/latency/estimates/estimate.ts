/** A prediction in the making: curves and where they come from. */
import type { Curve } from '../distributions/curve.ts';
import { shift } from '../distributions/transform.ts';
import { GRADES } from '../types.ts';
import type { Adjustment, EvidenceRef, Grade, Prediction } from '../types.ts';
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import { formatMs } from '../../units.ts';

export interface Estimate {
  floorMs: number;
  best: Curve;
  low: Curve;
  high: Curve;
  grade: Exclude<Grade, 'missing'>;
  evidence: EvidenceRef[];
  /** In words, for those who show them: of readers in many cities one city's are. */
  adjustments: () => Adjustment[];
  findings: LatencyFinding[];
}

export function worseOf<G extends Grade>(a: G, b: G): G {
  return GRADES.indexOf(a) >= GRADES.indexOf(b) ? a : b;
}

export function withAdjustments(estimate: Estimate, ...adjustments: readonly Adjustment[]): Estimate {
  return { ...estimate, adjustments: () => [...estimate.adjustments(), ...adjustments] };
}

/** Names each piece of evidence once. */
export function distinct(evidence: readonly EvidenceRef[]): EvidenceRef[] {
  const isSame = (a: EvidenceRef, b: EvidenceRef) =>
    a === b || (a.dataset === b.dataset && a.cell === b.cell);
  return evidence.filter((one, i) => evidence.findIndex((other) => isSame(one, other)) === i);
}

export function lastMile(): Adjustment {
  return {
    kind: 'last-mile',
    words: "the readers' last mile is not included, as no dataset measured it",
  };
}

/** A prediction to the edge of the reader's network, carried on over a last mile that the user states. */
export function withLastMile(prediction: Prediction, addMs: number): Prediction {
  const words = `last mile: + ${formatMs(addMs)}, as stated in the scenario`;
  return {
    ...prediction,
    best: shift(prediction.best, addMs),
    low: shift(prediction.low, addMs),
    high: shift(prediction.high, addMs),
    grade: worseOf(prediction.grade, 'assumed'),
    adjustments: [
      ...prediction.adjustments.filter(({ kind }) => kind !== 'last-mile'),
      { kind: 'last-mile', words },
    ],
  };
}
