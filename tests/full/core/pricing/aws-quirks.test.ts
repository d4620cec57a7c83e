/** How Amazon counts, one quirk a test, on the prices of the archive; figures worked out beside them. */
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { GIB, aUsage } from '#tests/helpers/an-archive.ts';
import { usagesOf } from '#tests/helpers/usages-of.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const KIB = 1024;
const MARCH_H = 744;

/** One store in us-east-1 in March 2026. */
function usage(store: string, overrides: Partial<Usage> = {}): Usage {
  return aUsage({
    store: `aws/${store}`,
    region: 'us-east-1',
    asOf: '2026-03-01',
    period: { monthOf: '2026-03' },
    ...overrides,
  });
}

function billed(...usages: Usage[]) {
  const set = bill(usages, archive);
  const lines = set.bills.flatMap((one) => one.lines);
  const of = (meter: string) => lines.filter((line) => line.meter === meter);
  return {
    ...set,
    codes: set.bills.flatMap((one) => one.findings.map(({ code }) => code)),
    quantity: (meter: string) => of(meter).reduce((sum, line) => sum + line.quantity, 0),
    amount: (meter: string) => of(meter).reduce((sum, line) => sum + (line.amount ?? NaN), 0),
    prices: (meter: string) => of(meter).map((line) => line.unitPrice),
  };
}

const objects = (count: number, sizeBytes: number, hours = MARCH_H): Pick<Usage, 'byteHours' | 'held'> => ({
  byteHours: count * sizeBytes * hours,
  held: [{ sizeBytes, objectHours: count * hours }],
});

const FLOORED: [store: string, days: number, storage: number][] = [
  ['s3-standard-ia', 30, 0.0125],
  ['s3-one-zone-ia', 30, 0.01],
  ['s3-glacier-instant-retrieval', 90, 0.004],
];

describe('S3 Express One Zone', () => {
  const request = (asOf: string, bytesEach: number) =>
    billed(
      usage('s3-express-one-zone', {
        asOf,
        requests: [
          { operation: 'PutObject', count: 1024, bytesEach },
          { operation: 'GetObject', count: 1024, bytesEach },
        ],
      }),
    );

  it('until 2025-04-09 billed only the bytes of a request above 512 KB, and all bytes from the next day on', () => {
    const before = request('2025-04-09', 1024 * KIB);
    expect([before.amount('upload'), before.amount('retrieval')]).toEqual([0.5 * 0.008, 0.5 * 0.0015]);
    const small = request('2025-04-09', 10 * KIB);
    expect([small.quantity('upload'), small.quantity('retrieval')]).toEqual([0, 0]);
    const after = request('2025-04-10', 1024 * KIB);
    expect([after.amount('upload'), after.amount('retrieval')]).toEqual([0.0032, 0.0006]);
    expect(request('2025-04-10', 10 * KIB).quantity('upload')).toBeCloseTo(10 / 1024, 12);
  });

  it('costs more per GB when a PUT passes 370 KB than its request does, and a GET 52 KB', () => {
    const parts = (operation: 'PutObject' | 'GetObject', kilobytes: number) => {
      const one = billed(
        usage('s3-express-one-zone', { requests: [{ operation, count: 1000, bytesEach: kilobytes * KIB }] }),
      );
      return operation === 'PutObject'
        ? one.amount('upload') / one.amount('requests.put')
        : one.amount('retrieval') / one.amount('requests.get');
    };
    expect([parts('PutObject', 365) < 1, parts('PutObject', 375) > 1]).toEqual([true, true]);
    expect([parts('GetObject', 51) < 1, parts('GetObject', 54) > 1]).toEqual([true, true]);
  });

  it('bills a rename as a PUT without a byte', () => {
    const one = billed(
      usage('s3-express-one-zone', {
        requests: [{ operation: 'RenameObject', count: 1000, bytesEach: 5 * GIB }],
      }),
    );
    expect([one.amount('requests.put'), one.quantity('upload')]).toEqual([0.00113, 0]);
  });

  it('has dearer storage and cheaper requests in Tokyo: no factor turns one region into another', () => {
    const here = (region: string) => {
      const one = billed(
        usage('s3-express-one-zone', {
          region,
          byteHours: GIB * MARCH_H,
          requests: [{ operation: 'GetObject', count: 1e6, bytesEach: 0 }],
        }),
      );
      return [one.amount('storage'), one.amount('requests.get')];
    };
    expect(here('us-east-1')).toEqual([0.11, 0.03]);
    expect(here('ap-northeast-1')).toEqual([0.124, 0.029]);
  });
});

