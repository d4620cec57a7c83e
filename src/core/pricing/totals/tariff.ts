/** Many bills of the same stores: prices resolved and compiled once, then totals of quantities at the cost of a few products. */
import type { PriceFinding } from '../../findings/price-findings.ts';
import { lazily } from '../../memo.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import type { Archive } from '../archive.ts';
import type { BillOptions } from '../bills/bill.ts';
import { bookDivider } from './book-parts.ts';
import type { BookParts } from './book-parts.ts';
import { exchange } from '../currency.ts';
import { fastBook } from './fast-book.ts';
import { monthHours } from '../bills/period.ts';
import type { QuantityReader } from '../bills/quantities.ts';
import { readerOf, sheetOf } from '../sheets/sheet-of.ts';
import type { Grant, Meter, PriceSheet } from '../sheets/sheet.ts';

export interface Tariff {
  store: string;
  region: string;
  /** Id of the edition, or of the transfer table. */
  edition: string;
  currency: string;
  /**
   * What each entry of a vector counts: the meters, then `average-stored`, `size-unstated` and `extra-subscriptions`
   * (beyond the first; below 0 where a fee is prorated), which are no meters.
   */
  meters: readonly string[];
  /**
   * Linear in the usage but for `extra-subscriptions`, before allowance, tier and rounding. `into` is overwritten and
   * returned; its period is the usage's.
   */
  quantities: QuantityReader;
  findings: readonly PriceFinding[];
  /**
   * A linear lower bound of what this store adds to any total: for every set of tariffs of the book and every
   * quantities ≥ 0 (`extra-subscriptions` ≥ −1), `total ≥ Σ perUnit · quantities − credit`, summed over the set. Each
   * price is the lowest tier's, 0 where it is unknown; rounding, fees and minimums are left out; `credit` is the most
   * that allowances can be worth, but for those that follow stored bytes, which are taken off the price of storing, and
   * those of extra subscriptions: where they can be worth more than the fee, that slot's price is the difference, below 0.
   */
  underestimate: { perUnit: Float64Array; credit: number };
}

interface TariffOptions extends BillOptions {
  asOf: string;
  knownOn?: string | undefined;
}

export interface TariffBook {
  tariffs: readonly Tariff[];
  currency: string;
  /**
   * Equals `bill(…).total` of the usages whose quantities these are, pools included. `days` of the period renew daily
   * allowances; default: the month of each store's edition at `asOf`.
   */
  total(indexes: readonly number[], quantities: readonly Float64Array[], days?: number): number;
  /** Whether that total is a lower bound: a price is not known, or a size was not stated. */
  atLeast(indexes: readonly number[], quantities: readonly Float64Array[], days?: number): boolean;
  /** The book taken apart, for bills of at most `together` tariffs, each putting at most `most` into its meters. */
  parts(most: readonly Float64Array[], together: number): BookParts;
}

/** A store of a book that has no prices at its date; `findings` say why. */
export class UnpricedError extends Error {
  readonly findings: readonly PriceFinding[];
  constructor(store: string, findings: readonly PriceFinding[]) {
    super(`${store} has no prices: ${findings.map((finding) => finding.code).join(', ')}`);
    this.name = 'UnpricedError';
    this.findings = findings;
  }
}

/** Compiles the stores' prices. Throws `UnpricedError` for a store without any and `CurrencyError` where `fx` lacks a rate. */
export function tariffBook(
  archive: Archive,
  stores: readonly { store: string; region?: string | undefined }[],
  options: TariffOptions,
): TariffBook {
  const sheets = stores.map(({ store, region }): PriceSheet => {
    const sheet = sheetOf(archive, { store, region, asOf: options.asOf, knownOn: options.knownOn }, options);
    if (!('meters' in sheet)) throw new UnpricedError(store, sheet.findings);
    return sheet;
  });
  const { currency, rates } = exchange(
    sheets.map((sheet) => sheet.currency),
    options.fx,
    options.inDollars,
  );
  const rateOf = sheets.map((sheet) => rates.get(sheet.currency) ?? 1);
  const monthDays = sheets.map(
    (sheet) => monthHours(sheet.month, 'edition-month', options.asOf) / HOURS_PER_DAY,
  );
  return { ...compiled(sheets, rateOf, monthDays), currency };
}

