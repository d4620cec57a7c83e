/** A bill as a receipt: exact to the cent, one line per meter and tier. */
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import type { BillLine, BillSet } from '#core/pricing/bills/bill-types.ts';
import type { ExchangeRates } from '#core/pricing/currency.ts';
import { exactMoney, formatUnitPrice } from '#core/text/money.ts';
import { formatQuantity } from '#core/text/numbers.ts';
import type { Block, Table } from './table.ts';

/** A line with the store it is from, and its currency where that is not the total's. */
type StoreLine = BillLine & { store: string; currency?: string };

export interface Receipt {
  lines: readonly StoreLine[];
  total: number;
  currency: string;
  atLeast: boolean;
}

export function billTable({ lines, total, currency, atLeast }: Receipt): Table {
  return {
    columns: [
      { title: 'store', wrap: true },
      { title: 'meter' },
      { title: 'quantity', align: 'right' },
      { title: 'unit' },
      { title: 'unit price', align: 'right' },
      { title: 'amount', align: 'right' },
      { title: 'note', beneath: '' },
    ],
    rows: lines.map((line) => [
      line.store.includes('@') ? line.store : `${line.store}@${line.region}`,
      line.meter,
      formatQuantity(line.quantity),
      line.unit,
      line.unitPrice === null ? 'unknown' : formatUnitPrice(line.unitPrice, line.currency ?? currency),
      line.amount === null ? 'unknown' : exactMoney(line.amount, line.currency ?? currency),
      line.note ?? '',
    ]),
    footer: ['total', '', '', '', '', exactMoney(total, currency, atLeast), ''],
  };
}

export function receiptOf(set: BillSet): Receipt {
  const lines = set.bills.flatMap((bill) =>
    bill.lines.map((line) => ({ ...line, store: `${bill.store}@${bill.region}`, currency: bill.currency })),
  );
  return { lines, total: set.total, currency: set.currency, atLeast: set.atLeast };
}

/** The receipt, the editions its prices come from, and what to know about them. `fx`: the rates that join its currencies. */
export function billBlocks(set: BillSet, fx: ExchangeRates = {}): Block[] {
  const receipt = receiptOf(set);
  const blocks: Block[] =
    receipt.lines.length > 0
      ? [{ kind: 'table', table: billTable(receipt) }]
      : [{ kind: 'text', text: 'Nothing could be billed.', strong: true }];
  const sources = new Map(receipt.lines.map((line) => [line.edition, line.source]));
  if (sources.size > 0)
    blocks.push({
      kind: 'list',
      title: 'Prices',
      items: [...sources].map(([edition, source]) => `${edition}: ${source}`),
    });
  const priced = set.bills.filter((bill) => bill.edition !== '');
  const foreign = [...new Set(priced.map((bill) => bill.currency))].filter((one) => one !== set.currency);
  const rates = foreign.map(
    (one) => `1 ${one} counts as ${fx[one]} ${set.currency}${fx.date ? `, the rate of ${fx.date}` : ''}`,
  );
  const notes = [...rates, ...findingWords([...set.findings, ...set.bills.flatMap((bill) => bill.findings)])];
  if (notes.length > 0) blocks.push({ kind: 'list', title: 'Notes', items: notes });
  return blocks;
}

export function findingWords(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map((one) => describeFinding(one)))];
}

const COLUMNS = [
  'store',
  'region',
  'meter',
  'quantity',
  'unit',
  'unit_price',
  'amount',
  'currency',
  'edition',
  'source',
  'note',
] as const;

/** Unrounded; an unknown price or amount is an empty cell. */
export function billRows({ lines, currency }: Receipt): {
  columns: readonly string[];
  rows: (string | number | null)[][];
} {
  return {
    columns: COLUMNS,
    rows: lines.map((line) => [
      line.store.split('@')[0] ?? '',
      line.region,
      line.meter,
      line.quantity,
      line.unit,
      line.unitPrice,
      line.amount,
      line.currency ?? currency,
      line.edition,
      line.source,
      line.note ?? '',
    ]),
  };
}
