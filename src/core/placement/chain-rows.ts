/**
 * The lower bound of every chain of three given stores as two rows of numbers: one by the age at which the first is left, one
 * by the age at which the second is, and their sum.
 */
import { APART, BESIDE_FIRST } from './chain-class.ts';
import type { ChainBill } from './chain-bill.ts';
import type { ChainGrid } from './chain-grid.ts';
import type { ChainBounds } from './chain-bound.ts';
import { COPIED, TRANSITIONED } from './stay-vectors.ts';

export interface ChainRows {
  /** Sets the rows for stores and shape. */
  set(A: number, B: number, C: number, shape: number): void;
  /** Ages count along the grid; what is not possible is Infinity. */
  bound(first: number, second: number): number;
  /** No bound of a chain with this `first`, or of any, is below it. */
  leastFrom(first: number): number;
  least(): number;
}

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
  const P = new Float64Array(n);
  const Q = new Float64Array(n);
  /** Where the lifecycle makes the second move, from `lifeDays` in B on. */
  const moved = new Float64Array(n);
  const suffix = new Float64Array(n + 1);
  let [lifeDays, minimumHours, constant] = [Infinity, 0, 0];
  let early: Float64Array = P;
  let earlyMoved: Float64Array = P;
  let lowest = Infinity;

  const short = (hours: number, minimum: number) => (minimum > 0 ? Math.max(0, 1 - hours / minimum) : 0);
  const none = new Float64Array(n);
  /** What the writer's provider bills for writing to one store or two, where nothing else is on its bill. */
  const sent = new Float64Array((N + 1) * (N + 1)).fill(NaN);

  const set: ChainRows['set'] = (A, B, C, shape) => {
    const [a, b, c] = [bounds.stores[A], bounds.stores[B], bounds.stores[C]];
    if (!a || !b || !c) return;
    const lifeAB = shape === BESIDE_FIRST ? Infinity : (lifecycleDays[A * N + B] ?? Infinity);
    const lifeBC =
      shape === APART || shape === BESIDE_FIRST ? (lifecycleDays[B * N + C] ?? Infinity) : Infinity;
    const outA = a.copyOut[ways[A]?.[B] ?? 0] ?? none;
    const outB = b.copyOut[ways[B]?.[C] ?? 0] ?? none;
    const [pA, pB, pC] = [part[A], part[B], part[C]];
    const sendsA = bill.sends(A);
    const aloneA = shape === APART && pA !== pB && pA !== pC && !(pA === writerPart && sendsA);
    const aloneC = shape === APART && pC !== pA && pC !== pB && !(pC === writerPart && sendsA);
    constant = bounds.fixed - b.credit;
    const firstCopied = aloneA ? bill.firstAlone(A, ways[A]?.[B] ?? 0, false) : null;
    const firstMoved = aloneA && Number.isFinite(lifeAB) ? bill.firstAlone(A, 0, true) : null;
    const second = shape === APART ? -1 : shape === BESIDE_FIRST ? B : C;
    const sendsSecond = second >= 0 && bill.sends(second);
    if (pA === writerPart || pB === writerPart || pC === writerPart)
      constant += (sendsA ? a.send : 0) + (sendsSecond ? (bounds.stores[second]?.send ?? 0) : 0);
    else if (sendsA || sendsSecond) {
      const key = (sendsA ? A : N) * (N + 1) + (sendsSecond ? second : N);
      const known = sent[key] ?? NaN;
      if (Number.isNaN(known))
        sent[key] = bill.sending([...(sendsA ? [A] : []), ...(sendsSecond ? [second] : [])]);
      constant += sent[key] ?? 0;
    }
    const cheapFirst = shape === APART ? none : bounds.cheaperReads(A, shape === BESIDE_FIRST ? B : C);
    const cheapSecond = shape === APART || shape === BESIDE_FIRST ? none : bounds.cheaperReads(B, C);

    for (let i = 1; i < end; i += 1) {
      const hours = (ages[i] ?? 0) * 24;
      const byLife = (ages[i] ?? 0) >= lifeAB;
      const row = byLife ? firstMoved : firstCopied;
      const known = row?.[i] ?? -Infinity;
      let value = known;
      if (known === -Infinity) {
        const leaving = byLife
          ? at(a.move, i) + at(a.moveEarly, i) * short(hours, a.minimumHours)
          : at(a.leave, i) +
            at(a.leaveEarly, i) * short(hours, a.minimumHours) +
            (shape === BESIDE_FIRST ? 0 : at(outA, i));
        value = a.arrive + a.operations + at(a.hold, i) + leaving - a.credit;
        value += shape === APART ? at(a.read, i) : at(cheapFirst, i);
      }
      if (shape === BESIDE_FIRST) value -= at(b.read, i);
      else {
        value += (byLife ? at(b.transitionIn, i) : at(b.copiedIn, i)) - at(b.hold, i);
        value -= shape === APART ? at(b.read, i) : at(cheapSecond, i);
      }
      P[i] = value;
    }

    const lastCopied = aloneC ? bill.lastAlone(C, COPIED) : null;
    const lastMoved = aloneC && Number.isFinite(lifeBC) ? bill.lastAlone(C, TRANSITIONED) : null;
    const expire = (hours: number) => at(c.leave, end) + at(c.leaveEarly, end) * short(hours, c.minimumHours);
    const life = ages[end] ?? 0;
    lifeDays = lifeBC;
    minimumHours = b.minimumHours;
    early = b.leaveEarly;
    earlyMoved = b.moveEarly;
    for (let i = 2; i < end; i += 1) {
      const days = ages[i] ?? 0;
      let held = at(b.hold, i);
      if (shape !== APART && shape !== BESIDE_FIRST) {
        Q[i] = held + at(b.leave, i) + at(cheapSecond, i) - at(c.read, i);
        moved[i] = Infinity;
        continue;
      }
      held += at(b.read, i) + (shape === BESIDE_FIRST ? b.arrive : 0);
      const rest =
        at(c.hold, end) -
        at(c.hold, i) +
        at(c.read, end) -
        at(c.read, i) +
        expire((life - days) * 24) +
        c.asLast -
        c.credit;
      const copiedC = lastCopied?.[i] ?? -Infinity;
      const movedC = lastMoved?.[i] ?? -Infinity;
      Q[i] =
        held + at(b.leave, i) + at(outB, i) + (copiedC === -Infinity ? rest + at(c.copiedIn, i) : copiedC);
      moved[i] = Number.isFinite(lifeBC)
        ? held + at(b.move, i) + (movedC === -Infinity ? rest + at(c.transitionIn, i) : movedC)
        : Infinity;
      if (shape === BESIDE_FIRST) {
        Q[i] = at(Q, i) + at(b.leaveEarly, i) * short(days * 24, b.minimumHours);
        moved[i] = at(moved, i) + at(b.moveEarly, i) * short(days * 24, b.minimumHours);
        if (days >= lifeBC) Q[i] = at(moved, i);
      }
    }
    if (shape === BESIDE_FIRST) [lifeDays, minimumHours] = [Infinity, 0];
    else if (shape !== APART)
      constant += c.arrive + at(c.hold, end) + at(c.read, end) + expire(life * 24) + c.asLast - c.credit;

    suffix[end] = Infinity;
    for (let i = end - 1; i >= 2; i -= 1) suffix[i] = Math.min(at(suffix, i + 1), at(Q, i), at(moved, i));
    lowest = Infinity;
    for (let i = 1; i < end - 1; i += 1) lowest = Math.min(lowest, at(P, i) + at(suffix, i + 1));
  };

  return {
    set,
    bound(first, second) {
      const days = (ages[second] ?? 0) - (ages[first] ?? 0);
      const sum = constant + at(P, first);
      const less = short(days * 24, minimumHours);
      return days >= lifeDays
        ? sum + at(moved, second) + at(earlyMoved, second) * less
        : sum + at(Q, second) + at(early, second) * less;
    },
    leastFrom: (first) => constant + at(P, first) + at(suffix, first + 1),
    least: () => constant + lowest,
  };
}

function at(row: Float64Array, i: number): number {
  return row[i] ?? 0;
}
