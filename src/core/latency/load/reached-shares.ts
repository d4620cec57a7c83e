/** By store, how much of its published operations limit was reached where it was measured; 1 elsewhere. */
import { memo } from '../../memo.ts';
import type { EvidenceBase } from '../evidence-base.ts';
import { reachedShare } from './load.ts';

const shares = new WeakMap<EvidenceBase, (store: string) => number>();

/** Worked out once for an evidence base, which serves many plans. */
export function reachedShares(evidence: EvidenceBase): (store: string) => number {
  const known = shares.get(evidence);
  if (known) return known;
  const made = memo((store: string) => {
    const measured = (['GET', 'PUT'] as const).flatMap(
      (operation) => reachedShare(evidence.datasets, store, operation) ?? [],
    );
    return measured.length > 0 ? Math.min(1, ...measured) : 1;
  });
  shares.set(evidence, made);
  return made;
}
