/** Latencies of a store that nobody measured, where its provider says that it answers like another of its stores. */
import type { Archive } from '../../pricing/archive.ts';
import { combine } from '../distributions/curve.ts';
import type { LatencyQuery, Likeness } from '../types.ts';
import type { Estimate } from './estimate.ts';
import { withAdjustments, worseOf } from './estimate.ts';

/** The stores that a store answers like, nearest first: each is like the one before it. */
export function likenesses(
  archive: Pick<Archive, 'facts'>,
  store: string,
  operation: LatencyQuery['operation'],
): Likeness[] {
  const found: Likeness[] = [];
  for (let at = store; ;) {
    const like = archive.facts(at)?.latencyLike;
    const isSaid = like?.operations.some((one) => one === operation);
    if (!like || !isSaid || like.store === store || found.some((one) => one.store === like.store))
      return found;
    found.push({ store: like.store, quote: like.quote, source: like.source });
    at = like.store;
  }
}

/** By as much slower, in ln t, the slow side of what was measured becomes. */
const WIDER = 1.5;

/** The estimate of the store that was measured as that of a store that answers like it. */
export function vendorEquivalent(estimate: Estimate, store: string, like: Likeness): Estimate {
  const { best, high, grade } = estimate;
  const words = `${store} answers like ${like.store}, as its provider says (“${like.quote}”, ${like.source}): the slow side half as wide again`;
  return {
    ...withAdjustments(estimate, { kind: 'vendor', words }),
    high: combine(best, high, (at, slow) => at * (slow / at) ** WIDER),
    grade: worseOf(grade, 'vendor-equivalent'),
  };
}
