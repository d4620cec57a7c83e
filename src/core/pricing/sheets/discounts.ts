/** What is negotiated: shares off list prices, prices of one's own, capacity that is paid for whether it is used or not. */
import type { Price } from '../editions/edition.ts';

/** A unit price in place of the list's, in the currency of the list. */
export interface OwnPrice {
  /** As printed: `5.99 per TB-month`. */
  price: string;
  /** Bytes that are paid for in any case; what is stored above them costs `over`, or the same. */
  committed?: number | undefined;
  over?: string | undefined;
  /** What is left of it, where a question varies prices. */
  factor?: number | undefined;
}

/** A share off, one share for each tier of the list price (the last goes on), or a price of one's own. */
export type Term = number | number[] | OwnPrice;

/**
 * By provider (`aws`), store (`aws/s3-standard`), store in a region (`aws/s3-standard@us-east-1`), meter (`storage`), or a meter of
 * either (`aws/s3-standard:storage`, `aws/s3-standard@us-east-1:storage`). Own prices are of these last alone, and the region's wins.
 */
export type Discounts = Readonly<Record<string, Term>>;

interface Site {
  store: string;
  region: string;
}

/** Meters that cost what another does, or what it is worth. */
export const SUPPLEMENTS: Readonly<Record<string, string>> = {
  'minimum-size': 'storage',
  'early-delete': 'storage',
};

export const isOwn = (term: Term | undefined): term is OwnPrice =>
  typeof term === 'object' && 'price' in term;

/**
 * What is left of a unit price in each tier: the product of (1 − share) over every discount that names it, from the provider to
 * the meter in the region, as terms agreed one upon another multiply.
 */
export function discountFactor(
  discounts: Discounts | undefined,
  { store, region }: Site,
  meter: string,
): (tier: number) => number {
  const here = `${store}@${region}`;
  const named = [store.split('/')[0] ?? '', store, here, meter, `${store}:${meter}`, `${here}:${meter}`];
  const terms = named.flatMap((name) =>
    discounts && Object.hasOwn(discounts, name) ? [discounts[name]] : [],
  );
  return (tier) =>
    terms.reduce<number>((left, term) => {
      if (typeof term === 'number') return left * (1 - term);
      return isOwn(term) ? left : left * (1 - (term?.[tier] ?? term?.at(-1) ?? NaN));
    }, 1);
}

/** The price of one's own for a meter; `gigabyte`: bytes of the list's GB, which capacity is counted in. */
export function ownPrice(
  discounts: Discounts | undefined,
  { store, region }: Site,
  meter: string,
  gigabyte: number,
): { price: Price; factor: number; committed: number; note: string } | undefined {
  const term = [`${store}@${region}`, store]
    .map((one) => discounts?.[`${one}:${SUPPLEMENTS[meter] ?? meter}`])
    .find(isOwn);
  if (!term) return undefined;
  const { price, committed = 0, over = price, factor = 1 } = term;
  const upTo = committed / gigabyte;
  return {
    price: upTo > 0 ? [{ upTo, price }, { price: over }] : price,
    factor,
    committed: upTo,
    note: 'your own price',
  };
}

/** The same terms with `part` of every price left. */
export function scaledTerm(term: Term | undefined, part: number): Term {
  if (typeof term === 'number' || term === undefined) return 1 - (1 - (term ?? 0)) * part;
  return isOwn(term)
    ? { ...term, factor: (term.factor ?? 1) * part }
    : term.map((share) => 1 - (1 - share) * part);
}

export function discountNote(factor: (tier: number) => number): string | undefined {
  const percents = [0, 1, 2, 3].map((tier) => Number(((1 - factor(tier)) * 100).toPrecision(6)));
  const [first, ...later] = percents;
  if (later.every((one) => one === first)) return first === 0 ? undefined : `${first} % discount`;
  return `${[...new Set(percents)].join(', ')} % discount by tier`;
}
