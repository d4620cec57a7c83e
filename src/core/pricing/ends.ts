/** Archives in which unknown prices are taken at one end of what they can be. */
import type { Archive } from './archive.ts';

export interface ArchiveEnds {
  low: Archive;
  high: Archive;
}

const made = new WeakMap<Archive, ArchiveEnds>();

/**
 * The low and the high end. Of the low end all prices are known; at the high end a price stays unknown that nothing bounds, and what
 * is billed at it makes a total that is `atLeast`.
 */
export function archiveEnds(archive: Archive): ArchiveEnds {
  const known = made.get(archive);
  if (known) return known;
  const ends: ArchiveEnds = {
    low: { ...archive, stores: archive.stores, unknownAt: 'low' },
    high: { ...archive, stores: archive.stores, unknownAt: 'high' },
  };
  made.set(archive, ends);
  return ends;
}
