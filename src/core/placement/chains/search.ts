/**
 * The cheapest chains of three stores: every triple bounded from below, then taken in order of its bound and billed exactly in
 * order of the bounds of its chains, until nothing cheaper can remain (design §6).
 */
import { APART, BESIDE_BOTH, BESIDE_FIRST, SHAPES, chainOfCode } from './class.ts';
import type { ChainCode } from './class.ts';
import { tailSums, verdictOfReads, verdictOfStores } from './judge.ts';
import { HAIR } from './rows.ts';
import { chainTables } from './tables.ts';
import { chainPrices } from './prices.ts';
import type { ChainSplit, ChainSums, Three } from './sums.ts';
import type { Chain } from '../chain.ts';
import type { Exact } from '../costs/exact-cost.ts';
import type { PlanContext } from '../context/types.ts';
import { worst } from '../verdicts/requirements.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

interface FoundChain {
  chain: Chain;
  cost: number;
  feasible: 'yes' | 'unproven';
}

export interface ChainSearch {
  /** The best of each three stores and shape that cost less than `ceilings`, cheapest first, at most `count` of each verdict. */
  best(
    ceilings: Readonly<Record<FoundChain['feasible'], number>>,
    count: Readonly<Record<FoundChain['feasible'], number>>,
    /** Only chains that have this store. */
    having?: number,
  ): FoundChain[];
  /** Chains bounded and chains billed so far. */
  effort: { triples: number; bounds: number; bills: number };
}

