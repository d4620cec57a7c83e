/** The price sheet that answers a question, made once for prices that do not change. */
import { EVERYWHERE } from '../places.ts';
import type { Archive } from './archive.ts';
import type { RegionPrices, TransferEdition } from './edition.ts';
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
    if (table)
      return remembered(table, [region, question.asOf], options, (own) =>
        transferSheet(table, region, own, question.asOf),
      );
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
  if (!('edition' in resolved)) return resolved;
  const { prices, region, transfer } = resolved;
  const lately = lastSheets.get(resolved) ?? [];
  const last = lately.find((one) => isAsked(one, options));
  if (last) return last.sheet;
  const sheet = remembered(prices, [region, question.asOf, transfer?.id], options, (own) =>
    priceSheet(resolved, own, question.asOf),
  );
  lastSheets.set(resolved, [{ ...options, sheet }, ...lately.slice(0, MOST_LATELY - 1)]);
  return sheet;
}

/** The sheets asked for last: bills of a plan are asked with the same few options. */
const lastSheets = new WeakMap<ResolvedPrices, (SheetOptions & { sheet: PriceSheet })[]>();
const MOST_LATELY = 4;

const isAsked = (last: SheetOptions, { account, discounts, unrounded = false }: SheetOptions) =>
  last.account === account && last.discounts === discounts && (last.unrounded ?? false) === unrounded;

const sheets = new WeakMap<RegionPrices | TransferEdition, Map<string, PriceSheet>>();
const readers = new WeakMap<PriceSheet, QuantityReader>();
const MOST_SHEETS = 64;

/** Prices do not change, so a sheet is made once for each table of them and what it is asked with. */
function remembered(
  table: RegionPrices | TransferEdition,
  asked: readonly unknown[],
  { account, discounts, unrounded = false }: SheetOptions,
  make: (options: SheetOptions) => PriceSheet,
): PriceSheet {
  const key = JSON.stringify([asked, account, discounts, unrounded]);
  const made = sheets.get(table) ?? new Map<string, PriceSheet>();
  const sheet = made.get(key) ?? (unrounded ? withoutQuanta : whole)(make({ account, discounts }));
  if (made.size >= MOST_SHEETS) made.clear();
  made.set(key, sheet);
  sheets.set(table, made);
  return sheet;
}

const whole = (sheet: PriceSheet) => sheet;
const withoutQuanta = (sheet: PriceSheet): PriceSheet => ({
  ...sheet,
  meters: sheet.meters.map((meter) => ({ ...meter, quantum: 0 })),
});

export function readerOf(sheet: PriceSheet): QuantityReader {
  const reader = readers.get(sheet) ?? quantityReader(sheet);
  readers.set(sheet, reader);
  return reader;
}
