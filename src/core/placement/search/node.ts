/**
 * One to three stores: what must be run where all of them are used, what they can put into each pool, and for each kind of object the
 * states it can be in and the sequences of them that it can go through.
 */
import type { Priced } from './priced.ts';
import type { Problem } from './problem.ts';
import type { Box } from './raise.ts';
import type { Reaches } from './reach.ts';
import { shapeOf } from './shape.ts';
import type { Holders, Mask, Mechanisms } from './holders.ts';
import type { KindShape } from './shape.ts';

export const NO_MORE: Mechanisms = {
  jobsWithin: false,
  rules: false,
  further: false,
  router: false,
};

export interface Node extends Holders, Box {
  /** Bits of the demanded copies. */
  copies: number;
  /** Where all its stores are used: their fees, and what they must earn. */
  fees: number;
  effort: number;
  /** One of the parts of a node. */
  isPart?: true;
  shape(kind: number): KindShape;
}

export function nodesOf(
  known: Priced,
  reaches: Reaches,
): (chosen: readonly number[], more: Mechanisms) => Node {
  const { problem } = known;
  const { copies: demanded } = problem;
  const isNamed = new Uint8Array(problem.pools.length);
  const own = new Int32Array(problem.pools.length);
  const touchedBy = (stores: readonly number[]): Int32Array => {
    let count = 0;
    const add = (pools: Int32Array) => {
      for (let i = 0; i < pools.length; i += 1) {
        const k = pools[i]!;
        if (isNamed[k] === 0) own[count++] = k;
        isNamed[k] = 1;
      }
    };
    add(known.fixed.pools);
    for (let i = 0; i < stores.length; i += 1) add(known.touched[stores[i]!]!);
    for (let i = 0; i < count; i += 1) isNamed[own[i]!] = 0;
    return own.slice(0, count);
  };
  return (chosen, more) => {
    const stores = demanded.length > 0 ? [...chosen, ...demanded] : chosen;
    const pools = touchedBy(stores);
    const { low, high } = reaches(stores, pools);
    const shapes: KindShape[] = [];
    const node: Node = {
      stores,
      chosen: chosen.length,
      copies: ((1 << demanded.length) - 1) << chosen.length,
      more,
      masks: masksIn(problem, chosen),
      fees: problem.fees(stores),
      effort: leastEffort(known, chosen, more),
      pools,
      low,
      high,
      shape: (kind) => (shapes[kind] ??= shapeOf(known, kind, node)),
    };
    return node;
  };
}

/** The plans of a node apart, where that tells more: those whose readers ask the Worker, and those that one bucket answers. */
export function partsOf(known: Priced, node: Node): Node[] {
  const { worker } = known.problem;
  const buckets = [...new Set(worker ? node.stores.map((s) => worker.buckets[s]!) : [])];
  if (!worker || node.isPart || buckets.length < 2) return [];
  let all: number[][] = [[]];
  for (let asker = Math.max(...worker.asks); asker >= 0; asker -= 1)
    all = all.flatMap((others) => buckets.map((bucket) => [bucket, ...others]));
  const answeredBy = (answers: readonly number[]): Node => {
    const shapes: KindShape[] = [];
    const part: Node = {
      ...node,
      isPart: true,
      answers,
      shape: (kind) => (shapes[kind] ??= shapeOf(known, kind, part)),
    };
    return part;
  };
  const asked = Number.isFinite(worker.cost)
    ? [{ ...node, isPart: true as const, fees: node.fees + worker.cost }]
    : [];
  return [...asked, ...all.map(answeredBy)];
}

/** What runs in a plan: lifecycle rules, and second writes inside an account; copy jobs between accounts, and accounts that are written besides the first. */
export interface Running {
  rules: number;
  between: number;
}

/**
 * What a placement must earn: further accounts, or what runs between accounts; rules, or second stores of an account where no rule joins
 * them; copies inside one; a router.
 */
export function effortOf(
  { problem: { accounts, effort } }: Priced,
  stores: readonly number[],
  { rules, between }: Running,
  { jobsWithin, router }: Pick<Mechanisms, 'jobsWithin' | 'router'>,
): number {
  let distinct = 0;
  for (let i = 0; i < stores.length; i += 1) {
    let isFirst = 1;
    for (let j = 0; j < i; j += 1) if (accounts[stores[j]!] === accounts[stores[i]!]) isFirst = 0;
    distinct += isFirst;
  }
  return (
    Math.max(distinct - 1, between) * effort.account +
    Math.max(stores.length - distinct, rules) * effort.rule +
    (jobsWithin ? effort.account : 0) +
    (router ? effort.router : 0)
  );
}

/** Of all that may run there, what a node cannot do without. */
export function leastEffort(known: Priced, stores: readonly number[], more: Mechanisms): number {
  const { rule, account } = known.problem.effort;
  const least = effortOf(known, stores, { rules: 0, between: 0 }, more);
  return least + (more.rules ? rule : 0) + (more.further ? account : 0);
}

/** Sets of holders that may be. */
function masksIn({ copies, mayHold, mayEnter }: Problem, chosen: readonly number[]): Mask[] {
  const masks: Mask[] = [];
  const demanded = ((1 << copies.length) - 1) << chosen.length;
  for (let own = 1; own < 1 << chosen.length; own += 1) {
    const held = [...placesIn(own).map((i) => chosen[i]!), ...copies];
    if (!mayHold(held)) continue;
    const bits = own | demanded;
    masks.push({ bits, places: placesIn(bits), mayEnter: mayEnter(held) });
  }
  return masks;
}

/** Whether two of the places are in one account. */
export function sharesAccount(accounts: readonly number[], stores: readonly number[], mask: number): boolean {
  for (let i = 1; mask >> i !== 0; i += 1)
    for (let j = 0; j < i; j += 1)
      if ((mask >> i) & (mask >> j) & 1 && accounts[stores[i]!] === accounts[stores[j]!]) return true;
  return false;
}

export function placesIn(mask: number): number[] {
  const places: number[] = [];
  for (let i = 0; mask >> i !== 0; i += 1) if ((mask >> i) & 1) places.push(i);
  return places;
}
