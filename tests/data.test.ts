/** The archive itself: every file through every rule, and numbers laid beside the providers' own by hand. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkPrices } from '#catalog/check-files.ts';
import { loadArchive } from '#catalog/from-files.ts';
import type { Edition, EgressPrices, Price, RegionPrices } from '#core/pricing/edition.ts';
import { parseRate } from '#core/pricing/rate.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const archive = loadArchive(root);

function edition(id: string): Edition {
  const store = id.slice(0, id.lastIndexOf('/'));
  const found = archive.editions(store).find((one) => one.id === id);
  if (!found) throw new Error(`no edition ${id}`);
  return found;
}

function region(id: string, name: string): RegionPrices {
  const found = edition(id).regions[name];
  if (!found) throw new Error(`no region ${name} in ${id}`);
  return found;
}

/** `0.023 <51200, 0.022 <512000, 0.021`: amounts per unit, and where bands end. */
function bands(price: Price | undefined): string {
  if (price === undefined) return 'none';
  if (typeof price === 'string') return price.split(' ')[0] ?? '';
  return price
    .map((tier) => `${tier.price.split(' ')[0]}${tier.upTo === undefined ? '' : ` <${tier.upTo}`}`)
    .join(', ');
}

/** Amount of one unit, to twelve digits: `0.005 per 1000 requests` → 0.000005. */
function amount(price: Price | undefined, terabyteInGb = 1000): number {
  if (typeof price !== 'string') throw new Error('not one price');
  return Number(parseRate(price, terabyteInGb).amount?.toPrecision(12));
}

function internet(prices: typeof EgressPrices._zod.output): string {
  return prices === 'transfer' ? 'transfer' : bands(prices.internet);
}

describe('the price archive', () => {
  const { files, problems } = checkPrices(root);

  test('reads, is canonical, and breaks no rule', () => {
    expect(problems).toEqual([]);
    expect(files).toBeGreaterThanOrEqual(21);
  });

  test('has the stores of this issue', () => {
    expect(archive.stores).toEqual(
      expect.arrayContaining(
        'aws/s3-standard aws/s3-standard-ia aws/s3-express-one-zone cloudflare/r2-standard cloudflare/r2-infrequent-access tigris/standard backblaze/b2 wasabi/pay-as-you-go vultr/standard vultr/premium vultr/performance vultr/accelerated'.split(
          ' ',
        ),
      ),
    );
  });

  test('has no price without a source, by region', () => {
    for (const store of archive.stores)
      for (const { id, sources, regions } of archive.editions(store))
        for (const [name, { source }] of Object.entries(regions)) {
          const own = source === undefined ? sources[0] : sources.find((one) => one.id === source);
          expect(own?.url, `${id} ${name}`).toMatch(/^https:/);
          expect(own?.retrieved, `${id} ${name}`).toBeTruthy();
        }
  });

  test('prices at most a few things at zero: egress that is free, and moves of a provider whose requests are included', () => {
    for (const store of archive.stores)
      for (const { id, regions } of archive.editions(store))
        for (const [name, prices] of Object.entries(regions)) {
          const priced = [
            prices.storage,
            ...Object.values(prices.requests),
            prices.upload,
            prices.retrieval,
            store.startsWith('scaleway/') ? undefined : prices.transition,
          ];
          const texts = priced.flatMap((price) =>
            price === undefined ? [] : typeof price === 'string' ? [price] : price.map((tier) => tier.price),
          );
          for (const text of texts.filter((one) => one !== 'unknown'))
            expect(parseRate(text, 1000, 730).amount, `${id} ${name}: ${text}`).toBeGreaterThan(0);
        }
  });
});

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

