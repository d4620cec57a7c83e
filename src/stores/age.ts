/** How long ago something was granted, whatever becomes of the clocks. */

export interface Clocks {
  /** The time of day, in milliseconds of the epoch; somebody may set it. */
  nowMs(): number;
  /** Since any moment, in milliseconds; nobody sets it, and it stands still while the machine sleeps. */
  elapsedMs(): number;
}

export const CLOCKS: Clocks = { nowMs: () => Date.now(), elapsedMs: () => performance.now() };

/** The age in milliseconds of what is granted now, by whichever clock says more. */
export function ageFrom(clocks: Clocks): () => number {
  const nowMs = clocks.nowMs();
  const elapsedMs = clocks.elapsedMs();
  return () => Math.max(clocks.nowMs() - nowMs, clocks.elapsedMs() - elapsedMs);
}

/**
 * How long something lives that ends at `ends` by the clock of who granted it: `date` is that of the reply, which has
 * whole seconds and is taken to be the latest it can be. Without one, our own clock has to do. NaN where `ends` is no time.
 */
export function lifeUntil(ends: string, date: string | null | undefined, { nowMs }: Clocks): number {
  const theirMs = Date.parse(date ?? '') + 1000;
  return Math.max(0, Date.parse(ends) - (Number.isNaN(theirMs) ? nowMs() : theirMs));
}
