import { readArgs } from '../args.ts';
import type { Run } from '../deps.ts';
import { formatOf, jsonText } from '../formats.ts';
import { billFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { billBlocks } from '../render/bill.ts';
import { focusOfBill, leftOutWords } from '../render/focus.ts';
import { csvText, printBlocks } from '../render/table.ts';
import { billOf, readUsages } from '../usages.ts';

/** One usage answers with its bill, a list with a set of bills. Exit 1 when no price at all was known on that date. */
export const bill: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'bill',
    flags: { json: 'boolean', format: 'string' },
    operands: { name: 'a usage FILE', least: 1, most: 1 },
  });
  const format = formatOf(args, ['table', 'md', 'csv', 'json', 'focus']);
  const named = await readUsages(args.operands[0] ?? '', deps);
  const set = await billOf(named, deps);
  const names = namesInRegions(deps.catalog.archive);
  if (format === 'json') {
    const [only] = set.bills;
    deps.print(jsonText(!named.isList && only ? only : set));
  } else if (format === 'csv') deps.print(csvText(billFigure(receiptOf(set), names).file));
  else if (format === 'focus') {
    const file = focusOfBill(set, named.usages, named.options.discounts);
    deps.print(file.csv);
    if (file.leftOut > 0) deps.say(leftOutWords(file));
  } else printBlocks(billBlocks(set, names, named.options.fx), format, deps);
  const unpriced = set.bills.some((one) =>
    one.findings.some(({ code }) => code === 'before-record' || code === 'store-ended'),
  );
  return { exit: unpriced ? 1 : 0 };
};
