import { describe, expect, test } from 'vitest';
import { DataError } from '#core/data-error.ts';
import { parseEdition, parseTransfer } from '#core/pricing/editions/parse-edition.ts';
import { aRegion, aTransferFile, anEditionFile } from '#tests/helpers/an-edition.ts';

const PATH = 'pricing/aws/a-store/2026-01-01.yaml';

function issuesOf(read: () => unknown): readonly { place: string; message: string }[] {
  try {
    read();
  } catch (error) {
    if (error instanceof DataError) return error.issues;
    throw error;
  }
  return [];
}

const edition = (overrides: Record<string, unknown> = {}, path = PATH) =>
  parseEdition(path, anEditionFile(overrides));
const placesOf = (overrides: Record<string, unknown>) =>
  issuesOf(() => edition(overrides)).map(({ place }) => place);
const region = (overrides: Record<string, unknown>) => ({ regions: { 'us-east-1': aRegion(overrides) } });

describe('identity', () => {
  test('comes from the path', () => {
    expect(edition()).toMatchObject({
      provider: 'aws',
      store: 'aws/a-store',
      date: '2026-01-01',
      id: 'aws/a-store/2026-01-01',
    });
  });

  test('a correction of the same date has its number in the id', () => {
    expect(edition({}, 'pricing/aws/a-store/2026-01-01.2.yaml')).toMatchObject({
      date: '2026-01-01',
      id: 'aws/a-store/2026-01-01.2',
    });
  });

  test.each([
    'pricing/aws/a-store/latest.yaml',
    'aws/2026-01-01.yaml',
    'pricing/aws/a-store/2026-02-30.yaml',
    'pricing/AWS/a-store/2026-01-01.yaml',
  ])('%s is refused with the form it should have', (path) => {
    const issues = issuesOf(() => edition({}, path));
    expect(issues).toHaveLength(1);
    expect(issues[0]?.message).toContain('<provider>/<store>/<yyyy-mm-dd>.yaml');
  });

  test('defaults are filled in', () => {
    expect(edition()).toMatchObject({
      placement: 'region',
      places: [],
      limits: [],
      notes: [],
      transitionsTo: [],
    });
    expect(edition().regions['us-east-1']).toMatchObject({ billedCopies: 1 });
  });
});

describe('the schema is strict', () => {
  test('the message names the file, the place and a misspelt key', () => {
    expect(() => edition({ durabilty: 'high' })).toThrow(
      /^pricing\/aws\/a-store\/2026-01-01\.yaml.*"durabilty".*durability\?$/,
    );
    expect(() => edition(region({ retreival: '0.01 per GB' }))).toThrow(
      /: regions\.us-east-1: .*retrieval\?$/,
    );
  });

  test.each([
    ['a negative number', region({ billedCopies: -1 }), 'regions.us-east-1.billedCopies'],
    ['a price that is a number', region({ storage: 0.02 }), 'regions.us-east-1.storage'],
    ['a price with a currency sign', region({ storage: '$0.02 per GB-month' }), 'regions.us-east-1.storage'],
    ['an unknown month', { month: 'lunar' }, 'month'],
    ['a gigabyte of another size', { gigabyte: 1_000_000 }, 'gigabyte'],
    ['no source', { sources: [] }, 'sources'],
    ['a store that is not one', { transitionsTo: ['somewhere'] }, 'transitionsTo[0]'],
  ])('%s', (_, overrides, place) => {
    expect(placesOf(overrides)).toContain(place);
  });

  test('a misspelt key is one remark, and a missing one says what it may be', () => {
    const { currency, ...rest } = anEditionFile();
    expect(issuesOf(() => parseEdition(PATH, { ...rest, currncy: currency }))).toEqual([
      { place: '', message: 'unknown key "currncy"; did you mean currency?' },
    ]);
    expect(issuesOf(() => parseEdition(PATH, rest))).toEqual([
      { place: 'currency', message: 'is missing; it is one of USD, EUR' },
    ]);
  });

  test('a file that is not a map is refused', () => {
    expect(issuesOf(() => parseEdition(PATH, ['not', 'an edition']))).toHaveLength(1);
    expect(issuesOf(() => parseEdition(PATH, null))).toHaveLength(1);
  });
});

