import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEY_LAYOUTS } from '#probe/plan/cell.ts';
import { readObjects } from '#probe/costs/estimate.ts';
import { keyChoice } from '#probe/measuring/key-choice.ts';
import { isOurs, ownKey, readKey } from '#probe/keys.ts';
import { aPlan } from '#tests/helpers/aProbe.ts';

const DRAWS = 200_000;

test('popular objects are read as often as the law of Zipf says', () => {
  const choose = keyChoice({ objects: 50, zipf: 0.99 });
  const counts = new Float64Array(50);
  for (let i = 0; i < DRAWS; i++) counts[choose(3, i)] = (counts[choose(3, i)] ?? 0) + 1;
  const sum = Array.from({ length: 50 }, (_, n) => (n + 1) ** -0.99).reduce((a, b) => a + b, 0);
  for (const n of [0, 1, 9, 49]) {
    const expected = (DRAWS * (n + 1) ** -0.99) / sum;
    expect(Math.abs((counts[n] ?? 0) - expected)).toBeLessThan(5 * Math.sqrt(expected));
  }
});

test('without a law all objects are read alike, and every one of them', () => {
  const choose = keyChoice({ objects: 20, zipf: null });
  const seen = new Set(Array.from({ length: 1000 }, (_, i) => choose(1, i)));
  expect(seen).toEqual(new Set(Array.from({ length: 20 }, (_, n) => n)));
});

test('every key of a layout is known as ours, and no other', () => {
  const { cells } = aPlan(
    KEY_LAYOUTS.flatMap((layout) => [
      { op: 'GET' as const, layout, objects: 50 },
      { op: 'DELETE' as const, layout, batch: 3, requests: 20, warmup: 0 },
    ]),
  );
  const wanted = readObjects(cells);
  const names = new Set<string>();
  fc.assert(
    fc.property(fc.nat(cells.length - 1), fc.nat(49), (c, n) => {
      const cell = cells[c];
      if (!cell) return;
      const key = cell.operation === 'GET' ? readKey(cell, n) : ownKey(c, cell.layout, n);
      names.add(key);
      expect(isOurs(key, cells, wanted)).toBe(true);
      expect(isOurs(`${key}x`, cells, wanted)).toBe(false);
      expect(isOurs(key.replace(/\d{8}$/, '99999999'), cells, wanted)).toBe(false);
      expect(isOurs(key.replace(/-random-prefix|-flat/, '-other'), cells, wanted)).toBe(
        cell.layout === 'sequential',
      );
    }),
  );
  expect(names.size).toBeGreaterThan(50);
});

test('keys under random prefixes spread over folders, flat ones over none', () => {
  const set = { sizeBytes: 1, layout: 'random-prefix' as const };
  const folders = new Set(Array.from({ length: 100 }, (_, n) => readKey(set, n).split('/')[1]));
  expect(folders.size).toBeGreaterThan(90);
  const flat = Array.from({ length: 100 }, (_, n) => readKey({ sizeBytes: 1, layout: 'flat' }, n));
  expect(flat.every((key) => key.split('/').length === 2)).toBe(true);
  expect([...flat].sort()).not.toEqual(flat);
});
