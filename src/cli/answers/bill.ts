import { billFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { editionName, namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Bill, BillSet } from '#core/pricing/bills/bill-types.ts';
import { rateInto, type ExchangeRates } from '#core/pricing/currency.ts';
import { withSelfHosted } from '#core/pricing/self-hosted/archive.ts';
import type { Run } from '../command.ts';
import { give } from '../formats.ts';
import { settingWords } from '../input/settings.ts';
import { focusOfBill } from '../render/focus.ts';
import { findingWords } from '../render/notes.ts';
import { listOf, strong, tableOf, textOf, type Block } from '../render/table.ts';
import { billOf, readUsages } from '../usages.ts';

/** One usage answers with its bill, a list with a set of bills. Exit 1 when for some usage no price at all is known. */
export const bill: Run = async (args, deps) => {
  const named = await readUsages(args.operands[0] ?? '', deps, args);
  const set = await billOf(named, deps);
  const names = namesInRegions(withSelfHosted(deps.catalog.archive, named.selfHosted));
  const bills = set.bills.map(orNoTotal);
  const [only] = bills;
  const settings = named.settings.length > 0 ? { settings: named.settings } : {};
  const heading = textOf(named.settings.length > 0 && `With ${settingWords(named.settings)}.`);
  const isPriced = bills.some(({ total }) => total !== null);
  if (args.form === 'focus') deps.print(focusOfBill(set, named.usages, named.options.discounts));
  else
    give(args, deps, {
      json: {
        ...(!named.isList && only ? only : { ...set, total: isPriced ? set.total : null, bills }),
        ...settings,
      },
      csv: billFigure(receiptOf(set), names),
      blocks: () => [...heading, ...billBlocks(set, names, named.options.fx)],
    });
  return { exit: set.bills.some(({ edition }) => edition === '') ? 1 : 0 };
};

/** A bill without a price has no total, not one of nothing. */
function orNoTotal(one: Bill): Omit<Bill, 'total'> & { total: number | null } {
  return one.edition === '' ? { ...one, total: null } : one;
}

/** The receipt, the editions its prices come from, and what to know about them. `fx`: the rates that join its currencies. */
export function billBlocks(set: BillSet, names: Names, fx: ExchangeRates = {}): Block[] {
  const receipt = receiptOf(set);
  const sources = receipt.lines.map(({ edition, source }) => `${editionName(edition, names)}: ${source}`);
  const priced = set.bills.filter((bill) => bill.edition !== '');
  const foreign = [...new Set(priced.map((bill) => bill.currency))].filter((one) => one !== set.currency);
  const rates = foreign.map(
    (one) =>
      `1 ${one} counts as ${Number(rateInto(one, set.currency, fx)?.toPrecision(6))} ${set.currency}${fx.date ? `, the rate of ${fx.date}` : ''}.`,
  );
  const findings = [...set.findings, ...set.bills.flatMap((bill) => bill.findings)];
  return [
    ...(receipt.lines.length > 0
      ? tableOf(billFigure(receipt, names))
      : [strong('Nothing could be billed.')]),
    ...listOf('Prices', [...new Set(sources)]),
    ...listOf('Notes', [...rates, ...findingWords(findings, names)]),
  ];
}
