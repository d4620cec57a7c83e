/**
 * What becomes of copies that are deleted so long after they were written, and written again where a read finds them old enough. A cycle
 * runs from one write of a copy to the next; `flows.ts` asks how many there are, how they end and how long they last.
 */
import { itemAt } from '../../at.ts';
import type { Gaps } from '../gaps.ts';
import type { CopyRule } from './copy-rule.ts';

interface Cycle {
  /** Reads that find the copy too young to write it again. */
  young: number;
  /** Share of cycles that end in a read that writes it again. */
  renewed: number;
  /** Hours for which the copy is billed. */
  held: number;
}

/** Of objects that are read alike: their share of reads and writes, with the cycles that begin with a read and with a write. */
export interface Cycles {
  share: number;
  ofRead: Cycle;
  ofWrite: Cycle;
}

/** `gaps`: from a read to the next of its object; `afterWrite`: from a write, which fills, to the first read. */
export function cyclesOf(gaps: Gaps, afterWrite: Gaps, rule: CopyRule): Cycles[] {
  const { poisson } = gaps;
  const { count } = afterWrite;
  if (poisson && (count === 0 || afterWrite.poisson))
    return poisson.map(({ share, perHour }) => ({
      share,
      ofRead: poissonCycle(perHour, gaps.count, gaps.count, rule),
      ofWrite: poissonCycle(perHour, gaps.count, count, rule),
    }));
  const cycle = anyCycle(gaps, rule);
  return [{ share: 1, ofRead: cycle(gaps), ofWrite: cycle(afterWrite) }];
}

/** Of so many reads, and writes that fill. Each read either finds a young copy, or begins a cycle. */
export function flowOf(
  cycles: readonly Cycles[],
  allReads: number,
  allWrites: number,
): { misses: number; renewals: number; heldHours: number } {
  const all = { misses: 0, renewals: 0, heldHours: 0 };
  for (const { share, ofRead, ofWrite } of cycles) {
    const [reads, writes] = [share * allReads, share * allWrites];
    const begun = Math.max(0, (reads - writes * ofWrite.young) / (1 + ofRead.young));
    const renewals = Math.min(begun, begun * ofRead.renewed + writes * ofWrite.renewed);
    all.renewals += renewals;
    all.misses += begun - renewals;
    all.heldHours += begun * ofRead.held + writes * ofWrite.held;
  }
  return all;
}

/** Reads at any moment alike while there is a next one, which there is with probability `again` after each, and `first` after the write. */
function poissonCycle(perHour: number, again: number, first: number, rule: CopyRule): Cycle {
  const { renewHours, keepHours } = rule;
  const left = (1 - again) * perHour * renewHours;
  const young = first * perHour * renewHours * (left > 1e-9 ? -Math.expm1(-left) / left : 1);
  const alive = first * Math.exp(-left);
  const ended = (hours: number) => -Math.expm1(-perHour * (hours - renewHours));
  const unread = (hours: number) => 1 - alive * ended(hours);
  const kept = keepHours - renewHours;
  return {
    young,
    renewed: alive * ended(keepHours),
    held:
      renewHours +
      (1 - alive) * kept +
      (alive * ended(keepHours)) / perHour +
      lateHours(unread, rule, FEW_PIECES),
  };
}

const CELLS = 96;
/** Of Simpson's rule. */
const PIECES = 32;
const FEW_PIECES = 2;

/** Gaps that follow each other independently, by cells of the time in which a copy is young. */
function anyCycle(gaps: Gaps, rule: CopyRule): (first: Gaps) => Cycle {
  const { renewHours, keepHours } = rule;
  const cell = renewHours / CELLS;
  const between = (law: Gaps, from: number, to: number) => law.endedBy(to) - law.endedBy(Math.max(0, from));
  /** From somewhere in a cell to so many cells on. */
  const onwards = Array.from({ length: CELLS }, (_, i) => between(gaps, (i - 0.5) * cell, (i + 0.5) * cell));
  return (first) => {
    const reads: number[] = [];
    for (let i = 0; i < CELLS; i += 1) {
      let own = between(first, i * cell, (i + 1) * cell);
      for (let j = 0; j < i; j += 1) own += itemAt(reads, j) * itemAt(onwards, i - j);
      reads.push(own / (1 - itemAt(onwards, 0)));
    }
    const unread = (hours: number) =>
      reads.reduce(
        (sum, count, i) => sum + count * (1 - gaps.endedBy(hours - (i + 0.5) * cell)),
        1 - first.endedBy(hours),
      );
    // Cells leave the chance that the copy is there a little off one.
    const whole = unread(renewHours);
    const share = (hours: number) => unread(hours) / whole;
    return {
      young: reads.reduce((sum, one) => sum + one, 0),
      renewed: chance(1 - share(keepHours)),
      held: renewHours + integral(share, renewHours, keepHours, PIECES) + lateHours(share, rule, PIECES),
    };
  };
}

/** Without the last bits of a double. */
const chance = (share: number) => (share > 1e-9 ? share : 0);

/** `unread`: the chance that no read has come by then since the copy was no longer young. */
function lateHours(unread: (hours: number) => number, rule: CopyRule, pieces: number): number {
  const { keepHours, lateHours: late } = rule;
  const [soonest, latest] = late.map((hours) => keepHours + hours);
  if (soonest === undefined || latest === undefined) return 0;
  const there = (hours: number) => unread(hours) * (1 - (hours - soonest) / (latest - soonest));
  return integral(unread, keepHours, soonest, pieces) + integral(there, soonest, latest, pieces);
}

/** By Simpson's rule. */
function integral(of: (hours: number) => number, from: number, to: number, pieces: number): number {
  if (!(to > from)) return 0;
  const step = (to - from) / (2 * pieces);
  let sum = of(from) + of(to);
  for (let i = 1; i < 2 * pieces; i += 1) sum += of(from + i * step) * (i % 2 === 1 ? 4 : 2);
  return (sum * step) / 3;
}
