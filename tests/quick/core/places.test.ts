import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PLACES,
  findPlace,
  greatCircleKm,
  inJurisdiction,
  nearestRegion,
  nearestRegionFor,
  placeOfStore,
} from '#core/places.ts';
import { RoundTripsFile, invoiceNamesProblems, roundTripProblems } from '#core/places/places-file.ts';
import { placeAdvice, placeCalled, suggestPlaces } from '#core/places/suggest.ts';
import type { Place } from '#core/places.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';

function place(id: string): Place {
  const found = findPlace(id);
  if (!found) throw new Error(`no place ${id}`);
  return found;
}

describe('the registry', () => {
  test('names each place once', () => {
    expect(new Set(PLACES.map(({ id }) => id)).size).toBe(PLACES.length);
  });

  test('has coordinates on the globe, to a tenth of a degree', () => {
    for (const { id, latitude, longitude } of PLACES) {
      expect(Math.abs(latitude), id).toBeLessThan(66);
      expect(Math.abs(longitude), id).toBeLessThanOrEqual(180);
      expect(
        [latitude, longitude].map((one) => Math.abs(one * 10 - Math.round(one * 10)) < 1e-9),
        id,
      ).toEqual([true, true]);
    }
  });

  test('has ids that begin with the provider, and countries as ISO codes', () => {
    for (const { id, provider, jurisdiction, kind } of PLACES) {
      expect(id.startsWith(`${provider}/`), id).toBe(true);
      if (jurisdiction !== null) expect(jurisdiction, id).toMatch(/^[A-Z]{2}$/);
      if (kind === 'country') expect(id).toBe(`internet/${jurisdiction}`);
    }
  });

  test('has all 36 AWS regions and at least 40 countries', () => {
    expect(PLACES.filter(({ provider, kind }) => provider === 'aws' && kind === 'region')).toHaveLength(36);
    expect(PLACES.filter(({ kind }) => kind === 'country').length).toBeGreaterThanOrEqual(40);
  });

  test.each([
    'aws/us-east-1/use1-az4',
    'aws/cloudfront',
    'cloudflare/weur',
    'cloudflare/eu',
    'prisma/fra',
    'internet/europe',
    'internet/DE',
    'tigris/global',
    'wasabi/eu-central-2',
    'vultr/ewr',
    'backblaze/us-west',
  ])('knows %s', (id) => {
    expect(findPlace(id)?.id).toBe(id);
  });

  test('knows nothing else', () => {
    expect(findPlace('aws/atlantis')).toBeUndefined();
    expect(findPlace('constructor')).toBeUndefined();
  });
});

describe('the file of round trips', () => {
  const cities = { Lima: [-12, -77, 'PE'], Quito: [-0.2, -78.5, 'EC'] } as const;
  test('has a figure from each city to each above it, and cities with coordinates', () => {
    expect(roundTripProblems({ Lima: [], Quito: [20] }, cities)).toEqual([]);
    expect(roundTripProblems({ Lima: [], Quito: [], Cusco: [20, 30] }, cities)).toEqual([
      { place: 'Quito', message: 'has 0 round trips, and 1 cities above it' },
      { place: 'Cusco', message: 'is not in cities.json' },
    ]);
    expect(RoundTripsFile.safeParse({ Lima: [0] }).success).toBe(false);
  });
});

test('the file of names on invoices names places alone', () => {
  const files = {
    cities: {},
    internet: {},
    providers: { aws: { name: 'AWS', places: { region: { here: { city: 'Lima' } } } } },
  };
  const names = { 'aws/here': { title: 'Here' }, 'aws/there': { title: 'There' } };
  expect(invoiceNamesProblems(names, files)).toEqual([
    { place: 'aws/there', message: 'is no place of providers.json' },
  ]);
});

