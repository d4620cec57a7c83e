/**
 * Reads that ask a store which has not their object, as a router that cannot tell makes them: how many, and at what price. The bill
 * counts those of placements by size or popularity; `emit` asks for the store that its router asks first.
 */
import { itemAt } from '../at.ts';
import { memo, memoWith } from '../memo.ts';
import { failureCost } from '../pricing/bills/failures.ts';
import { requestRate } from '../pricing/editions/headline-rates.ts';
import { priceSheet } from '../pricing/sheets/price-sheet.ts';
import { resolvePrices } from '../pricing/sheets/resolve.ts';
import { missedShare } from '../workload/workload.ts';
import type { Term, Which } from './bill/term.ts';
import { oneStore } from './context/candidate-stores.ts';
import type { PlanContext } from './context/types.ts';
import type { UsagePart } from './costs/usage-parts.ts';
import { requestsPart } from './costs/usage-parts.ts';
import type { Placement } from './placement.ts';
import { shapeOf } from './shape.ts';

export interface VainReads {
  perMonth: number;
  currency: string;
  /** A month at list price, before any allowance; null: the price of a read is not known. */
  amount: number | null;
  /** Whether the provider bills an answer that finds nothing. */
  billed: 'billed' | 'free' | 'unlisted';
}

/** So many in vain of a store. */
export function vainReads(
  ref: string,
  perMonth: number,
  { scenario, archive }: Pick<PlanContext, 'scenario' | 'archive'>,
): VainReads {
  const found = oneStore(ref, scenario, archive);
  const { asOf, knownOn } = scenario;
  const resolved =
    'reason' in found
      ? null
      : resolvePrices(archive, { store: found.store, region: found.region, asOf, knownOn });
  if (!resolved || !('edition' in resolved))
    return { perMonth, amount: null, billed: 'unlisted', currency: 'USD' };
  const billed = failureCost(resolved.edition.operations.failed, 404);
  const { amount } = requestRate(priceSheet(resolved, {}, asOf), 'GetObject');
  return {
    perMonth,
    billed,
    amount: billed === 'free' ? 0 : amount === null ? null : (amount * perMonth) / 1e6,
    currency: resolved.edition.currency,
  };
}

/** The order in which a router asks: where reads in vain cost least, then where they are fewest. */
export const cheapestFirst = (a: VainReads, b: VainReads): number =>
  (a.amount ?? Infinity) - (b.amount ?? Infinity) || a.perMonth - b.perMonth;

const NOTHING_FOUND: UsagePart = {
  ...requestsPart({}),
  requests: [{ operation: 'GetObject', count: 1, bytesEach: 0, answer: 404 }],
};

const ofOne = memoWith((context: PlanContext) => memo((ref: string) => vainReads(ref, 1, context)));

/** Where a size or popularity tells two stores apart, the reads of the one's objects that ask the other first. The user's own code knows. */
export function vainTerms(context: PlanContext, placement: Placement, which: Which, m: number): Term[] {
  const { scenario, copies, populations, stores, workload } = context;
  if (scenario.router === 'own' || copies.length > 0) return [];
  const shape = shapeOf(context, placement);
  if (shape.kind !== 'size' && shape.kind !== 'popularity') return [];
  const readsOf = (isFirst: boolean, months: Which, at: number) =>
    populations
      .filter((one) => shape.first.includes(one) === isFirst)
      .reduce((sum, one) => sum + itemAt(one.workload[months], at).population.reads, 0) *
    missedShare(workload.readers);
  const [asked] = shape.stores
    .map((store, i) => {
      const perMonth = readsOf(i === 1, 'timeline', 0);
      const one = ofOne(context)(itemAt(stores, store).ref);
      const amount = one.amount === null ? null : one.amount * perMonth;
      return { ...one, amount, perMonth, store, times: readsOf(i === 1, which, m) };
    })
    .toSorted(cheapestFirst);
  if (!asked || asked.times === 0) return [];
  return [{ store: asked.store, part: NOTHING_FOUND, times: asked.times, event: null, isJob: false }];
}
