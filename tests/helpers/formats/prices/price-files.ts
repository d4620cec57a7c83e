/** Price list files for tests: the excerpts of providers' own, and small ones made by hand in their shape. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readYamlFile } from '#catalog/read-yaml.ts';
import { parseStoreFacts } from '#core/pricing/store-facts.ts';
import { readPriceList } from '#formats/price-lists/index.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/prices');

export const excerpt = (name: string): Uint8Array => readFileSync(path.join(FIXTURES, name));
/** The rates of a store by what its own `store.yaml` says; of one without such a file nothing is said. */
export function readPrices(pages: readonly Uint8Array[], store: string, currency: string) {
  const file = path.resolve(import.meta.dirname, '../../../../pricing', store, 'store.yaml');
  const facts = existsSync(file) ? parseStoreFacts(file, readYamlFile(file)) : undefined;
  return readPriceList(pages, store, currency, facts);
}

export const bytesOf = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

export interface OfferRow {
  sku: string;
  usagetype: string;
  /** From each amount on, a price per unit as text. */
  bands: readonly (readonly [from: string, price: string])[];
  unit: string;
  region?: string;
  attributes?: Record<string, string>;
}

/** Marks Standard storage, which gives a region's prefix away. */
export const STANDARD = { volumeType: 'Standard', storageClass: 'General Purpose' };

export function anOfferRow(row: Partial<OfferRow> = {}): OfferRow {
  return {
    sku: 'STANDARDSKU',
    usagetype: 'TimedStorage-ByteHrs',
    bands: [['0', '0.0230000000']],
    unit: 'GB-Mo',
    attributes: STANDARD,
    ...row,
  };
}

/** An offer file as AWS nests it. */
export function anOffer(rows: readonly OfferRow[], head: Record<string, unknown> = {}): Uint8Array {
  const products = rows.map(({ sku, usagetype, region = 'us-east-1', attributes }) => [
    sku,
    {
      sku,
      attributes: { servicecode: 'AmazonS3', regionCode: region, usagetype, operation: '', ...attributes },
    },
  ]);
  const terms = rows.map(({ sku, bands, unit }) => [
    sku,
    {
      [`${sku}.JRTCKXETXF`]: {
        sku,
        effectiveDate: '2026-07-01T00:00:00Z',
        priceDimensions: Object.fromEntries(
          bands.map(([from, price], i) => [
            `${sku}.JRTCKXETXF.${i}`,
            {
              unit,
              beginRange: from,
              endRange: bands[i + 1]?.[0] ?? 'Inf',
              pricePerUnit: { USD: price },
            },
          ]),
        ),
      },
    },
  ]);
  return bytesOf({
    formatVersion: 'v1.0',
    offerCode: 'AmazonS3',
    version: '20260728131000',
    publicationDate: '2026-07-28T13:10:00Z',
    ...head,
    products: Object.fromEntries(products),
    terms: { OnDemand: Object.fromEntries(terms) },
  });
}

export function anAzureItem(item: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    currencyCode: 'USD',
    tierMinimumUnits: 0,
    retailPrice: 0.0184,
    armRegionName: 'eastus2',
    meterId: 'meter-of-storage',
    meterName: 'Hot LRS Data Stored',
    productName: 'General Block Blob v2',
    skuName: 'Hot LRS',
    serviceName: 'Storage',
    unitOfMeasure: '1 GB/Month',
    type: 'Consumption',
    ...item,
  };
}

export function anAzurePage(
  items: readonly Record<string, unknown>[],
  next: string | null = null,
): Uint8Array {
  return bytesOf({ BillingCurrency: 'USD', Items: items, NextPageLink: next, Count: items.length });
}

export interface GoogleRow {
  skuId: string;
  description: string;
  regions: readonly string[];
  usageUnit: string;
  /** From each amount on, units and nanos. */
  bands: readonly (readonly [from: number, units: string, nanos: number])[];
  service?: string;
}

export function aGooglePage(rows: readonly GoogleRow[], next = ''): Uint8Array {
  return bytesOf({
    skus: rows.map(({ skuId, description, regions, usageUnit, bands, service = 'Cloud Storage' }) => ({
      name: `services/95FF-2EF5-5EA1/skus/${skuId}`,
      skuId,
      description,
      category: { serviceDisplayName: service, resourceFamily: 'Storage', usageType: 'OnDemand' },
      serviceRegions: regions,
      pricingInfo: [
        {
          pricingExpression: {
            usageUnit,
            baseUnitConversionFactor:
              usageUnit === 'count' ? 1 : usageUnit === 'GiBy' ? 2 ** 30 : 2 ** 30 * 3600,
            tieredRates: bands.map(([startUsageAmount, units, nanos]) => ({
              startUsageAmount,
              unitPrice: { currencyCode: 'USD', units, nanos },
            })),
          },
        },
      ],
    })),
    nextPageToken: next,
  });
}
