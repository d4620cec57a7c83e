/**
 * The lower bound of every chain of three given stores as two rows of numbers: one by the age at which the first is left, one
 * by the age at which the second is, and their sum. A row follows from two of the stores, and serves every third.
 */
import { APART, BESIDE_BOTH, BESIDE_FIRST } from './class.ts';
import type { ChainBill } from './bill.ts';
import type { ChainGrid } from './grid.ts';
import type { ChainBounds, StayBounds } from './bound.ts';
import { COPIED, TRANSITIONED } from './stay-vectors.ts';

/** Every bound is less what rounding may add to it. */
export interface ChainRows {
  /** Sets the rows for stores and shape; loosely where bills of stays are left out, which bend between ages of the grid. */
  set(A: number, B: number, C: number, shape: number, loosely?: 'loosely'): void;
  /** Whether the exact bill of a stay on the writer's provider is in the rows set. */
  hasOwnBill(): boolean;
  /** What the bounds of the rows set are made of. */
  terms(): RowTerms;
  /** Ages count along the grid; what is not possible is Infinity. */
  bound(first: number, second: number): number;
  /** No bound of a chain with this `first` is below it. */
  leastFrom(first: number): number;
  /** No bound of a chain of these is below it; no closer than it takes to reach `enough`. Leaves no rows set. */
  least(A: number, B: number, C: number, shape: number, enough: number): number;
}

/** A bound as a sum over the ages of the two moves. Up to the end of life: there, what both come to just before it. */
export interface RowTerms {
  constant: number;
  first(age: number): number;
  /** The second store is left by a copy, or by the provider's lifecycle from some days in it on. */
  copied(age: number): number;
  moved(age: number): number;
  lifecycleDays: number;
  /** What leaving the second store at once adds, and the time in it that it takes to be free of that. */
  earlyCopied(age: number): number;
  earlyMoved(age: number): number;
  minimumHours: number;
  /** What ending in the last store before its minimum is over adds, and the age of the second move from which it does. */
  ending(age: number): number;
  endingDays: number;
}

/** Bounds may be above the cost by what rounding adds. */
export const HAIR = 1 - 1e-9;

/** Kinds of row: by shape, and of chains that stand apart also those whose end store has its bill to itself. */
const ALONE = 3;
const KINDS = 4;