describe('AWS data transfer', () => {
  const table = (date: string) => archive.transfers('aws').find((one) => one.date === date);
  const transfer = table('2024-09-25');

  test.each([
    ['us-east-1', '0.09 <10240, 0.085 <51200, 0.07 <153600, 0.05', 'north-america-europe', '0.02'],
    ['eu-central-1', '0.09 <10240, 0.085 <51200, 0.07 <153600, 0.05', 'north-america-europe', '0.02'],
    ['ap-northeast-1', '0.114 <10240, 0.089 <51200, 0.086 <153600, 0.084', 'tokyo', '0.09'],
    ['ap-southeast-2', '0.114 <10240, 0.098 <51200, 0.094 <153600, 0.092', 'sydney', '0.098'],
    ['ap-south-1', '0.1093 <10240, 0.085 <51200, 0.082 <153600, 0.08', 'mumbai', '0.086'],
    ['sa-east-1', '0.15 <10240, 0.138 <51200, 0.126 <153600, 0.114', 'sao-paulo', '0.138'],
  ])('from %s', (name, tiers, group, otherRegion) => {
    const prices = transfer?.regions[name];
    expect(bands(prices?.internet.tiers)).toBe(tiers);
    expect(prices?.internet.group).toBe(group);
    expect(bands(prices?.['other-region'].default)).toBe(otherRegion);
    expect([prices?.['same-region'], prices?.cdn]).toEqual(['0 per GB', '0 per GB']);
  });

  test('is cheaper between Virginia and Ohio, dearer to Thailand', () => {
    expect(transfer?.regions['us-east-1']?.['other-region'].except).toEqual({
      'us-east-2': '0.01 per GB',
      'ap-southeast-7': '0.08 per GB',
    });
    expect(transfer?.regions['us-east-2']?.['other-region'].except).toEqual({ 'us-east-1': '0.01 per GB' });
  });

  test('gives 100 GB a month once to the account, and knows 13 regions', () => {
    expect(transfer?.free.internet).toEqual({
      amount: 100,
      pool: { id: 'aws-internet-egress-free', scope: 'account' },
    });
    expect(Object.keys(transfer?.regions ?? {})).toHaveLength(13);
  });

  test.each([
    ['eu-north-1', '0.09 <10240, 0.085 <51200, 0.07 <153600, 0.05', '0.02'],
    ['ap-northeast-2', '0.126 <10240, unknown', '0.08'],
    ['af-south-1', '0.154 <10240, unknown', '0.147'],
    ['me-south-1', '0.117 <10240, unknown', '0.1105'],
  ])('from %s, as a third party wrote it down by 2024-01', (name, tiers, otherRegion) => {
    const prices = table('2024-01-10')?.regions[name];
    expect(bands(prices?.internet.tiers)).toBe(tiers);
    expect(bands(prices?.['other-region'].default)).toBe(otherRegion);
    expect(table('2024-01-10')?.confidence).toBe('secondary');
  });

  test('knows of every other region but GovCloud only what is free everywhere', () => {
    const named = archive.transfers('aws').flatMap(({ regions }) => Object.keys(regions));
    expect(named).toHaveLength(34);
    expect(new Set(named).size).toBe(34);
    expect(named.filter((name) => name.startsWith('us-gov'))).toEqual([]);
    for (const { regions } of archive.transfers('aws'))
      for (const [name, prices] of Object.entries(regions))
        expect([prices['same-region'], prices.cdn], name).toEqual(['0 per GB', '0 per GB']);
    expect(table('2025-09-01')?.regions['ap-southeast-5']?.internet.tiers).toBe('unknown');
    expect(table('2025-09-01')?.regions['ap-southeast-5']?.['other-region'].default).toBe('unknown');
  });
});

