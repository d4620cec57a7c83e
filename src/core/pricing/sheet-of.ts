/** The price sheet that answers a question, made once for prices that do not change. */
import { EVERYWHERE } from '../places.ts';
import type { Archive } from './archive.ts';
import type { RegionPrices } from './edition.ts';
import { priceSheet, transferSheet } from './price-sheet.ts';
import type { PriceSheet, SheetOptions } from './price-sheet.ts';
import { quantityReader } from './quantities.ts';
import type { QuantityReader } from './quantities.ts';
import { resolvePrices, resolveTransfer } from './resolve.ts';
import type { NoPrices, PriceQuestion, ResolvedPrices } from './resolve.ts';

/** The price sheet of a store, or of `<provider>/transfer`, its data transfer alone. */
export function sheetOf(
  archive: Archive,
  question: PriceQuestion,
  options: SheetOptions,
): PriceSheet | NoPrices {
  const [provider = '', folder] = question.store.split('/');
  if (folder === 'transfer') {
    const region = question.region ?? EVERYWHERE;
    const table = resolveTransfer(archive, provider, region, question.asOf, question.knownOn);
    if (table) return transferSheet(table, region, options, question.asOf);
    const first = archive.transfers(provider)[0];
    return {
      findings: [
        first
          ? { code: 'before-record', store: question.store, asOf: question.asOf, first: first.date }
          : { code: 'store-unknown', store: question.store },
      ],
    };
  }
  const resolved = resolvePrices(archive, question);
  return 'edition' in resolved ? remembered(resolved, options, question.asOf) : resolved;
}

const sheets = new WeakMap<RegionPrices, Map<string, PriceSheet>>();
const readers = new WeakMap<PriceSheet, QuantityReader>();
const MOST_SHEETS = 64;

/** Prices do not change, so a sheet is made once for each region's prices and what they are asked with. */
function remembered(resolved: ResolvedPrices, options: SheetOptions, asOf: string): PriceSheet {
  const { account, discounts } = options;
  const key = JSON.stringify([resolved.region, resolved.transfer?.id, asOf, account, discounts]);
  const made = sheets.get(resolved.prices) ?? new Map<string, PriceSheet>();
  const sheet = made.get(key) ?? priceSheet(resolved, { account, discounts }, asOf);
  if (made.size >= MOST_SHEETS) made.clear();
  made.set(key, sheet);
  sheets.set(resolved.prices, made);
  return sheet;
}

export function readerOf(sheet: PriceSheet): QuantityReader {
  const reader = readers.get(sheet) ?? quantityReader(sheet);
  readers.set(sheet, reader);
  return reader;
}