describe('S3 Standard', () => {
  it('counts a GB as 2^30 bytes and a month as its own hours', () => {
    expect(billed(usage('s3-standard', { byteHours: GIB * 744 })).quantity('storage')).toBe(1);
    const february = { asOf: '2026-02-01', period: { monthOf: '2026-02' } };
    expect(billed(usage('s3-standard', { ...february, byteHours: GIB * 672 })).quantity('storage')).toBe(1);
  });

  it('fills its bands by the account in a region, not by the bucket', () => {
    const half = usage('s3-standard', { byteHours: 30_000 * GIB * MARCH_H });
    expect(billed(half).amount('storage')).toBeCloseTo(30_000 * 0.023, 6);
    expect(billed(half, half).amount('storage')).toBeCloseTo(51_200 * 0.023 + 8800 * 0.022, 6);
    const elsewhere = { ...half, region: 'us-west-2' };
    expect(billed(half, elsewhere).amount('storage')).toBeCloseTo(60_000 * 0.023, 6);
  });

  it('deletes and cancels for nothing', () => {
    const one = billed(
      usage('s3-standard', {
        requests: ['DeleteObject', 'DeleteObjects', 'AbortMultipartUpload'].map((operation) => ({
          operation,
          count: 1e6,
          bytesEach: 0,
        })),
      }),
    );
    expect([one.total, one.codes]).toEqual([0, []]);
  });
});

describe.each(FLOORED)('%s', (store, days, storage) => {
  it('bills an object below 128 KB as one of 128 KB', () => {
    const one = billed(usage(store, objects(1e6, 32 * KIB)));
    expect(one.amount('storage') + one.amount('minimum-size')).toBeCloseTo(
      ((1e6 * 128 * KIB) / GIB) * storage,
      9,
    );
    expect(billed(usage(store, objects(1e6, 128 * KIB))).quantity('minimum-size')).toBe(0);
  });

  it(`bills the rest of ${days} days of what leaves sooner, small objects at 128 KB, and nothing of what stays`, () => {
    const left = (ageDays: number, sizeBytes = GIB) =>
      billed(usage(store, { deletedEarly: [{ bytes: 100 * GIB, sizeBytes, ageHours: ageDays * 24 }] }));
    expect(left(10).amount('early-delete')).toBeCloseTo(((100 * (days - 10) * 24) / MARCH_H) * storage, 9);
    expect(left(10, 64 * KIB).amount('early-delete')).toBeCloseTo(2 * left(10).amount('early-delete'), 9);
    expect(left(days).quantity('early-delete')).toBe(0);
    const [edition] = archive.editions(`aws/${store}`);
    expect(edition?.rules.storage.earlyDeleteOn).toEqual(['delete', 'overwrite', 'transition', 'expiry']);
  });

  it('bills retrieval whatever the destination, the same region and CloudFront included', () => {
    const get = { requests: [{ operation: 'GetObject', count: 1024, bytesEach: 1024 * KIB }] };
    const price = store === 's3-glacier-instant-retrieval' ? 0.03 : 0.01;
    for (const to of ['same-region', 'cdn'] as const) {
      const one = billed(usage(store, { ...get, egress: [{ to, bytes: GIB }] }));
      expect([one.amount('retrieval'), one.amount(`egress.${to}`)], to).toEqual([price, 0]);
    }
  });
});

