/** Readers that come through a CDN: what they ask is the CDN's to bill, what it misses also the store's. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { operationPart } from '#core/placement/costs/usage-parts.ts';
import { plan } from '#core/placement/plan.ts';
import { cdnRegion } from '#core/places.ts';
import { bill } from '#core/pricing/bills/bill.ts';
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

/** Half of 30 million reads of 1 MiB miss. */
const MISSED_GIB = (READS_PER_DAY * DAYS * 0.5) / 1024;
const MISSED_GB = (READS_PER_DAY * DAYS * 0.5 * 1_048_576) / 1e9;

describe('what a CDN fetches on a miss', () => {
  const fetched = (store: string, via: string, at = 'internet/DE') => {
    const readers = [{ at, share: 1, via, hitRatio: 0.5 }];
    const { lines } = costOf(scenario({ readers }, { stores: [store] }));
    const own = lines.filter((line) => store.startsWith(line.store) && line.meter.startsWith('egress.'));
    return own.flatMap(({ meter, quantity, amount }) => (quantity > 0 ? [{ meter, quantity, amount }] : []));
  };
  const one = (meter: string, quantity: number, amount: number) => [
    { meter, quantity: expect.closeTo(quantity, 4) as number, amount: expect.closeTo(amount, 6) as number },
  ];

  it.each(['cloudflare/cdn', 'bunny/cdn', 'bunny/cdn-volume', 'fastly/cdn'])(
    'is free from B2 to its partner %s',
    (cdn) => {
      expect(fetched('backblaze/b2@us-east', cdn)).toEqual(one('egress.partner', MISSED_GB, 0));
    },
  );

  it('from B2 to CloudFront costs what leaves for the internet, past three times what is stored', () => {
    const priced = fetched('backblaze/b2@us-east', 'aws/cloudfront');
    // 15,728.64 GB, of which 3 × 1,099.511627776 GB are free: 12,430.105 GB at $0.01.
    const paid = MISSED_GB - 3 * 1099.511627776;
    expect(priced.map(({ meter }) => meter)).toEqual(['egress.internet', 'egress.internet']);
    expect(priced.reduce((sum, { amount }) => sum + (amount ?? NaN), 0)).toBeCloseTo(paid * 0.01, 6);
  });

  it('is cache fill from Google to Cloud CDN, $0.01 a GiB', () => {
    const fill = one('egress.cdn', MISSED_GIB, MISSED_GIB * 0.01);
    expect(fetched('google/standard@us-east1', 'google/cloud-cdn')).toEqual(fill);
  });

  it('is CDN Interconnect from Google to Cloudflare and Fastly, and the internet to Bunny', () => {
    const link = one('egress.partner', MISSED_GIB, MISSED_GIB * 0.08);
    expect(fetched('google/standard@europe-west1', 'cloudflare/cdn')).toEqual(link);
    expect(fetched('google/standard@europe-west1', 'fastly/cdn')).toEqual(link);
    expect(fetched('google/standard@europe-west1', 'bunny/cdn')[0]?.meter).toBe('egress.internet');
  });

  it('is free from Azure to Front Door, from Bunny to Bunny, and from stores that bill no egress', () => {
    expect(fetched('azure/blob-hot@eastus2', 'azure/front-door')).toEqual(one('egress.cdn', MISSED_GIB, 0));
    expect(fetched('bunny/storage-standard@de', 'bunny/cdn')).toEqual(one('egress.cdn', MISSED_GB, 0));
    expect(fetched('tigris/standard@global', 'fastly/cdn')).toEqual(one('egress.internet', MISSED_GIB, 0));
    expect(fetched('cloudflare/r2-standard@weur', 'bunny/cdn')).toEqual(one('egress.internet', MISSED_GB, 0));
  });

  it('counts for what Wasabi calls fair: no more in a month than is stored', () => {
    const readers = (hitRatio: number) => [{ at: 'internet/DE', share: 1, via: 'bunny/cdn', hitRatio }];
    const verdict = (hitRatio: number) =>
      plan(
        ask(scenario({ readers: readers(hitRatio) }, { stores: ['wasabi/pay-as-you-go@us-east-1'] }), {
          archive,
          evidence: evidenceBase([]),
        }),
      ).candidates[0]?.violations.map(({ requirement }) => requirement);
    // 30 TB read of 1 TB stored: a hit ratio of 0.98 leaves 0.6 TB, one of 0.9 leaves 3 TB.
    expect(verdict(0.98)).toEqual([]);
    expect(verdict(0.9)).toEqual(['fair use']);
  });
});

describe('CDN Interconnect', () => {
  const BYTES = 1000 * 1_073_741_824;
  const fee = (asOf: string, region: string) =>
    bill(
      [
        {
          store: 'google/standard',
          region,
          asOf,
          period: { days: 30 },
          ...operationPart('GetObject'),
          requests: [],
          egress: [{ to: 'partner', bytes: BYTES }],
        },
      ],
      archive,
    ).total;

  it('doubled in North America on 2026-05-01: 1,000 GiB cost $40, then $80', () => {
    expect(fee('2026-04-30', 'us-east1')).toBeCloseTo(40, 6);
    expect(fee('2026-05-01', 'us-east1')).toBeCloseTo(80, 6);
  });

  it('rose from $50 to $80 in Europe, and from $60 to $85 in Asia', () => {
    expect([fee('2026-04-30', 'europe-west1'), fee('2026-05-01', 'europe-west1')]).toEqual([50, 80]);
    expect([fee('2026-04-30', 'asia-east1'), fee('2026-05-01', 'asia-east1')]).toEqual([60, 85]);
  });
});
