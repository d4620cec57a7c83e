/** Bills stay in their edition's currency; only a total over several needs an exchange rate. */

export class CurrencyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CurrencyError';
  }
}

/** Dollars for one unit of each currency, with the date of the rates: `{ EUR: 1.16, date: '2026-11-20' }`. */
export type ExchangeRates = Readonly<Record<string, number | string>>;

const COMMON = 'USD';

/** The currency of a total and the factor from each into it. Throws `CurrencyError` when a rate is wanting. */
export function exchange(
  currencies: readonly string[],
  fx: ExchangeRates | undefined,
): { currency: string; rates: ReadonlyMap<string, number> } {
  const distinct = [...new Set(currencies)];
  const [only] = distinct;
  if (distinct.length <= 1) return { currency: only ?? COMMON, rates: new Map([[only ?? COMMON, 1]]) };
  const rates = new Map<string, number>();
  for (const currency of distinct) {
    const rate = currency === COMMON ? 1 : fx?.[currency];
    if (typeof rate !== 'number' || !(rate > 0)) {
      throw new CurrencyError(
        `the bill mixes ${distinct.join(' and ')} and no exchange rate is given; add fx: { ${currency}: <${COMMON} for 1 ${currency}>, date: <yyyy-mm-dd> }`,
      );
    }
    rates.set(currency, rate);
  }
  return { currency: COMMON, rates };
}