describe('suggestions', () => {
  test.each([
    ['aws/us-esat-1', 'aws/us-east-1'],
    ['us-east-1', 'aws/us-east-1'],
    ['internet/de', 'internet/DE'],
    ['internet/eu', 'internet/europe'],
    ['frankfurt', 'aws/eu-central-1'],
    ['germany', 'internet/DE'],
    ['prisma/frankfurt', 'prisma/fra'],
  ])('%s may mean %s', (typed, meant) => {
    expect(suggestPlaces(typed)).toContain(meant);
  });

  test.each([
    ['internet/germany', 'internet/DE'],
    ['internet/usa', 'internet/US'],
    ['internet/united-kingdom', 'internet/GB'],
    ['europ', 'internet/europe'],
    ['aws/us-east1', 'aws/us-east-1'],
  ])('%s means %s before any other', (typed, meant) => {
    expect(suggestPlaces(typed)[0]).toBe(meant);
  });

  test('are at most five, and none for nothing', () => {
    expect(suggestPlaces('a').length).toBeLessThanOrEqual(5);
    expect(suggestPlaces('')).toEqual([]);
    expect(suggestPlaces('x'.repeat(10_000))).toEqual([]);
  });
});

describe('distance', () => {
  // Great-circle distances between city centres, from any atlas.
  test.each([
    ['prisma/fra', 'aws/eu-west-1', 1088],
    ['internet/GB', 'vultr/ewr', 5570],
    ['internet/SG', 'internet/JP', 5320],
    ['internet/NZ', 'internet/CL', 9670],
  ])('%s to %s is about %i km', (a, b, km) => {
    expect(Math.abs(greatCircleKm(place(a), place(b)) - km) / km).toBeLessThan(0.01);
  });

  test('is symmetric, zero at home, never more than half the globe, and obeys the triangle', () => {
    const anyPlace = fc.constantFrom(...PLACES);
    fc.assert(
      fc.property(anyPlace, anyPlace, anyPlace, (a, b, c) => {
        const ab = greatCircleKm(a, b);
        expect(ab).toBeCloseTo(greatCircleKm(b, a), 9);
        expect(greatCircleKm(a, a)).toBe(0);
        expect(ab).toBeLessThanOrEqual(Math.PI * 6371);
        expect(greatCircleKm(a, c)).toBeLessThanOrEqual(ab + greatCircleKm(b, c) + 1e-6);
      }),
    );
  });
});

describe('jurisdiction', () => {
  test.each([
    ['aws/eu-central-1', 'EU', true],
    ['aws/eu-central-1', 'de', true],
    ['aws/eu-central-1', 'FR', false],
    ['aws/eu-west-2', 'eu', false],
    ['aws/eu-central-2', 'eu', false],
    ['aws/us-east-1', 'eu', false],
    ['cloudflare/eu', 'eu', true],
    ['cloudflare/eu', 'DE', null],
    ['cloudflare/eu', 'US', false],
    ['cloudflare/weur', 'eu', null],
    ['tigris/global', 'us', null],
    ['tigris/global', 'any', true],
  ])('%s is in %s: %s', (id, wanted, answer) => {
    expect(inJurisdiction(place(id), wanted)).toBe(answer);
  });
});

