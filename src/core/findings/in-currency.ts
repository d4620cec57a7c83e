/** Amounts of a finding are in the currency of the plan, which the finding names. */
import { overviewMoney } from '../text/money.ts';

export interface InCurrency {
  /** Of every amount in it; dollars where it names none. */
  currency?: string;
}

/** What puts the amounts of a finding into words. */
export const moneyIn =
  ({ currency }: InCurrency & { code: string }) =>
  (amount: number, atLeast = false): string =>
    overviewMoney(amount, currency, atLeast);
