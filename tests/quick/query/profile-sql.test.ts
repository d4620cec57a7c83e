/** The SQL of a profile is to run in the page and on Spark as well: it may use only what all three share. */
import { expect, test } from 'vitest';
import * as sql from '#query/profile-sql.ts';

/** Functions and words before a parenthesis that DuckDB, DuckDB-wasm without extensions and Spark SQL all have. */
const SHARED = new Set(
  (
    'AS AND OR ON IN OVER FROM VALUES BY THEN ELSE WHEN ' +
    'SUM MIN MAX COUNT CAST COALESCE GREATEST LEAST FLOOR LOWER REPLACE LAG LEAD JOIN NOT request one'
  ).split(' '),
);
const statements = [
  sql.CREATE_REQUEST,
  ...sql.PREPARE,
  sql.peakOver(60),
  ...Object.values(sql).filter((one) => typeof one === 'string'),
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
