/**
 * Placements that were found while inputs are turned. Each of them is judged at any value of an input for little; the whole search is
 * asked at few. What wins at a value is the best of all that were found anywhere.
 */
import { itemAt } from '../../at.ts';
import type { Desk, Judged } from '../desk-types.ts';
import type { Placement } from '../placement.ts';

/** A scenario as far as it is asked here. */
export type Asked = Pick<Desk, 'best' | 'judge'> & {
  /** What is asked of a placement's sureness; null: no latency is required. */
  asked: number | null;
};

export interface Contender {
  placement: Placement;
  /** As named in the scenario that is turned. */
  id: string;
  arrangement: string;
}

export interface Standing extends Contender {
  judged: Judged;
  /** Bill + effort + doubt; infinite where it does not hold. */
  value: number;
}

/** `X`: a value of an input, or a place on a map. */
export interface Known<X> {
  /** The best by the whole search; null: nothing holds there. What is found is known from then on. */
  ask(x: X): Standing | null;
  /** The best of those that are known. */
  winner(x: X): Standing | null;
  /** All of them, in the order in which they were found. */
  at(x: X): Standing[];
  add(placement: Placement): void;
  /** Values that the whole search was asked at. */
  asked(): number;
}

type Names = Pick<Desk, 'id' | 'arrangement'>;

/** `names`: of the scenario as it is; sizes in ids are others elsewhere. */
export function knownAlong<X>(at: (x: X) => Asked, names: Names): Known<X> {
  const contenders: Contender[] = [];
  const ids = new Set<string>();
  const add = (placement: Placement) => {
    const id = names.id(placement);
    if (ids.has(id)) return;
    ids.add(id);
    contenders.push({ placement, id, arrangement: names.arrangement(placement) });
  };
  const desks = new Map<X, Asked>();
  const deskOf = (x: X): Asked => {
    const desk = desks.get(x) ?? at(x);
    desks.set(x, desk);
    return desk;
  };
  const judged = new Map<X, Judged[]>();
  const ranked = new Map<X, Standing[]>();
  const searched = new Set<X>();
  const standings = (x: X): Standing[] => {
    const last = ranked.get(x);
    if (last?.length === contenders.length) return last;
    const desk = deskOf(x);
    const own = judged.get(x) ?? [];
    for (const { placement } of contenders.slice(own.length)) own.push(desk.judge(placement));
    judged.set(x, own);
    const all = valued(
      contenders.map((one, c) => ({ ...one, judged: itemAt(own, c) })),
      desk.asked,
    );
    ranked.set(x, all);
    return all;
  };
  const winner = (x: X): Standing | null => {
    let best: Standing | null = null;
    for (const one of standings(x)) if (one.value < (best?.value ?? Infinity)) best = one;
    return best;
  };
  return {
    add,
    winner,
    at: standings,
    ask(x) {
      if (!searched.has(x)) {
        searched.add(x);
        const found = deskOf(x).best({ known: contenders.map(({ placement }) => placement) });
        // What doubt costs is known better after a search.
        judged.delete(x);
        ranked.delete(x);
        if (found) add(found.placement);
      }
      return winner(x);
    },
    asked: () => searched.size,
  };
}

/** Doubt is a share of the cheapest that is sure enough: a desk that was not searched may not know it yet. */
function valued(all: readonly Omit<Standing, 'value'>[], asked: number | null): Standing[] {
  const sure = Math.min(...all.filter((one) => one.judged.doubt === 0).map((one) => one.judged.value));
  return all.map((one) => {
    const { value, doubt, sureness } = one.judged;
    if (asked === null || sureness === null || doubt === 0 || !Number.isFinite(value))
      return { ...one, value };
    return { ...one, value: value - doubt + Math.min(doubt, ((asked - sureness) / asked) * sure) };
  });
}
