import { describe, expect, test } from 'vitest';
import { decimalText } from '#core/pricing/editions/decimal.ts';
import { PRICE_LISTS, priceListFormatOf } from '#formats/price-lists/index.ts';
import type { ListedRate } from '#formats/price-lists/price-list.ts';
import {
  STANDARD,
  anOffer,
  anOfferRow,
  bytesOf,
  excerpt,
  readPrices,
} from '#tests/helpers/formats/prices/price-files.ts';

const short = ({ region, meter, unit, tiers }: ListedRate) =>
  `${region} ${meter} ${tiers.map(({ upTo, price }) => `${decimalText(price)}${upTo === null ? '' : ` to ${upTo}`}`).join(', ')} per ${unit}`;

const read = (bytes: Uint8Array, store = 'aws/s3-standard') => readPrices([bytes], store, 'USD');
const ratesIn = (bytes: Uint8Array, store?: string) => read(bytes, store).rates.map(short);

describe('formats', () => {
  test.each([
    ['aws-offer.json', 'aws-offer'],
    ['aws-unit-map.json', 'aws-unit-map'],
    ['azure-retail.json', 'azure-retail'],
    ['google-catalog.json', 'google-catalog'],
  ])('%s is %s, and nothing else', (name, id) => {
    const bytes = excerpt(name);
    expect(priceListFormatOf(bytes).id).toBe(id);
    expect(
      PRICE_LISTS.filter((one) => one.recognises(new TextDecoder().decode(bytes)) === true).map(
        (one) => one.id,
      ),
    ).toEqual([id]);
  });

  test('what is none of them is refused with what each wants', () => {
    expect(() => priceListFormatOf(bytesOf('meter,price\n'))).toThrow(
      /no known price list format; aws-unit-map wants .*; azure-retail wants .*; google-catalog wants .*; aws-offer wants/,
    );
    expect(() => priceListFormatOf(new Uint8Array())).toThrow(/is empty/);
  });

  test('files of two formats are no one list', () => {
    expect(() =>
      readPrices([excerpt('aws-offer.json'), excerpt('aws-unit-map.json')], 'aws/s3-standard', 'USD'),
    ).toThrow(/several formats \(aws-offer, aws-unit-map\)/);
  });
});

