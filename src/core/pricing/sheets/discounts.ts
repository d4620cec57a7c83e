/** Negotiated discounts: a share off every unit price they name. */

/** Share off by provider (`aws`), store (`aws/s3-standard`), meter (`storage`) or both (`aws/s3-standard:storage`). */
export type Discounts = Readonly<Record<string, number>>;

/**
 * What is left of a unit price: the product of (1 − share) over every discount that names it. They multiply in the order
 * provider, store, meter, store:meter, as terms agreed one upon another do.
 */
export function discountFactor(discounts: Discounts | undefined, store: string, meter: string): number {
  if (!discounts) return 1;
  let factor = 1;
  for (const name of [store.split('/')[0] ?? '', store, meter, `${store}:${meter}`])
    if (Object.hasOwn(discounts, name)) factor *= 1 - Number(discounts[name]);
  return factor;
}

export function discountNote(factor: number): string | undefined {
  return factor === 1 ? undefined : `${Number(((1 - factor) * 100).toPrecision(6))} % discount`;
}
