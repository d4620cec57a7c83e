/** An invoice beside our bill, for a terminal, Markdown and CSV. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { Column } from '#core/answer/figures/figure.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Aside } from '#core/reconcile/ledger.ts';
import { describeReason } from '#core/reconcile/reasons.ts';
import type { Reconciliation, ReconciledLine } from '#core/reconcile/reconcile.ts';
import { exactMoney } from '#core/text/money.ts';
import { formatNumber } from '#core/text/numbers.ts';
import type { Block } from './table.ts';

export function reconciliationFigure({ lines, totals }: Reconciliation, names: Names) {
  const sum = totals.length === 1 ? totals[0] : undefined;
  const money = (amount: number | null) =>
    amount === null ? 'unknown' : exactMoney(amount, sum?.currency ?? '');
  const columns: Column<ReconciledLine>[] = [
    { title: 'month', of: ({ month }) => month },
    {
      title: 'store',
      wrap: true,
      of: ({ store }) => store,
      words: ({ store, region }) =>
        store === '' ? region : names.store(region === '' ? store : `${store}@${region}`),
    },
    { title: '', key: 'region', of: ({ region }) => region },
    { title: 'meter', wrap: true, of: ({ meter }) => meter, words: ({ meter }) => meterWords(meter) },
    { title: 'quantity', kind: 'quantity', of: ({ quantity }) => quantity },
    { title: 'unit', of: ({ unit }) => unit },
    { title: 'invoice', kind: 'cents', none: 'unknown', of: ({ invoice }) => invoice },
    { title: 'at list', key: 'at_list', kind: 'cents', none: 'unknown', of: ({ ours }) => ours },
    { title: 'difference', kind: 'cents', none: 'unknown', of: ({ difference }) => difference },
    { title: '', key: 'currency', of: ({ currency }) => currency },
    { title: '', key: 'reason', of: ({ reason }) => reason.code },
    {
      title: 'likely reason',
      key: 'words',
      beneath: '',
      of: ({ reason }) => describeReason(reason),
    },
  ];
  const total = sum && {
    month: 'total',
    invoice: money(sum.invoice),
    'at list': money(sum.ours),
    difference: money(sum.difference),
  };
  return figureOf(lines, columns, { currency: ({ currency }) => currency, ...(total && { total }) });
}

export function reconciliationBlocks(
  title: string,
  found: Reconciliation,
  asides: readonly Aside[],
  names: Names,
): Block[] {
  return [
    { kind: 'text', text: headline(title, found.totals), strong: true },
    { kind: 'table', table: reconciliationFigure(found, names) },
    ...(asides.length > 0
      ? [
          {
            kind: 'list' as const,
            title: 'Not compared',
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
