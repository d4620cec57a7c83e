import { expect, test } from 'vitest';
import { BoundsError, refuseUnbounded } from '#core/bounded.ts';

const bounds = { depth: 4, nodes: 10 };

test('plain data within the bounds passes', () => {
  expect(() => refuseUnbounded({ a: [1, 2, { b: null }] }, bounds)).not.toThrow();
});

test('too deep, too many and prototype keys are refused', () => {
  expect(() => refuseUnbounded([[[[[1]]]]], bounds)).toThrow(BoundsError);
  expect(() => refuseUnbounded(Array(11).fill(0), bounds)).toThrow(/more than 10 values/);
  for (const key of ['__proto__', 'constructor', 'prototype'])
    expect(() => refuseUnbounded(JSON.parse(`{"a":{"${key}":{}}}`), bounds)).toThrow(key);
});

test('a small text that unfolds to much is refused without walking it all', () => {
  let bomb: unknown = ['x'];
  for (let i = 0; i < 40; i++) bomb = [bomb, bomb];
  expect(() => refuseUnbounded(bomb, { depth: 100, nodes: 1000 })).toThrow(/more than 1000 values/);
});