describe('an AWS offer file', () => {
  test('gives the prices of the live file of 2026-07-28, which are text, requests per one', () => {
    const { rates, published, version } = read(excerpt('aws-offer.json'));
    expect(rates.map(short)).toEqual([
      'us-east-1 storage 0.023 to 51200, 0.022 to 512000, 0.021 per GB-month',
      'us-east-1 requests.PutObject 0.000005 per request',
      'us-east-1 requests.ListObjectsV2 0.000005 per request',
      'us-east-1 requests.GetObject 0.0000004 per request',
    ]);
    expect({ published, version }).toEqual({ published: '2026-07-28', version: '20260728131000' });
  });

  test('is dated by its publication, not by effectiveDate, which is the first of the month', () => {
    expect(read(anOffer([anOfferRow()])).published).toBe('2026-07-28');
  });

  test('a price that is a number is refused: a float is not what was printed', () => {
    const text = new TextDecoder().decode(anOffer([anOfferRow()])).replace('"0.0230000000"', '0.023');
    expect(() => read(bytesOf(text))).toThrow(/pricePerUnit\.USD: expected text, saw 0\.023/);
  });

  test('usage types wear their region’s prefix, which Standard storage gives away', () => {
    const rows = [
      anOfferRow({ usagetype: 'USW2-TimedStorage-ByteHrs', region: 'us-west-2' }),
      anOfferRow({
        sku: 'PUTSKU',
        usagetype: 'USW2-Requests-Tier1',
        region: 'us-west-2',
        unit: 'Requests',
        bands: [['0', '0.0000050000']],
        attributes: {},
      }),
      anOfferRow({
        sku: 'OTHERPREFIX',
        usagetype: 'EU-Requests-Tier1',
        region: 'us-west-2',
        unit: 'Requests',
        bands: [['0', '0.9']],
        attributes: {},
      }),
    ];
    expect(ratesIn(anOffer(rows))).toEqual([
      'us-west-2 storage 0.023 per GB-month',
      'us-west-2 requests.PutObject 0.000005 per request',
      'us-west-2 requests.ListObjectsV2 0.000005 per request',
    ]);
  });

  test('a region whose prefix nothing gives away is left out, and said', () => {
    const { rates, remarks } = read(
      anOffer([anOfferRow({ usagetype: 'USW2-TimedStorage-ByteHrs', region: 'us-west-2', attributes: {} })]),
    );
    expect(rates).toEqual([]);
    expect(remarks).toEqual([expect.stringMatching(/^us-west-2: no Standard storage gives its prefix away/)]);
  });

  test('names that only end alike are other meters', () => {
    const rows = [
      'Tables-TimedStorage-ByteHrs',
      'Files-TimedStorage-ByteHrs',
      'Annotation-TimedStorage-ByteHrs',
    ].map((usagetype, i) => anOfferRow({ sku: `ALIKE${i}`, usagetype, bands: [['0', '9']], attributes: {} }));
    expect(ratesIn(anOffer([...rows, anOfferRow()]))).toEqual(['us-east-1 storage 0.023 per GB-month']);
  });

  test('two SKUs of one usage type at different prices are refused by name, at one price they are one', () => {
    const twin = (price: string) => anOfferRow({ sku: 'TWINSKU', bands: [['0', price]] });
    expect(ratesIn(anOffer([anOfferRow(), twin('0.023')]))).toHaveLength(1);
    expect(() => read(anOffer([anOfferRow(), twin('0.024')]))).toThrow(
      /TimedStorage-ByteHrs in us-east-1: matches 2 rows .*STANDARDSKU at 0\.023; TWINSKU at 0\.024/,
    );
  });

  test('restores share a usage type with other classes, and have their own operation', () => {
    const restored = (operation: string, price: string) =>
      anOfferRow({
        sku: operation.toUpperCase(),
        usagetype: 'Standard-Retrieval-Bytes',
        unit: 'GB',
        bands: [['0', price]],
        attributes: { operation },
      });
    const file = anOffer([
      anOfferRow(),
      restored('RestoreObject', '0.01'),
      restored('DeepArchiveRestoreObject', '0.02'),
      restored('IntAARestoreObject', '0'),
    ]);
    expect(ratesIn(file, 'aws/s3-glacier-flexible-retrieval')).toEqual([
      'us-east-1 online 0.023 per GB-month',
      'us-east-1 restore.standard 0.01 per GB',
    ]);
    expect(ratesIn(file, 'aws/s3-glacier-deep-archive')).toContain('us-east-1 restore.standard 0.02 per GB');
  });

  test('transitions share a usage type, and their operation tells them apart', () => {
    const into = (code: string, price: string) =>
      anOfferRow({
        sku: `INTO${code}`,
        usagetype: 'Requests-Tier4',
        unit: 'Requests',
        bands: [['0', price]],
        attributes: { operation: `S3-${code}Transition` },
      });
    const file = anOffer([anOfferRow(), into('SIA', '0.00001'), into('GIR', '0.00002')]);
    expect(ratesIn(file, 'aws/s3-standard-ia')).toEqual(['us-east-1 transition 0.00001 per object']);
    expect(ratesIn(file, 'aws/s3-glacier-instant-retrieval')).toEqual([
      'us-east-1 transition 0.00002 per object',
    ]);
    const unsaid = [into('SIA', '0.00001'), into('GIR', '0.00002')].map((row) => ({
      ...row,
      attributes: {},
    }));
    expect(() => read(anOffer([anOfferRow(), ...unsaid]), 'aws/s3-standard-ia')).toThrow(
      /Requests-Tier4 in us-east-1: matches 2 rows/,
    );
  });

  test('staging storage is no class, and transfer by access points no egress', () => {
    const rows = [
      anOfferRow(),
      anOfferRow({ sku: 'STAGING', usagetype: 'TimedStorage-GDA-Staging', attributes: {} }),
      anOfferRow({ sku: 'ROUTING', usagetype: 'DataTransfer-Out-Bytes', unit: 'GB', attributes: {} }),
    ];
    expect(read(anOffer(rows)).rates.flatMap(({ from }) => from)).toEqual(['STANDARDSKU']);
    expect(() => read(anOffer(rows), 'aws/s3-replication-time')).toThrow(/is not read from it/);
  });

  test.each([
    [
      'another offer',
      anOffer([anOfferRow()], { offerCode: 'AWSDataTransfer' }),
      /offer AWSDataTransfer; .*AmazonS3/,
    ],
    ['a gap between bands', anOffer([anOfferRow({ bands: [['10', '2']] })]), /gap or overlap/],
    ['another unit', anOffer([anOfferRow({ unit: 'Hrs' })]), /is priced per Hrs, and storage is per GB-Mo/],
    ['a price in words', anOffer([anOfferRow({ bands: [['0', 'free']] })]), /"free" is not a price/],
    ['a price below zero', anOffer([anOfferRow({ bands: [['0', '-0.01']] })]), /"-0\.01" is not a price/],
    ['no products', anOffer([]), /products: there are none/],
    [
      'two prefixes in one region',
      anOffer([
        anOfferRow(),
        anOfferRow({ sku: 'SECOND', usagetype: 'EU-TimedStorage-ByteHrs', attributes: STANDARD }),
      ]),
      /the file contradicts itself/,
    ],
  ])('%s is refused', (_, file, why) => {
    expect(() => read(file)).toThrow(why);
  });

  test('prices in another currency are refused with those there are', () => {
    expect(() => readPrices([anOffer([anOfferRow()])], 'aws/s3-standard', 'EUR')).toThrow(
      /has prices in USD, and the edition is in EUR/,
    );
  });
});

