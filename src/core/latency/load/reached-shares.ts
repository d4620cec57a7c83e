/** By store, how much of its published operations limit was reached where it was measured; 1 elsewhere. */
import { memo, memoWith } from '../../memo.ts';
import type { EvidenceBase } from '../evidence-base.ts';
import { reachedShare } from './load.ts';

/** Worked out once for an evidence base, which serves many plans. */
export const reachedShares = memoWith(({ datasets }: EvidenceBase) =>
  memo((store: string) => {
    const measured = (['GET', 'PUT'] as const).flatMap(
      (operation) => reachedShare(datasets, store, operation) ?? [],
    );
    return measured.length > 0 ? Math.min(1, ...measured) : 1;
  }),
);
