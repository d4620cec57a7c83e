/** What two monthly bills differ by: for what a placement saves, or costs more. */
import type { Candidate } from './plan-types.ts';

/** Null where either has two ends: what the low ends differ by is no figure. */
export function differenceOf({ monthly: dearer }: Candidate, { monthly: cheaper }: Candidate): number | null {
  const isOne = ({ range: [low, high] }: Candidate['monthly']) => low === high;
  return isOne(dearer) && isOne(cheaper) ? dearer.total - cheaper.total : null;
}
