import { billFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Bill } from '#core/pricing/bills/bill-types.ts';
import type { Run } from '../command.ts';
import { formatOf, jsonText } from '../formats.ts';
import { billBlocks } from '../render/bill.ts';
import { focusOfBill, leftOutWords } from '../render/focus.ts';
import { csvText, printBlocks } from '../render/table.ts';
import { billOf, readUsages } from '../usages.ts';

/** One usage answers with its bill, a list with a set of bills. Exit 1 when for some usage no price at all is known. */
export const bill: Run = async (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json', 'focus']);
  const named = await readUsages(args.operands[0] ?? '', deps);
  const set = await billOf(named, deps);
  const names = namesInRegions(deps.catalog.archive);
  if (format === 'json') {
    const bills = set.bills.map(orNoTotal);
    const [only] = bills;
    const isPriced = bills.some(({ total }) => total !== null);
    deps.print(
      jsonText(!named.isList && only ? only : { ...set, total: isPriced ? set.total : null, bills }),
    );
  } else if (format === 'csv') deps.print(csvText(billFigure(receiptOf(set), names).file));
  else if (format === 'focus') {
    const file = focusOfBill(set, named.usages, named.options.discounts);
    deps.print(file.csv);
    if (file.leftOut > 0) deps.say(leftOutWords(file));
  } else printBlocks(billBlocks(set, names, named.options.fx), format, deps);
  return { exit: set.bills.some(({ edition }) => edition === '') ? 1 : 0 };
};

/** A bill without a price has no total, not one of nothing. */
function orNoTotal(one: Bill): Omit<Bill, 'total'> & { total: number | null } {
  return one.edition === '' ? { ...one, total: null } : one;
}
