import { describe, expect, test } from 'vitest';
import { decimalText } from '#core/pricing/editions/decimal.ts';
import { readPriceList } from '#formats/price-lists/index.ts';
import type { ListedRate } from '#formats/price-lists/price-list.ts';
import { someFacts } from '#tests/helpers/a-store-file.ts';
import {
  aGooglePage,
  anAzureItem,
  anAzurePage,
  excerpt,
  readPrices,
} from '#tests/helpers/formats/prices/price-files.ts';
import type { GoogleRow } from '#tests/helpers/formats/prices/price-files.ts';

const short = ({ region, meter, unit, tiers }: ListedRate) =>
  `${region} ${meter} ${tiers.map(({ upTo, price }) => `${decimalText(price)}${upTo === null ? '' : ` to ${upTo}`}`).join(', ')} per ${unit}`;

describe('Azure Retail Prices', () => {
  const hot = (...items: Record<string, unknown>[]) =>
    readPrices([anAzurePage(items.map(anAzureItem))], 'azure/blob-hot', 'USD');
  const rates = (...items: Record<string, unknown>[]) => hot(...items).rates.map(short);

  test('give the row of 2026-07-05', () => {
    const list = readPrices([excerpt('azure-retail.json')], 'azure/blob-hot', 'USD');
    expect(list.rates.map(short)).toEqual(['eastus2 storage 0.0184 per GB-month']);
    expect(list.published).toBe(null);
  });

  test('have one row a band, and operations by the ten thousand', () => {
    expect(
      rates(
        { tierMinimumUnits: 51_200, retailPrice: 0.0177 },
        {},
        { tierMinimumUnits: 512_000, retailPrice: 0.017 },
        { meterId: 'w', meterName: 'Hot LRS Write Operations', unitOfMeasure: '10K', retailPrice: 0.05 },
        { meterId: 'r', meterName: 'Hot Read Operations', unitOfMeasure: '10K', retailPrice: 0.004 },
        {
          meterId: 'l',
          meterName: 'LRS List and Create Container Operations',
          unitOfMeasure: '10K',
          retailPrice: 0.05,
        },
        { meterId: 'o', meterName: 'All Other Operations', unitOfMeasure: '10K', retailPrice: 0.004 },
      ),
    ).toEqual([
      'eastus2 storage 0.0184 to 51200, 0.0177 to 512000, 0.017 per GB-month',
      'eastus2 requests.PutObject 0.000005 per request',
      'eastus2 requests.GetObject 0.0000004 per request',
      'eastus2 requests.ListObjectsV2 0.000005 per request',
      'eastus2 requests.other 0.0000004 per request',
    ]);
  });

  test('name retrieval with the redundancy or without it', () => {
    for (const [store, skuName, meterName] of [
      ['azure/blob-cool', 'Cool LRS', 'Cool Data Retrieval'],
      ['azure/blob-cold', 'Cold LRS', 'Cold LRS Data Retrieval'],
    ] as const) {
      const page = anAzurePage([
        anAzureItem({ skuName, meterName, unitOfMeasure: '1 GB', retailPrice: 0.01 }),
      ]);
      expect(readPrices([page], store, 'USD').rates.map(short)).toEqual(['eastus2 retrieval 0.01 per GB']);
    }
  });

  test('have meters of the same name for files, data lakes, reservations and other redundancies, which are not ours', () => {
    expect(
      rates(
        { productName: 'Azure Data Lake Storage Gen2 Hierarchical Namespace', retailPrice: 1 },
        { productName: 'Files v2', retailPrice: 2 },
        { type: 'Reservation', retailPrice: 3 },
        { type: undefined, priceType: 'DevTestConsumption', retailPrice: 4 },
        { skuName: 'Hot ZRS', retailPrice: 5 },
        { meterName: 'Hot LRS Early Delete', retailPrice: 6 },
        {},
      ),
    ).toEqual(['eastus2 storage 0.0184 per GB-month']);
  });

  test('that match twice at different prices are refused by name, repeated rows are one', () => {
    expect(rates({}, {})).toHaveLength(1);
    expect(() => hot({}, { meterId: 'meter-of-old', retailPrice: 0.02 })).toThrow(
      /Hot LRS Data Stored in eastus2: matches 2 rows .*meter-of-storage at 0\.0184; meter-of-old at 0\.02/,
    );
    expect(() => hot({}, { retailPrice: 0.02 })).toThrow(/meter-of-storage: has two prices from 0 on/);
  });

  test.each([
    ['azure/blob-archive', 'General Block Blob v2', 'Archive LRS'],
    ['azure/blob-cold', 'General Block Blob v2', 'Cold LRS'],
    ['azure/blob-cool', 'General Block Blob v2', 'Cool LRS'],
    ['azure/blob-cool-grs', 'General Block Blob v2', 'Cool GRS'],
    ['azure/blob-cool-ra-grs', 'General Block Blob v2', 'Cool RA-GRS'],
    ['azure/blob-cool-zrs', 'General Block Blob v2', 'Cool ZRS'],
    ['azure/blob-hot', 'General Block Blob v2', 'Hot LRS'],
    ['azure/blob-hot-grs', 'General Block Blob v2', 'Hot GRS'],
    ['azure/blob-hot-ra-grs', 'General Block Blob v2', 'Hot RA-GRS'],
    ['azure/blob-hot-zrs', 'General Block Blob v2', 'Hot ZRS'],
    ['azure/blob-premium', 'Premium Block Blob', 'Premium LRS'],
    ['azure/blob-premium-zrs', 'Premium Block Blob', 'Premium ZRS'],
  ])('of %s are those of %s, %s, as its store.yaml says', (store, productName, skuName) => {
    const own = anAzureItem({
      productName,
      skuName,
      meterName: `${skuName} Data Stored`,
      retailPrice: 0.0288,
    });
    const other = anAzureItem({ skuName: 'Cool GZRS', meterName: 'Cool GZRS Data Stored' });
    const read = readPrices([anAzurePage([other, own])], store, 'USD').rates.map(short);
    expect(read).toEqual(['eastus2 storage 0.0288 per GB-month']);
  });

  test('do not depend on how a store is called', () => {
    const facts = someFacts('azure/any', {
      priceList: { product: 'General Block Blob v2', sku: 'Hot LRS' },
    });
    const { rates: found } = readPriceList([anAzurePage([anAzureItem()])], 'azure/any', 'USD', facts);
    expect(found.map(short)).toEqual(['eastus2 storage 0.0184 per GB-month']);
  });

  test('of several pages want them all', () => {
    const [one, two] = [anAzureItem(), anAzureItem({ armRegionName: 'westus2' })];
    const first = anAzurePage([one], 'https://example.com/?$skip=100');
    expect(readPrices([first], 'azure/blob-hot', 'USD').remarks).toEqual([
      expect.stringMatching(/pages are missing \(NextPageLink/),
    ]);
    const both = readPrices([first, anAzurePage([two])], 'azure/blob-hot', 'USD');
    expect(both.rates.map(({ region }) => region)).toEqual(['eastus2', 'westus2']);
    expect(both.remarks).toEqual([]);
  });

  test.each([
    [{ unitOfMeasure: '1 Hour' }, /is priced per "1 Hour"/],
    [{ tierMinimumUnits: 100 }, /its bands begin at 100, not at 0/],
    [{ currencyCode: 'CAD' }, /is CAD, and the edition is in USD/],
    [{ retailPrice: '0.0184' }, /retailPrice: expected a number/],
    [{ retailPrice: -1 }, /retailPrice: -1 is negative/],
  ])('with %j are refused', (item, why) => {
    expect(() => hot(item)).toThrow(why);
  });

  test('are told apart by product and SKU, so a store whose store.yaml names none is refused', () => {
    for (const store of ['azure/blob', 'azure/blob-warm'])
      expect(() => readPrices([anAzurePage([anAzureItem()])], store, 'USD')).toThrow(
        `no rows can be told to be of ${store} (its store.yaml has no priceList.sku); enter it by hand`,
      );
  });
});

describe('Google’s Billing Catalog', () => {
  const storage: GoogleRow = {
    skuId: 'BELGIUM',
    description: 'Standard Storage Belgium',
    regions: ['europe-west1'],
    usageUnit: 'GiBy.mo',
    bands: [[0, '0', 20_000_000]],
  };
  const list = (rows: readonly Partial<GoogleRow>[], store = 'google/standard') =>
    readPrices([aGooglePage(rows.map((row) => ({ ...storage, ...row })))], store, 'USD');
  const rates = (rows: readonly Partial<GoogleRow>[], store?: string) => list(rows, store).rates.map(short);

  test('adds units, which are text, and nanos', () => {
    expect(rates([{}, { skuId: 'DEAR', regions: ['moon-1'], bands: [[0, '2', 5]] }])).toEqual([
      'europe-west1 storage 0.02 per GB-month',
      'moon-1 storage 2.000000005 per GB-month',
    ]);
  });

  test('shows what is free as a first band, which is neither the price nor to be skipped unseen', () => {
    expect(
      rates([
        {
          bands: [
            [0, '0', 0],
            [5, '0', 20_000_000],
          ],
        },
      ]),
    ).toEqual(['europe-west1 storage 0 to 5, 0.02 per GB-month']);
  });

  test('prices operations everywhere and multi-regions apart', () => {
    const count = { usageUnit: 'count', regions: ['global'] };
    expect(
      rates([
        {},
        {
          ...count,
          skuId: 'A',
          description: 'Regional Standard Class A Operations',
          bands: [[0, '0', 5000]],
        },
        { ...count, skuId: 'B', description: 'Regional Standard Class B Operations', bands: [[0, '0', 400]] },
        {
          ...count,
          skuId: 'M',
          description: 'Multi-Region Standard Class A Operations',
          bands: [[0, '0', 10_000]],
        },
        {
          skuId: 'US',
          description: 'Standard Storage US Multi-region',
          regions: ['us'],
          bands: [[0, '0', 26_000_000]],
        },
      ]),
    ).toEqual([
      'europe-west1 storage 0.02 per GB-month',
      'europe-west1 requests.PutObject 0.000005 per request',
      'europe-west1 transition 0.000005 per object',
      'europe-west1 requests.GetObject 0.0000004 per request',
      ...['us', 'eu', 'asia'].flatMap((region) => [
        `${region} requests.PutObject 0.00001 per request`,
        `${region} transition 0.00001 per object`,
      ]),
      'us storage 0.026 per GB-month',
    ]);
  });

  test('begins other SKUs with the same words: autoclass, early delete, dual-regions', () => {
    const found = list([
      {},
      { skuId: 'AUTO', description: 'Autoclass Standard Storage Belgium', bands: [[0, '9', 0]] },
      { skuId: 'EARLY', description: 'Standard Storage Belgium (Early Delete)', bands: [[0, '9', 0]] },
      { skuId: 'DUAL', description: 'Standard Storage Belgium/London Dual-region', bands: [[0, '9', 0]] },
      { skuId: 'NEAR', description: 'Nearline Storage Belgium', bands: [[0, '9', 0]] },
      { skuId: 'SQL', service: 'Cloud SQL', bands: [[0, '9', 0]] },
    ]);
    expect(found.rates.map(short)).toEqual(['europe-west1 storage 0.02 per GB-month']);
    expect(found.remarks).toEqual([expect.stringMatching(/^1 dual-region SKUs are left out/)]);
  });

  test('that matches twice at different prices is refused by name', () => {
    expect(() => list([{}, { skuId: 'TWIN', bands: [[0, '0', 21_000_000]] }])).toThrow(
      /europe-west1 storage: matches 2 rows .*BELGIUM at 0\.02; TWIN at 0\.021/,
    );
  });

  test('has nothing of Cloud Storage in the excerpt of Compute Engine', () => {
    expect(readPrices([excerpt('google-catalog.json')], 'google/standard', 'USD').rates).toEqual([]);
  });

  test.each([
    [{ usageUnit: 'h' }, /is priced per "h"/],
    [{ bands: [[3, '0', 1]] }, /its bands begin at 3/],
    [{ bands: [[0, '0.02', 0]] }, /units are digits, as text/],
    [{ bands: [[0, '0', -1]] }, /nanos: -1 is negative/],
  ] as [Partial<GoogleRow>, RegExp][])('with %j is refused', (row, why) => {
    expect(() => list([row])).toThrow(why);
  });

  test('is read for classes that its words tell apart', () => {
    expect(() => list([{}], 'google/rapid')).toThrow(/tell google\/rapid apart.*enter it by hand/);
  });
});
