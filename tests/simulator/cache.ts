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

/** Since a copy was written: when a read writes it again, when none uses it any more, and when it is deleted, by chance between two times later. */
export interface CopyTimes {
  renewHours: number;
  keepHours: number;
  lateHours: readonly [number, number];
}

export interface SeenCache {
  reads: number;
  writes: number;
  hits: number;
  /** By reads. */
  fills: number;
  writeFills: number;
  /** Hits that write the copy again. */
  renewals: number;
  heldHours: number;
}

/** What is seen in a window, once copies have come and gone for long enough; `about` so many reads. */
export function simulateCache(
  { gaps, afterWrite, writesPerRead }: CacheStream,
  { renewHours, keepHours, lateHours }: CopyTimes,
  through: boolean,
  chance: Chance,
  about: number,
): SeenCache {
  const again = gaps.at(-1)?.share ?? 0;
  const firstAfterWrite = afterWrite.at(-1)?.share ?? 0;
  const longest = Math.max(gaps.at(-1)?.hours ?? 0, afterWrite.at(-1)?.hours ?? 0, keepHours);
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
    renewals: 0,
    heldHours: 0,
  };
  const from = 60 * longest;
  const inside = (time: number) => time >= from && time < from + window;
  const [soonest, latest] = lateHours;
  /** From its last write until it is overwritten or deleted. */
  const held = (written: number, overwritten: number) => {
    const until = Math.min(overwritten, written + keepHours + chance.between(soonest, latest));
    seen.heldHours += Math.max(0, Math.min(until, from + window) - Math.max(written, from));
  };
  const whole = from + window;
  const play = (start: number, isWritten: boolean) => {
    let time = start;
    let copy: number | null = null;
    if (isWritten) {
      if (inside(time)) seen.writes += 1;
      if (through) {
        if (inside(time)) seen.writeFills += 1;
        copy = time;
      }
      const first = drawn(afterWrite, chance);
      if (first === null) {
        if (copy !== null) held(copy, Infinity);
        return;
      }
      time += first;
    }
    for (;;) {
      const counts = inside(time);
      if (counts) seen.reads += 1;
      const age: number = copy === null ? Infinity : time - copy;
      if (counts && age <= keepHours) seen.hits += 1;
      if (counts && age > keepHours) seen.fills += 1;
      if (age > renewHours) {
        if (counts && age <= keepHours) seen.renewals += 1;
        if (copy !== null) held(copy, time);
        copy = time;
      }
      const gap = drawn(gaps, chance);
      if (gap === null || time > whole) break;
      time += gap;
    }
    held(copy ?? time, Infinity);
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