describe('Amazon CloudFront', () => {
  const cdn = edition('aws/cloudfront/2025-07-01');

  test.each([
    [
      'united-states',
      '0.085 <10240, 0.08 <51200, 0.06 <153600, 0.04 <512000, 0.03 <1048576, 0.025 <5242880, 0.02',
      0.01,
    ],
    [
      'europe',
      '0.085 <10240, 0.08 <51200, 0.06 <153600, 0.04 <512000, 0.03 <1048576, 0.025 <5242880, 0.02',
      0.012,
    ],
    [
      'japan',
      '0.114 <10240, 0.089 <51200, 0.086 <153600, 0.084 <512000, 0.08 <1048576, 0.07 <5242880, 0.06',
      0.012,
    ],
    [
      'south-america',
      '0.11 <10240, 0.105 <51200, 0.09 <153600, 0.08 <512000, 0.06 <1048576, 0.05 <5242880, 0.04',
      0.022,
    ],
  ])('to readers in %s: seven bands, and HTTPS requests', (name, egress, https) => {
    const prices = region(cdn.id, name);
    expect(prices.egress === 'transfer' ? '' : bands(prices.egress.internet)).toBe(egress);
    expect(amount(prices.requests.https)).toBeCloseTo(https / 10_000, 12);
  });

  test('has ten regions, no storage, and 1 TB and ten million requests free once to the account', () => {
    expect(cdn.kind).toBe('cdn');
    expect(Object.keys(cdn.regions)).toHaveLength(10);
    expect(Object.values(cdn.regions).every(({ storage }) => storage === undefined)).toBe(true);
    expect(cdn.rules.egress?.free).toMatchObject({ amount: 1024, pool: { scope: 'account' } });
    expect(cdn.rules.requests.https?.free).toMatchObject({ amount: 10_000_000, pool: { scope: 'account' } });
  });

  test('says of no country twice where its readers are answered', () => {
    const served = Object.values(cdn.regions).flatMap(({ serves }) => serves);
    expect(new Set(served).size).toBe(served.length);
  });
});

describe('the others, against their price pages', () => {
  test('R2 Standard: rounded up to whole units from the newest copy on, not in 2022', () => {
    const [old, now, newest] = archive.editions('cloudflare/r2-standard');
    for (const one of [old, now, newest]) {
      const prices = one?.regions.everywhere;
      expect([
        bands(prices?.storage),
        amount(prices?.requests.a),
        amount(prices?.requests.b),
        prices && internet(prices.egress),
      ]).toEqual(['0.015', 0.0000045, 0.00000036, '0']);
      expect([
        one?.rules.storage.free?.amount,
        one?.rules.requests.a?.free?.amount,
        one?.rules.requests.b?.free?.amount,
      ]).toEqual([10, 1_000_000, 10_000_000]);
    }
    expect([old?.rules.storage.quantum, old?.rules.requests.a?.quantum]).toEqual([undefined, undefined]);
    expect([
      now?.rules.storage.quantum,
      now?.rules.requests.a?.quantum,
      now?.rules.requests.b?.quantum,
    ]).toEqual([1, 1_000_000, 1_000_000]);
    expect(now?.operations.classes.a).toContain('ListObjectsV2');
    expect(now?.operations.free).toContain('DeleteObject');
  });

  test('R2 Infrequent Access: twice the requests, retrieval, 30 days, nothing free', () => {
    const now = edition('cloudflare/r2-infrequent-access/2026-08-31');
    const prices = region(now.id, 'everywhere');
    expect([
      bands(prices.storage),
      amount(prices.requests.a),
      amount(prices.requests.b),
      bands(prices.retrieval),
    ]).toEqual(['0.01', 0.000009, 9e-7, '0.01']);
    expect([now.rules.storage.minimumHours, now.rules.storage.free, now.rules.retrieval?.quantum]).toEqual([
      720,
      undefined,
      1,
    ]);
  });

  test('Tigris: one price, dearer in a multi-region, twice in two regions', () => {
    const prices = (name: string) => region('tigris/standard/2026-03-24', name);
    expect([
      bands(prices('global').storage),
      amount(prices('global').requests.a),
      amount(prices('global').requests.b),
    ]).toEqual(['0.02', 0.000005, 5e-7]);
    expect([
      bands(prices('usa').storage),
      amount(prices('usa').requests.a),
      amount(prices('eur').requests.b),
    ]).toEqual(['0.025', 0.00001, 5e-7]);
    expect([prices('dual-region').billedCopies, prices('usa').billedCopies]).toEqual([2, 1]);
    expect(edition('tigris/standard/2026-03-24').gigabyte).toBe(2 ** 30);
    expect(edition('tigris/standard/2024-01-09').rules.storage.free?.amount).toBe(5);
  });

  test('B2: 6.00 and calls billed, then 6.95 and calls free; egress free to three times the stored bytes', () => {
    const [, old, now] = archive.editions('backblaze/b2');
    expect([amount(old?.regions.everywhere?.storage), amount(now?.regions.everywhere?.storage)]).toEqual([
      0.006, 0.00695,
    ]);
    expect([
      amount(old?.regions.everywhere?.requests.b),
      amount(old?.regions.everywhere?.requests.c),
    ]).toEqual([4e-7, 0.000004]);
    expect([old?.rules.requests.b?.free?.perDay, Object.keys(now?.operations.classes ?? {})]).toEqual([
      2500,
      ['d'],
    ]);
    for (const one of [old, now]) {
      expect([one?.rules.egress?.free?.timesStored, one?.rules.storage.free?.amount]).toEqual([3, 10]);
      const prices = one?.regions.everywhere;
      expect(prices && internet(prices.egress)).toBe('0.01');
    }
  });

  test('Wasabi: 6.99, then 7.99; a terabyte at least, 90 days, egress by policy', () => {
    const [, old, now] = archive.editions('wasabi/pay-as-you-go');
    expect([
      amount(old?.regions.everywhere?.storage, 1024),
      amount(now?.regions.everywhere?.storage, 1024),
    ]).toEqual([6.99 / 1024, 7.99 / 1024].map((one) => Number(one.toPrecision(12))));
    expect([old?.regions.everywhere?.minimum?.price, now?.regions.everywhere?.minimum?.price]).toEqual([
      '6.99 per month',
      '7.99 per month',
    ]);
    expect(now?.rules).toMatchObject({
      storage: { minimumHours: 90 * 24, minimumObjectBytes: 4096 },
      egress: { fairUseTimesStored: 1 },
    });
    expect(now?.date).toBe('2026-07-01');
  });

  test.each([
    ['standard', '18.00 per month', 0.018, 800, 600],
    ['premium', '36.00 per month', 0.036, 1000, 800],
    ['performance', '50.00 per month', 0.05, 4000, 1000],
    ['accelerated', '100.00 per month', 0.1, 10_000, 5000],
  ])('Vultr %s', (tier, fee, storage, operations, mebibytes) => {
    const one = edition(`vultr/${tier}/2025-09-15`);
    const prices = region(one.id, 'everywhere');
    expect(prices.subscription).toEqual({ price: fee, includes: { storage: 1000, 'egress.internet': 1000 } });
    expect([amount(prices.storage), internet(prices.egress)]).toEqual([storage, '0.01']);
    expect(one.limits.map(({ value }) => value)).toEqual([operations, mebibytes * 2 ** 20]);
  });
});

