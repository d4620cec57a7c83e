/** What a TTL after each touch makes of a steady stream of reads and writes: shares and hours for each read and each write. */
import type { Gaps } from './gaps.ts';

/** Gaps for one read each: their count is the share of reads that have one. Null: what follows a write is not known. */
export interface StreamReuse {
  beforeReads: Gaps;
  /** For one write each: from a write to the first read of what it wrote. */
  afterWrites: Gaps | null;
  /** Whether gaps count from reads alone: else a write has its copy, and the cache fills by writes. */
  readsAlone: boolean;
}

export interface TtlFlow {
  /** Of all reads, besides those that a write's copy answers. */
  hitsPerRead: number;
  heldHoursPerRead: number;
  hitsPerWrite: number;
  heldHoursPerWrite: number;
}

/**
 * A copy is kept for the TTL after the last read, and where writes fill after the write. Reads before which nothing came
 * are as many as reads after which nothing comes: the stream neither begins nor ends. Exact for every TTL that is no longer
 * than the longest gap known, whatever the longer ones are.
 */
export function ttlFlow(
  { beforeReads, afterWrites }: StreamReuse,
  ttlHours: number,
  fills: boolean,
): TtlFlow {
  const held = (gaps: Gaps) => gaps.heldHours(ttlHours) + Math.max(0, 1 - gaps.count) * ttlHours;
  const written = fills ? afterWrites : null;
  return {
    hitsPerRead: beforeReads.endedBy(ttlHours),
    heldHoursPerRead: held(beforeReads),
    hitsPerWrite: written ? written.endedBy(ttlHours) : 0,
    heldHoursPerWrite: written ? held(written) : 0,
  };
}
