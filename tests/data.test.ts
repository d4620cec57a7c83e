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

  test('prices at most a few things at zero: egress that is free, and nothing else', () => {
    for (const store of archive.stores)
      for (const { id, regions } of archive.editions(store))
        for (const [name, prices] of Object.entries(regions)) {
          const priced = [
            prices.storage,
            ...Object.values(prices.requests),
            prices.upload,
            prices.retrieval,
            prices.transition,
          ];
          const texts = priced.flatMap((price) =>
            price === undefined ? [] : typeof price === 'string' ? [price] : price.map((tier) => tier.price),
          );
          for (const text of texts)
            expect(parseRate(text, 1000).amount, `${id} ${name}: ${text}`).toBeGreaterThan(0);
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
    expect(edition(standard).transitionsTo).toEqual(['aws/s3-standard-ia']);
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
  const transfer = archive.transfers('aws')[0];

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
    expect(transfer?.regions['eu-north-1']).toBeUndefined();
  });
});

describe('the others, against their price pages', () => {
  test('R2 Standard: rounded up to whole units from the newest copy on, not in 2022', () => {
    const [old, now] = archive.editions('cloudflare/r2-standard');
    for (const one of [old, now]) {
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
    const [old, now] = archive.editions('backblaze/b2');
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
    const [old, now] = archive.editions('wasabi/pay-as-you-go');
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