type CompiledBook = Omit<TariffBook, 'currency'>;

const last = new WeakMap<PriceSheet, { of: readonly unknown[]; book: CompiledBook }>();

/** Prices do not change: the last book is kept with the prices of its first store. `rates` are into the book's currency. */
function compiled(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  monthDays: readonly number[],
): CompiledBook {
  const [first] = sheets;
  const of = [...sheets, ...rates, ...monthDays];
  const known = first && last.get(first);
  // Of fewer or more stores, it differs where the rates begin.
  if (known && of.every((one, i) => one === known.of[i])) return known.book;
  const worth = grantWorth(sheets, rates);
  const divided = lazily(() => bookDivider(sheets, rates, monthDays));
  const book = {
    tariffs: sheets.map((sheet, s) => tariffOf(sheet, rates[s] ?? 1, worth)),
    ...fastBook(sheets, rates, monthDays),
    parts: (most: readonly Float64Array[], together: number) => divided()(most, together),
  };
  if (first) last.set(first, { of, book });
  return book;
}

const LONGEST_MONTH_DAYS = 31;

function tariffOf(sheet: PriceSheet, rate: number, worth: ReadonlyMap<string, number>): Tariff {
  const perUnit = new Float64Array(sheet.meters.length + 3);
  const grants = new Map<string, Grant>();
  let credit = 0;
  let extraWorth = 0;
  for (const [slot, meter] of sheet.meters.entries()) {
    const lowest = rate * lowestPrice(meter);
    perUnit[slot] = lowest;
    // What the account uses already may have paid for the next whole unit.
    if (meter.start > 0) credit += meter.quantum * lowest;
    for (const grant of meter.grants) grants.set(grant.key, grant);
  }
  for (const grant of grants.values()) {
    const price = worth.get(grant.key) ?? 0;
    credit += price * (grant.amount + grant.perDay * LONGEST_MONTH_DAYS + grant.timesStored * grant.stored);
    extraWorth += price * grant.perExtraSubscription;
    perUnit[sheet.slots.averageStored] =
      (perUnit[sheet.slots.averageStored] ?? 0) - price * grant.timesStored;
  }
  // Never above 0: tariffs of one store and region share their fee, and each of them would add it.
  const fee = rate * (sheet.subscription?.schedule.prices[0] ?? 0);
  perUnit[sheet.slots.extraSubscriptions] = Math.min(0, fee - extraWorth);
  return {
    store: sheet.store,
    region: sheet.region,
    edition: sheet.edition,
    currency: sheet.currency,
    meters: [
      ...sheet.meters.map((meter) => meter.name),
      'average-stored',
      'size-unstated',
      'extra-subscriptions',
    ],
    quantities: readerOf(sheet),
    findings: sheet.findings,
    underestimate: { perUnit, credit },
  };
}

function lowestPrice(meter: Meter): number {
  return Math.min(...meter.schedule.prices.map((price) => price ?? 0));
}

/** The most that one unit of each grant can save anywhere in the book, at the lowest tier's price. */
function grantWorth(sheets: readonly PriceSheet[], rates: readonly number[]): Map<string, number> {
  const worth = new Map<string, number>();
  for (const [s, sheet] of sheets.entries()) {
    for (const meter of sheet.meters) {
      const price = lowestPrice(meter) * (rates[s] ?? 1);
      for (const { key } of meter.grants) worth.set(key, Math.max(worth.get(key) ?? 0, price));
    }
  }
  return worth;
}
