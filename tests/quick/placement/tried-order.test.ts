/** In what order routers try stores where keys tell no date. */
import { expect, it } from 'vitest';
import { besidesOf, triedOrder } from '#core/placement/tried-order.ts';

const young = { reads: 1, servers: ['hot'], besides: [['cold']] };
const old = { reads: 9, servers: ['cold'], besides: [[]] };

it('begins where most reads find their object', () => {
  const hot = { ...young, besides: [[]] };
  expect(triedOrder([hot, old])).toEqual([1, 0]);
  expect(triedOrder([{ ...hot, reads: 10 }, old])).toEqual([0, 1]);
});

it('asks the hot store first where both have young objects: else the cold one would answer all', () => {
  expect(triedOrder([young, old])).toEqual([0, 1]);
  // Of other readers the cold store is to answer young objects too: for one reader it is enough.
  const two = { ...young, servers: ['hot', 'cold'], besides: [['cold'], ['hot']] };
  expect(triedOrder([two, { ...old, servers: ['cold', 'cold'], besides: [[], []] }])).toEqual([0, 1]);
});

it('begins with most reads where each would answer for the other', () => {
  const other = { reads: 9, servers: ['cold'], besides: [['hot']] };
  expect(triedOrder([young, other])).toEqual([1, 0]);
  expect(triedOrder([{ ...young, reads: 10 }, other])).toEqual([0, 1]);
});

it('begins with most reads where a store has others of the same age, which it is to answer', () => {
  // Small objects stay in the hot store, large ones leave it: nothing is in both.
  const small = { buckets: ['hot'], server: 'hot' };
  const large = { buckets: ['cold'], server: 'cold' };
  expect(besidesOf([small, large])).toEqual([]);
  const first = { reads: 9, servers: ['hot'], besides: [[]] };
  expect(triedOrder([first, { ...old, reads: 1, besides: [besidesOf([small, large])] }])).toEqual([0, 1]);
});
