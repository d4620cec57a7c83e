/** A read that first asks a store which does not have its object. */
import { fromGrid } from '../distributions/from-quantiles.ts';
import { normalScore } from '../distributions/normal.ts';
import { deferred } from '../distributions/transform.ts';
import { distinct, worseOf } from '../estimates/estimate.ts';
import { atLevel } from '../levels.ts';
import type { Prediction } from '../types.ts';

const WORDS =
  'asks another store first, which does not have the object: its first byte is added, as no dataset has one of a 404';

/** Where its curves are known, from one quantile to another: what is between takes no integral. */
const [FROM, TO, POINTS] = [0.001, 0.9995, 64];

/** `first`: by its first byte. */
export function askedFirst(first: Prediction, then: Prediction): Prediction {
  const { cities: _, ...rest } = then;
  const made: Prediction = {
    ...rest,
    waits: { first, then },
    best: deferred(() => end(0.5)),
    low: deferred(() => end(0)),
    high: deferred(() => end(1)),
    grade: worseOf(worseOf(first.grade, then.grade), 'extrapolated'),
    evidence: distinct([...then.evidence, ...first.evidence]),
    adjustments: [...then.adjustments, { kind: 'assumption', words: WORDS }],
  };
  const end = (level: number) => {
    const whole = atLevel(made, level);
    const [low, high] = [FROM, TO].map((p) => whole.quantile(p) - whole.floorMs) as [number, number];
    const points = Array.from({ length: POINTS }, (_, i) => {
      const ms = whole.floorMs + low * (high / low) ** (i / (POINTS - 1));
      return { ms, z: normalScore(whole.cdf(ms)) };
    }).filter(({ z }, i, all) => i === 0 || z > (all[i - 1]?.z ?? z));
    return fromGrid(
      whole.floorMs,
      points.map(({ z }) => z),
      points.map(({ ms }) => ms),
    );
  };
  return made;
}
