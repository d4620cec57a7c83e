/** How far the quantiles of a request lie from each other, pooled over all stores: what a store's tail is before it was measured. */
import { itemAt } from '../../at.ts';
import { KNOTS, KNOT_Z, MID } from './observations.ts';
import type { Observation } from './observations.ts';
import { average, betweenOf, meanOf } from './pool.ts';
import type { Value } from './pool.ts';

/** How far ln t rises from each knot to the next, and from the median to the mean. Null: nobody shows two. */
export interface Tail {
  steps: readonly (Value | null)[];
  mean: Value;
}

/** A mean lies above the median by so much in ln t where nobody prints both: as in the datasets shipped. */
const USUAL_MEAN: Value = { mean: 0.15, variance: 0.15 ** 2 };
/** Where one store alone shows a step, another may lie a factor of two from it. */
const ONE_SEEN = Math.LN2 ** 2;
/** No step is smaller: quantiles printed in whole milliseconds may be equal. */
const LEAST_STEP = 0.02;

/** Each operation of a store in a harness is one value. The spread is that of a further one; steps are pooled in their logarithms. */
export function tailOf(observed: readonly Observation[]): Tail {
  const kinds = [
    ...Map.groupBy(
      observed.filter(({ isNear }) => isNear),
      ({ dataset, store, operation }) => `${dataset.harness.id}|${store}|${operation}`,
    ).values(),
  ];
  const spread = (of: (one: Observation) => number | null): Value | null => {
    const values = kinds.flatMap((kind) => {
      const own = kind.flatMap((one) => of(one) ?? []);
      return own.length > 0 ? [{ mean: average(own), variance: 0 }] : [];
    });
    const between = values.length > 1 ? betweenOf([values]).variance : ONE_SEEN;
    const mean = meanOf(values, between);
    return mean && { mean: mean.mean, variance: between + mean.variance };
  };
  const shown = STEPS.map((i) => {
    const ln = spread(({ at }) => {
      const [from, to] = [itemAt(at, i), itemAt(at, i + 1)];
      return from && to ? Math.log(Math.max(LEAST_STEP, to.mean - from.mean)) : null;
    });
    return ln && fromLogarithm(ln);
  });
  const mean = spread(({ at, mean: own }) => {
    const median = itemAt(at, MID);
    return median && own ? own.mean - median.mean : null;
  });
  return { steps: STEPS.map((i) => carriedOn(shown, i)), mean: mean ?? USUAL_MEAN };
}

export const STEPS = KNOTS.slice(1).map((_, i) => i);

/** A step whose logarithm is normal, as a step that is: median of the one, and its spread to first order. */
function fromLogarithm({ mean, variance }: Value): Value {
  const step = Math.exp(mean);
  return { mean: step, variance: step * step * variance };
}

/** Where nobody shows a step: that of the log-normal which the nearest step belongs to. */
function carriedOn(shown: readonly (Value | null)[], i: number): Value | null {
  const [nearest] = STEPS.filter((j) => shown[j]).sort((a, b) => Math.abs(a - i) - Math.abs(b - i));
  const step = nearest === undefined ? null : shown[nearest];
  if (nearest === undefined || !step || nearest === i) return step ?? null;
  const wider = widthOf(i) / widthOf(nearest);
  const mean = step.mean * wider;
  return { mean, variance: step.variance * wider * wider + mean * mean * ONE_SEEN };
}

const widthOf = (i: number) => itemAt(KNOT_Z, i + 1) - itemAt(KNOT_Z, i);