describe('requests of any class', () => {
  it('LIST is billed at the PUT price of S3 Standard in the region, transitions at that of the class moved into', () => {
    const list = { requests: [{ operation: 'ListObjectsV2', count: 1e6, bytesEach: 0 }], transitionsIn: 1e6 };
    const amounts = (store: string, region = 'us-east-1') => {
      const one = billed(usage(store, { ...list, region }));
      return [one.amount('requests.list'), one.amount('transition')].map((amount) =>
        Number(amount.toFixed(6)),
      );
    };
    expect(amounts('s3-standard-ia')).toEqual([5, 10]);
    expect(amounts('s3-one-zone-ia')).toEqual([5, 10]);
    expect(amounts('s3-intelligent-tiering')).toEqual([5, 10]);
    expect(amounts('s3-glacier-instant-retrieval')).toEqual([5, 20]);
    expect(amounts('s3-one-zone-ia', 'eu-central-1')).toEqual([5.4, 10]);
  });
});

describe('Intelligent-Tiering', () => {
  it('monitors objects from 128 KB on; smaller ones always pay Frequent Access', () => {
    const held = (sizeBytes: number) => ({
      ...objects(1e6, sizeBytes),
      accessTiers: [{ tier: 'archive-instant', sizeBytes, byteHours: 1e6 * sizeBytes * MARCH_H }],
    });
    const large = billed(usage('s3-intelligent-tiering', held(128 * KIB)));
    expect(large.amount('monitoring')).toBeCloseTo(2.5, 9);
    expect(large.amount('storage.archive-instant')).toBeCloseTo(((1e6 * 128 * KIB) / GIB) * 0.004, 9);
    expect(large.quantity('storage')).toBeCloseTo(0, 9);
    const small = billed(usage('s3-intelligent-tiering', held(128 * KIB - 1)));
    expect([small.quantity('monitoring'), small.quantity('storage.archive-instant')]).toEqual([0, 0]);
    expect(small.amount('storage')).toBeCloseTo(((1e6 * (128 * KIB - 1)) / GIB) * 0.023, 9);
  });

  it('bills no retrieval, no minimum size and no early delete', () => {
    const one = billed(
      usage('s3-intelligent-tiering', {
        ...objects(1e6, KIB),
        accessTiers: [],
        requests: [{ operation: 'GetObject', count: 1e6, bytesEach: KIB }],
        deletedEarly: [{ bytes: GIB, sizeBytes: KIB, ageHours: 1 }],
      }),
    );
    expect(one.bills.flatMap(({ lines }) => lines.map(({ meter }) => meter))).toEqual([
      'storage',
      'requests.get',
    ]);
  });

  it('without a word on how much lies unread is billed as read, and says so', () => {
    const one = billed(usage('s3-intelligent-tiering', objects(1024, 1024 * KIB)));
    expect(one.amount('storage')).toBeCloseTo(0.023, 12);
    expect(one.codes).toContain('access-tiers-unstated');
  });
});

