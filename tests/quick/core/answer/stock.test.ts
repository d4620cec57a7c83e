/** What a plan says it bills. */
import { expect, test } from 'vitest';
import { billedWords } from '#core/answer/words/stock.ts';

const billed = (objects: object, reads?: object) =>
  billedWords({
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size: '250 kB', ...objects },
      ...(reads && { reads }),
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

test('how reads fall on what stands, where ages divide those of new objects', () => {
  const objects = { standing: '30 TB', arrivals: '200k/day', retention: '100 days' };
  const byAge = { rate: '1M/day', byAge: { '7 days': 0.9 } };
  // 120 million objects stand, 20 million are new.
  expect(billed(objects, byAge)).toMatch(
    / kept 100 days\)\. Reads are spread by number of objects: standing ones get 86%, and byAge divides the other 14%\.$/,
  );
  expect(billed(objects, { rate: '1M/day' })).not.toContain('Reads');
  expect(billed({ ...objects, standing: 0 }, byAge)).not.toContain('Reads');
});
