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

test('a region without a price cannot be answered either: exit 1, and no total', async () => {
  // Express came to Stockholm on 2025-04-10.
  const usage = { ...EXPRESS_USAGE, region: 'eu-north-1', asOf: '2025-04-09' };
  const { exit, stdout } = await runCli(['bill', '-', '--json'], { stdin: JSON.stringify(usage) });
  expect(exit).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ total: null, high: null, atLeast: true, lines: [] });
  const list = await runCli(['bill', '-', '--json'], { stdin: JSON.stringify([usage, EXPRESS_USAGE]) });
  expect(list.exit).toBe(1);
  const set = JSON.parse(list.stdout) as BillSet;
  expect(set.bills.map(({ total }) => total)).toEqual([null, expect.closeTo(2.58, 2)]);
  expect([set.total, set.high]).toEqual([expect.closeTo(2.58, 2), null]);
});

describe('a bill between two sightings of a price', () => {
  // 100 TB stored, 200 TB sent: $5 a TB and 1 GB a day free, or $6 a TB and three times what is stored free.
  const usage = {
    store: 'backblaze/b2',
    region: 'us-east',
    asOf: '2024-06-01',
    stored: '100 TB',
    requests: { GetObject: '100M' },
    egress: { internet: '200 TB' },
  };
  const stdin = JSON.stringify(usage);

  test('prints the smaller and the larger total, in a column each', async () => {
    const { stdout } = await runCli(['bill', '-'], { stdin });
    expect(stdout).toMatch(/^total +\$639\.91 +\$2,539\.62$/m);
    expect(stdout).toMatch(/price change .* \$0\.00 +\$1,899\.71/);
    expect(stdout).toMatch(/changed between 2023-04-02 and 2025-01-16/);
  });

  test('has them in JSON and CSV', async () => {
    const [json, csv] = await Promise.all([
      runCli(['bill', '-', '--json'], { stdin }),
      runCli(['bill', '-', '--format', 'csv'], { stdin }),
    ]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      total: expect.closeTo(639.91, 2) as number,
      high: expect.closeTo(2539.62, 2) as number,
      atLeast: true,
      reasons: [{ code: 'price-changed-between', meter: null, edition: 'backblaze/b2/2025-01-16.2' }],
    });
    const [header = '', ...rows] = csv.stdout.trimEnd().split('\n');
    const sum = (column: string) =>
      rows.reduce((total, row) => total + Number(row.split(',')[header.split(',').indexOf(column)]), 0);
    expect(sum('amount')).toBeCloseTo(639.91, 2);
    expect(sum('high')).toBeCloseTo(2539.62, 2);
  });
});

test.each([
  ['getobject', 'GetObject'],
  ['PutObjct', 'PutObject'],
  ['listobjectsv2', 'ListObjectsV2'],
])('%s is refused as a misspelt %s, which would be billed in the dearest class', async (name, meant) => {
  const usage = { ...EXPRESS_USAGE, requests: { [name]: '1M' }, bytesPerRequest: {} };
  const { exit, stderr } = await runCli(['bill', '-'], { stdin: JSON.stringify(usage) });
  expect(exit).toBe(2);
  expect(stderr).toContain(`requests.${name}`);
  expect(stderr).toContain(meant);
});

test('an operation that no price list has is billed in the dearest class, which is said', async () => {
  const usage = { ...EXPRESS_USAGE, requests: { GetObjectTorrent: '1M' }, bytesPerRequest: {} };
  const { exit, stdout } = await runCli(['bill', '-'], { stdin: JSON.stringify(usage) });
  expect(exit).toBe(0);
  expect(stdout).toContain('GetObjectTorrent');
});
