/** In what order routers try stores where keys tell no date. */
import { expect, it } from 'vitest';
import { triedOrder } from '#core/placement/tried-order.ts';

const young = { reads: 1, buckets: ['hot', 'cold'], servers: ['hot'] };
const old = { reads: 9, buckets: ['cold'], servers: ['cold'] };

it('begins where most reads find their object', () => {
  const hot = { ...young, buckets: ['hot'] };
  expect(triedOrder([hot, old])).toEqual([1, 0]);
  expect(triedOrder([{ ...hot, reads: 10 }, old])).toEqual([0, 1]);
});

it('asks the hot store first where both have young objects: else the cold one would answer all', () => {
  expect(triedOrder([young, old])).toEqual([0, 1]);
  // Of other readers the cold store is to answer young objects too: for one reader it is enough.
  const two = { ...young, servers: ['hot', 'cold'] };
  expect(triedOrder([two, { ...old, servers: ['cold', 'cold'] }])).toEqual([0, 1]);
});

it('begins with most reads where each would answer for the other', () => {
  const other = { reads: 9, buckets: ['hot', 'cold'], servers: ['cold'] };
  expect(triedOrder([young, other])).toEqual([1, 0]);
  expect(triedOrder([{ ...young, reads: 10 }, other])).toEqual([0, 1]);
});