describe('Google Cloud Storage, against the catalog of 2025-03-06 and the page of 2026', () => {
  // prettier-ignore
  test.each([
    ['standard', 'us-central1', 0.02, 0.005, 0.0004], ['standard', 'europe-west3', 0.023, 0.005, 0.0004],
    ['standard', 'southamerica-east1', 0.035, 0.005, 0.0004], ['nearline', 'us-west2', 0.016, 0.01, 0.001],
    ['nearline', 'us-east4', 0.013, 0.01, 0.001], ['nearline', 'europe-west6', 0.014, 0.01, 0.001],
    ['coldline', 'us-central1', 0.004, 0.02, 0.01], ['coldline', 'asia-east1', 0.005, 0.02, 0.01],
    ['coldline', 'northamerica-northeast1', 0.007, 0.02, 0.01], ['archive', 'us-south1', 0.0012, 0.05, 0.05],
    ['archive', 'asia-southeast1', 0.0015, 0.05, 0.05], ['archive', 'europe-west2', 0.0025, 0.05, 0.05],
  ])('%s in %s', (name, where, storage, a, b) => {
    const prices = region(`google/${name}/2025-03-06`, where);
    expect(amount(prices.storage)).toBe(storage);
    expect(amount(prices.requests.a)).toBeCloseTo(a / 1000, 12);
    expect(amount(prices.requests.b)).toBeCloseTo(b / 1000, 12);
  });

  // prettier-ignore
  test.each([
    ['standard', 'us', 0.026, 0.01, 0.02], ['standard', 'asia', 0.026, 0.01, 0.08],
    ['standard', 'nam4', 0.022, 0.01, 0.02], ['standard', 'asia1-turbo', 0.0506, 0.01, 0.11],
    ['nearline', 'eu', 0.015, 0.02, 0.02], ['nearline', 'eur4', 0.022, 0.02, 0.02],
    ['nearline', 'nam4-turbo', 0.011, 0.02, 0.04], ['coldline', 'asia', 0.00875, 0.04, 0.08],
    ['coldline', 'asia1', 0.0132, 0.04, 0.08], ['coldline', 'nam4', 0.0044, 0.04, 0.02],
    ['archive', 'us', 0.0024, 0.1, 0.02], ['archive', 'eur4-turbo', 0.0028, 0.1, 0.04],
    ['archive', 'asia', 0.003, 0.1, 0.08],
  ])('%s in %s, with class A and what is replicated', (name, where, storage, a, replication) => {
    const prices = region(`google/${name}/2026-09-20`, where);
    expect(amount(prices.storage)).toBe(storage);
    expect(amount(prices.requests.a)).toBeCloseTo(a / 1000, 12);
    expect(amount(prices.replication)).toBe(replication);
  });

  test.each([
    ['standard', 0.0065, 0.0005, undefined, 0],
    ['nearline', 0.013, 0.0013, 0.01, 30],
    ['coldline', 0.026, 0.013, 0.02, 90],
    ['archive', 0.065, 0.065, 0.05, 365],
  ])('%s: operations with a hierarchical namespace, retrieval and days', (name, a, b, retrieval, days) => {
    const prices = region(`google/${name}-hns/2026-09-20`, 'us-east1');
    expect(amount(prices.requests.a)).toBeCloseTo(a / 1000, 12);
    expect(amount(prices.requests.b)).toBeCloseTo(b / 1000, 12);
    for (const id of [
      `google/${name}/2025-03-06`,
      `google/${name}/2026-09-20`,
      `google/${name}-hns/2026-09-20`,
    ]) {
      expect(edition(id).rules.storage.minimumHours).toBe(24 * days);
      for (const { retrieval: price } of Object.values(edition(id).regions))
        expect(price === undefined ? undefined : amount(price)).toBe(retrieval);
    }
  });

  test('Rapid, by the hour: 0.11 a month', () => {
    const prices = region('google/rapid/2026-09-20', 'us-central1');
    expect(prices.storage).toBe('0.000150685 per GB-hour');
    expect(amount(prices.requests.a)).toBeCloseTo(0.00000113, 12);
    expect([amount(prices.upload), amount(prices.retrieval)]).toEqual([0.0032, 0.0006]);
    expect(edition('google/rapid/2026-09-20').zones).toBe(1);
  });

  test('transfer: the bands before and after, and the matrix of areas', () => {
    const [before, after] = archive.transfers('google');
    expect(bands(before?.regions.eu?.internet.tiers)).toBe('0.12 <1024, 0.11 <10240, 0.08');
    expect(bands(after?.regions.eu?.internet.tiers)).toBe('0.12 <10240, 0.11 <153600, 0.08');
    expect(bands(after?.destinations.asia?.tiers)).toBe('0.12 <10240, 0.11 <153600, 0.08');
    expect(bands(after?.destinations.china?.tiers)).toBe('0.23 <1024, 0.22 <10240, 0.20');
    expect(bands(after?.destinations.australia?.tiers)).toBe('0.19 <10240, 0.18 <153600, 0.15');
    const from = (name: string) => after?.regions[name]?.['other-region'];
    expect(from('us-central1')).toMatchObject({
      default: '0.02 per GB',
      except: { europe: '0.05 per GB', africa: '0.11 per GB', 'not-stated': 'unknown' },
    });
    expect(from('asia-east1')).toMatchObject({
      default: '0.08 per GB',
      except: { indonesia: '0.10 per GB' },
    });
    expect(from('southamerica-east1')?.default).toBe('0.14 per GB');
  });
});

