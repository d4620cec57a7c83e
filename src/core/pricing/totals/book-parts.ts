/**
 * A book of tariffs taken apart: stores whose bills never touch each other, a small book for any few of them, and linear
 * lower bounds that hold as far as quantities can reach.
 */
import { fastBook } from './fast-book.ts';
import { meterPools, reachesOf } from './meter-pools.ts';
import type { MeterPools } from './meter-pools.ts';
import type { Meter, PriceSheet } from '../sheets/sheet.ts';
import { underestimator } from './underestimates.ts';
import type { Underestimate } from './underestimates.ts';

export interface BookParts {
  /**
   * By tariff: a number that tariffs share where a pool, an allowance or a fee joins them. The total of a bill is the sum
   * of the totals of its parts.
   */
  readonly part: Int32Array;
  /** Total of quantities of a few tariffs, in their order, as if the book held no other. */
  among(indexes: readonly number[]): (quantities: readonly Float64Array[], days: number) => number;
  /** Linear lower bounds as `Tariff.underestimate`: each tier costs no less than the mean price up to where its pool can reach. */
  underestimates: Underestimate[];
  /** What the underestimates follow from. */
  reach: BookReach;
  /** By tariff: whether every price that such a bill can ask is known, and every size stated. */
  known: boolean[];
}

/** The prices of a book, and how far bills go in each pool of it. */
interface BookReach {
  sheets: readonly PriceSheet[];
  rates: readonly number[];
  pools: MeterPools;
  reaches: Float64Array;
}

/** For bills of at most `together` of the tariffs, none of which puts more into a meter than `most` says. */
type BookDivider = (most: readonly Float64Array[], together: number) => BookParts;

/** What follows from prices alone is gathered once for a book. */
export function bookDivider(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  monthDays: readonly number[],
): BookDivider {
  const pools = meterPools(sheets);
  const underestimates = underestimator(sheets, rates, pools);
  return (most, together) => {
    const books = new Map<string, ReturnType<BookParts['among']>>();
    let part: Int32Array | undefined;
    const reaches = reachesOf(pools, most, together);
    const lines = underestimates(most, reaches);
    return {
      get part() {
        return (part ??= partsOf(sheets, most));
      },
      among(indexes) {
        const key = indexes.join();
        let total = books.get(key);
        if (!total) {
          const own = fastBook(
            indexes.flatMap((i) => sheets[i] ?? []),
            indexes.map((i) => rates[i] ?? 1),
            indexes.map((i) => monthDays[i] ?? 30),
          );
          const places = indexes.map((_, i) => i);
          total = (quantities, days) => own.total(places, quantities, days);
          books.set(key, total);
        }
        return total;
      },
      underestimates: lines,
      reach: { sheets, rates, pools, reaches },
      known: sheets.map((sheet, i) => isKnown(sheet, most[i] ?? new Float64Array(0))),
    };
  };
}

function isKnown({ meters, slots, subscription, minimum }: PriceSheet, most: Float64Array): boolean {
  const fees = [subscription, minimum];
  return (
    (most[slots.sizeUnstated] ?? 0) === 0 &&
    fees.every((fee) => fee?.schedule.prices[0] !== null) &&
    meters.every(({ schedule }, slot) => (most[slot] ?? 0) === 0 || !schedule.prices.includes(null))
  );
}

/** A pool of one flat price, without allowance or rounding, joins nothing. */
function joins(meter: Meter): boolean {
  return meter.schedule.upTo.length > 1 || meter.quantum > 0 || meter.grants.length > 0;
}

function partsOf(sheets: readonly PriceSheet[], most: readonly Float64Array[]): Int32Array {
  const isUsed = (i: number, slot: number) => (most[i]?.[slot] ?? 0) > 0;
  const part = Int32Array.from(sheets, (_, i) => i);
  const first = new Map<string, number>();
  const root = (i: number): number => (part[i] === i ? i : root(part[i] ?? i));
  const join = (key: string, i: number) => {
    const other = first.get(key);
    if (other === undefined) first.set(key, i);
    else part[Math.max(root(i), root(other))] = Math.min(root(i), root(other));
  };
  const pooled = new Set(
    sheets.flatMap((sheet, i) =>
      sheet.meters.flatMap((meter, slot) => (joins(meter) && isUsed(i, slot) ? meter.pool : [])),
    ),
  );
  for (const [i, sheet] of sheets.entries()) {
    for (const [slot, meter] of sheet.meters.entries()) {
      if (!isUsed(i, slot)) continue;
      if (pooled.has(meter.pool)) join(`pool ${meter.pool}`, i);
      for (const grant of meter.grants) join(`grant ${grant.key}`, i);
    }
    if (sheet.subscription) join(`subscription ${sheet.subscription.key}`, i);
    if (sheet.minimum) join(`minimum ${sheet.minimum.key}`, i);
  }
  return part.map((_, i) => root(i));
}
