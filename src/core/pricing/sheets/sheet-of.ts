/** The price sheet that answers a question, made once for prices that do not change. */
import { memoWith, remembered } from '../../memo.ts';
import { EVERYWHERE } from '../../places.ts';
import type { Archive } from '../archive.ts';
import { quantityReader } from '../bills/quantities.ts';
import { besideMeters } from './beside-meters.ts';
import { priceSheet } from './price-sheet.ts';
import { resolvePrices, transferAt } from './resolve.ts';
import type { NoPrices, PriceQuestion, ResolvedPrices, TransferAt } from './resolve.ts';
import { atArchiveEnd } from './sheet-at-end.ts';
import type { PriceSheet, SheetOptions } from './sheet.ts';
import { transferSheet } from './transfer-sheet.ts';

/** The price sheet of a store, or of `<provider>/transfer`, its data transfer alone. */
export function sheetOf(
  archive: Archive,
  question: PriceQuestion,
  options: SheetOptions,
): PriceSheet | NoPrices {
  const { store, region = EVERYWHERE, asOf, knownOn } = question;
  if (!store.endsWith(TRANSFER)) {
    const resolved = resolvePrices(archive, question);
    if (!('edition' in resolved)) return resolved;
    const { beside = [], ...own } = options;
    const addOn = (of: PriceQuestion) => sheetOf(archive, of, own);
    const meters =
      beside.length === 0 ? [] : besideMeters(beside, question, resolved.edition.currency, addOn);
    const key = meters.length === 0 ? '' : `${JSON.stringify(meters)}`;
    return atArchiveEnd(
      archive,
      question,
      options,
      sheetMade(resolved, options, (one) => priceSheet(resolved, one, asOf, meters), key),
    );
  }
  const provider = store.slice(0, -TRANSFER.length);
  const found = transferAt(archive, provider, region, asOf, knownOn);
  if (found)
    return atArchiveEnd(
      archive,
      question,
      options,
      sheetMade(found, options, (own) => transferSheet(found, region, own, asOf)),
    );
  const first = archive.transfers(provider)[0];
  return {
    findings: [
      first ? { code: 'before-record', store, asOf, first: first.date } : { code: 'store-unknown', store },
    ],
  };
}

/** Where it is known that there are prices. Throws `RangeError` where there are none. */
export function knownSheet(archive: Archive, question: PriceQuestion, options: SheetOptions): PriceSheet {
  const sheet = sheetOf(archive, question, options);
  if (!('meters' in sheet)) throw new RangeError(`no prices of ${question.store}`);
  return sheet;
}

const TRANSFER = '/transfer';

const sheets = memoWith((_prices: ResolvedPrices | TransferAt) => new Map<string, PriceSheet>());
const MOST_SHEETS = 64;

/** Prices in a region on a day do not change, so their sheet is made once for each of the options. */
function sheetMade(
  prices: ResolvedPrices | TransferAt,
  { account, discounts, unrounded = false }: SheetOptions,
  make: (options: SheetOptions) => PriceSheet,
  beside = '',
): PriceSheet {
  const key = `${account ? idOf(account) : ''}|${discounts ? idOf(discounts) : ''}|${unrounded}|${beside}`;
  const sheet = () => make({ account, discounts });
  return remembered(sheets(prices), key, () => (unrounded ? withoutQuanta(sheet()) : sheet()), MOST_SHEETS);
}

const ids = new Map<string, number>();

/** One number for all objects that say the same: what an account uses is written anew with every question. */
const idOf = memoWith((options: object) => remembered(ids, JSON.stringify(options), () => ids.size + 1));

const withoutQuanta = (sheet: PriceSheet): PriceSheet => ({
  ...sheet,
  meters: sheet.meters.map((meter) => ({ ...meter, quantum: 0 })),
});

export const readerOf = memoWith(quantityReader);