describe('tiers', () => {
  const tiers = (...list: { upTo?: number; price: string }[]) => region({ storage: list });

  test('rise, and only the last is open', () => {
    expect(placesOf(tiers({ upTo: 10, price: '0.03 per GB-month' }, { price: '0.02 per GB-month' }))).toEqual(
      [],
    );
  });

  test.each([
    [
      'overlap',
      tiers(
        { upTo: 10, price: '0.03 per GB-month' },
        { upTo: 5, price: '0.02 per GB-month' },
        { price: '0.01 per GB-month' },
      ),
    ],
    [
      'have no end',
      tiers({ upTo: 10, price: '0.03 per GB-month' }, { upTo: 20, price: '0.02 per GB-month' }),
    ],
    ['end in the middle', tiers({ price: '0.03 per GB-month' }, { price: '0.02 per GB-month' })],
  ])('that %s are refused', (_, overrides) => {
    expect(placesOf(overrides)).toEqual(['regions.us-east-1.storage']);
  });
});

describe('fields agree with each other', () => {
  const requests = (overrides: Record<string, unknown>) => region({ requests: overrides });

  test.each([
    ['a class without a price', requests({ put: '0.005 per 1000 requests' }), ['regions.us-east-1.requests']],
    [
      'a price without a class',
      requests({ put: '1 per 1000 requests', get: '1 per 1000 requests', list: '1 per 1000 requests' }),
      ['regions.us-east-1.requests.list'],
    ],
    [
      'an operation in two classes',
      { operations: { classes: { put: ['PutObject'], get: ['PutObject'] } } },
      ['operations'],
    ],
    [
      'an operation that is billed and free',
      { operations: { classes: { put: ['PutObject'], get: ['GetObject'] }, free: ['GetObject'] } },
      ['operations'],
    ],
    [
      'a rule for a class that is not there',
      { rules: { storage: { averaging: 'byte-hours' }, requests: { list: {} } } },
      ['rules.requests.list'],
    ],
    [
      'a rule no region prices',
      { rules: { storage: { averaging: 'byte-hours' }, retrieval: {} } },
      ['rules.retrieval'],
    ],
    [
      'a minimum duration that no exit triggers',
      { rules: { storage: { averaging: 'byte-hours', minimumHours: 720 } } },
      ['rules.storage'],
    ],
    [
      'exits without a minimum duration',
      { rules: { storage: { averaging: 'byte-hours', earlyDeleteOn: ['delete'] } } },
      ['rules.storage'],
    ],
    ['storage per GB', region({ storage: '0.02 per GB' }), ['regions.us-east-1.storage']],
    [
      'requests per GB',
      requests({ put: '0.005 per GB', get: '0.0004 per 1000 requests' }),
      ['regions.us-east-1.requests.put'],
    ],
    [
      'egress per request',
      region({ egress: { internet: '0.09 per 1000 requests' } }),
      ['regions.us-east-1.egress.internet'],
    ],
    [
      'transition per request',
      region({ transition: '0.01 per 1000 requests' }),
      ['regions.us-east-1.transition'],
    ],
    [
      'a subscription per GB',
      region({ subscription: { price: '18.00 per GB', includes: {} } }),
      ['regions.us-east-1.subscription.price'],
    ],
    [
      'a minimum that counts no meter',
      region({ minimum: { price: '6.99 per month', counts: ['everything'] } }),
      ['regions.us-east-1.minimum.counts[0]'],
    ],
    [
      'an included unit of no meter',
      region({ subscription: { price: '18.00 per month', includes: { bandwidth: 1000 } } }),
      ['regions.us-east-1.subscription.includes.bandwidth'],
    ],
    ['a source that is not there', region({ source: 'blog' }), ['regions.us-east-1.source']],
    [
      'a limit from a source that is not there',
      { limits: [{ quantity: 'operations', applies: 'any', value: 1, scope: 'bucket', source: 'blog' }] },
      ['limits[0].source'],
    ],
    ['confirmed before its date', { confirmed: '2025-12-31' }, ['confirmed']],
    ['confirmed after it was recorded', { confirmed: '2026-12-01' }, ['confirmed']],
    [
      'a region confirmed before the date',
      region({ confirmed: '2025-12-31' }),
      ['regions.us-east-1.confirmed'],
    ],
    [
      'an address that is none',
      { sources: [{ id: 'page', url: 'the price page', retrieved: '2026' }] },
      ['sources[0].url'],
    ],
    ['a store that moves objects to itself', { transitionsTo: ['aws/a-store'] }, ['transitionsTo']],
  ])('%s', (_, overrides, places) => {
    expect(placesOf(overrides)).toEqual(places);
  });

  test('two sources of one name', () => {
    const source = { id: 'page', url: 'https://example.com', retrieved: '2026' };
    expect(placesOf({ sources: [source, source] })).toEqual(['sources[1].id']);
  });

  test('a bounded date may lie after the last day the price was seen', () => {
    expect(placesOf({ precision: 'bounded', confirmed: '2025-12-31' })).toEqual([]);
  });

  test('an unknown price fits every meter', () => {
    expect(placesOf(region({ storage: 'unknown', egress: { internet: 'unknown' } }))).toEqual([]);
  });

  test('TB counts as GB', () => {
    expect(placesOf(region({ storage: '6.95 per TB-month' }))).toEqual([]);
  });
});

