import type { Run } from '../command.ts';
import { formatOf, jsonText } from '../formats.ts';
import { billBlocks, billRows, receiptOf } from '../render/bill.ts';
import { focusOfBill, leftOutWords } from '../render/focus.ts';
import { csvText, printBlocks } from '../render/table.ts';
import { billOf, readUsages } from '../usages.ts';

/** One usage answers with its bill, a list with a set of bills. Exit 1 when no price at all was known on that date. */
export const bill: Run = async (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json', 'focus']);
  const named = await readUsages(args.operands[0] ?? '', deps);
  const set = await billOf(named, deps);
  if (format === 'json') {
    const [only] = set.bills;
    deps.print(jsonText(!named.isList && only ? only : set));
  } else if (format === 'csv') {
    const { columns, rows } = billRows(receiptOf(set));
    deps.print(csvText(columns, rows));
  } else if (format === 'focus') {
    const file = focusOfBill(set, named.usages, named.options.discounts);
    deps.print(file.csv);
    if (file.leftOut > 0) deps.say(leftOutWords(file));
  } else printBlocks(billBlocks(set, named.options.fx), format, deps);
  const unpriced = set.bills.some((one) =>
    one.findings.some(({ code }) => code === 'before-record' || code === 'store-ended'),
  );
  return { exit: unpriced ? 1 : 0 };
};
