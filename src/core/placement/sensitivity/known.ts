/**
 * Placements that were found while inputs are turned. Each of them is judged at any value of an input for little; the whole search is
 * asked at few. What wins at a value is the best of all that were found anywhere.
 */
import { memo } from '../../memo.ts';
import type { Desk, Judged } from '../desk-types.ts';
import type { Placement } from '../placement.ts';

/** A scenario as far as it is asked here. */
export type Asked = Pick<Desk, 'best' | 'judge'> & {
  /** What is asked of a placement's sureness; null: no latency is required. */
  asked: number | null;
  /** The cheapest that is sure enough, once the search was asked; null: there is none. */
  sure(): Placement | null;
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

/** `X`: a value of an input, or a place on a map. `among`: those that may win there; all that are known by default. */
export interface Known<X> {
  /** The best by the whole search; null: nothing holds there. What is found is known from then on. */
  ask(x: X, among?: readonly Contender[]): Standing | null;
  /** The best of those that are known. */
  winner(x: X, among?: readonly Contender[]): Standing | null;
  /** In the order in which they were found; of one arrangement, where one is named. */
  at(x: X, arrangement?: string): Standing[];
  add(placement: Placement): void;
  /** Values that the whole search was asked at. */
  asked(): number;
}

type Names = Pick<Desk, 'id' | 'arrangement'>;

/** `names`: of the scenario as it is; sizes in ids are others elsewhere. */
export function knownAlong<X>(at: (x: X) => Asked, names: Names): Known<X> {
  const contenders = new Map<string, Contender>();
  /** By what a search found, the cheapest there that was sure. */
  const sures = new Map<string, Contender>();
  const named = (placement: Placement): Contender => {
    const id = names.id(placement);
    return contenders.get(id) ?? { placement, id, arrangement: names.arrangement(placement) };
  };
  const add = (placement: Placement): Contender => {
    const one = named(placement);
    contenders.set(one.id, one);
    return one;
  };
  const deskOf = memo(at);
  /** By value, then by id. */
  const judged = new Map<X, Map<string, Judged>>();
  /** What searches found. */
  const searched = new Map<X, Contender | null>();
  const judge = (x: X, { id, placement }: Contender): Judged => {
    const own = judged.get(x) ?? new Map<string, Judged>();
    judged.set(x, own);
    const found = own.get(id) ?? deskOf(x).judge(placement);
    own.set(id, found);
    return found;
  };
  /** Doubt is a share of the cheapest that is sure enough: a desk that was not searched may not know it yet. */
  const standing = (x: X, one: Contender, sures: Iterable<Contender>): Standing => {
    const own = judge(x, one);
    const { value, doubt, sureness } = own;
    const { asked } = deskOf(x);
    if (asked === null || sureness === null || doubt === 0 || !Number.isFinite(value))
      return { ...one, judged: own, value };
    let sure = Infinity;
    for (const other of sures) {
      const its = judge(x, other);
      if (its.doubt === 0) sure = Math.min(sure, its.value);
    }
    return {
      ...one,
      judged: own,
      value: value - doubt + Math.min(doubt, ((asked - sureness) / asked) * sure),
    };
  };
  const winner: Known<X>['winner'] = (x, among) => {
    const all = among ?? [...contenders.values()];
    const sure = new Set(all.flatMap(({ id }) => sures.get(id) ?? []));
    let best: Standing | null = null;
    for (const one of all) {
      const own = standing(x, one, sure);
      if (own.value < (best?.value ?? Infinity)) best = own;
    }
    return best;
  };
  return {
    add,
    winner,
    at: (x, arrangement) =>
      [...contenders.values()]
        .filter((one) => arrangement === undefined || one.arrangement === arrangement)
        .map((one) => standing(x, one, sures.values())),
    ask(x, among = [...contenders.values()]) {
      let found = searched.get(x);
      if (found === undefined) {
        const best = deskOf(x).best({ known: among.map(({ placement }) => placement) });
        found = best && add(best.placement);
        searched.set(x, found);
        const sure = deskOf(x).sure();
        if (found && sure) sures.set(found.id, named(sure));
        // What doubt costs is known better after a search.
        judged.delete(x);
      }
      return winner(x, found ? [...among, found] : among);
    },
    asked: () => searched.size,
  };
}
