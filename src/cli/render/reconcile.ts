/** An invoice beside our bill, for a terminal, Markdown and CSV. */
import type { Aside } from '#core/reconcile/ledger.ts';
import { describeReason } from '#core/reconcile/reasons.ts';
import type { Reconciliation, ReconciledLine } from '#core/reconcile/reconcile.ts';
import { exactMoney } from '#core/text/money.ts';
import { formatNumber, formatQuantity } from '#core/text/numbers.ts';
import type { Block } from './table.ts';

export function reconciliationBlocks(
  title: string,
  { lines, totals }: Reconciliation,
  asides: readonly Aside[],
): Block[] {
  const money = (amount: number | null, currency: string) =>
    amount === null ? 'unknown' : exactMoney(amount, currency);
  const footer = totals.length === 1 ? totals[0] : undefined;
  return [
    { kind: 'text', text: headline(title, totals), strong: true },
    {
      kind: 'table',
      table: {
        columns: [
          { title: 'month' },
          { title: 'store', wrap: true },
          { title: 'meter' },
          { title: 'quantity', align: 'right' },
          { title: 'unit' },
          { title: 'invoice', align: 'right' },
          { title: 'at list', align: 'right' },
          { title: 'difference', align: 'right' },
          { title: 'likely reason', beneath: '' },
        ],
        rows: lines.map((line) => [
          line.month,
          storeOf(line),
          line.meter,
          formatQuantity(line.quantity),
          line.unit,
          money(line.invoice, line.currency),
          money(line.ours, line.currency),
          money(line.difference, line.currency),
          describeReason(line.reason),
        ]),
        ...(footer
          ? {
              footer: [
                'total',
                '',
                '',
                '',
                '',
                money(footer.invoice, footer.currency),
                money(footer.ours, footer.currency),
                money(footer.difference, footer.currency),
                '',
              ],
            }
          : {}),
      },
    },
    ...(asides.length > 0
      ? [
          {
            kind: 'list' as const,
            title: 'Left aside',
            items: asides.slice(0, MOST_ASIDES).map(asideWords),
          },
        ]
      : []),
  ];
}

const MOST_ASIDES = 12;

function asideWords({ what, rows, cost }: Aside): string {
  const sum = cost === null ? '' : `, ${exactMoney(cost)}`;
  return `${what}: ${formatNumber(rows, 0)} ${rows === 1 ? 'row' : 'rows'}${sum}`;
}

function headline(title: string, totals: Reconciliation['totals']): string {
  const words = totals.map(({ currency, invoice, ours, difference, notPriced }) => {
    const list = `${exactMoney(ours, currency)} at list`;
    const compared =
      invoice === null || difference === null
        ? `${list}; the file lacks costs to compare it with`
        : `${exactMoney(invoice, currency)} invoiced, ${list}, ${exactMoney(difference, currency)} apart`;
    const { lines } = notPriced;
    if (lines === 0) return compared;
    const cost = notPriced.invoice === null ? 'unknown cost' : exactMoney(notPriced.invoice, currency);
    return `${compared}; not priced here: ${cost} in ${lines} ${lines === 1 ? 'line' : 'lines'}`;
  });
  return `${title}: ${words.join('; ')}`;
}

function storeOf({ store, region }: ReconciledLine): string {
  return store === '' ? region : region === '' ? store : `${store}@${region}`;
}

const COLUMNS = [
  'month',
  'store',
  'region',
  'meter',
  'quantity',
  'unit',
  'invoice',
  'at_list',
  'difference',
  'currency',
  'reason',
  'words',
] as const;

export function reconciliationRows({ lines }: Reconciliation): {
  columns: readonly string[];
  rows: (string | number | null)[][];
} {
  return {
    columns: COLUMNS,
    rows: lines.map((line) => [
      line.month,
      line.store,
      line.region,
      line.meter,
      line.quantity,
      line.unit,
      line.invoice,
      line.ours,
      line.difference,
      line.currency,
      line.reason.code,
      describeReason(line.reason),
    ]),
  };
}
