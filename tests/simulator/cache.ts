/**
 * A cache read by read: sessions of reads on one object, each gap drawn, copies that leave when their time is over. Nothing of
 * the product but the shapes it is compared by.
 */
import type { Chance } from './chance.ts';

/** Cumulative shares by hours: even between two points. */
export type Points = readonly { hours: number; share: number }[];

export interface CacheStream {
  /** Of reads, those that come within a time of the last read of their object. */
  gaps: Points;
  /** Of writes, those whose object is first read within a time. */
  afterWrite: Points;
  /** Writes for each read. */
  writesPerRead: number;
}

export interface SeenCache {
  reads: number;
  writes: number;
  hits: number;
  /** By reads. */
  fills: number;
  writeFills: number;
  evictions: number;
  heldHours: number;
}

/** What is seen in a window, once copies have come and gone for long enough; `about` so many reads. */
export function simulateCache(
  { gaps, afterWrite, writesPerRead }: CacheStream,
  ttlHours: number,
  through: boolean,
  chance: Chance,
  about: number,
): SeenCache {
  const again = gaps.at(-1)?.share ?? 0;
  const firstAfterWrite = afterWrite.at(-1)?.share ?? 0;
  const longest = Math.max(gaps.at(-1)?.hours ?? 0, afterWrite.at(-1)?.hours ?? 0, ttlHours);
  const window = 40 * longest;
  // A session of reads has 1 ÷ (1 − again) of them; sessions start by a write's first read, or with nothing before.
  const sessions = about * (1 - again);
  const byWrite = about * writesPerRead * firstAfterWrite;
  const seen: SeenCache = {
    reads: 0,
    writes: 0,
    hits: 0,
    fills: 0,
    writeFills: 0,
    evictions: 0,
    heldHours: 0,
  };
  const from = 60 * longest;
  const inside = (time: number) => time >= from && time < from + window;
  const held = (since: number, until: number) => {
    seen.heldHours += Math.max(0, Math.min(until, from + window) - Math.max(since, from));
    if (inside(until)) seen.evictions += 1;
  };
  const whole = from + window;
  const play = (start: number, written: boolean) => {
    let time = start;
    let copy: { since: number; until: number } | null = null;
    if (written) {
      if (inside(time)) seen.writes += 1;
      if (through) {
        if (inside(time)) seen.writeFills += 1;
        copy = { since: time, until: time + ttlHours };
      }
      const first = drawn(afterWrite, chance);
      if (first === null) {
        if (copy) held(copy.since, copy.until);
        return;
      }
      time += first;
    }
    for (;;) {
      const counts = inside(time);
      if (counts) seen.reads += 1;
      if (copy && time <= copy.until) {
        if (counts) seen.hits += 1;
        copy.until = time + ttlHours;
      } else {
        if (copy) held(copy.since, copy.until);
        if (counts) seen.fills += 1;
        copy = { since: time, until: time + ttlHours };
      }
      const gap = drawn(gaps, chance);
      if (gap === null || time > whole) break;
      time += gap;
    }
    if (copy) held(copy.since, copy.until);
  };
  const spread = whole / window;
  for (let i = 0; i < Math.round(about * writesPerRead * spread); i += 1) play(chance.next() * whole, true);
  for (let i = 0; i < Math.round((sessions - byWrite) * spread); i += 1) play(chance.next() * whole, false);
  return seen;
}

/** A gap, or null where none follows. */
function drawn(points: Points, chance: Chance): number | null {
  const at = chance.next();
  let [hours, share] = [0, 0];
  for (const point of points) {
    if (at < point.share) return hours + ((at - share) / (point.share - share)) * (point.hours - hours);
    [hours, share] = [point.hours, point.share];
  }
  return null;
}