describe('transfer', () => {
  const out = (to: Usage['egress'][number]['to'], gib: number, region = 'us-east-1', store = 's3-standard') =>
    usage(store, { region, egress: [{ to, bytes: gib * GIB }] });

  it('gives 100 GB a month once over all classes and regions, out of the first band', () => {
    const one = billed(out('internet', 10_240), out('internet', 10_240, 'ap-northeast-1', 's3-one-zone-ia'));
    const free = one.bills.flatMap(({ lines }) => lines).filter(({ unitPrice }) => unitPrice === 0);
    expect(free.map(({ quantity, region }) => [quantity, region])).toEqual([[100, 'ap-northeast-1']]);
    expect(billed(out('internet', 10_240)).amount('egress.internet')).toBeCloseTo(10_140 * 0.09, 9);
    expect(billed(out('internet', 10_241)).prices('egress.internet')).toEqual([0, 0.09, 0.085]);
  });

  it('fills the bands of a group of regions together, and transfer between regions neither fills nor uses them', () => {
    const between = out({ region: 'eu-west-1' }, 500_000);
    const one = billed(out('internet', 8000), out('internet', 8000, 'eu-west-1'), between);
    expect(one.amount('egress.internet')).toBeCloseTo(10_140 * 0.09 + 5760 * 0.085, 6);
    expect(one.amount('egress.other-region')).toBeCloseTo(500_000 * 0.02, 6);
  });

  it('from Virginia costs half to Ohio and four times as much to Thailand', () => {
    const to = (region: string) => billed(out({ region }, 100)).amount('egress.other-region');
    expect([to('us-west-2'), to('us-east-2'), to('ap-southeast-7')]).toEqual([2, 1, 8]);
  });

  it('to CloudFront and inside the region is free, in every region that has a table', () => {
    for (const { regions } of archive.transfers('aws'))
      for (const region of Object.keys(regions)) {
        const one = billed(out('cdn', 1000, region), out('same-region', 1000, region));
        expect([one.total, one.atLeast], region).toEqual([0, false]);
      }
  });

  it('where no source gives a price, leaves a lower bound: to the internet from Taipei, past 10 TB from Jakarta', () => {
    expect(billed(out('internet', 1, 'ap-east-2')).atLeast).toBe(false);
    expect(billed(out('internet', 1000, 'ap-east-2')).atLeast).toBe(true);
    expect(billed(out('internet', 10_240, 'ap-southeast-3')).atLeast).toBe(false);
    expect(billed(out('internet', 10_241, 'ap-southeast-3')).atLeast).toBe(true);
    expect(billed(out('internet', 10_240, 'ap-southeast-3')).codes).toContain('price-confidence');
    // GovCloud has no free allowance: 10,240 GB at $0.155 and one at $0.115.
    expect(billed(out('internet', 10_241, 'us-gov-west-1'))).toMatchObject({
      total: expect.closeTo(10_240 * 0.155 + 0.115, 6),
      atLeast: false,
    });
  });

  it('of a replica is that between regions, at the price of the source', () => {
    const one = billed(
      usage('s3-standard', { replicated: { bytes: 1024 * GIB, objects: 1024, to: 'us-east-2' } }),
    );
    expect(one.amount('egress.other-region')).toBeCloseTo(10.24, 9);
  });
});

describe('requests that fail', () => {
  const failed = (answers: Record<string, number>) =>
    bill(
      usagesOf({
        store: 'aws/s3-standard',
        region: 'us-east-1',
        asOf: '2026-11-20',
        failed: { GetObject: answers },
        bytesPerRequest: {},
      }),
      archive,
    );

  it('are billed where the client erred (4xx) and not where the server did (5xx)', () => {
    expect(failed({ 404: 1_000_000 }).total).toBeCloseTo(0.4, 12);
    const busy = failed({ 503: 1_000_000 });
    expect([busy.total, busy.bills[0]?.lines.map((line) => line.meter)]).toEqual([0, ['requests.free']]);
  });

  it('are billed with a remark where no source says: a redirect, 304 among them', () => {
    const { total, bills } = failed({ 304: 1_000_000 });
    expect(total).toBeCloseTo(0.4, 12);
    expect(bills[0]?.findings).toContainEqual({
      code: 'answer-unlisted',
      store: 'aws/s3-standard',
      answer: 304,
    });
  });

  it('carry no bytes: a refused PUT to Standard-IA retrieves and uploads nothing', () => {
    const [one] = bill(
      [
        {
          store: 'aws/s3-standard-ia',
          region: 'us-east-1',
          asOf: '2026-11-20',
          period: 'edition-month',
          byteHours: 0,
          held: [],
          requests: [{ operation: 'GetObject', count: 1e6, bytesEach: 1e9, answer: 416 }],
          egress: [],
          deletedEarly: [],
          transitionsIn: 0,
        },
      ],
      archive,
    ).bills;
    expect(one?.lines.map((line) => line.meter)).toEqual(['requests.get']);
  });
});

describe('lifecycle', () => {
  it('leaves objects below 128 KB where they are by default, from every class it moves', () => {
    for (const store of archive.stores.filter((one) => one.startsWith('aws/')))
      for (const edition of archive.editions(store).filter((one) => one.transitionsTo.length > 0))
        if (edition.date >= '2025')
          expect([edition.id, edition.transitionFromBytes]).toEqual([edition.id, 131_072]);
  });

  it('moves nothing into or out of Express', () => {
    const editions = archive.stores.flatMap((store) => archive.editions(store));
    expect(editions.flatMap(({ transitionsTo }) => transitionsTo)).not.toContain('aws/s3-express-one-zone');
    for (const { transitionsTo } of archive.editions('aws/s3-express-one-zone'))
      expect(transitionsTo).toEqual([]);
  });
});
