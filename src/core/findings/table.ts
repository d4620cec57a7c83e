/** What tables of findings are made with: by code, what puts its arguments into words. */
import type { Names } from '../answer/words/names.ts';
import { overviewMoney } from '../text/money.ts';

/** Of each code the arguments, and the sentences that they make. */
export type WordsByCode = Readonly<Record<string, (finding: never, names: Names) => string>>;

/** The findings of such a table. */
export type FindingIn<Table> = {
  [Code in keyof Table]: Table[Code] extends (found: infer Found, ...names: never) => string
    ? { code: Code } & Found
    : never;
}[keyof Table];

/** Amounts of a finding are in the currency of the plan, which the finding names. */
export interface InCurrency {
  /** Of every amount in it; dollars where it names none. */
  currency?: string;
}

/** What puts the amounts of a finding into words. */
export const moneyIn =
  ({ currency }: InCurrency) =>
  (amount: number, atLeast = false): string =>
    overviewMoney(amount, currency, atLeast);
