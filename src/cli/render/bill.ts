/** A bill as a receipt: exact to the cent, one line per meter and tier. */
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import type { Bill, BillLine, BillSet } from '#core/pricing/bills/bill-types.ts';
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
  /** Null: nothing bounds it. */
  range: [low: number, high: number | null];
}

/** With a column for the high end where that differs. */
export function billTable({ lines, total, currency, atLeast, range: [, high] }: Receipt): Table {
  const hasHigh = atLeast && high !== null;
  const highs = (text: () => string) => (hasHigh ? [text()] : []);
  return {
    columns: [
      { title: 'store', wrap: true },
      { title: 'meter' },
      { title: 'quantity', align: 'right' },
      { title: 'unit' },
      { title: 'unit price', align: 'right' },
      { title: 'amount', align: 'right' },
      ...(hasHigh ? [{ title: 'high', align: 'right' } as const] : []),
      { title: 'note', beneath: '' },
    ],
    rows: lines.map((line) => [
      line.store.includes('@') ? line.store : `${line.store}@${line.region}`,
      line.meter,
      formatQuantity(line.quantity),
      line.unit,
      line.unitPrice === null ? 'unknown' : formatUnitPrice(line.unitPrice, line.currency ?? currency),
      amountWords(line, line.currency ?? currency, hasHigh),
      ...highs(() => exactMoney(highOf(line) ?? 0, line.currency ?? currency)),
      line.note ?? '',
    ]),
    footer: [
      'total',
      '',
      '',
      '',
      '',
      exactMoney(total, currency, atLeast && !hasHigh),
      ...highs(() => exactMoney(high ?? 0, currency)),
      '',
    ],
  };
}

/** Of a price that is not known the least that it can be, where the most stands beside it. */
function amountWords({ amount, range }: StoreLine, currency: string, hasHigh: boolean): string {
  if (amount !== null) return exactMoney(amount, currency);
  return hasHigh && range ? exactMoney(range[0], currency) : 'unknown';
}

/** Null: nothing bounds it. */
function highOf({ amount, range }: BillLine): number | null {
  return amount ?? range?.[1] ?? null;
}

export function receiptOf(set: BillSet): Receipt {
  const lines = set.bills.flatMap((bill) =>
    [...bill.lines, ...changeLine(bill)].map((line) => ({
      ...line,
      store: `${bill.store}@${bill.region}`,
      currency: bill.currency,
    })),
  );
  const { total, high, currency, atLeast } = set;
  return { lines, total, currency, atLeast, range: [total, high] };
}

/** What a bill can cost more than its lines, where its prices changed on a day that is not recorded. */
function changeLine({ lines, high, reasons, region }: Bill): BillLine[] {
  const change = reasons.find(({ code }) => code === 'price-changed-between');
  const [first] = lines;
  if (!change || !first || high === null) return [];
  const { edition, source } = first;
  const more = high - lines.reduce((sum, line) => sum + (highOf(line) ?? 0), 0);
  const month = { quantity: 1, unit: 'month', unitPrice: null, amount: null } as const;
  const note = `with the other price list (before or from ${change.edition})`;
  return [{ meter: 'price-change', ...month, range: [0, more], edition, region, source, note }];
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
  'high',
] as const;

/**
 * Unrounded. A price that is not known is an empty cell: `amount` is the least that it can cost, `high` the most, empty where nothing
 * bounds it.
 */
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
      line.amount ?? line.range?.[0] ?? null,
      line.currency ?? currency,
      line.edition,
      line.source,
      line.note ?? '',
      highOf(line),
    ]),
  };
}
