/** How far the quantiles of a request lie from each other, pooled over all stores: the tail of those that printed none. */
import { itemAt } from '../../at.ts';
import { KNOTS, KNOT_Z, MID } from './observations.ts';
import type { Observation } from './observations.ts';
import { average, betweenOf, meanOf } from './pool.ts';
import type { Value } from './pool.ts';

/** ln of how far ln t rises from each knot to the next, and how far the mean lies above the median in ln t. Null: nobody printed both. */
export interface Tail {
  steps: readonly (Value | null)[];
  mean: Value | null;
}

/** Where one store alone shows a step, another may lie a factor of two from it. */
const ONE_SEEN = Math.LN2 ** 2;
/** No step is smaller: quantiles printed in whole milliseconds may be equal. */
const LEAST_STEP = 0.02;

/** Each store's operation in a dataset is one value. The spread is that of a further one. */
export function tailOf(observed: readonly Observation[], otherwise?: Tail): Tail {
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
  const shown = STEPS.map(
    (i) =>
      spread(({ at }) => {
        const [from, to] = [itemAt(at, i), itemAt(at, i + 1)];
        return from === null || to === null ? null : Math.log(Math.max(LEAST_STEP, to - from));
      }) ?? otherwise?.steps[i] ?? null,
  );
  // Where nobody shows a step, the log-normal that the nearest one belongs to.
  const steps = STEPS.map((i) => {
    const [nearest] = STEPS.filter((j) => shown[j]).sort((a, b) => Math.abs(a - i) - Math.abs(b - i));
    const step = nearest === undefined ? null : shown[nearest];
    if (nearest === undefined || !step || nearest === i) return step ?? null;
    const { mean, variance } = step;
    return { mean: mean + Math.log(widthOf(i) / widthOf(nearest)), variance: variance + ONE_SEEN };
  });
  const mean =
    spread(({ at, mean: own }) => {
      const median = itemAt(at, MID);
      return median === null || own === null ? null : own - median;
    }) ?? otherwise?.mean ?? null;
  return { steps, mean };
}

const STEPS = KNOTS.slice(1).map((_, i) => i);

/**
 * Every knot of an observation: as printed with what its number of requests leaves open, else carried on from the nearest
 * printed knot by the steps of the pool; where nobody shows a step, by its own slope. Null where neither gives it a tail.
 */
export function completed({ at, mean, variance, perRequest }: Observation, tail: Tail): Value[] | null {
  const slopes = STEPS.flatMap((i) => {
    const [from, to] = [itemAt(at, i), itemAt(at, i + 1)];
    return from === null || to === null ? [] : [(to - from) / widthOf(i)];
  });
  const own = slopes.length > 0 ? average(slopes) : null;
  const stepOf = (i: number): Value | null => {
    const step = itemAt(tail.steps, i);
    if (step) {
      const rise = Math.exp(step.mean);
      return { mean: rise, variance: rise * rise * step.variance };
    }
    return own === null ? null : { mean: own * widthOf(i), variance: (own * widthOf(i)) ** 2 * ONE_SEEN };
  };
  const values: (Value | null)[] = at.map((ln, i) => {
    if (ln === null) return null;
    const p = itemAt(KNOTS, i);
    const slope = own ?? (stepOf(Math.min(i, KNOTS.length - 2))?.mean ?? 0) / widthOf(Math.min(i, KNOTS.length - 2));
    const density = Math.exp(-(itemAt(KNOT_Z, i) ** 2) / 2) / Math.sqrt(2 * Math.PI);
    return { mean: ln, variance: variance + perRequest * p * (1 - p) * (slope / density) ** 2 };
  });
  if (values.every((one) => one === null) && mean !== null && tail.mean)
    values[MID] = { mean: mean - tail.mean.mean, variance: variance + tail.mean.variance };
  const carried = (from: Value | null | undefined, step: Value | null, sign: number) =>
    from && step && { mean: from.mean + sign * step.mean, variance: from.variance + step.variance };
  for (let i = 1; i < values.length; i += 1) values[i] ??= carried(values[i - 1], stepOf(i - 1), 1) ?? null;
  for (let i = values.length - 2; i >= 0; i -= 1) values[i] ??= carried(values[i + 1], stepOf(i), -1) ?? null;
  const all = values.flatMap((one) => one ?? []);
  return all.length === KNOTS.length ? all : null;
}

const widthOf = (i: number) => itemAt(KNOT_Z, i + 1) - itemAt(KNOT_Z, i);
