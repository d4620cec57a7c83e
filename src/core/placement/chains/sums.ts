/** Sums of read latencies over chains of any three stores: shares of reads by stretch, reader and the store that serves. */
import { APART, BESIDE_BOTH, BESIDE_FIRST, hasBit } from './class.ts';
import { lateActions } from '../verdicts/tails.ts';

export type Three = readonly [number, number, number];

/** Ages and servers of a chain of given stores and shape, as in `ChainCode`. */
export interface ChainSplit {
  first: number;
  second: number;
  before: number;
  until: number;
}

export interface ChainSums {
  of(three: Three, shape: number, split: ChainSplit): number;
  /** The least at given ages, were two copies to divide the readers as is best for each. */
  leastAt(three: Three, shape: number, first: number, second: number): number;
  /** Where it is straight, `leastAt` by the age at which the first store is left, plus what `bySecond` has for the second. */
  leastBy(three: Three, shape: number, byFirst: Float64Array, bySecond: Float64Array): void;
  /** Where it is straight, of one stretch were it all of life: reads that `bits` has answered by `older`, the others by `younger`. */
  whole(younger: number, older: number, bits: number): number;
  /** The least at any ages. */
  least(three: Three): number;
  /** Whether `leastAt` is straight in the shares of reads below the ages. */
  isStraight: boolean;
}

/** What a sum is over: `fanOut` is the reads that each action waits for, 1 where it is one of reads. */
interface SumWeights {
  weights: readonly number[];
  fanOut: number;
}

/** `tails`: by store × readers + reader; `young`: share of all reads on objects below each age of the grid. */
export function chainSums(
  { weights, fanOut }: SumWeights,
  tails: Float64Array,
  young: Float64Array,
): ChainSums {
  const width = weights.length;
  const stores = tails.length / width;
  const tail = (s: number, q: number) => tails[s * width + q] ?? 0;
  const weighted = (q: number, share: number) =>
    (weights[q] ?? 0) * (fanOut === 1 || share > 1 ? share : lateActions(share, fanOut));

  /** Where tails add up over stretches: of all readers, by the two stores that may serve each. */
  const pairs = new Float64Array(fanOut === 1 ? stores * stores : 0).fill(NaN);
  const better = (one: number, other: number): number => {
    const key = one * stores + other;
    const known = pairs[key] ?? NaN;
    if (!Number.isNaN(known)) return known;
    let sum = 0;
    for (let q = 0; q < width; q += 1) sum += (weights[q] ?? 0) * Math.min(tail(one, q), tail(other, q));
    return (pairs[key] = sum);
  };

  return {
    isStraight: fanOut === 1,
    of([A, B, C], shape, { first, second, before, until }) {
      const [t1, t2] = [young[first] ?? 0, young[second] ?? 0];
      const older = shape === BESIDE_FIRST ? B : C;
      let sum = 0;
      for (let q = 0; q < width; q += 1) {
        const one = shape !== APART && hasBit(before, q) ? older : A;
        const two = shape === BESIDE_BOTH && hasBit(until, q) ? C : B;
        sum += weighted(q, t1 * tail(one, q) + (t2 - t1) * tail(two, q) + (1 - t2) * tail(C, q));
      }
      return sum;
    },
    leastAt([A, B, C], shape, first, second) {
      const [t1, t2] = [young[first] ?? 0, young[second] ?? 0];
      // Each stretch beside the other store that holds an object then; itself where there is none.
      const [beside, until] = [
        shape === APART ? A : shape === BESIDE_FIRST ? B : C,
        shape === BESIDE_BOTH ? C : B,
      ];
      if (fanOut === 1)
        return t1 * better(A, beside) + (t2 - t1) * better(B, until) + (1 - t2) * better(C, C);
      let sum = 0;
      for (let q = 0; q < width; q += 1) {
        const one = Math.min(tail(A, q), tail(beside, q));
        const two = Math.min(tail(B, q), tail(until, q));
        sum += weighted(q, t1 * one + (t2 - t1) * two + (1 - t2) * tail(C, q));
      }
      return sum;
    },
    whole(younger, older, bits) {
      let sum = 0;
      for (let q = 0; q < width; q += 1)
        sum += (weights[q] ?? 0) * tail(hasBit(bits, q) ? older : younger, q);
      return sum;
    },
    leastBy([A, B, C], shape, byFirst, bySecond) {
      const one = better(A, shape === APART ? A : shape === BESIDE_FIRST ? B : C);
      const two = better(B, shape === BESIDE_BOTH ? C : B);
      const three = better(C, C);
      for (let a = 0; a < young.length; a += 1) {
        byFirst[a] = (young[a] ?? 0) * (one - two);
        bySecond[a] = three + (young[a] ?? 0) * (two - three);
      }
    },
    least([A, B, C]) {
      let sum = 0;
      for (let q = 0; q < width; q += 1) sum += weighted(q, Math.min(tail(A, q), tail(B, q), tail(C, q)));
      return sum;
    },
  };
}
