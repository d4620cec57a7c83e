import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportError } from '#formats/importer.ts';
import {
  aGooglePage,
  anAzureItem,
  anAzurePage,
  bytesOf,
  excerpt,
  readPrices,
} from '#tests/helpers/formats/prices/price-files.ts';

const CHANGES = 1000;

const FILES: [file: string, store: string, bytes: Uint8Array][] = [
  ['an offer file', 'aws/s3-standard', excerpt('aws-offer.json')],
  ['a metered-unit map', 'aws/s3-express-one-zone', excerpt('aws-unit-map.json')],
  [
    'a page of Azure’s prices',
    'azure/blob-hot',
    anAzurePage([anAzureItem(), anAzureItem({ meterId: 'two' })]),
  ],
  [
    'a page of Google’s catalogue',
    'google/standard',
    aGooglePage([
      {
        skuId: 'IOWA',
        description: 'Standard Storage Iowa',
        regions: ['us-central1'],
        usageUnit: 'GiBy.mo',
        bands: [[0, '0', 20_000_000]],
      },
    ]),
  ],
];

describe.each(FILES)('%s', (_, store, bytes) => {
  test(`is read or refused after ${CHANGES} changes by chance, and no price is below zero`, () => {
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      drop: fc.oneof(fc.constant(1), fc.nat(64)),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 8 }),
        fc
          .constantFrom('"', ',', '{', '[', '-', '9e999', '"__proto__"', '"constructor"', 'null')
          .map(bytesOf),
      ),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = changes.reduce<Uint8Array>(
          (whole, { at, drop, put }) =>
            Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + drop)]),
          bytes,
        );
        for (const { tiers } of readOrRefused(changed, store))
          for (const { price } of tiers) expect(price.digits).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: CHANGES },
    );
  });

  test.each(['constructor', '__proto__', 'toString'])('has no price by the name %s', (name) => {
    const text = new TextDecoder().decode(bytes);
    for (const word of ['GiBy.mo', '1 GB/Month', 'us-central1', 'eastus2', 'us-east-1', 'GB-Mo'])
      expect(() => readOrRefused(bytesOf(text.replaceAll(word, name)), store)).not.toThrow();
  });
});

function readOrRefused(bytes: Uint8Array, store: string) {
  try {
    return readPrices([bytes], store, 'USD').rates;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    expect(error.message).not.toBe('');
    return [];
  }
}
