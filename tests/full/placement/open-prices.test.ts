/** Prices that nobody knows: they lead no answer, are named where they decide, and are never counted as nothing. */
import { expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import type { PlanOptions } from '#core/placement/answer/answered.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const EUROPE = { readers: [{ at: 'internet/europe', share: 1 }], writer: 'internet/europe' };
const S3 = 'aws/s3-standard@eu-west-1';

function planned(
  text: Pick<ScenarioText, 'workload' | 'stores'> & Partial<ScenarioText>,
  options?: PlanOptions,
) {
  const question = ask(
    { stowage: 1, asOf: '2026-11-20', month: '720 h', ...text },
    { archive: wholeArchive(), evidence: evidenceBase([]) },
  );
  return plan(question, options);
}

const STANDING = { objects: { size: '1 MB', standing: '10 TB' }, reads: { rate: '100k/day' }, ...EUROPE };

it('leads with no store that has an open price, and names the price that decides', () => {
  // 9,313.23 GiB × $0.023, 2,693.97 GiB × $0.09 past the first 100, 3M × $0.0004/1000.
  const s3 = 214.2 + 242.46 + 1.2;
  const { recommendation, candidates, findings } = planned({
    workload: STANDING,
    stores: ['railway/buckets', S3],
  });
  expect(recommendation?.id).toBe(`single:${S3}`);
  expect(candidates.find(({ id }) => id === `single:${S3}`)?.monthly.total).toBeCloseTo(s3, 1);
  const open = candidates.find(({ id }) => id === 'single:railway/buckets@everywhere');
  // 10,000 GB × $0.015, and a plan whose fee is not known.
  expect(open?.monthly.range[0]).toBeCloseTo(150, 1);
  expect(open?.monthly.range[1]).toBeNull();
  expect(open?.feasible).toBe('unproven');
  const decides = findings.filter(({ code }) => code === 'price-decides');
  expect(decides).toEqual([
    {
      code: 'price-decides',
      id: 'single:railway/buckets@everywhere',
      low: open?.monthly.range[0],
      high: null,
      store: 'railway/buckets',
      meter: 'subscription',
      currency: 'USD',
    },
  ]);
});

it('says nothing of a price that decides nothing', () => {
  // Backblaze costs 10,000 GB × $0.00695 = $69.50, less than what is known of Railway.
  const { recommendation, findings } = planned({
    workload: STANDING,
    stores: ['railway/buckets', 'backblaze/b2@eu-central'],
  });
  expect(recommendation?.id).toBe('single:backblaze/b2@eu-central');
  expect(findings.filter(({ code }) => code === 'price-decides')).toEqual([]);
});

it('copies between classes of Tigris, whose own transitions have no price', () => {
  const [hot, cold] = ['tigris/standard@global', 'tigris/infrequent-access@global'];
  const { candidates } = planned(
    {
      workload: {
        objects: { size: '10 MB', arrivals: '1000/day', retention: '100 days' },
        reads: { rate: '1000/day', byAge: { '30 days': 1 } },
        ...EUROPE,
      },
      stores: [hot, cold],
    },
    { also: [{ hot, cold, thresholdDays: 30, entry: 'tier' }] },
  );
  const moved = candidates.find(({ id }) => id === `age:${hot}>${cold}@30d:tier`);
  expect(moved?.runs).toEqual([{ code: 'copy-job', from: hot, to: cold, atDays: 30 }]);
  expect(moved?.monthly.atLeast).toBe(false);
  // Of 30,000 PUTs 20,000 are past the allowance, and 900 LISTs are all billed: at $0.005 a thousand.
  const copy = moved?.moves.find(({ kind }) => kind === 'copy');
  expect(copy?.amount).toBeGreaterThan(0.1045 - 1e-9);
});
