/** Caches in words that page and terminal share. */
import { formatBytes } from '../units.ts';
import type { CandidateCache } from './plan-types.ts';

/** `each object`, `each object up to 65.5 kB`. */
export function cachedSizes({ fromBytes, upToBytes }: CandidateCache): string {
  if (upToBytes !== null) return `each object up to ${formatBytes(upToBytes)}`;
  return fromBytes === null ? 'each object' : `each object from ${formatBytes(fromBytes)} on`;
}
