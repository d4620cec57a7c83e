/** Bills stay in their edition's currency; only a total over several needs an exchange rate. */

export class CurrencyError extends Error {
  override name = 'CurrencyError';
}

/** Dollars for one unit of each currency, with the date of the rates: `{ EUR: 1.16, date: '2026-11-20' }`. */
export type ExchangeRates = Readonly<Record<string, number | string>>;

/** What several currencies are brought to. */
export const COMMON_CURRENCY = 'USD';

/**
 * The currency of a total and the factor from each into it: the only currency there is, or dollars where there are several
 * or `inDollars` asks for them. Throws `CurrencyError` when a rate is wanting.
 */
export function exchange(
  currencies: readonly string[],
  fx: ExchangeRates | undefined,
  inDollars = false,
): { currency: string; rates: ReadonlyMap<string, number> } {
  const distinct = [...new Set(currencies)];
  const [only] = distinct;
  if (distinct.length <= 1 && !(inDollars && only !== undefined))
    return { currency: only ?? COMMON_CURRENCY, rates: new Map([[only ?? COMMON_CURRENCY, 1]]) };
  const rates = new Map<string, number>();
  for (const currency of distinct) {
    const rate = currency === COMMON_CURRENCY ? 1 : fx?.[currency];
    if (typeof rate !== 'number' || !(rate > 0)) {
      throw new CurrencyError(
        `the bill ${distinct.length > 1 ? `mixes ${distinct.join(' and ')}` : `is in ${currency}`} and no exchange rate is given; add fx: { ${currency}: <${COMMON_CURRENCY} for 1 ${currency}>, date: <yyyy-mm-dd> }`,
      );
    }
    rates.set(currency, rate);
  }
  return { currency: COMMON_CURRENCY, rates };
}
