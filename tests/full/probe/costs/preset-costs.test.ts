import { expect, test } from 'vitest';
import { estimate } from '#probe/costs/estimate.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { presetCosts } from '#probe/costs/preset-costs.ts';
import { PRESET_NAMES } from '#probe/plan/presets.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const DAY = '2026-11-20';
const rows = presetCosts(archive, DAY, 'aws/us-east-1');
const rowOf = (store: string) => rows.find((one) => one.store === store);

test('every store that holds objects and whose prices are not only claimed has a price for every preset', () => {
  const expected = archive.stores.filter((store) => {
    const newest = archive.editions(store).findLast(({ date }) => date <= DAY);
    return newest !== undefined && newest.kind === 'store' && newest.confidence !== 'claimed';
  });
  expect(rows.map(({ store }) => store)).toEqual(expected);
  for (const { afar, beside } of rows)
    for (const costs of beside ? [afar, beside] : [afar])
      for (const preset of PRESET_NAMES) expect(costs[preset].total).toBeGreaterThanOrEqual(0);
});

test('the price is what stowage probe estimate says', () => {
  for (const [store, from] of [
    ['aws/s3-standard', 'aws/us-east-1'],
    ['aws/s3-express-one-zone', 'aws/us-east-1'],
    ['cloudflare/r2-standard', null],
  ] as const) {
    const row = rowOf(store);
    for (const preset of PRESET_NAMES) {
      const plan = parseProbePlan({
        probe: 1,
        from: from ?? 'unknown',
        preset,
        targets: [{ store: `${store}@${row?.region}` }],
      });
      const account = { aws: { internetEgressBytes: 200e9 } };
      const { total, atLeast } = estimate(plan, archive, DAY, undefined, account);
      expect((from === null ? row?.afar : row?.beside)?.[preset]).toEqual({ total, atLeast });
    }
  }
});

test('a thousand reads and writes by hand: beside S3 Standard in us-east-1', () => {
  // 100 objects made, 1,020 writes, 1,020 reads of 10 KiB, 1,120 removals (free), 3 listings; storage of an hour on top.
  const requests = (1120 + 3 + 1) * 0.000005 + 1020 * 0.0000004;
  const { total } = rowOf('aws/s3-standard')?.beside?.['prisma-latency'] ?? { total: NaN };
  expect(total).toBeGreaterThan(requests);
  expect(total).toBeLessThan(requests + 0.0001);
});

test('who reads from afar pays for what comes back, and only where it costs', () => {
  const s3 = rowOf('aws/s3-standard');
  // 102 reads of 50 MiB at $0.09 a GiB.
  const more = (s3?.afar['prisma-bulk'].total ?? NaN) - (s3?.beside?.['prisma-bulk'].total ?? NaN);
  expect(more).toBeCloseTo((102 * 50 * 0.09) / 1024, 9);
  const r2 = rowOf('cloudflare/r2-standard');
  expect(r2?.afar['prisma-bulk'].total).toBeLessThan(0.01);
  expect(r2?.beside).toBeNull();
});