describe('the smaller providers, three numbers of each file beside their pages', () => {
  /** Storage, internet egress, base fee or minimum; `none` where there is no such thing. */
  const three = (id: string, name = 'everywhere') => {
    const { storage, egress, subscription, minimum } = region(id, name);
    return [bands(storage), internet(egress), bands(subscription?.price ?? minimum?.price)];
  };

  test.each([
    ['tigris/standard/2024-01-06', 'global', '0.02', '0', 'none'],
    ['tigris/infrequent-access/2026-03-24', 'global', '0.01', '0', 'none'],
    ['tigris/archive/2026-03-24', 'eur', '0.006', '0', 'none'],
    ['tigris/archive-instant-retrieval/2025-04-15', 'global', '0.004', '0', 'none'],
    ['tigris/archive-instant-retrieval/2026-03-24', 'usa', '0.006', '0', 'none'],
    ['backblaze/b2/2023-04-02', 'everywhere', '0.005', '0.01', 'none'],
    ['backblaze/overdrive/2026-05-09', 'everywhere', '15.00', '0', '15000'],
    ['wasabi/pay-as-you-go/2019-03-05', 'everywhere', '5.99', '0', '5.99'],
    ['vultr/single-tier/2024-07-16', 'everywhere', '0.006', '0.01', 'none'],
    ['vultr/archival/2026-07-31', 'everywhere', '6.00', 'unknown', 'unknown'],
    ['digitalocean/spaces/2018-12-31', 'everywhere', '0.02', '0.01', '5.00'],
    ['digitalocean/spaces-cold/2026-07-31', 'everywhere', '0.007', '0.01', '5.00'],
    ['hetzner/object-storage/2024-09-23', 'everywhere', '0.0067', '1.00', '5.00'],
    ['hetzner/object-storage/2025-12-28', 'everywhere', '0.0067', '1.00', '4.99'],
    ['hetzner/object-storage/2026-04-01', 'everywhere', '0.0087', '1.00', '6.49'],
    ['hetzner/object-storage-usd/2026-10-03', 'everywhere', '0.0123', '1.20', '7.99'],
    ['linode/object-storage/2026-10-03', 'us-mia', '0.02', '0.005', '5.00'],
    ['linode/object-storage/2026-10-03', 'id-cgk', '0.024', '0.015', '5.00'],
    ['linode/object-storage/2026-10-03', 'br-gru', '0.028', '0.007', '5.00'],
    ['scaleway/standard-multi-az/2025-04-02', 'pl-waw', '0.00002', '0.01', 'none'],
    ['scaleway/standard-multi-az/2026-06-01', 'fr-par', '0.01606', '0.01', 'none'],
    ['scaleway/one-zone/2025-04-02', 'nl-ams', '0.0000165', '0.01', 'none'],
    ['scaleway/one-zone/2026-01-05', 'nl-ams', '0.0000103', '0.01', 'none'],
    ['scaleway/one-zone/2026-09-25', 'fr-par', '0.00803', '0.01', 'none'],
    ['scaleway/glacier/2025-04-02', 'fr-par', '0.00000348', '0.01', 'none'],
    ['ovh/standard-1az/2026-05-20', 'everywhere', '0.00001111', '0', 'none'],
    ['ovh/high-performance/2026-05-20', 'everywhere', '0.00002778', '0', 'none'],
    ['ovh/infrequent-access/2026-05-20', 'everywhere', '0.00000597', '0', 'none'],
    ['ovh/cold-archive/2026-05-20', 'everywhere', '0.0000027', '0', 'none'],
    ['oracle/standard/2026-10-03', 'eu-frankfurt-1', '0.0255', '0.0085', 'none'],
    ['oracle/infrequent-access/2026-10-03', 'ap-tokyo-1', '0.01', 'unknown', 'none'],
    ['oracle/archive/2026-10-03', 'us-ashburn-1', '0.0026', '0.0085', 'none'],
    ['idrive/e2/2026-04-30', 'everywhere', '5.00', '0.01', '5.00'],
    ['storj/legacy/2025-07-31', 'everywhere', '0.004', '0.007', '5.00'],
    ['storj/global-collaboration/2025-11-01', 'everywhere', '15', '0.02', '5.00'],
    ['storj/regional-workflows/2025-11-01', 'everywhere', '10', '0.01', '5.00'],
    ['storj/active-archive/2025-11-01', 'everywhere', '6', '0.02', '5.00'],
    ['storj/standard/2026-07-01', 'everywhere', '7.00', '7.00', '5.00'],
    ['storj/advanced/2026-07-01', 'everywhere', '10.00', '7.00', '5.00'],
    ['bunny/storage-standard/2026-04-30', 'everywhere', '0.01', 'unknown', '1.00'],
    ['bunny/storage-edge/2026-04-30', 'everywhere', '0.02', 'unknown', '1.00'],
    ['fastly/object-storage/2026-08-22', 'everywhere', '0.02 <50000, unknown', '0', 'none'],
    ['railway/buckets/2026-02-06', 'everywhere', '0.015', '0', 'unknown'],
    ['supabase/storage/2024-08-26', 'everywhere', '0.00002919', 'unknown', 'unknown'],
  ])('%s in %s: %s, %s, %s', (id, name, storage, egress, fee) => {
    expect(three(id, name)).toEqual([storage, egress, fee]);
  });

  test('R2 counts buckets past 100,000 of the account, over both classes, in the newest copy', () => {
    for (const name of ['r2-standard', 'r2-infrequent-access']) {
      const newest = edition(`cloudflare/${name}/2026-11-20`);
      expect(newest.rules.buckets).toMatchObject({
        free: { amount: 100_000 },
        pool: { id: 'r2-buckets', scope: 'account' },
      });
      expect(amount(newest.regions.everywhere?.buckets)).toBe(0.1);
      expect(newest.notes.join(' ')).toMatch(/Data Catalog/);
    }
  });

  test('retrieval, minimum stays and smallest sizes', () => {
    const rules = (id: string, name: string) => {
      const { rules } = edition(id);
      return [
        bands(region(id, name).retrieval),
        rules.storage.minimumHours / 24,
        rules.storage.minimumObjectBytes,
      ];
    };
    expect(rules('tigris/infrequent-access/2026-03-24', 'global')).toEqual(['0.01', 30, 0]);
    expect(rules('tigris/archive-instant-retrieval/2026-03-24', 'global')).toEqual(['0.03', 90, 0]);
    expect(rules('tigris/archive/2026-03-24', 'global')).toEqual(['none', 90, 0]);
    expect(rules('digitalocean/spaces-cold/2026-07-31', 'everywhere')).toEqual(['unknown', 30, 131_072]);
    expect(rules('hetzner/object-storage/2026-04-01', 'everywhere')).toEqual(['none', 0, 64_000]);
    expect(rules('scaleway/glacier/2025-04-02', 'fr-par')).toEqual(['0.009', 0, 0]);
    expect(rules('ovh/infrequent-access/2026-05-20', 'everywhere')).toEqual(['0.0044', 730 / 24, 0]);
    expect(rules('ovh/cold-archive/2026-05-20', 'everywhere')).toEqual(['0.011', 0, 0]);
    expect(rules('oracle/infrequent-access/2026-10-03', 'us-ashburn-1')).toEqual(['unknown', 31, 0]);
    expect(rules('oracle/archive/2026-10-03', 'us-ashburn-1')).toEqual(['unknown', 90, 0]);
    expect(rules('idrive/e2/2026-04-30', 'everywhere')).toEqual(['none', 30, 0]);
    expect(rules('storj/active-archive/2025-11-01', 'everywhere')).toEqual(['none', 30, 100_000]);
    expect(rules('storj/standard/2026-07-01', 'everywhere')).toEqual(['none', 30, 50_000]);
  });

  test('archives that restore before a read say so', () => {
    const restoring = archive.stores.flatMap((store) => {
      const newest = archive.editions(store).at(-1);
      return newest?.restoreHours === undefined || newest.provider === 'azure'
        ? []
        : [[store, newest.restoreHours]];
    });
    expect(restoring).toEqual(
      expect.arrayContaining([
        ['oracle/archive', 1],
        ['ovh/cold-archive', 48],
        ['scaleway/glacier', 24],
        ['tigris/archive', 1],
        ['vultr/archival', null],
      ]),
    );
  });

  test('prices stay in the currency they are listed in', () => {
    const inEuros = archive.stores.filter((store) => archive.editions(store).at(-1)?.currency === 'EUR');
    expect(new Set(inEuros.map((store) => store.split('/')[0]))).toEqual(
      new Set(['hetzner', 'ovh', 'scaleway']),
    );
  });
});

