/** A placement for objects that live shorter than it was made for. */
import { chainOfSteps, isChain } from '../chain.ts';
import type { Chain, Placement, Step } from '../chain.ts';
import { singleStore } from '../policy.ts';

/** A move at an age that no object reaches does not happen; a copy dropped then is kept for life. */
export function withinLife(placement: Placement, lifeDays: number): Placement {
  if (isChain(placement)) return chainWithinLife(placement, lifeDays);
  if (placement.thresholdDays === null || placement.thresholdDays < lifeDays) return placement;
  return placement.entry === 'dual'
    ? { ...placement, thresholdDays: lifeDays }
    : singleStore(placement.hot, placement.coldServes.length);
}

function chainWithinLife(chain: Chain, lifeDays: number): Chain {
  const { stays, stretches } = chain;
  if (stays.every(({ toDays }) => toDays === null || toDays < lifeDays)) return chain;
  const kept = [0];
  const steps: Step[] = [];
  for (const [i, { fromDays }] of stays.entries()) {
    if (i === 0 || fromDays >= lifeDays) continue;
    const thresholdDays = Math.min(stays[kept.at(-1) ?? 0]?.toDays ?? lifeDays, lifeDays);
    steps.push({ thresholdDays, entry: fromDays === 0 ? 'dual' : 'tier' });
    kept.push(i);
  }
  return chainOfSteps(
    kept.flatMap((i) => stays[i]?.store ?? []),
    steps,
    (k) => (stretches[k]?.servers ?? []).map((stay) => kept.indexOf(stay)),
  );
}