export function chainRows(
  grid: ChainGrid,
  bill: ChainBill,
  bounds: ChainBounds,
  writerPart: number,
): ChainRows {
  const { ages, ways, lifecycleDays } = grid;
  const { part } = bill;
  const n = ages.length;
  const end = n - 1;
  const N = bounds.stores.length;
  const lifeHours = at(ages, end) * 24;
  const none = new Float64Array(n);
  const sends = bounds.stores.map((_, s) => bill.sends(s));

  // Rows by (from × stores + to) × kinds + kind, one after the other; what is NaN is not made yet.
  const pairs = N * N * KINDS;
  const firsts = new Float64Array(pairs * n);
  const lowest = new Float64Array(pairs).fill(NaN);
  const copies = new Float64Array(pairs * n);
  /** Where the lifecycle makes the second move, from some days in the second store on. */
  const moves = new Float64Array(pairs * n);
  const movedFrom = new Float64Array(pairs);
  /** The least of both from an age on. */
  const leasts = new Float64Array(pairs * n);
  const constants = new Float64Array(pairs).fill(NaN);

  /** By the age at which the first store is left; of chains with a copy beside both, what their last store asks is left out. */
  const makeFirst = (A: number, B: number, kind: number, key: number) => {
    const [a, b] = [bounds.stores[A], bounds.stores[B]];
    if (!a || !b) return;
    const way = ways[A]?.[B] ?? 0;
    const life = kind === BESIDE_FIRST ? Infinity : at(lifecycleDays, A * N + B);
    const out = kind === BESIDE_FIRST ? none : (a.copyOut[way] ?? none);
    const copied = kind === ALONE ? bill.firstAlone(A, way, false) : null;
    const moved = kind === ALONE && Number.isFinite(life) ? bill.firstAlone(A, 0, true) : null;
    const read = kind === BESIDE_FIRST ? bounds.cheaperReads(A, B) : kind === BESIDE_BOTH ? none : a.read;
    let least = Infinity;
    for (let i = 1; i <= end; i += 1) {
      const byLife = at(ages, i) >= life;
      const less = short(at(ages, i) * 24, a.minimumHours);
      let value = (byLife ? moved : copied)?.[i] ?? -Infinity;
      if (value === -Infinity) {
        const leaving = byLife
          ? at(a.move, i) + at(a.moveEarly, i) * less
          : at(a.leave, i) + at(a.leaveEarly, i) * less + at(out, i);
        value = a.arrive + a.operations + at(a.hold, i) + leaving - a.credit + at(read, i);
      }
      if (kind !== BESIDE_FIRST) value += at(byLife ? b.transitionIn : b.copiedIn, i) - at(b.hold, i);
      if (kind !== BESIDE_BOTH) value -= at(b.read, i);
      firsts[key * n + i] = value;
      if (i < end - 1 && value < least) least = value;
    }
    lowest[key] = least;
  };

  const expire = (c: StayBounds, hours: number) =>
    at(c.leave, end) + at(c.leaveEarly, end) * short(hours, c.minimumHours);
  /** By the age at which the second store is left for the last. */
  const makeLast = (B: number, C: number, kind: number, key: number) => {
    const [b, c] = [bounds.stores[B], bounds.stores[C]];
    if (!b || !c) return;
    const life = kind === BESIDE_BOTH ? Infinity : at(lifecycleDays, B * N + C);
    const mayMove = Number.isFinite(life);
    const out = b.copyOut[ways[B]?.[C] ?? 0] ?? none;
    const lastCopied = kind === ALONE ? bill.lastAlone(C, COPIED) : null;
    const lastMoved = kind === ALONE && mayMove ? bill.lastAlone(C, TRANSITIONED) : null;
    const cheap = kind === BESIDE_BOTH ? bounds.cheaperReads(B, C) : none;
    const whole = at(c.hold, end) + at(c.read, end) + c.asLast - c.credit;
    for (let i = 1; i <= end; i += 1) {
      const hours = at(ages, i) * 24;
      let copied: number;
      let moved = Infinity;
      if (kind === BESIDE_BOTH) copied = at(b.hold, i) + at(b.leave, i) + at(cheap, i) - at(c.read, i);
      else {
        const held = at(b.hold, i) + at(b.read, i) + (kind === BESIDE_FIRST ? b.arrive : 0);
        const rest = whole - at(c.hold, i) - at(c.read, i) + expire(c, lifeHours - hours);
        const known = (own: Float64Array | null, into: Float64Array) => {
          const exact = own?.[i] ?? -Infinity;
          return exact === -Infinity ? rest + at(into, i) : exact;
        };
        copied = held + at(b.leave, i) + at(out, i) + known(lastCopied, c.copiedIn);
        if (mayMove) moved = held + at(b.move, i) + known(lastMoved, c.transitionIn);
      }
      if (kind === BESIDE_FIRST) {
        // B is held from arrival: how long follows from this age alone, and so does who makes the move.
        const less = short(hours, b.minimumHours);
        copied =
          at(ages, i) >= life ? moved + at(b.moveEarly, i) * less : copied + at(b.leaveEarly, i) * less;
        moved = Infinity;
      }
      copies[key * n + i] = copied;
      moves[key * n + i] = moved;
    }
    leasts[key * n + end] = Infinity;
    for (let i = end - 1; i >= 2; i -= 1)
      leasts[key * n + i] = Math.min(
        at(leasts, key * n + i + 1),
        at(copies, key * n + i),
        at(moves, key * n + i),
      );
    movedFrom[key] = kind === BESIDE_FIRST ? Infinity : life;
    constants[key] =
      bounds.fixed - b.credit + (kind === BESIDE_BOTH ? whole + c.arrive + expire(c, lifeHours) : 0);
  };

  /** What the writer's provider bills for writing to one store or two, where nothing else is on its bill; the least of it elsewhere. */
  const sent = new Float64Array(2 * (N + 1) * (N + 1)).fill(NaN);
  const sending = (A: number, second: number, touched: boolean): number => {
    const [one, other] = [sends[A] === true, second >= 0 && sends[second] === true];
    if (!one && !other) return 0;
    const key = ((touched ? N + 1 : 0) + (one ? A : N)) * (N + 1) + (other ? second : N);
    const known = sent[key] ?? NaN;
    if (!Number.isNaN(known)) return known;
    const senders = [...(one ? [A] : []), ...(other ? [second] : [])];
    return (sent[key] = touched ? bounds.sending(senders) : bill.sending(senders));
  };

  // Of the stores and shape in hand: where their rows begin, what comes on top, and of the second its lifecycle and minimum.
  let [firstAt, lastAt, constant, lifeDays, minimumHours] = [0, 0, 0, Infinity, 0];
  let ownBill = false;
  let early: Float64Array = none;
  let earlyMoved: Float64Array = none;
  let last: StayBounds | undefined;
  /**
   * What a copy beside both adds by reads is not in the first row. `closely`: with the bills of those that have theirs to
   * themselves. Returns the least of the first row.
   */
  const choose = (A: number, B: number, C: number, shape: number, closely: boolean): number => {
    const [pA, pB, pC] = [part[A], part[B], part[C]];
    const writer = sends[A] === true ? writerPart : -1;
    const apart = closely && shape === APART && pA !== pC;
    const first = (A * N + B) * KINDS + (apart && pA !== pB && pA !== writer ? ALONE : shape);
    const last = (B * N + C) * KINDS + (apart && pC !== pB && pC !== writer ? ALONE : shape);
    if (Number.isNaN(at(lowest, first))) makeFirst(A, B, first % KINDS, first);
    if (Number.isNaN(at(constants, last))) makeLast(B, C, last % KINDS, last);
    ownBill = (first % KINDS === ALONE && pA === writerPart) || (last % KINDS === ALONE && pC === writerPart);
    const touched = pA === writerPart || pB === writerPart || pC === writerPart;
    const second = shape === APART ? -1 : shape === BESIDE_FIRST ? B : C;
    constant = at(constants, last) + sending(A, second, touched);
    lifeDays = at(movedFrom, last);
    firstAt = first * n;
    lastAt = last * n;
    return at(lowest, first);
  };
  const sumLeast = (A: number, B: number, C: number, shape: number): number => {
    let least = Infinity;
    if (shape === BESIDE_BOTH) {
      const [byFirst, bySecond] = [bounds.cheaperReads(A, C), bounds.cheaperReads(B, C)];
      for (let i = 1; i < end - 1; i += 1) {
        const reads = at(byFirst, i) - at(bySecond, i);
        const own = at(firsts, firstAt + i) + reads + at(leasts, lastAt + i + 1);
        if (own < least) least = own;
      }
    } else
      for (let i = 1; i < end - 1; i += 1) {
        const own = at(firsts, firstAt + i) + at(leasts, lastAt + i + 1);
        if (own < least) least = own;
      }
    return least;
  };
  const joined = new Float64Array(n);
  let row = firsts;
  return {
    set(A, B, C, shape, loosely) {
      choose(A, B, C, shape, !loosely);
      const b = bounds.stores[B];
      last = shape === BESIDE_BOTH ? undefined : bounds.stores[C];
      early = b?.leaveEarly ?? none;
      earlyMoved = b?.moveEarly ?? none;
      minimumHours = shape === BESIDE_FIRST ? 0 : (b?.minimumHours ?? 0);
      row = firsts;
      if (shape !== BESIDE_BOTH) return;
      const [byFirst, bySecond] = [bounds.cheaperReads(A, C), bounds.cheaperReads(B, C)];
      for (let i = 1; i <= end; i += 1)
        joined[i] = at(firsts, firstAt + i) + at(byFirst, i) - at(bySecond, i);
      row = joined;
      firstAt = 0;
    },
    hasOwnBill: () => ownBill,
    terms() {
      const [firstsAt, lastsAt, own, c] = [firstAt, lastAt, row, last];
      const [copied, moved] = [early, earlyMoved];
      return {
        constant,
        first: (age) => at(own, firstsAt + age),
        copied: (age) => at(copies, lastsAt + age),
        moved: (age) => at(moves, lastsAt + age),
        lifecycleDays: lifeDays,
        earlyCopied: (age) => at(copied, age),
        earlyMoved: (age) => at(moved, age),
        minimumHours,
        ending: (age) =>
          c ? at(c.leaveEarly, end) * short(lifeHours - at(ages, age) * 24, c.minimumHours) : 0,
        endingDays: c && c.minimumHours > 0 ? (lifeHours - c.minimumHours) / 24 : Infinity,
      };
    },
    bound(first, second) {
      const inSecond = at(ages, second) - at(ages, first);
      const less = short(inSecond * 24, minimumHours);
      const sum = constant + at(row, firstAt + first);
      return (
        HAIR *
        (inSecond >= lifeDays
          ? sum + at(moves, lastAt + second) + at(earlyMoved, second) * less
          : sum + at(copies, lastAt + second) + at(early, second) * less)
      );
    },
    leastFrom: (first) => HAIR * (constant + at(row, firstAt + first) + at(leasts, lastAt + first + 1)),
    least(A, B, C, shape, enough) {
      const bound = (closely: boolean) => {
        const floor = choose(A, B, C, shape, closely) + at(leasts, lastAt + 2);
        const isEnough = shape !== BESIDE_BOTH && HAIR * (constant + floor) >= enough;
        return HAIR * (constant + (isEnough ? floor : sumLeast(A, B, C, shape)));
      };
      // Most are settled without the bills of those that have theirs to themselves.
      const loose = bound(false);
      return shape === APART && loose < enough ? bound(true) : loose;
    },
  };
}

function short(hours: number, minimum: number): number {
  return minimum > 0 ? Math.max(0, 1 - hours / minimum) : 0;
}

function at(row: Float64Array, i: number): number {
  return row[i] ?? 0;
}