describe('Azure Blob, against third-party records of the Retail Prices API', () => {
  // prettier-ignore
  test.each([
    ['blob-hot/2017-02-03', 'eastus2', '0.0184 <51200, unknown <512000, unknown', 'unknown', 'unknown'],
    ['blob-hot/2024-07-01', 'westus', '0.0208 <51200, 0.019968 <512000, 0.019136', '0.055', '0.0044'],
    ['blob-hot/2026-06-21', 'koreacentral', '0.02 <51200, unknown <512000, unknown', '0.05', '0.004'],
    ['blob-hot/2026-09-30', 'eastus', '0.0208 <51200, unknown <512000, unknown', '0.05', '0.004'],
    ['blob-hot/2026-09-30', 'westus2', '0.0184 <51200, unknown <512000, unknown', '0.05', '0.004'],
    ['blob-hot-zrs/2024-07-01', 'westus', '0.026 <51200, 0.02496 <512000, 0.02392', 'unknown', 'unknown'],
    ['blob-hot-grs/2024-07-01', 'westus', '0.0458 <51200, 0.043968 <512000, 0.042136', '0.11', 'unknown'],
    ['blob-hot-ra-grs/2024-07-01', 'westus', '0.0478 <51200, 0.045888 <512000, 0.043976', '0.11', 'unknown'],
    ['blob-cool/2024-07-01', 'westus', '0.0115', '0.1', '0.01'],
    ['blob-cool/2026-09-30', 'eastus', '0.0152', '0.1', '0.01'],
    ['blob-cool-zrs/2024-07-01', 'westus', '0.0144', '0.1', '0.01'],
    ['blob-cool-grs/2024-07-01', 'westus', '0.023', '0.2', '0.01'],
    ['blob-cool-ra-grs/2024-07-01', 'westus', '0.0288', '0.2', '0.01'],
    ['blob-cold/2026-09-30', 'eastus', '0.0036', '0.18', '0.1'],
    ['blob-archive/2026-09-30', 'eastus', '0.00099', '0.1', '5'],
    ['blob-premium/2024-07-01', 'westus', '0.195', '0.0228', 'unknown'],
    ['blob-premium-zrs/2024-07-01', 'westus', '0.259', '0.0303', 'unknown'],
  ])('%s in %s', (id, where, storage, write, read) => {
    const prices = region(`azure/${id}`, where);
    expect(bands(prices.storage)).toBe(storage);
    expect([bands(prices.requests.write), bands(prices.requests.read)]).toEqual([write, read]);
    for (const price of Object.values(prices.requests))
      expect(price === 'unknown' || / per 10000 requests$/.test(String(price)), String(price)).toBe(true);
  });

  test('transfer: zone 1, whose regions are thirty', () => {
    const [table] = archive.transfers('azure');
    expect(Object.keys(table?.regions ?? {})).toHaveLength(30);
    expect(bands(table?.regions.westeurope?.internet.tiers)).toBe(
      '0.087 <10240, 0.083 <51200, 0.07 <153600, 0.05',
    );
    expect(table?.regions.eastus?.['other-region']).toEqual({
      default: 'unknown',
      except: { 'north-america': '0.02 per GB' },
    });
    expect(table?.confidence).toBe('secondary');
  });
});

describe('the claimed editions', () => {
  test('are the constants of the article, and on no other shelf', () => {
    const s3 = region('claimed/dev-s3-express-one-zone/2024-06-01', 'us-east-1');
    expect([bands(s3.storage), internet(s3.egress)]).toEqual([
      '0.20',
      '0.09 <10485760, 0.085 <52428800, 0.07',
    ]);
    expect([amount(s3.requests.put), amount(s3.requests.get)]).toEqual([4e-7, 1e-7]);
    const r2 = region('claimed/dev-r2/2024-06-01', 'everywhere');
    expect([bands(r2.storage), internet(r2.egress), amount(r2.requests.put)]).toEqual(['0.015', '0', 4e-7]);
    for (const store of archive.stores)
      for (const { confidence } of archive.editions(store))
        expect(confidence === 'claimed', store).toBe(store.startsWith('claimed/'));
  });
});