describe('where a store is', () => {
  const aws = parseEdition(
    'aws/a/2026-01-01.yaml',
    anEditionFile({
      regions: { 'us-east-1': aRegion(), 'eu-central-1': aRegion(), 'us-gov-east-1': aRegion() },
    }),
  );
  const r2 = parseEdition(
    'cloudflare/r2/2026-01-01.yaml',
    anEditionFile({
      placement: 'hint',
      places: ['cloudflare/weur', 'cloudflare/enam', 'cloudflare/eu'],
      regions: { everywhere: aRegion() },
    }),
  );
  const tigris = parseEdition(
    'tigris/a/2026-01-01.yaml',
    anEditionFile({
      placement: 'near-reader',
      regions: { global: aRegion(), fra: aRegion(), 'dual-region': aRegion() },
    }),
  );
  const claimed = parseEdition(
    'claimed/a/2026-01-01.yaml',
    anEditionFile({ confidence: 'claimed', places: ['aws/us-east-1'] }),
  );

  test('is a region of its provider, or a place it lists', () => {
    expect(placeOfStore(aws, 'us-east-1')).toBe('aws/us-east-1');
    expect(placeOfStore(r2, 'weur')).toBe('cloudflare/weur');
    expect(placeOfStore(tigris, 'fra')).toBe('tigris/fra');
    expect(placeOfStore(claimed, 'us-east-1')).toBe('aws/us-east-1');
  });

  test('is near each reader, or not one place', () => {
    expect(placeOfStore(tigris, 'global')).toBeNull();
    expect(placeOfStore(tigris, 'dual-region')).toBeNull();
    expect(placeOfStore(r2, 'everywhere')).toBeNull();
  });

  test('is nearest by distance when no region is asked for, and by the rule of the provider', () => {
    expect(nearestRegion([aws], 'internet/FR')).toBe('eu-central-1');
    expect(nearestRegion([r2], 'internet/FR')).toBe('weur');
    expect(nearestRegion([tigris], 'internet/FR')).toBe('global');
  });

  test('is never a government region or a jurisdiction that nobody asked for', () => {
    const near = greatCircleKm(place('aws/us-east-2'), place('aws/us-gov-east-1'));
    expect(near).toBeLessThan(greatCircleKm(place('aws/us-east-2'), place('aws/us-east-1')));
    expect(nearestRegion([aws], 'aws/us-east-2')).toBe('us-east-1');
    expect(nearestRegion([r2], 'internet/DE')).toBe('weur');
  });

  test('is the government region that the workload itself is in', () => {
    expect(nearestRegion([aws], 'aws/us-gov-east-1')).toBe('us-gov-east-1');
  });

  test('is never a multi-region that nobody asked for, even where it stands nearer', () => {
    const google = parseEdition(
      'google/a/2026-01-01.yaml',
      anEditionFile({ regions: { eu: aRegion(), nam4: aRegion(), 'us-east1': aRegion() } }),
    );
    expect(nearestRegion([google], 'internet/BE')).toBe('us-east1');
  });

  test('is in the residency that is asked, where the store has a region there', () => {
    // Zurich is nearest, and not in the Union.
    const both = parseEdition(
      'aws/a/2026-01-01.yaml',
      anEditionFile({
        regions: { 'eu-central-2': aRegion(), 'eu-west-1': aRegion(), 'us-east-1': aRegion() },
      }),
    );
    const near = (residency: string) => nearestRegionFor([both], 'internet/CH', residency);
    expect(['any', 'EU', 'US', 'JP'].map(near)).toEqual([
      'eu-central-2',
      'eu-west-1',
      'us-east-1',
      'eu-central-2',
    ]);
    const google = parseEdition(
      'google/a/2026-01-01.yaml',
      anEditionFile({ regions: { eu: aRegion(), 'europe-southwest1': aRegion() } }),
    );
    expect(nearestRegionFor([google], 'internet/BE', 'EU')).toBe('europe-southwest1');
    expect(nearestRegionFor([r2], 'internet/DE', 'EU')).toBe('eu');
  });

  test('may be one that only an older edition has', () => {
    const newer = parseEdition(
      'aws/a/2026-02-01.yaml',
      anEditionFile({ regions: { 'us-east-1': aRegion() } }),
    );
    expect(nearestRegion([aws, newer], 'internet/FR')).toBe('eu-central-1');
  });

  test('cannot be told for an unknown place', () => {
    expect(nearestRegion([aws], 'internet/atlantis')).toBeUndefined();
  });
});

test('a place may be called by its last part or its country', () => {
  const called = [
    'europe',
    'DE',
    'de',
    'germany',
    'internet/germany',
    'usa',
    'united-kingdom',
    'aws/us-east-1',
  ];
  expect(called.map(placeCalled)).toEqual([
    ...['internet/europe', 'internet/DE', 'internet/DE', 'internet/DE', 'internet/DE'],
    ...['internet/US', 'internet/GB', 'aws/us-east-1'],
  ]);
  expect(['north', 'frankfurt', 'internet/atlantis', ''].map(placeCalled)).toEqual(Array(4).fill(undefined));
});

test.each([
  ['mars', 'did you mean azure/francesouth (Marseille)?'],
  ['internet/germny', 'did you mean internet/DE (Germany)?'],
  ['internet/erope', 'did you mean internet/europe?'],
  ['aws/us-esat-1', 'did you mean aws/us-east-1?'],
  ['internet/qqqqqqqqqqqq', 'write it like europe, DE or aws/us-east-1'],
])('advice on %s says why', (typed, advice) => {
  expect(placeAdvice(typed)).toBe(advice);
});
