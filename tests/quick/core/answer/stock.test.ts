/** What a plan says it bills. */
import { expect, test } from 'vitest';
import { billedWords } from '#core/answer/words/stock.ts';

const billed = (objects: object) =>
  billedWords({
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size: '250 kB', ...objects },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
  } as Parameters<typeof billedWords>[0]);

test('what stands and what arrivals come to over their retention', () => {
  expect(billed({ standing: '30 TB', arrivals: '200k/day', retention: '100 days' })).toBe(
    'Billed: 35 TB (30 TB standing, 5 TB of new objects kept 100 days).',
  );
  expect(billed({ arrivals: '200k/day', retention: '100 days' })).toBe(
    'Billed: 5 TB of new objects kept 100 days.',
  );
});

test('the mean of the months billed where objects are kept for ever', () => {
  // 365 days of 50 GB: half of them are there on average.
  expect(billed({ standing: '30 TB', arrivals: '200k/day' })).toBe(
    'Billed: 39.1 TB (30 TB standing, 9.13 TB of new objects), the mean of 12 months.',
  );
});

test('nothing where nothing arrives', () => {
  expect(billed({ standing: '30 TB' })).toBeNull();
});
