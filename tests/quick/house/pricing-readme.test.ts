/** The page that says how to add an edition has a word for every key of the schema. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as schema from '#core/pricing/editions/edition.ts';

const README = readFileSync(path.resolve(import.meta.dirname, '../../../pricing/README.md'), 'utf8');

test.each(
  Object.entries(schema).flatMap(([name, one]) =>
    'shape' in one ? [[name, Object.keys(one.shape)] as const] : [],
  ),
)('every key of %s', (_, keys) => {
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(README))).toEqual([]);
});
