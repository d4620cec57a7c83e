import { describe, expect, test } from 'vitest';
import type { Bill, BillSet } from '#core/pricing/bills/bill-types.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { EXPRESS_USAGE, yaml } from '#tests/helpers/cli/helpers.ts';

const json = JSON.stringify(EXPRESS_USAGE);

test('one usage is billed line by line, and the total is the sum of the lines', async () => {
  using folder = new Folder({ 'usage.yaml': yaml(EXPRESS_USAGE) });
  const { exit, stdout, stderr } = await runCli(['bill', 'usage.yaml', '--json'], { cwd: folder.path });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const bill = JSON.parse(stdout) as Bill;
  expect(bill.total).toBeCloseTo(2.58, 2);
  expect(bill.lines.reduce((sum, line) => sum + (line.amount ?? 0), 0)).toBeCloseTo(bill.total, 12);
  expect(Object.keys(bill.lines[0] ?? {})).toEqual(
    expect.arrayContaining([
      'meter',
      'quantity',
      'unit',
      'unitPrice',
      'amount',
      'edition',
      'region',
      'source',
    ]),
  );
});

test('a list of usages is answered with their bills and one total', async () => {
  const { exit, stdout } = await runCli(['bill', '-', '--json'], { stdin: `[${json},${json}]` });
  expect(exit).toBe(0);
  const set = JSON.parse(stdout) as BillSet;
  expect(set.bills).toHaveLength(2);
  expect(set.total).toBeCloseTo(5.16, 2);
});

describe('the same bill as a receipt', () => {
  test('rounded to the cent on a terminal and in Markdown', async () => {
    const [table, md] = await Promise.all([
      runCli(['bill', '-'], { stdin: json }),
      runCli(['bill', '-', '--format', 'md'], { stdin: json }),
    ]);
    expect(table.stdout).toMatch(/^total +\$2\.58$/m);
    expect(table.stdout).toMatch(/PUT requests +1,000,000 +request +\$0\.00000113 +\$1\.13/);
    expect(md.stdout).toMatch(/^\| \*\*total\*\* .*\*\*\$2\.58\*\*/m);
  });

  test('unrounded in CSV, whose amounts sum to the total of the JSON', async () => {
    const [csv, answer] = await Promise.all([
      runCli(['bill', '-', '--format', 'csv'], { stdin: json }),
      runCli(['bill', '-', '--json'], { stdin: json }),
    ]);
    const [header = '', ...rows] = csv.stdout.trimEnd().split('\n');
    const at = header.split(',').indexOf('amount');
    const sum = rows.reduce((total, row) => total + Number(row.split(',')[at]), 0);
    expect(sum).toBeCloseTo((JSON.parse(answer.stdout) as Bill).total, 12);
  });

  test('without codes for colour, as nobody looks at a pipe', async () => {
    expect((await runCli(['bill', '-'], { stdin: json })).stdout).not.toContain('\u001b');
  });
});

test('a date before the first known price cannot be answered: exit 1, and why', async () => {
  const { exit, stdout } = await runCli(['bill', '-'], {
    stdin: JSON.stringify({ ...EXPRESS_USAGE, asOf: '2019-01-01' }),
  });
  expect(exit).toBe(1);
  expect(stdout).toMatch(/2019-01-01/);
});
