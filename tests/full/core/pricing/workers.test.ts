/** Cloudflare's own examples of what a Worker costs: developers.cloudflare.com/workers/platform/pricing. */
import { expect, it } from 'vitest';
import { bill, billTotal } from '#core/pricing/bills/bill.ts';
import { aUsage } from '#tests/helpers/an-archive.ts';
import { wholeArchive } from '#tests/sources.ts';

it.each([
  ['example 1: 15 million requests of 7 ms', 15e6, 7, [1.5, 1.5, 5], 8],
  ['example 2: 3 million requests of 7 ms', 3e6, 7, [5], 5],
  ['example 3: 720 runs of 180,000 ms', 720, 180_000, [1.992, 5], 6.992],
  ['example 4: 100 million requests of 7 ms', 100e6, 7, [27, 13.4, 5], 45.4],
])('%s', (_, count, milliseconds, amounts, total) => {
  const used = aUsage({
    store: 'cloudflare/workers',
    region: 'everywhere',
    asOf: '2026-11-20',
    requests: [
      { operation: 'Invocation', count, bytesEach: 0 },
      { operation: 'CpuMillisecond', count: count * milliseconds, bytesEach: 0 },
    ],
  });
  const [of] = bill([used], wholeArchive()).bills;
  expect(of?.lines.flatMap(({ amount }) => (amount ? [Number(amount.toFixed(9))] : []))).toEqual(amounts);
  expect(billTotal([used], wholeArchive()).total).toBeCloseTo(total, 9);
});
