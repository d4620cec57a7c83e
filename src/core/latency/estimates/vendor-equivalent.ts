/** Latencies of a store that nobody measured by its name: it is another price list of one, or its provider says that it answers like one. */
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
    const { sameAs, latencyLike: like } = archive.facts(at) ?? {};
    const isSaid = like?.operations.some((one) => one === operation);
    const next = sameAs ?? (isSaid ? like?.store : undefined);
    if (next === undefined || next === store || found.some((one) => one.store === next)) return found;
    found.push(sameAs === undefined && like ? { store: next, said: like } : { store: next });
    at = next;
  }
}

/** By as much slower, in ln t, the slow side of what was measured becomes. */
const WIDER = 1.5;

/** The estimate of the store that was measured as that of a store that answers like it, or is it. */
export function vendorEquivalent(estimate: Estimate, store: string, like: Likeness): Estimate {
  const { said } = like;
  if (!said) {
    const words = `${like.store} was measured, which ${store} is another price list of`;
    return withAdjustments(estimate, { kind: 'vendor', words });
  }
  const { best, high, grade } = estimate;
  const words = `${store} answers like ${like.store}, as its provider says (“${said.quote}”, ${said.source}): the slow side half as wide again`;
  return {
    ...withAdjustments(estimate, { kind: 'vendor', words }),
    high: combine(best, high, (at, slow) => at * (slow / at) ** WIDER),
    grade: worseOf(grade, 'vendor-equivalent'),
  };
}
