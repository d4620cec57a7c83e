/** Numbers laid beside the provider's own by hand: AWS, against its own metered-unit map of 2025-10-22. */
import { describe, expect, test } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { aUsage } from '#tests/helpers/an-archive.ts';
import { amount, archive, bands, edition, region } from '#tests/helpers/prices/listed.ts';

describe('AWS, against its own metered-unit map of 2025-10-22', () => {
  const standard = 'aws/s3-standard/2025-10-22';
  const rare = 'aws/s3-standard-ia/2025-10-22';

  test.each([
    ['us-east-1', '0.023 <51200, 0.022 <512000, 0.021', 0.005, 0.0004],
    ['eu-central-1', '0.0245 <51200, 0.0235 <512000, 0.0225', 0.0054, 0.00043],
    ['ap-northeast-1', '0.025 <51200, 0.024 <512000, 0.023', 0.0047, 0.00037],
    ['sa-east-1', '0.0405 <51200, 0.039 <512000, 0.037', 0.007, 0.00056],
    ['us-gov-west-1', '0.039 <51200, 0.037 <512000, 0.0355', 0.005, 0.0004],
    ['ap-southeast-6', '0.02625 <51200, 0.0252 <512000, 0.02415', 0.005775, 0.000462],
    ['ap-east-2', '0.0225 <51200, 0.0216 <512000, 0.0207', 0.00423, 0.000333],
    ['af-south-1', '0.0274 <51200, 0.0262 <512000, 0.025', 0.006, 0.0004],
  ])('S3 Standard in %s', (name, storage, put, get) => {
    const prices = region(standard, name);
    expect(bands(prices.storage)).toBe(storage);
    expect(amount(prices.requests.put)).toBeCloseTo(put / 1000, 12);
    expect(amount(prices.requests.get)).toBeCloseTo(get / 1000, 12);
    expect(prices.egress).toBe('transfer');
  });

  test.each([
    ['us-east-1', '0.0125', 0.005],
    ['us-west-1', '0.0144', 0.0055],
    ['eu-central-1', '0.0135', 0.0054],
    ['mx-central-1', '0.013125', 0.00525],
    ['us-gov-east-1', '0.02', 0.005],
  ])('Standard-IA in %s, LIST at the Standard PUT rate', (name, storage, list) => {
    const prices = region(rare, name);
    expect(bands(prices.storage)).toBe(storage);
    expect(amount(prices.requests.put)).toBeCloseTo(0.00001, 12);
    expect(amount(prices.requests.get)).toBeCloseTo(0.000001, 12);
    expect(amount(prices.requests.list)).toBeCloseTo(list / 1000, 12);
    expect(amount(prices.retrieval)).toBe(0.01);
    expect(amount(prices.transition)).toBeCloseTo(0.00001, 12);
  });

  test('both classes are in all 36 regions', () => {
    expect(Object.keys(edition(standard).regions)).toHaveLength(36);
    expect(Object.keys(edition(rare).regions)).toEqual(Object.keys(edition(standard).regions));
  });

  test('Standard-IA has its floors', () => {
    expect(edition(rare).rules.storage).toMatchObject({
      minimumObjectBytes: 131_072,
      minimumHours: 30 * 24,
      earlyDeleteOn: ['delete', 'overwrite', 'transition', 'expiry'],
    });
    expect(edition(standard).transitionsTo).toEqual([
      'aws/s3-standard-ia',
      'aws/s3-one-zone-ia',
      'aws/s3-intelligent-tiering',
      'aws/s3-glacier-instant-retrieval',
    ]);
    expect(edition(standard).transitionAfterDays).toEqual({
      'aws/s3-standard-ia': 30,
      'aws/s3-one-zone-ia': 30,
    });
  });

  test.each([
    ['s3-one-zone-ia', 'us-east-1', '0.01', 0.01, 0.001, 0.005, 0.01, 0.01],
    ['s3-one-zone-ia', 'ca-central-1', '0.01104', 0.01, 0.001, 0.0055, 0.01, 0.01],
    ['s3-one-zone-ia', 'eu-central-1', '0.0108', 0.01, 0.001, 0.0054, 0.01, 0.01],
    ['s3-glacier-instant-retrieval', 'us-east-1', '0.004', 0.02, 0.01, 0.005, 0.03, 0.02],
    ['s3-glacier-instant-retrieval', 'ap-southeast-1', '0.005', 0.02, 0.01, 0.005, 0.03, 0.02],
    ['s3-glacier-instant-retrieval', 'sa-east-1', '0.0083', 0.02, 0.01, 0.007, 0.03, 0.02],
  ])('%s in %s', (store, name, storage, put, get, list, retrieval, transition) => {
    const prices = region(`aws/${store}/2025-10-22`, name);
    expect(bands(prices.storage)).toBe(storage);
    expect(amount(prices.requests.put)).toBeCloseTo(put / 1000, 12);
    expect(amount(prices.requests.get)).toBeCloseTo(get / 1000, 12);
    expect(amount(prices.requests.list)).toBeCloseTo(list / 1000, 12);
    expect(amount(prices.retrieval)).toBe(retrieval);
    expect(amount(prices.transition)).toBeCloseTo(transition / 1000, 12);
  });

  test.each([
    ['us-east-1', '0.023 <51200, 0.022 <512000, 0.021', '0.0125', '0.004'],
    ['us-west-1', '0.026 <51200, 0.025 <512000, 0.024', '0.0144', '0.005'],
    ['ap-northeast-1', '0.025 <51200, 0.024 <512000, 0.023', '0.0138', '0.005'],
  ])('Intelligent-Tiering in %s, by tier', (name, frequent, infrequent, archive) => {
    const prices = region('aws/s3-intelligent-tiering/2025-10-22', name);
    expect(bands(prices.storage)).toBe(frequent);
    expect(bands(prices.accessTiers.infrequent)).toBe(infrequent);
    expect(bands(prices.accessTiers['archive-instant'])).toBe(archive);
    expect(amount(prices.monitoring)).toBeCloseTo(2.5e-6, 12);
    expect(prices.retrieval).toBeUndefined();
  });

  test.each([
    ['us-east-1', '0.023 <51200, 0.022 <512000, 0.021'],
    ['us-west-1', '0.026 <51200, 0.025 <512000, 0.024'],
    ['eu-central-1', '0.0245 <51200, 0.0235 <512000, 0.0225'],
  ])('S3 Standard in %s from 2016-12-01: storage as announced, requests unknown', (name, storage) => {
    const prices = region('aws/s3-standard/2016-12-01', name);
    expect(bands(prices.storage)).toBe(storage);
    expect(prices.requests).toEqual({ put: 'unknown', get: 'unknown' });
  });

  test('every class of a general purpose bucket is in the same 36 regions, LIST at the Standard PUT price', () => {
    for (const store of ['s3-one-zone-ia', 's3-glacier-instant-retrieval', 's3-intelligent-tiering']) {
      const { regions } = edition(`aws/${store}/2025-10-22`);
      expect(Object.keys(regions), store).toEqual(Object.keys(edition(standard).regions));
      for (const [name, { requests }] of Object.entries(regions))
        expect(requests.list, `${store} ${name}`).toBe(region(standard, name).requests.put);
    }
  });

  test('One Zone-IA is in one zone for 30 days at least, Glacier Instant Retrieval for 90', () => {
    const floor = (store: string) => edition(`aws/${store}/2025-10-22`).rules.storage;
    const exits = {
      minimumObjectBytes: 131_072,
      earlyDeleteOn: ['delete', 'overwrite', 'transition', 'expiry'],
    };
    expect(floor('s3-one-zone-ia')).toMatchObject({ ...exits, minimumHours: 30 * 24 });
    expect(floor('s3-glacier-instant-retrieval')).toMatchObject({ ...exits, minimumHours: 90 * 24 });
    expect(edition('aws/s3-one-zone-ia/2025-10-22').zones).toBe(1);
  });

  test('Intelligent-Tiering has no floor: tiers after 30 and 90 days unread, and nothing below 128 KB in them', () => {
    const { rules } = edition('aws/s3-intelligent-tiering/2025-10-22');
    expect(rules.storage).toMatchObject({
      minimumObjectBytes: 0,
      minimumHours: 0,
      accessTiers: [
        { name: 'infrequent', unreadHours: 30 * 24, minimumObjectBytes: 131_072 },
        { name: 'archive-instant', unreadHours: 90 * 24, minimumObjectBytes: 131_072 },
      ],
    });
    expect(rules.monitoring?.minimumObjectBytes).toBe(131_072);
  });

  test.each([
    ['us-east-1', '0.11', 0.00113, 0.00003, 0.0032, 0.0006],
    ['eu-north-1', '0.11', 0.00113, 0.00003, 0.0032, 0.0006],
    ['ap-south-1', '0.124', 0.00113, 0.00003, 0.0032, 0.0006],
    ['ap-northeast-1', '0.124', 0.00108, 0.000029, 0.003, 0.00056],
  ])('Express from 2025-04-10 in %s', (name, storage, put, get, upload, retrieval) => {
    const prices = region('aws/s3-express-one-zone/2025-04-10', name);
    expect(bands(prices.storage)).toBe(storage);
    expect(amount(prices.requests.put)).toBeCloseTo(put / 1000, 12);
    expect(amount(prices.requests.get)).toBeCloseTo(get / 1000, 12);
    expect(amount(prices.upload)).toBe(upload);
    expect(amount(prices.retrieval)).toBe(retrieval);
  });

  test('Express at launch: dearer, and per GB only above 512 KB of a request', () => {
    const launch = edition('aws/s3-express-one-zone/2023-11-28');
    const prices = region(launch.id, 'us-east-1');
    expect([bands(prices.storage), bands(prices.upload), bands(prices.retrieval)]).toEqual([
      '0.16',
      '0.008',
      '0.0015',
    ]);
    expect(amount(prices.requests.put)).toBeCloseTo(0.0000025, 12);
    expect(amount(prices.requests.get)).toBeCloseTo(0.0000002, 12);
    expect([launch.rules.upload?.aboveBytesPerRequest, launch.rules.retrieval?.aboveBytesPerRequest]).toEqual(
      [524_288, 524_288],
    );
    expect(Object.keys(launch.regions)).toEqual(['us-east-1']);
    const cut = edition('aws/s3-express-one-zone/2025-04-10');
    expect([cut.rules.upload?.aboveBytesPerRequest, cut.rules.retrieval?.aboveBytesPerRequest]).toEqual([
      0, 0,
    ]);
  });

  test('Express: one zone, seven regions, no minimum duration, no lifecycle moves, rates per bucket', () => {
    const express = edition('aws/s3-express-one-zone/2025-04-10');
    expect(express.zones).toBe(1);
    expect(Object.keys(express.regions).toSorted()).toEqual([
      'ap-northeast-1',
      'ap-south-1',
      'eu-north-1',
      'eu-west-1',
      'us-east-1',
      'us-east-2',
      'us-west-2',
    ]);
    expect(express.rules.storage.minimumHours).toBe(0);
    expect(express.transitionsTo).toEqual([]);
    expect(express.limits).toMatchObject([
      { applies: 'read', value: 200_000, onRequest: 2_000_000, scope: 'bucket' },
      { applies: 'write', value: 100_000, onRequest: 200_000, scope: 'bucket' },
    ]);
  });

  test('DELETE is free in every class', () => {
    for (const store of ['aws/s3-standard', 'aws/s3-standard-ia', 'aws/s3-express-one-zone'])
      for (const { operations } of archive.editions(store)) expect(operations.free).toContain('DeleteObject');
  });
});

