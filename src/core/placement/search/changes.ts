/** What happens to an object of one kind where its holders change: rules that move it, copies, and what is left. */
import type { Holders } from './holders.ts';
import type { Priced, PricedStore } from './priced.ts';
import type { Link } from './problem.ts';

/** What happens to an object where its holders change. Links are between places. */
export interface Transition {
  lifecycle: readonly Link[];
  copies: readonly Link[];
  /** Left without a rule that moves the object. */
  drops: readonly number[];
  /** Dropped stores from which a job only deletes, where no chosen store of the same account keeps the object. */
  deletes: readonly number[];
  /** Whether a job only deletes from a store while another chosen store of the same account keeps the object. */
  deletesWithin: boolean;
  /** Left by a rule that asks no minimum duration. */
  spared: number;
  /** Oldest of the ages that its rules ask for, by the place that is left. */
  after: readonly { from: number; days: number }[];
}

/** Changes of holders: each new one by a rule that moves objects there, or by the copy that is cheapest at list price. */
export function changesOf(
  known: Priced,
  kind: number,
  { stores, chosen, more }: Holders,
  uses: readonly PricedStore[],
): { list: readonly Transition[]; between(from: number, to: number): readonly number[] } {
  const { accounts, moves } = known.problem;
  const list: Transition[] = [];
  const made = new Map<number, number[]>();
  const isOneAccount = (a: number, b: number) => accounts[stores[a]!] === accounts[stores[b]!];
  const isLeftBehind = stores.map((s) => known.problem.uses[kind]![s]!.isLeftBehind === true);
  const rule = (from: number, to: number) => moves[stores[from]!]![stores[to]!]!.lifecycleAfter;
  const cost = (from: number, to: number) =>
    known.out(kind, stores[from]!, stores[to]!).list + uses[to]!.put.list;
  /** The cheapest of all sources, and of other accounts. */
  const sourcesOf = (from: number, to: number): number[] => {
    let [best, elsewhere] = [-1, -1];
    for (let i = 0; from >> i !== 0; i += 1) {
      if (!((from >> i) & 1)) continue;
      if (more.jobsWithin && (best < 0 || cost(i, to) < cost(best, to))) best = i;
      if (!isOneAccount(i, to) && (elsewhere < 0 || cost(i, to) < cost(elsewhere, to))) elsewhere = i;
    }
    return best === elsewhere ? (best < 0 ? [] : [best]) : [best, elsewhere].filter((i) => i >= 0);
  };
  const transition = (
    from: number,
    to: number,
    links: readonly (Link & { isRule: boolean })[],
  ): Transition => {
    const lifecycle = links.filter(({ isRule }) => isRule);
    const copies = links.filter(({ isRule }) => !isRule);
    const moved = lifecycle.reduce((bits, one) => bits | (1 << one.from), 0);
    const drops = stores.flatMap((_, i) => (((from & ~to & ~moved) >> i) & 1 ? [i] : []));
    const deleted = drops.filter((place) => !copies.some((one) => one.from === place));
    const deletes = deleted.filter((place) =>
      stores.every((_, i) => i >= chosen || !((to >> i) & 1) || !isOneAccount(i, place)),
    );
    return {
      lifecycle,
      copies,
      drops,
      deletes,
      deletesWithin: deletes.length < deleted.length,
      spared: lifecycle.reduce(
        (bits, one) => (uses[one.from]!.earlyOnMove ? bits : bits | (1 << one.from)),
        0,
      ),
      after: lifecycle.flatMap((one) => {
        const days = rule(one.from, one.to) ?? Infinity;
        return days > 0 ? [{ from: one.from, days }] : [];
      }),
    };
  };
  const make = (from: number, to: number): number[] => {
    let ways: (Link & { isRule: boolean })[][] = [[]];
    for (let entered = 0; entered < stores.length; entered += 1) {
      if (!(((to & ~from) >> entered) & 1)) continue;
      const options = sourcesOf(from, entered).map((source) => ({
        from: source,
        to: entered,
        isRule: false,
      }));
      for (let left = 0; left < stores.length; left += 1)
        if (((from & ~to) >> left) & 1 && !isLeftBehind[left] && rule(left, entered) !== null)
          options.push({ from: left, to: entered, isRule: true });
      // A rule moves an object to one place.
      ways = ways.flatMap((before) =>
        options.flatMap((one) =>
          one.isRule && before.some((other) => other.isRule && other.from === one.from)
            ? []
            : [[...before, one]],
        ),
      );
    }
    return ways.map((links) => list.push(transition(from, to, links)) - 1);
  };
  return {
    list,
    between(from, to) {
      const key = from * MASKS + to;
      const before = made.get(key);
      if (before) return before;
      const own = make(from, to);
      made.set(key, own);
      return own;
    },
  };
}

/** More than the holders of a node and its copies can be. */
const MASKS = 65_536;
