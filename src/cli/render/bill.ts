/** A bill as a receipt: exact to the cent, one line per meter and tier. */
import { billFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { editionName } from '#core/answer/words/names.ts';
import type { Names } from '#core/answer/words/names.ts';
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import type { ExchangeRates } from '#core/pricing/currency.ts';
import type { Block } from './table.ts';

/** The receipt, the editions its prices come from, and what to know about them. `fx`: the rates that join its currencies. */
export function billBlocks(set: BillSet, names: Names, fx: ExchangeRates = {}): Block[] {
  const receipt = receiptOf(set);
  const blocks: Block[] =
    receipt.lines.length > 0
      ? [{ kind: 'table', table: billFigure(receipt, names) }]
      : [{ kind: 'text', text: 'Nothing could be billed.', strong: true }];
  const sources = receipt.lines.map(({ edition, source }) => `${editionName(edition, names)}: ${source}`);
  if (sources.length > 0) blocks.push({ kind: 'list', title: 'Prices', items: [...new Set(sources)] });
  const priced = set.bills.filter((bill) => bill.edition !== '');
  const foreign = [...new Set(priced.map((bill) => bill.currency))].filter((one) => one !== set.currency);
  const rates = foreign.map(
    (one) => `1 ${one} counts as ${fx[one]} ${set.currency}${fx.date ? `, the rate of ${fx.date}` : ''}.`,
  );
  const findings = [...set.findings, ...set.bills.flatMap((bill) => bill.findings)];
  const notes = [...rates, ...findingWords(findings, names)];
  if (notes.length > 0) blocks.push({ kind: 'list', title: 'Notes', items: notes });
  return blocks;
}

export function findingWords(findings: readonly Finding[], names: Names): string[] {
  return [...new Set(findings.map((one) => describeFinding(one, names)))];
}
