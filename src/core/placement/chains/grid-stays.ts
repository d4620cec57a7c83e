/** A chain of the searched class as its three stays, counted along the grid of ages. */
import { BESIDE_BOTH, BESIDE_FIRST } from './class.ts';
import type { ChainCode } from './class.ts';
import { ARRIVES, COPIED, TRANSITIONED } from './stay-vectors.ts';
import type { Entry } from './stay-vectors.ts';

/** Whom a stay answers in one stretch: everyone, or the readers whose bit is `on`. */
export interface Answering {
  from: number;
  to: number;
  bits: number;
  /** Which bits it answers; null for everyone. */
  on: boolean | null;
}

/** One stay as the grid counts it. */
export interface GridStay {
  store: number;
  from: number;
  to: number;
  entry: Entry;
  /** Moved on by the lifecycle, rather than deleted. */
  moved: boolean;
  /** The store it is copied to on leaving; −1 for none. */
  copiedTo: number;
  isFirst: boolean;
  isLast: boolean;
  answers: Answering[];
}

/** `moves`: whether the lifecycle of one store moves objects to another that have been in it for some days. */
export function gridStays(
  ages: Float64Array,
  moves: (from: number, to: number, days: number) => boolean,
): (code: ChainCode) => GridStay[] {
  const end = ages.length - 1;
  return ({
    stores: [A, B, C],
    shape,
    first,
    second,
    olderServes: [before, until],
  }: ChainCode): GridStay[] => {
    const [t1, t2] = [ages[first] ?? 0, ages[second] ?? 0];
    const whole = (from: number, to: number): Answering => ({ from, to, bits: 0, on: null });
    const some = (from: number, to: number, bits: number, on: boolean): Answering => ({ from, to, bits, on });
    const common = { moved: false, copiedTo: -1, isFirst: false, isLast: false };
    if (shape === BESIDE_FIRST) {
      const life = moves(B, C, t2);
      return [
        {
          ...common,
          store: A,
          from: 0,
          to: first,
          entry: ARRIVES,
          isFirst: true,
          answers: [some(0, first, before, false)],
        },
        {
          ...common,
          store: B,
          from: 0,
          to: second,
          entry: ARRIVES,
          moved: life,
          copiedTo: life ? -1 : C,
          answers: [some(0, first, before, true), whole(first, second)],
        },
        {
          ...common,
          store: C,
          from: second,
          to: end,
          entry: life ? TRANSITIONED : COPIED,
          isLast: true,
          answers: [whole(second, end)],
        },
      ];
    }
    const lifeAB = moves(A, B, t1);
    const a: GridStay = {
      ...common,
      store: A,
      from: 0,
      to: first,
      entry: ARRIVES,
      moved: lifeAB,
      copiedTo: lifeAB ? -1 : B,
      isFirst: true,
      answers: [shape === BESIDE_BOTH ? some(0, first, before, false) : whole(0, first)],
    };
    const b = {
      ...common,
      store: B,
      from: first,
      to: second,
      entry: lifeAB ? TRANSITIONED : COPIED,
    } as const;
    if (shape === BESIDE_BOTH)
      return [
        a,
        { ...b, answers: [some(first, second, until, false)] },
        {
          ...common,
          store: C,
          from: 0,
          to: end,
          entry: ARRIVES,
          isLast: true,
          answers: [some(0, first, before, true), some(first, second, until, true), whole(second, end)],
        },
      ];
    const life = moves(B, C, t2 - t1);
    return [
      a,
      { ...b, moved: life, copiedTo: life ? -1 : C, answers: [whole(first, second)] },
      {
        ...common,
        store: C,
        from: second,
        to: end,
        entry: life ? TRANSITIONED : COPIED,
        isLast: true,
        answers: [whole(second, end)],
      },
    ];
  };
}
