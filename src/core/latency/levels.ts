/**
 * Latencies at one level of the band of their evidence. At level ½ a store answers as predicted, at 0 as the fast end of its band, at
 * 1 as the slow end, between them in proportion of ln t at every quantile. A store has one level for all its readers, sizes and
 * operations: what is uncertain is mostly the store, and a probe of it settles it.
 */
import { itemAt, numberAt } from '../at.ts';
import { memoWith } from '../memo.ts';
import { normalCdf, normalQuantile } from './distributions/normal.ts';
import { sum } from './distributions/sum.ts';
import { derived } from './distributions/transform.ts';
import type { Distribution, Prediction } from './types.ts';

/** ln t of a prediction's three curves at evenly spaced normal quantiles, of which p99 is one; each worked out when it is asked for. */
interface Tabled {
  low(node: number): number;
  best(node: number): number;
  high(node: number): number;
  banded: boolean;
}

const STEP = 0.125;
const BELOW = 50;
const NODES = 72;
const FIRST = normalQuantile(0.99) - BELOW * STEP;
const PS = Array.from({ length: NODES }, (_, i) => normalCdf(FIRST + i * STEP));
/** A band this narrow is none. */
const NARROW = 1e-9;

const tabled = memoWith((prediction: Prediction): Tabled => {
  const [low, best, high] = [nodesOf(prediction.low), nodesOf(prediction.best), nodesOf(prediction.high)];
  const banded = PS.some((_, i) => high(i) - low(i) > NARROW);
  return { low, best, high, banded };
});

function nodesOf(of: Distribution): (node: number) => number {
  const known = new Float64Array(NODES).fill(Number.NaN);
  return (i) => {
    const before = numberAt(known, i);
    if (before === before) return before;
    const ln = Math.log(of.quantile(itemAt(PS, i)));
    known[i] = ln;
    return ln;
  };
}

export function hasBand(prediction: Prediction | null): boolean {
  return prediction !== null && tabled(prediction).banded;
}

/** `level` from 0 to 1. */
export function atLevel(prediction: Prediction, level: number): Distribution {
  const { waits } = prediction;
  if (waits) return sum(atLevel(waits.first, level), atLevel(waits.then, level));
  if (prediction.low === prediction.high || level === 0.5) return prediction.best;
  if (level === 0) return prediction.low;
  if (level === 1) return prediction.high;
  const { low, best, high, banded } = tabled(prediction);
  if (!banded) return prediction.best;
  const [from, to] = level < 0.5 ? [low, best] : [best, high];
  const share = level < 0.5 ? 2 * level : 2 * level - 1;
  const ln = (i: number) => {
    const [a, b] = [from(i), to(i)];
    return a === b ? a : a + share * (b - a);
  };
  const last = NODES - 1;
  return derived(prediction.low.floorMs, {
    cdf(ms) {
      const asked = Math.log(ms);
      if (!(asked >= ln(0))) return 0;
      if (asked >= ln(last)) return asked > ln(last) ? 1 : itemAt(PS, last);
      let [below, above] = [0, last];
      while (above - below > 1) {
        const middle = (below + above) >> 1;
        if (ln(middle) <= asked) below = middle;
        else above = middle;
      }
      const [a, b] = [ln(below), ln(above)];
      const part = b > a && Number.isFinite(b) ? (asked - a) / (b - a) : 0;
      return part === 0 ? itemAt(PS, below) : normalCdf(FIRST + (below + part) * STEP);
    },
    quantile(p) {
      const at = Math.min(Math.max((normalQuantile(p) - FIRST) / STEP, 0), last);
      const below = Math.floor(at + 1e-9);
      const part = Math.max(0, at - below);
      const a = ln(below);
      return Math.exp(part === 0 || below === last ? a : a + part * (ln(below + 1) - a));
    },
  });
}