describe('transfer tables', () => {
  const transferPath = 'pricing/aws/transfer/2026-01-01.yaml';

  test('are read with the provider and date of their path', () => {
    expect(parseTransfer(transferPath, aTransferFile())).toMatchObject({
      provider: 'aws',
      date: '2026-01-01',
      id: 'aws/transfer/2026-01-01',
    });
  });

  test('are priced per GB', () => {
    const regions = {
      'us-east-1': {
        internet: { group: 'a', tiers: '0.09 per GB' },
        'same-region': '0 per GB',
        'other-region': { default: '0.02 per GB-month', except: { 'us-east-2': '0.01 per request' } },
      },
    };
    expect(
      issuesOf(() => parseTransfer(transferPath, aTransferFile({ regions }))).map(({ place }) => place),
    ).toEqual(['regions.us-east-1.other-region.default', 'regions.us-east-1.other-region.except.us-east-2']);
  });
});

describe('access tiers', () => {
  const tiered = (tiers: Record<string, unknown>[], prices: Record<string, unknown>) =>
    placesOf({
      rules: { storage: { averaging: 'byte-hours', accessTiers: tiers } },
      ...region({ accessTiers: prices }),
    });
  const cool = { name: 'cool', unreadHours: 720 };
  const cold = { name: 'cold', unreadHours: 2160 };
  const price = '0.01 per GB-month';

  test('stand in the order objects reach them, once each', () => {
    expect(tiered([cool, cold], { cool: price, cold: price })).toEqual([]);
    expect(tiered([cold, cool], { cool: price, cold: price })).toEqual([
      'rules.storage.accessTiers[1].unreadHours',
    ]);
    expect(tiered([cool, { ...cold, name: 'cool' }], { cool: price })).toEqual([
      'rules.storage.accessTiers[1].name',
    ]);
  });

  test('have a price in every region, per GB-month, and no price without a rule', () => {
    expect(tiered([cool], {})).toEqual(['regions.us-east-1.accessTiers']);
    expect(tiered([cool], { cool: price, frozen: price })).toEqual(['regions.us-east-1.accessTiers.frozen']);
    expect(tiered([cool], { cool: '0.01 per GB' })).toEqual(['regions.us-east-1.accessTiers.cool']);
  });
});

describe('ages of transitions', () => {
  test('are given for all targets or by target, and for no other', () => {
    expect(placesOf({ transitionsTo: ['aws/b'], transitionAfterDays: 30 })).toEqual([]);
    expect(placesOf({ transitionsTo: ['aws/b', 'aws/c'], transitionAfterDays: { 'aws/b': 30 } })).toEqual([]);
    expect(placesOf({ transitionsTo: ['aws/b'], transitionAfterDays: { 'aws/d': 30 } })).toEqual([
      'transitionAfterDays.aws/d',
    ]);
  });
});

describe('a CDN', () => {
  const cdn = (prices: Record<string, unknown>) =>
    placesOf({
      kind: 'cdn',
      operations: { classes: { https: ['GetObject'] } },
      rules: {},
      regions: {
        europe: {
          requests: { https: '0.012 per 10000 requests' },
          egress: { internet: '0.085 per GB' },
          ...prices,
        },
      },
    });

  test('stores nothing, and says whose readers it answers', () => {
    expect(cdn({ serves: ['internet/FR', 'internet/europe'] })).toEqual([]);
    expect(cdn({})).toEqual(['regions.europe']);
    expect(cdn({ serves: ['internet/FR'], storage: '0.02 per GB-month' })).toEqual(['regions.europe']);
  });

  test('is no store: a store without a price of storage is refused', () => {
    const { storage: _, ...prices } = aRegion();
    expect(placesOf({ regions: { 'us-east-1': prices } })).toEqual(['regions.us-east-1.storage']);
  });
});
