import fc from 'fast-check';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatEdition } from '#catalog/format-edition.ts';
import { PRICING_FOLDER, editionFiles } from '#catalog/from-files.ts';
import { ARCHIVE_LIMITS } from '#catalog/read-text.ts';
import { parseYaml, readYamlFile } from '#catalog/read-yaml.ts';
import { decimalText, parseDecimal } from '#core/pricing/editions/decimal.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import { nextEdition } from '#formats/price-lists/next-edition.ts';
import type { Standing } from '#formats/price-lists/region-beside.ts';
import type { ListedRate, ListedUnit, PriceList } from '#formats/price-lists/price-list.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';
import { excerpt, readPrices } from '#tests/helpers/formats/prices/price-files.ts';
import { ROOT, wholeArchive } from '#tests/sources.ts';

const FACTS = {
  store: 'acme/store',
  seen: '2026-06-01',
  recorded: '2026-11-20',
  source: { id: 'list-2026-06-01', url: 'https://example.com/list.json', note: 'a price list' },
  isPlace: (region: string) => !region.startsWith('moon'),
};

function standing(file: Record<string, unknown> = {}, date = '2026-01-01'): Standing {
  const whole = anEditionFile({ confirmed: date, ...file });
  return { edition: parseEdition(`pricing/acme/store/${date}.yaml`, whole), file: whole };
}

const decimal = (text: string) => parseDecimal(text) ?? { digits: -1n, scale: 0 };

function aRate(
  meter: string,
  unit: ListedUnit,
  ...bands: (string | [price: string, upTo: number])[]
): ListedRate {
  return {
    region: 'us-east-1',
    meter,
    unit,
    tiers: bands.map((band) =>
      typeof band === 'string'
        ? { upTo: null, price: decimal(band) }
        : { upTo: band[1], price: decimal(band[0]) },
    ),
    from: [`row of ${meter}`],
  };
}

const SAME = [
  aRate('storage', 'GB-month', '0.0200'),
  aRate('requests.PutObject', 'request', '0.000005'),
  aRate('requests.GetObject', 'request', '0.0000004'),
];

const listing = (...rates: ListedRate[]): PriceList => ({
  published: null,
  version: null,
  bandPerRow: false,
  rates,
  remarks: [],
});
const beside = (rates: readonly ListedRate[], one: Standing = standing()) =>
  nextEdition(listing(...rates), (region) => (Object.hasOwn(one.edition.regions, region) ? one : null), {
    ...FACTS,
    newest: one,
    isPlace: (region) => !region.startsWith('moon'),
  });
const withRate = (rate: ListedRate) => SAME.map((one) => (one.meter === rate.meter ? rate : one));

test('a list of the same prices changes nothing, however it writes them', () => {
  expect(beside(SAME)).toMatchObject({ file: null, changes: [], agreed: 3, kept: [] });
});

test('a changed price becomes an edition that says the rest as before, per as many units as before', () => {
  const { file, changes } = beside(withRate(aRate('requests.PutObject', 'request', '0.000006')));
  expect(changes).toMatchObject([
    {
      region: 'us-east-1',
      meter: 'requests.put',
      from: '0.005 per 1000 requests',
      to: '0.006 per 1000 requests',
    },
  ]);
  const edition = parseEdition('pricing/acme/store/2026-06-01.yaml', file);
  expect(edition).toMatchObject({
    date: '2026-06-01',
    precision: 'bounded',
    confirmed: '2026-06-01',
    confidence: 'official',
    regions: {
      'us-east-1': {
        storage: '0.02 per GB-month',
        requests: { put: '0.006 per 1000 requests', get: '0.0004 per 1000 requests' },
        egress: { internet: '0.09 per GB' },
      },
    },
    sources: [{ id: 'list-2026-06-01', url: 'https://example.com/list.json', retrieved: '2026-06-01' }],
  });
});

test('the second run changes nothing', () => {
  const rates = withRate(aRate('storage', 'GB-month', ['0.02', 100], '0.015'));
  const { file } = beside(rates);
  expect(file).not.toBe(null);
  const written = parseYaml(formatEdition(file, file), 'edition') as Record<string, unknown>;
  const edition = parseEdition('pricing/acme/store/2026-06-01.yaml', written);
  expect(beside(rates, { edition, file: written })).toMatchObject({ file: null, changes: [], agreed: 4 });
});

test('what the list does not price keeps its price, and the edition says so', () => {
  const { file, kept } = beside([aRate('storage', 'GB-month', '0.03')]);
  expect(kept.map(({ meter }) => meter)).toEqual(['requests.put', 'requests.get']);
  expect(file?.['notes']).toEqual([
    expect.stringMatching(
      /kept from the edition before: requests\.put in us-east-1, requests\.get in us-east-1/,
    ),
  ]);
});