describe('S3 Glacier, whose objects are restored before a read', () => {
  const flexible = 'aws/s3-glacier-flexible-retrieval';
  const deep = 'aws/s3-glacier-deep-archive';
  const usage = (store: string, used: Partial<Usage>) =>
    aUsage({ store, region: 'us-east-1', asOf: '2026-11-20', period: { monthOf: '2026-11' }, ...used });
  const amounts = (used: Usage) => {
    const [one] = bill([used], archive).bills;
    return new Map(one?.lines.map(({ meter, amount: dollars }) => [meter, dollars]));
  };
  const TIB = 2 ** 40;

  test.each([
    ['us-east-1', '0.0036', '0.00099', 0.03, 0.05, 0.01, 0.02, 0.0025],
    ['us-west-1', '0.0045', '0.002', 0.033, 0.06, 0.011, 0.022, 0.0035],
    ['eu-central-1', '0.00405', '0.0018', 0.036, 0.06, 0.012, 0.024, 0.005],
    ['sa-east-1', '0.00765', '0.0032', 0.042, 0.1, 0.014, 0.028, 0.008],
  ])('in %s', (name, storage, deepStorage, put, deepPut, standard, deepStandard, deepBulk) => {
    const [one, other] = [region(`${flexible}/2024-09-25`, name), region(`${deep}/2025-10-22`, name)];
    expect([bands(one.storage), bands(other.storage)]).toEqual([storage, deepStorage]);
    expect(amount(one.requests.put)).toBeCloseTo(put / 1000, 12);
    expect(amount(other.requests.put)).toBeCloseTo(deepPut / 1000, 12);
    expect([one.restore.standard, one.restore.bulk].map((price) => amount(price))).toEqual([standard, 0]);
    expect([other.restore.standard, other.restore.bulk].map((price) => amount(price))).toEqual([
      deepStandard,
      deepBulk,
    ]);
  });

  test('both are in all 36 regions of Standard', () => {
    const named = (store: string) =>
      new Set(archive.editions(store).flatMap((one) => Object.keys(one.regions)));
    const all = new Set(Object.keys(edition('aws/s3-standard/2025-10-22').regions));
    expect(named(flexible)).toEqual(all);
    expect(named(deep)).toEqual(all);
  });

  test("AWS's worked example: 100 TB in 15 million objects come back for $1,774", () => {
    const restored = amounts(
      usage(flexible, {
        requests: [{ operation: 'RestoreObject', count: 15e6, bytesEach: (100 * TIB) / 15e6 }],
      }),
    );
    expect(restored.get('requests.restore')).toBeCloseTo(750, 9);
    expect(restored.get('restore.standard')).toBeCloseTo(1024, 9);
    // The copies lie two days of thirty at Standard's price, of which 6,826.7 GiB-months are made.
    expect(restored.get('online')).toBeCloseTo(((102_400 * 2) / 30) * 0.023, 9);
  });

  test('the same expedited is $153,072, and in bulk nothing but the copies', () => {
    const one = (operation: string) =>
      amounts(usage(flexible, { requests: [{ operation, count: 15e6, bytesEach: (100 * TIB) / 15e6 }] }));
    const expedited = one('RestoreObjectExpedited');
    expect(expedited.get('requests.restore-expedited')).toBeCloseTo(150_000, 6);
    expect(expedited.get('restore.expedited')).toBeCloseTo(3072, 9);
    const bulk = one('RestoreObjectBulk');
    expect([bulk.get('requests.free'), bulk.get('restore.bulk')]).toEqual([0, 0]);
  });

  test('an object of 1 MiB is billed 32 KiB more there and 8 KiB at Standard, and stays 180 days', () => {
    const hours = 720;
    const held = amounts(
      usage(deep, {
        byteHours: TIB * hours,
        held: [{ sizeBytes: 2 ** 20, objectHours: 2 ** 20 * hours }],
        deletedEarly: [{ bytes: TIB, sizeBytes: 2 ** 20, ageHours: 90 * 24 }],
      }),
    );
    expect(held.get('storage')).toBeCloseTo(1024 * 0.00099, 9);
    expect(held.get('minimum-size')).toBeCloseTo(32 * 0.00099, 9);
    expect(held.get('online')).toBeCloseTo(8 * 0.023, 9);
    expect(held.get('early-delete')).toBeCloseTo(1056 * 3 * 0.00099, 9);
  });

  test('a restore whose size nobody says is said to be missing from the bill', () => {
    const [one] = bill(
      [usage(flexible, { requests: [{ operation: 'RestoreObject', count: 1 }] })],
      archive,
    ).bills;
    expect(one?.findings).toContainEqual({ code: 'size-unstated', store: flexible, meter: 'restore' });
  });
});