export function chainSearch(
  context: PlanContext,
  tariffs: PlanTariffs,
  exact: Exact,
  verdicts: Verdicts,
  tables = chainTables(context, tariffs, exact),
): ChainSearch {
  const { stores, workload, scenario, limits } = context;
  const N = stores.length;
  const effort = { triples: 0, bounds: 0, bills: 0 };
  if (!tables) return { best: () => [], effort };

  const { bill, rows, beyondRows, end, divided, young, dearer } = tables;
  const sums = tailSums(context, verdicts, young);
  const chainAt = (...split: Parameters<typeof codeOf>) => chainOfCode(workload, codeOf(...split));
  const budget = scenario.requirements.budget ?? Infinity;

  /** 0 where every requirement may be proven, 1 where they may be met, 2 where one surely fails. */
  const hopeBy = (amount: (sum: ChainSums) => number): number => {
    let worst = 0;
    for (const { limit, low, high } of sums) {
      if (amount(low) > limit) return 2;
      if (worst === 0 && amount(high) > limit) worst = 1;
    }
    return worst;
  };
  const hope = (three: Three, shape: number, split: Split) => hopeBy((sum) => sum.of(three, shape, split));
  /** The same of the best that any servers could do at given ages. */
  const hopeAt = (three: Three, shape: number, first: number, second: number) =>
    hopeBy((sum) => sum.leastAt(three, shape, first, second));
  /**
   * The same of all that leave the first store at one age: the best of them, and the worst. Where sums are straight in the shares of
   * reads, both ends of the second age say so.
   */
  const hopesFrom = (three: Three, shape: number, first: number): readonly [best: number, worst: number] => {
    let [best, worst] = [0, 0];
    for (const { limit, low, high } of sums) {
      if (!low.isStraight) {
        worst = 2;
        continue;
      }
      for (let level = 1; level <= 2; level += 1) {
        const sum = level === 1 ? high : low;
        const one = sum.leastAt(three, shape, first, first + 1);
        const other = sum.leastAt(three, shape, first, end - 1);
        if (one > limit + ROUNDING && other > limit + ROUNDING) best = Math.max(best, level);
        if (!(one < limit - ROUNDING && other < limit - ROUNDING)) worst = Math.max(worst, level);
      }
    }
    return [best, worst];
  };
  /** The best of all ages: shares of reads below them lie between the corners. */
  const hopeOfAges = (three: Three, shape: number): number =>
    hopeBy((sum) =>
      sum.isStraight
        ? Math.min(
            sum.leastAt(three, shape, 1, 1),
            sum.leastAt(three, shape, 1, end - 1),
            sum.leastAt(three, shape, end - 1, end - 1),
          ) - ROUNDING
        : 0,
    );
  /** The same of the best that any ages and servers could do. */
  const hopeOf = (three: Three) => hopeBy((sum) => sum.least(three));
  const isLeast = chainPrices(context, tariffs, exact);

  /** In order of their bounds: those that cost less than the most for what may be hoped of them. */
  const triples = (most: readonly number[], having?: number) => {
    const found: { stores: Three; shape: number; hope: number; least: number }[] = [];
    const highest = Math.max(...most);
    for (let A = 0; A < N; A += 1)
      for (let B = 0; B < N; B += 1)
        for (let C = 0; C < N; C += 1) {
          if (A === B || B === C || A === C) continue;
          if (having !== undefined && A !== having && B !== having && C !== having) continue;
          const idle = HAIR * bill.idle([A, B, C]);
          if (idle >= highest) continue;
          let hoped = -1;
          for (let shape = 0; shape < SHAPES.length; shape += 1) {
            const least = Math.max(idle, rows.least(A, B, C, shape, highest));
            if (least >= highest) continue;
            if (hoped < 0) hoped = hopeOf([A, B, C]);
            if (least < (most[hoped] ?? -Infinity))
              found.push({ stores: [A, B, C], shape, hope: hoped, least });
          }
          effort.triples += SHAPES.length;
        }
    return found.sort((a, b) => a.least - b.least);
  };

  const best: ChainSearch['best'] = (ceilings, count, having) => {
    const kept: Record<FoundChain['feasible'], FoundChain[]> = { yes: [], unproven: [] };
    const ceiling = (feasible: FoundChain['feasible']) =>
      count[feasible] === 0
        ? -Infinity
        : Math.min(budget, ceilings[feasible], kept[feasible][count[feasible] - 1]?.cost ?? Infinity);
    const keep = (one: FoundChain) => {
      const all = kept[one.feasible];
      all.push(one);
      all.sort((a, b) => a.cost - b.cost);
      all.length = Math.min(all.length, count[one.feasible]);
    };
    /** The most that chains of which so much may be hoped can cost and still matter. */
    const mostFor = (hoped: number) =>
      hoped === 0
        ? Math.max(ceiling('yes'), ceiling('unproven'))
        : hoped === 1
          ? ceiling('unproven')
          : -Infinity;

    for (const { stores: three, shape, hope: hoped, least } of triples([mostFor(0), mostFor(1)], having)) {
      if (least >= mostFor(0)) break;
      const most = mostFor(hoped);
      if (least >= most) continue;
      if (least >= mostFor(hopeOfAges(three, shape))) continue;
      const mosts = [mostFor(0), mostFor(1), -Infinity];
      const mostOf = (hope: number) => mosts[hope] ?? -Infinity;
      const [A, B, C] = three;
      rows.set(A, B, C, shape);
      const idle = HAIR * bill.idle(three);
      const splits: Split[] = [];
      const split: Split = { first: 0, second: 0, before: 0, until: 0, bound: 0, low: 0, hope: 0 };
      const add = (low: number) => {
        effort.bounds += 1;
        if (low >= most) return;
        split.bound = low;
        split.low = Math.max(idle, low);
        split.hope = hope(three, shape, split);
        if (low < mostOf(split.hope)) splits.push({ ...split });
      };
      for (let first = 1; first < end - 1; first += 1) {
        const leastFrom = Math.max(idle, rows.leastFrom(first));
        if (leastFrom >= most) continue;
        const [atBest, atWorst] = hopesFrom(three, shape, first);
        if (leastFrom >= mostOf(atBest)) continue;
        const ofAll = atBest === atWorst ? mostOf(atBest) : null;
        split.first = first;
        for (let second = first + 1; second < end; second += 1) {
          const low = rows.bound(first, second);
          const floor = Math.max(idle, low);
          if (floor >= most || floor >= (ofAll ?? mostOf(hopeAt(three, shape, first, second)))) continue;
          split.second = second;
          split.before = split.until = 0;
          // Whether the last store can hold what is left follows from the second age alone.
          if (shape !== BESIDE_BOTH && !limits.stayWithin(chainAt(three, shape, split), 2)) continue;
          if (shape === APART) {
            add(low);
            continue;
          }
          for (const before of divided) {
            const more = low + dearer(A, shape === BESIDE_FIRST ? B : C, before, 0, first) * HAIR;
            if (more >= most) continue;
            split.before = before;
            if (shape === BESIDE_FIRST) add(more);
            else
              for (const until of divided) {
                split.until = until;
                add(more + dearer(B, C, until, first, second) * HAIR);
              }
          }
        }
      }
      if (splits.length === 0) continue;
      splits.sort((a, b) => a.low - b.low);
      const ofStores = verdictOfStores(context, verdicts, chainAt(three, shape, splits[0]));
      if (ofStores === 'no') continue;
      const own: Partial<Record<FoundChain['feasible'], FoundChain>> = {};
      const worth = (feasible: FoundChain['feasible']) =>
        Math.min(ceiling(feasible), own[feasible]?.cost ?? Infinity);
      for (const one of splits) {
        const asProven = ofStores === 'yes' && one.hope === 0;
        const limit = asProven ? Math.max(worth('yes'), worth('unproven')) : worth('unproven');
        if (one.low >= Math.max(worth('yes'), worth('unproven'))) break;
        if (one.low >= limit) continue;
        const code = codeOf(three, shape, one);
        const chain = chainOfCode(workload, code);
        if (!limits.within(chain) || one.bound + beyondRows(code) >= limit) continue;
        // The bill takes less time than the verdict, and rules out nearly all.
        effort.bills += 1;
        const cost = bill.of(code);
        if (cost >= limit) continue;
        const feasible = worst([ofStores, verdictOfReads(context, verdicts, chain)]);
        if (feasible === 'no' || cost >= worth(feasible) || isLeast(code, chain)) continue;
        own[feasible] = { chain, cost, feasible };
      }
      for (const one of [own.yes, own.unproven]) if (one && one.cost < ceiling(one.feasible)) keep(one);
    }
    return [...kept.yes, ...kept.unproven];
  };
  return { best, effort };
}

/** Sums in another order differ by less. */
const ROUNDING = 1e-12;

/** With its bound and what may be hoped of it. */
interface Split extends ChainSplit {
  bound: number;
  /** No less than what its stores ask when idle. */
  low: number;
  hope: number;
}

function codeOf(stores: Three, shape: number, { first, second, before, until }: Split = NO_SPLIT): ChainCode {
  return { stores, shape, first, second, olderServes: [before, until] };
}

const NO_SPLIT: Split = { first: 1, second: 2, before: 0, until: 0, bound: 0, low: 0, hope: 0 };
