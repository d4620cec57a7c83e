/** Archives in which unknown prices are taken at one end of what they can be. */
import { memo, memoWith } from '../memo.ts';
import type { Archive } from './archive.ts';

export interface ArchiveEnds {
  low: Archive;
  high: Archive;
}

/**
 * The low and the high end. Of the low end all prices are known; at the high end a price stays unknown that nothing bounds, and what
 * is billed at it makes a total that is `atLeast`.
 */
export const archiveEnds = memoWith((archive: Archive): ArchiveEnds => ({
  low: { ...archive, unknownAt: 'low' },
  high: { ...archive, unknownAt: 'high' },
}));

const moved = memoWith((archive: Archive) =>
  memo((stores: string): Archive => ({ ...archive, changed: new Set(stores.split(' ')) })),
);

/** The archive in which these stores, and `<provider>/transfer`, have the later prices wherever the day of a change is not known. */
export function withChanged(archive: Archive, changed: ReadonlySet<string>): Archive {
  return changed.size === 0 ? archive : moved(archive)([...changed].sort().join(' '));
}
