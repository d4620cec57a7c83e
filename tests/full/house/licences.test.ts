/** Data of others that we ship brings the licence it is under. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { allDatasets } from '#tests/sources.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ASKS_FOR_ITS_TEXT = /^(MIT|Apache-2\.0|ISC|BSD-|CC BY)/;
const BEGINS: Record<string, string> = {
  MIT: 'MIT License\n\nCopyright (c) ',
  'Apache-2.0': 'Apache License',
  'CC BY 4.0': 'Creative Commons Attribution 4.0 International',
};
const licensed = allDatasets().filter(({ licence }) => ASKS_FOR_ITS_TEXT.test(licence));
const textOf = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8');
const shipped = textOf('static', 'licences.txt');

test('some datasets are under a licence that asks for its text', () => {
  expect(licensed.length).toBeGreaterThan(0);
});

describe.each(licensed)('$id', ({ id, licence }) => {
  test('has the text of its licence and a notice in its folder and in what is built', () => {
    const text = textOf('datasets', id, 'LICENSE');
    expect(text).toContain(BEGINS[licence]);
    expect(shipped).toContain(text);
    expect(shipped).toContain(textOf('datasets', id, 'NOTICE'));
  });
});

test('nothing else claims to be there', () => {
  const folders = readdirSync(path.join(root, 'datasets')).filter((id) =>
    existsSync(path.join(root, 'datasets', id, 'LICENSE')),
  );
  expect(shipped.match(/^==== datasets\/.* ====$/gm)).toEqual(
    folders.map((id) => `==== datasets/${id} ====`),
  );
});