describe('AWS’s metered-unit map', () => {
  test('gives each class by the names of its rates, regions by their names of old', () => {
    const rates = ratesIn(excerpt('aws-unit-map.json'));
    expect(rates).toContain('us-east-1 storage 0.023 to 51200, 0.022 to 512000, 0.021 per GB-month');
    expect(rates).toContain('eu-west-1 requests.GetObject 0.0000004 per request');
    expect(new Set(read(excerpt('aws-unit-map.json')).rates.map(({ region }) => region))).toEqual(
      new Set(['us-east-1', 'eu-west-1', 'sa-east-1', 'us-gov-west-1']),
    );
  });

  test('gives Express One Zone where it is sold', () => {
    expect(ratesIn(excerpt('aws-unit-map.json'), 'aws/s3-express-one-zone').slice(0, 6)).toEqual([
      'us-east-1 storage 0.11 per GB-month',
      'us-east-1 requests.PutObject 0.00000113 per request',
      'us-east-1 requests.ListObjectsV2 0.00000113 per request',
      'us-east-1 requests.GetObject 0.00000003 per request',
      'us-east-1 upload 0.0032 per GB',
      'us-east-1 retrieval 0.0006 per GB',
    ]);
  });

  const map = (rates: Record<string, unknown>, manifest: Record<string, unknown> = {}) =>
    bytesOf({
      manifest: {
        serviceId: 's3',
        currencyCode: 'USD',
        hawkFilePublicationDate: '2025-10-22T21:14:55Z',
        ...manifest,
      },
      regions: { 'US East (N. Virginia)': rates },
    });
  const first = { 'Standard Storage First 50 TB per GB Mo': { rateCode: 'A.B.C', price: '0.0230000000' } };

  test.each([
    ['a band that is missing', map(first), /"Standard Storage Next 450 TB per GB Mo": is missing/],
    ['another currency', map(first, { currencyCode: 'CNY' }), /is CNY, and the edition is in USD/],
    ['another service', map(first, { serviceId: 'ec2' }), /manifest\.serviceId/],
    [
      'a price that is a number',
      map({ 'Standard Storage First 50 TB per GB Mo': { rateCode: 'A', price: 0.023 } }),
      /price: expected text, saw 0\.023/,
    ],
  ])('%s is refused', (_, file, why) => {
    expect(() => read(file)).toThrow(why);
  });
});