test('a region that no edition prices is named, not guessed', () => {
  const there = { ...aRate('storage', 'GB-month', '0.03'), region: 'moon-1' };
  expect(beside([...SAME, there])).toMatchObject({ file: null, unknownRegions: ['moon-1'] });
});

test('a region that no edition prices is added where it is a known place, and the next run changes nothing', () => {
  const there = SAME.map((rate) => ({ ...rate, region: 'eu-west-1' })).slice(0, 2);
  const dearer = [
    ...SAME,
    ...there.map((rate) =>
      rate.meter === 'storage' ? { ...aRate('storage', 'GB-month', '0.021'), region: 'eu-west-1' } : rate,
    ),
  ];
  const { file, newRegions, changes, remarks } = beside(dearer);
  expect(newRegions).toEqual(['eu-west-1']);
  expect(changes).toEqual([
    { region: 'eu-west-1', meter: 'storage', upTo: null, from: null, to: '0.021 per GB-month', share: null },
    {
      region: 'eu-west-1',
      meter: 'requests.put',
      upTo: null,
      from: null,
      to: '0.005 per 1000 requests',
      share: null,
    },
  ]);
  // What the list does not say is not taken from the region beside it.
  expect(remarks).toEqual([
    'eu-west-1: new, and the list has no price of requests.get, egress.internet, which stay unknown',
  ]);
  const written = parseYaml(formatEdition(file, file), 'edition') as Record<string, unknown>;
  const edition = parseEdition('pricing/acme/store/2026-06-01.yaml', written);
  expect(edition.precision).toBe('observed');
  expect(edition.regions['eu-west-1']).toMatchObject({
    storage: '0.021 per GB-month',
    requests: { put: '0.005 per 1000 requests', get: 'unknown' },
    egress: { internet: 'unknown' },
  });
  expect(beside(dearer, { edition, file: written })).toMatchObject({
    file: null,
    changes: [],
    newRegions: [],
  });
});

test('a new region without a price of storage is left out', () => {
  const there = { ...aRate('requests.PutObject', 'request', '0.03'), region: 'eu-west-1' };
  expect(beside([...SAME, there])).toMatchObject({ file: null, unknownRegions: ['eu-west-1'] });
});

test('a price of what the rules do not know is named, not added', () => {
  const { file, remarks } = beside([...SAME, aRate('retrieval', 'GB', '0.01')]);
  expect(file).toBe(null);
  expect(remarks).toEqual([expect.stringMatching(/prices retrieval, of which the rules .* know nothing/)]);
});

test('a list without a price of the store is no answer', () => {
  expect(() => beside([])).toThrow(/has no price of acme\/store that is understood/);
});

test('operations that differ and share a class are refused, with both rows', () => {
  const one = standing({
    operations: { classes: { put: ['PutObject', 'ListObjectsV2'], get: ['GetObject'] }, free: [] },
  });
  expect(() => beside([...SAME, aRate('requests.ListObjectsV2', 'request', '0.000009')], one)).toThrow(
    /requests\.PutObject \(row of .*\) and requests\.ListObjectsV2 .* differ, and .* bills both as requests\.put/,
  );
});

test('bands that vanish are believed of a list that states them whole, and not of one with a row for each', () => {
  const banded = standing({
    regions: {
      'us-east-1': aRegion({
        storage: [{ upTo: 100, price: '0.02 per GB-month' }, { price: '0.01 per GB-month' }],
      }),
    },
  });
  expect(beside(SAME, banded).changes).toHaveLength(2);
  const list = { ...listing(...SAME), bandPerRow: true };
  const found = nextEdition(list, () => banded, { ...FACTS, newest: banded });
  expect(found).toMatchObject({ file: null, changes: [], kept: [{ region: 'us-east-1', meter: 'storage' }] });
  expect(found.remarks).toEqual([expect.stringMatching(/storage has fewer bands than .*left as it stands/)]);
});

test('a rule that no region of the new edition prices stays behind', () => {
  const one = standing({
    rules: { storage: { averaging: 'byte-hours' }, retrieval: { operations: ['GetObject'] } },
    regions: { 'us-east-1': aRegion(), 'eu-west-1': aRegion({ retrieval: '0.01 per GB' }) },
  });
  const { file } = beside(withRate(aRate('storage', 'GB-month', '0.03')), one);
  expect(file?.['rules']).toEqual({ storage: { averaging: 'byte-hours' } });
});

