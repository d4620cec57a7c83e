import { billFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Bill } from '#core/pricing/bills/bill-types.ts';
import type { Run } from '../command.ts';
import { give } from '../formats.ts';
import { billBlocks } from '../render/bill.ts';
import { focusOfBill, printFocus } from '../render/focus.ts';
import { billOf, readUsages } from '../usages.ts';

/** One usage answers with its bill, a list with a set of bills. Exit 1 when for some usage no price at all is known. */
export const bill: Run = async (args, deps) => {
  const named = await readUsages(args.operands[0] ?? '', deps);
  const set = await billOf(named, deps);
  const names = namesInRegions(deps.catalog.archive);
  const bills = set.bills.map(orNoTotal);
  const [only] = bills;
  const isPriced = bills.some(({ total }) => total !== null);
  if (args.form === 'focus') printFocus(focusOfBill(set, named.usages, named.options.discounts), deps);
  else
    give(args, deps, {
      json: !named.isList && only ? only : { ...set, total: isPriced ? set.total : null, bills },
      csv: billFigure(receiptOf(set), names),
      blocks: () => billBlocks(set, names, named.options.fx),
    });
  return { exit: set.bills.some(({ edition }) => edition === '') ? 1 : 0 };
};

/** A bill without a price has no total, not one of nothing. */
function orNoTotal(one: Bill): Omit<Bill, 'total'> & { total: number | null } {
  return one.edition === '' ? { ...one, total: null } : one;
}
