/** Prices that nobody knows: they lead no answer, are named where they decide, and are never counted as nothing. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import type { PlanOptions } from '#core/placement/answer/answered.ts';
import { describeFinding } from '#core/findings/index.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

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
  expect(moved?.runs).toEqual([
    { code: 'copy-job', from: hot, to: cold, atDays: 30 },
    { code: 'router', from: null, to: null, atDays: null },
  ]);
  expect(moved?.monthly.atLeast).toBe(false);
  // Of 30,000 PUTs 20,000 are past the allowance, and 900 LISTs are all billed: at $0.005 a thousand.
  const copy = moved?.moves.find(({ kind }) => kind === 'copy');
  expect(copy?.amount).toBeGreaterThan(0.1045 - 1e-9);
});

it('bills a plan with the price list before a change and with the one after it, where nobody recorded the day', () => {
  const { candidates, recommendation, runnerUp } = planned({
    asOf: '2024-06-01',
    workload: {
      objects: { size: '10 MB', standing: '100 TB' },
      reads: { rate: '600k/day' },
      ...EUROPE,
    },
    stores: ['backblaze/b2@eu-central', 'aws/s3-standard@eu-west-1'],
  });
  const { monthly } = candidates.find(({ id }) => id === 'single:backblaze/b2@eu-central') ?? {};
  // 18M GETs a month of 10 MB: 180 TB leave. 99,990 GB × $0.006 and 17,925,000 × $0.004 / 10,000 after, 99,990 × $0.005 and
  // 179,970 GB × $0.01 more before.
  expect(monthly?.range[0]).toBeCloseTo(599.94 + 7.17, 1);
  expect(monthly?.range[1]).toBeCloseTo(499.95 + 7.17 + 1799.7, 1);
  expect(monthly?.total).toBe(monthly?.range[0]);
  expect(monthly?.atLeast).toBe(true);
  expect(monthly?.reasons).toEqual([
    { code: 'price-changed-between', meter: null, edition: 'backblaze/b2/2025-01-16.2' },
  ]);
  expect(recommendation?.id).toBe('single:backblaze/b2@eu-central');
  // What two low ends differ by is no figure.
  expect(runnerUp?.more).toBeNull();
});

it('recommends nothing as proven, nor as free, on a day for which AWS has no price of egress', () => {
  const file = new URL('../../../../examples/streamingco.yaml', import.meta.url);
  const text = { ...(parse(readFileSync(file, 'utf8')) as ScenarioText), asOf: '2021-12-01' };
  const { recommendation, candidates } = plan(
    ask(text, { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) }),
  );
  const chosen = candidates.find(({ id }) => id === recommendation?.id);
  // 1,341,104 GiB leave the writer for $0.09 to $0.05 at AWS's list price, about $81k, which the archive lacks on that day.
  expect(chosen?.monthly.range[1]).toBeGreaterThan((chosen?.monthly.total ?? Infinity) + 81_000);
  expect(chosen?.monthly.reasons.map(({ code, meter }) => [code, meter])).toContainEqual([
    'price-missing',
    'egress.internet',
  ]);
  expect(recommendation?.reasons.map(({ words }) => words).join(' ')).not.toContain('against $0');
});

it('says where another meaning of a price list would make another placement the better one', () => {
  const text = parse(readFileSync('tests/advice/workloads/container-registry.yaml', 'utf8')) as ScenarioText;
  const archive = wholeArchive();
  // A registry knows where its layers are: no router asks in vain.
  const own = { ...text, router: 'own' as const };
  const { recommendation, findings } = plan(ask(own, { archive, evidence: evidenceBase(allDatasets()) }));
  expect(recommendation?.id).toBe('single:tigris/standard@global');
  const [decides, ...more] = findings.filter(({ code }) => code === 'assumption-decides');
  expect(more).toEqual([]);
  expect(decides).toMatchObject({
    store: 'cloudflare/r2-standard',
    assumed: { gigabyte: 2 ** 30 },
    id: 'single:tigris/standard@global',
    rival: { id: expect.stringContaining('cloudflare/r2-standard@enam') as string },
  });
  expect(decides && describeFinding(decides)).toMatch(
    /^One GB of cloudflare\/r2-standard is taken as 10\^9 bytes\. With 2\^30 bytes .+ is the better choice: \$6\.74k\/month against \$7\.83k\./,
  );
});

it('says of a rival that costs more why it is the better choice all the same', () => {
  const finding = {
    code: 'assumption-decides',
    store: 'cloudflare/r2-standard',
    assumed: { gigabyte: 1_073_741_824, because: 'Its page names the unit only.' },
    id: 'single:tigris/standard@global',
    total: 3760,
    rival: { id: 'single:cloudflare/r2-standard@enam', total: 5650 },
    currency: 'USD',
  } as const;
  expect(describeFinding(finding)).toContain(
    'is the better choice, at $5.65k/month: the other ($3.76k) does not save enough to be worth running.',
  );
});

it('says nothing of an assumption that would help a store that nobody measured', () => {
  const workload = {
    objects: { size: '3 MB', standing: '300 TB' },
    reads: { rate: '10M/day', byAge: { '7 days': 0.5 } },
    readers: [{ at: 'internet/europe', share: 1 }],
    writer: 'internet/europe',
  };
  const { recommendation, findings } = plan(
    ask(
      {
        stowage: 1,
        asOf: '2026-11-25',
        workload,
        requirements: { readP99: '500 ms' },
        stores: ['tigris/standard@global', 'bunny/storage-edge@de'],
      },
      { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) },
    ),
  );
  expect(recommendation?.id).toBe('single:tigris/standard@global');
  expect(findings.filter(({ code }) => code === 'assumption-decides')).toEqual([]);
});
