/** The SQL of a profile runs in the page and on Spark as well: it may use only what all three share. */
import { expect, test } from 'vitest';
import type { Dialect } from '#query/dialect.ts';
import { cellsOf } from '#query/formats/cells.ts';
import { COLUMN_FORMATS } from '#query/formats/columns.ts';
import * as inventory from '#query/inventory-sql.ts';
import * as sql from '#query/profile-sql.ts';
import * as took from '#query/store-times.ts';

/** Functions and words before a parenthesis that DuckDB, DuckDB-wasm without extensions and Spark SQL all have. */
const SHARED = new Set(
  (
    'AS AND OR ON IN OVER FROM VALUES BY THEN ELSE WHEN DECIMAL SELECT ' +
    'SUM MIN MAX COUNT CAST TRY_CAST COALESCE GREATEST LEAST LOWER REPLACE LEAD JOIN NOT request one dialect'
  ).split(' '),
);
/** What differs is left to the dialect, and none of it is in the text. */
const NONE: Dialect = {
  lines: () => 'line_rows',
  rows: () => 'table_rows',
  binaryRows: () => 'table_rows',
  parameters: () => [],
  leavesOut: false,
  column: (name) => name,
  text: (value) => `'${value}'`,
  constants: () => 'constant_rows',
  hash: () => 'dialect()',
  decoded: () => 'dialect()',
  micros: () => 'dialect()',
  logMicros: () => 'dialect()',
  divided: () => 'dialect()',
  split: () => 'dialect()',
  match: () => 'dialect()',
  item: () => 'dialect()',
};
const statements = [
  ...sql.tablesIn(NONE, { withTimes: true, firstShare: 0.7, keyShare: 0.1 }).map(({ select }) => select),
  sql.byOperation(false),
  sql.peakOver(60, NONE),
  sql.weekOf(NONE),
  sql.workingSet(3600, NONE),
  took.times('total_us', NONE),
  took.timesOver('first_us', 3600, [1, 2], NONE),
  inventory.READ.select,
  inventory.heldAges('0'),
  inventory.listedBy('class'),
  ...Object.values({ ...sql, ...took, ...inventory }).filter((one) => typeof one === 'string'),
];

test('no function of one engine', () => {
  const plain = statements.join('\n').replace(/'(?:[^']|'')*'/g, "''");
  const used = new Set([...plain.matchAll(/([A-Za-z_]+)\s*\(/g)].map((match) => match[1] ?? ''));
  expect([...used].filter((name) => !SHARED.has(name))).toEqual([]);
  expect(used.size).toBeGreaterThan(10);
});

test('no syntax of one engine: casts by colons, lists, lambdas, QUALIFY, stars with exceptions', () => {
  for (const one of statements) expect(one).not.toMatch(/::|\[|->|\bQUALIFY\b|\bEXCLUDE\b|\bFILTER\b|\$\d/i);
});

test('nothing is counted in floats: every figure leaves as the text of a whole number', () => {
  for (const one of statements) expect(one).not.toMatch(/\bDOUBLE\b|\bFLOAT\b|[^*/] \/ [^*/]|\bAVG\b/i);
});

test('a format is named once, is documented, and its cells can be told', () => {
  expect(new Set(COLUMN_FORMATS.map(({ id }) => id)).size).toBe(COLUMN_FORMATS.length);
  for (const format of COLUMN_FORMATS) {
    expect(format.documented).toMatch(/^https?:\/\//);
    if (format.lacks !== undefined || format.shape.by === 'name') continue;
    const { cell } = cellsOf({ path: '', kind: 'text', lines: [], columns: [] }, format.shape, NONE);
    for (const name of [...format.time.cells, format.operation, ...format.key])
      expect(cell(name)).not.toBeNull();
  }
});
