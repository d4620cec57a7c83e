/** Bills stay in their edition's currency; only a total over several needs an exchange rate. */

export class CurrencyError extends Error {
  override name = 'CurrencyError';
}

/** Dollars for one unit of each currency, with the date of the rates: `{ EUR: 1.16, date: '2026-11-20' }`. */
export type ExchangeRates = Readonly<Record<string, number | string>>;

/** What several currencies are brought to. */
export const COMMON_CURRENCY = 'USD';

/** What one unit of `from` is worth in `into`; null where a rate is wanting. */
export function rateInto(from: string, into: string, fx: ExchangeRates | undefined): number | null {
  if (from === into) return 1;
  const dollarsFor = (currency: string) => (currency === COMMON_CURRENCY ? 1 : Number(fx?.[currency]));
  const rate = dollarsFor(from) / dollarsFor(into);
  return rate > 0 ? rate : null;
}

/**
 * The currency of a total and the factor from each into it: `into`, else the only currency there is, or dollars where there are
 * several. Throws `CurrencyError` when a rate is wanting.
 */
export function exchange(
  currencies: readonly string[],
  fx: ExchangeRates | undefined,
  into?: string,
): { currency: string; rates: ReadonlyMap<string, number> } {
  const distinct = [...new Set(currencies)];
  const [only = COMMON_CURRENCY, second] = distinct;
  const total = into ?? (second === undefined ? only : COMMON_CURRENCY);
  const rates = new Map<string, number>();
  for (const currency of distinct) {
    const rate = rateInto(currency, total, fx);
    if (rate === null) {
      const wanted = currency === COMMON_CURRENCY ? total : currency;
      throw new CurrencyError(
        `the bill ${second === undefined ? `is in ${currency}` : `mixes ${distinct.join(' and ')}`} and no exchange rate is given; add fx: { ${wanted}: <${COMMON_CURRENCY} for 1 ${wanted}>, date: <yyyy-mm-dd> }`,
      );
    }
    rates.set(currency, rate);
  }
  return { currency: total, rates };
}
