/** The price sheet that answers a question, made once for prices that do not change. */
import { EVERYWHERE } from '../../places.ts';
import type { Archive } from '../archive.ts';
import type { RegionPrices, TransferEdition } from '../editions/edition.ts';
import { priceSheet } from './price-sheet.ts';
import { atArchiveEnd } from './sheet-at-end.ts';
import { transferSheet } from './transfer-sheet.ts';
import type { PriceSheet, SheetOptions } from './sheet.ts';
import { quantityReader } from '../bills/quantities.ts';
import type { QuantityReader } from '../bills/quantities.ts';
import { resolvePrices, transferAt } from './resolve.ts';
import type { NoPrices, PriceQuestion, ResolvedPrices, TransferAt } from './resolve.ts';

/** The price sheet of a store, or of `<provider>/transfer`, its data transfer alone. */
export function sheetOf(
  archive: Archive,
  question: PriceQuestion,
  options: SheetOptions,
): PriceSheet | NoPrices {
  const sheet = knownSheet(archive, question, options);
  return 'meters' in sheet ? atArchiveEnd(archive, question, options, sheet) : sheet;
}

function knownSheet(archive: Archive, question: PriceQuestion, options: SheetOptions): PriceSheet | NoPrices {
  const { asOf } = question;
  if (question.store.endsWith(TRANSFER)) return sheetOfTransfer(archive, question, options);
  const resolved = resolvePrices(archive, question);
  if (!('edition' in resolved)) return resolved;
  const { prices, region, transfer, changes } = resolved;
  return asLately(resolved, region, asOf, options, () =>
    remembered(prices, [region, asOf, transfer?.id, changes], options, (own) =>
      priceSheet(resolved, own, asOf),
    ),
  );
}

const TRANSFER = '/transfer';

function sheetOfTransfer(
  archive: Archive,
  { store, region = EVERYWHERE, asOf, knownOn }: PriceQuestion,
  options: SheetOptions,
): PriceSheet | NoPrices {
  const provider = store.slice(0, -TRANSFER.length);
  const found = transferAt(archive, provider, region, asOf, knownOn);
  if (found)
    return asLately(found, region, asOf, options, () =>
      remembered(found.table, [region, asOf, found.changes], options, (own) =>
        transferSheet(found, region, own, asOf),
      ),
    );
  const first = archive.transfers(provider)[0];
  return {
    findings: [
      first ? { code: 'before-record', store, asOf, first: first.date } : { code: 'store-unknown', store },
    ],
  };
}

interface AskedSheet extends SheetOptions {
  region: string;
  asOf: string;
  sheet: PriceSheet;
}

/** The sheets asked for last: bills of a plan are asked with the same few options. */
const lastSheets = new WeakMap<ResolvedPrices | TransferAt, AskedSheet[]>();
const MOST_LATELY = 4;

function asLately(
  prices: ResolvedPrices | TransferAt,
  region: string,
  asOf: string,
  { account, discounts, unrounded = false }: SheetOptions,
  make: () => PriceSheet,
): PriceSheet {
  const lately = lastSheets.get(prices) ?? [];
  for (const one of lately)
    if (
      one.account === account &&
      one.discounts === discounts &&
      one.unrounded === unrounded &&
      one.region === region &&
      one.asOf === asOf
    )
      return one.sheet;
  const sheet = make();
  const asked = { account, discounts, unrounded, region, asOf, sheet };
  lastSheets.set(prices, [asked, ...lately.slice(0, MOST_LATELY - 1)]);
  return sheet;
}

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
  const known = readers.get(sheet);
  if (known) return known;
  const reader = quantityReader(sheet);
  readers.set(sheet, reader);
  return reader;
}
