/** What answers a read: a store, or that and another where reads are hedged, after those that routers ask in vain. */
import { askedFirst } from '../../latency/client/asked-first.ts';
import type { Prediction } from '../../latency/types.ts';
import { memoWith, remembered } from '../../memo.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { ReadMetric } from '../context/read-options.ts';

export interface Answer {
  /** −1: none may. */
  store: number;
  /** The store that it is hedged to; −1: none. */
  second: number;
  /** Asked before it, in this order; they do not have the object. */
  vain: readonly number[];
  sizeClass: number;
}

/** Each worked out once: who mixes predictions tells them apart by identity. Null: nobody measured it. */
export const answersOf = memoWith((grid: LatencyGrid) => {
  const made = new Map<string, Prediction | null>();
  const after = (vain: readonly number[], own: Answer, reader: number, metric: ReadMetric) =>
    vain.reduceRight<Prediction | null>(
      (then, store) => {
        const first =
          grid.read(store, reader, own.sizeClass, 'first_byte') ??
          grid.read(store, reader, own.sizeClass, 'total');
        return first && then && askedFirst(first, then);
      },
      answerOf({ ...own, vain: [] }, reader, metric),
    );
  const answerOf = (answer: Answer, reader: number, metric: ReadMetric): Prediction | null => {
    const { store, second, vain, sizeClass } = answer;
    if (store < 0) return null;
    if (vain.length > 0)
      return remembered(made, `${vain.join()}>${store}>${second} ${reader} ${sizeClass} ${metric}`, () =>
        after(vain, answer, reader, metric),
      );
    return second < 0
      ? grid.read(store, reader, sizeClass, metric)
      : grid.either(store, second, reader, sizeClass, metric);
  };
  return answerOf;
});
