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

const moved = new WeakMap<Archive, Map<string, Archive>>();

/** The archive in which these stores, and `<provider>/transfer`, have the later prices wherever the day of a change is not known. */
export function withChanged(archive: Archive, changed: ReadonlySet<string>): Archive {
  if (changed.size === 0) return archive;
  const known = moved.get(archive) ?? new Map<string, Archive>();
  moved.set(archive, known);
  const key = [...changed].sort().join(' ');
  const before = known.get(key);
  if (before) return before;
  const later: Archive = { ...archive, stores: archive.stores, changed };
  known.set(key, later);
  return later;
}