test('a change in a region that stands under older rules is named, to be entered by hand', () => {
  const older = standing({ rules: { storage: { averaging: 'daily-peak' } } }, '2025-01-01');
  const newer = standing({ regions: { 'eu-west-1': aRegion() } });
  const there = (rate: ListedRate) => ({ ...rate, region: 'eu-west-1' });
  const found = nextEdition(
    listing(...withRate(aRate('storage', 'GB-month', '0.03')), ...SAME.map(there)),
    (region) => (region === 'us-east-1' ? older : newer),
    { ...FACTS, newest: newer },
  );
  expect(found).toMatchObject({ file: null, changes: [], byHand: ['us-east-1'], agreed: 5 });
  expect(found.remarks).toEqual([
    expect.stringMatching(/us-east-1: changed \(storage: 0\.03 per GB-month\), but/),
  ]);
});

describe('a first band that is free', () => {
  const free = (amount: number) =>
    standing({ rules: { storage: { averaging: 'byte-hours', free: { amount } } } });

  test('is the allowance of the rules', () => {
    const rates = withRate(aRate('storage', 'GB-month', ['0', 5], '0.02'));
    expect(beside(rates, free(5))).toMatchObject({ file: null, agreed: 3 });
  });

  test('and is refused where the rules give another, or none', () => {
    const rates = withRate(aRate('storage', 'GB-month', ['0', 5], '0.02'));
    expect(() => beside(rates, free(10))).toThrow(
      /first 5 cost nothing, and the edition's rules give 10 free/,
    );
    expect(() => beside(rates)).toThrow(/first 5 cost nothing, and the edition's rules give 0 free/);
  });
});

describe('a price per hour', () => {
  const monthly = standing({ month: '730 h' });

  test('is the price per month it was rounded from', () => {
    expect(beside(withRate(aRate('storage', 'GB-hour', '0.000027397')), monthly)).toMatchObject({
      file: null,
    });
  });

  test('and another where it is not', () => {
    const { changes } = beside(withRate(aRate('storage', 'GB-hour', '0.000030137')), monthly);
    expect(changes).toMatchObject([{ from: '0.02 per GB-month', to: '0.000030137 per GB-hour' }]);
  });
});

test('any edition laid beside its own prices changes nothing', () => {
  const amount = fc.tuple(fc.integer({ min: 1, max: 10 ** 6 }), fc.nat(9));
  fc.assert(
    fc.property(amount, amount, fc.constantFrom(1, 1000, 10_000), (stored, put, count) => {
      const [storage, request] = [stored, put].map(([digits, scale]) =>
        decimalText({ digits: BigInt(digits), scale }),
      );
      const one = standing({
        regions: {
          'us-east-1': aRegion({
            storage: `${storage} per GB-month`,
            requests: { put: `${request} per ${count} requests`, get: 'unknown' },
          }),
        },
      });
      const perOne = decimalText({ digits: BigInt(put[0]), scale: put[1] + Math.log10(count) });
      const rates = [
        aRate('storage', 'GB-month', storage ?? ''),
        aRate('requests.PutObject', 'request', perOne),
      ];
      expect(beside(rates, one)).toMatchObject({ file: null, changes: [], agreed: 2 });
    }),
  );
});

describe('our archive', () => {
  const archive = wholeArchive();
  const stores = archive.stores.filter((store) => {
    const listed = archive.facts(store)?.priceList;
    return listed && 'meters' in listed;
  });

  test.each(stores)('%s agrees with the metered-unit map it was taken from', (store) => {
    const editions = archive.editions(store).filter(({ date }) => date <= '2025-10-22');
    const files = editionFiles(ROOT, store);
    /** The newest that has the region: one that says nothing of it leaves its prices as they were. */
    const standingIn = (region?: string) => {
      const edition = editions.findLast(({ regions }) => region === undefined || region in regions);
      const name = files.find((file) => file === `${PRICING_FOLDER}/${edition?.id}.yaml`);
      if (!edition || name === undefined) return null;
      const file = readYamlFile(path.join(ROOT, name), ARCHIVE_LIMITS) as Record<string, unknown>;
      return { edition, file };
    };
    const newest = standingIn();
    if (!newest) throw new Error(`${store} has no edition of that day`);
    const list = readPrices([excerpt('aws-unit-map.json')], store, 'USD');
    const found = nextEdition(list, standingIn, { ...FACTS, store, newest, isPlace: () => false });
    expect(found.changes).toEqual([]);
    // What the map does not price by any name, as storage of Deep Archive.
    const priceList = archive.facts(store)?.priceList;
    const meters = priceList && 'meters' in priceList ? priceList.meters : [];
    const named = new Set(meters.flatMap(({ meter, rateNames = [] }) => (rateNames.length > 0 ? meter : [])));
    expect(found.kept.filter(({ meter }) => named.has(meter))).toEqual([]);
    expect(found.agreed).toBeGreaterThan(0);
  });
});
