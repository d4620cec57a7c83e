/** Readers that come through a CDN: what they ask is the CDN's to bill, what it misses also the store's. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { cdnRegion } from '#core/places.ts';
import { ask } from '#core/question.ts';
import type { MonthlyCost } from '#core/report/plan-types.ts';
import { checkScenario } from '#core/scenario/check-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const STORE = 'aws/s3-standard@us-east-1';
const READS_PER_DAY = 1_000_000;
const DAYS = 30;

function scenario(
  overrides: Partial<ScenarioText['workload']> = {},
  more: Partial<ScenarioText> = {},
): ScenarioText {
  return {
    stowage: 1,
    name: 'Through a CDN',
    asOf: '2026-11-20',
    month: '720 h',
    workload: {
      objects: { size: '1 MiB', standing: '1 TiB' },
      reads: { rate: `${READS_PER_DAY}/day` },
      readers: [{ at: 'internet/DE', share: 1, via: 'aws/cloudfront', hitRatio: 0.9 }],
      writer: 'aws/us-east-1',
      ...overrides,
    },
    stores: [STORE],
    horizon: '1 month',
    ...more,
  };
}

function costOf(text: ScenarioText): MonthlyCost {
  const [single] = plan(ask(text, { archive, evidence: evidenceBase([]) })).candidates;
  if (!single) throw new Error('a plan has a candidate');
  return single.monthly;
}

const of = (cost: MonthlyCost, store: string, meter: string) =>
  cost.lines
    .filter((line) => line.store === store && line.meter === meter)
    .reduce(
      (sum, line) => ({ quantity: sum.quantity + line.quantity, amount: sum.amount + (line.amount ?? NaN) }),
      {
        quantity: 0,
        amount: 0,
      },
    );

describe('a CDN', () => {
  it('bills every read as its request and every byte as its egress, the origin only what is missed', () => {
    const cost = costOf(scenario());
    const reads = READS_PER_DAY * DAYS;
    const gib = reads / 1024;
    expect(of(cost, 'aws/cloudfront', 'requests.https').quantity).toBeCloseTo(reads, 3);
    // The first ten million requests and the first TB are free, and come out of the first band.
    expect(of(cost, 'aws/cloudfront', 'requests.https').amount).toBeCloseTo((reads - 1e7) * 0.0000012, 6);
    expect(of(cost, 'aws/cloudfront', 'egress.internet').quantity).toBeCloseTo(gib, 6);
    expect(of(cost, 'aws/cloudfront', 'egress.internet').amount).toBeCloseTo(
      (10_240 - 1024) * 0.085 + (gib - 10_240) * 0.08,
      6,
    );
    expect(of(cost, STORE.split('@')[0] ?? '', 'requests.get').quantity).toBeCloseTo(reads * 0.1, 3);
    expect(of(cost, STORE.split('@')[0] ?? '', 'egress.cdn')).toEqual({
      quantity: expect.closeTo(gib * 0.1, 6) as number,
      amount: 0,
    });
    expect(of(cost, STORE.split('@')[0] ?? '', 'egress.internet').quantity).toBe(0);
    expect(cost.atLeast).toBe(false);
  });

  it('of another provider costs the origin its egress to the internet', () => {
    const cost = costOf(scenario({}, { stores: ['wasabi/pay-as-you-go@us-east-1'] }));
    expect(of(cost, 'wasabi/pay-as-you-go', 'egress.internet').quantity).toBeCloseTo(
      (READS_PER_DAY * DAYS * 0.1) / 1024,
      6,
    );
    expect(of(cost, 'aws/cloudfront', 'requests.https').quantity).toBeCloseTo(READS_PER_DAY * DAYS, 3);
  });

  it('gives its free terabyte once, over readers in several parts of the world, where it saves most', () => {
    const cost = costOf(
      scenario({
        readers: [
          { at: 'internet/DE', share: 0.5, via: 'aws/cloudfront', hitRatio: 1 },
          { at: 'internet/JP', share: 0.5, via: 'aws/cloudfront', hitRatio: 1 },
        ],
      }),
    );
    const free = cost.lines.filter((line) => line.meter === 'egress.internet' && line.unitPrice === 0);
    expect(free.map(({ region, quantity }) => [region, quantity])).toEqual([['japan', 1024]]);
  });

  it('is not filled by what the account sends from its stores', () => {
    const text = scenario();
    const busy = { ...text, account: { aws: { internetEgress: '200 TB' } } };
    expect(of(costOf(busy), 'aws/cloudfront', 'egress.internet')).toEqual(
      of(costOf(text), 'aws/cloudfront', 'egress.internet'),
    );
  });

  it('where its prices name no region for the readers, leaves the total a lower bound unless one is named', () => {
    const reader = { at: 'internet/CN', share: 1, hitRatio: 0.9 };
    expect(costOf(scenario({ readers: [{ ...reader, via: 'aws/cloudfront' }] })).atLeast).toBe(true);
    const named = costOf(scenario({ readers: [{ ...reader, via: 'aws/cloudfront@asia-pacific' }] }));
    expect(named.atLeast).toBe(false);
    expect(named.lines.some((line) => line.region === 'asia-pacific')).toBe(true);
  });

  it('answers readers where they are: by their place, else by their country', () => {
    const [edition] = archive.editions('aws/cloudfront');
    if (!edition) throw new Error('CloudFront has an edition');
    const regions = [
      'internet/FR',
      'aws/us-west-2',
      'aws/ap-northeast-1',
      'internet/asia',
      'prisma/fra',
      'internet/CN',
    ];
    expect(regions.map((place) => cdnRegion(edition, place))).toEqual([
      'europe',
      'united-states',
      'japan',
      'asia-pacific',
      'europe',
      undefined,
    ]);
  });

  it('is no store to plan with: not among all of them, and refused by name', () => {
    const answer = plan(ask({ ...scenario(), stores: 'all' }, { archive, evidence: evidenceBase([]) }));
    expect(
      answer.candidates.flatMap((one) => one.stores).filter((ref) => ref.includes('cloudfront')),
    ).toEqual([]);
    const named = { ...scenario(), stores: ['aws/cloudfront@europe'] };
    expect(() => {
      checkScenario(parseScenario(named), { archive, evidence: evidenceBase([]) });
    }).toThrow(ScenarioError);
    expect(() => {
      checkScenario(parseScenario(named), { archive, evidence: evidenceBase([]) });
    }).toThrow(/CDN and holds no objects/);
  });
});
