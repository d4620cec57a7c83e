/**
 * An AWS bulk offer file of AmazonS3, one region's or all regions'. Prices are text, per one request. A usage type wears
 * its region's prefix (`USW2-`), which only the Standard storage product gives away: `Tables-TimedStorage-ByteHrs` ends
 * alike, so a name is matched whole after the prefix. `effectiveDate` is the first of the month of publication and dates
 * no price. `DataTransfer-Out-Bytes` here is routing by access points, not egress.
 */
import * as z from 'zod/mini';
import { parseDecimal } from '#core/pricing/editions/decimal.ts';
import { ImportError } from '../importer.ts';
import type { ListedMeter } from '#core/pricing/store-facts.ts';
import { regionNamed } from './aws-regions.ts';
import { pullJson } from '../reading/json-pull.ts';
import { listedMeters, oneDay, onePrice, parsedBy } from './price-list.ts';
import type { ListedRate, ListedTier, PriceList, PriceListFormat, Row } from './price-list.ts';

const OFFER = 'AmazonS3';
/** What the offer file writes as the unit of a price. */
const OFFER_UNITS: Readonly<Record<string, readonly string[]>> = {
  'GB-month': ['GB-Mo'],
  GB: ['GB'],
  request: ['Requests'],
  object: ['Requests', 'Objects'],
  'object-month': ['Objects'],
};
const STANDARD_STORAGE = 'TimedStorage-ByteHrs';

const Product = z.object({
  sku: z.string().check(z.regex(/^[A-Z0-9]{4,32}$/, 'a SKU is capital letters and digits')),
  attributes: z.object({
    servicecode: z.optional(z.string()),
    usagetype: z.optional(z.string()),
    operation: z.optional(z.string()),
    regionCode: z.optional(z.string()),
    location: z.optional(z.string()),
    volumeType: z.optional(z.string()),
    storageClass: z.optional(z.string()),
  }),
});

const Term = z.object({
  sku: z.string(),
  priceDimensions: z.record(
    z.string(),
    z.object({
      unit: z.string(),
      beginRange: z.string(),
      endRange: z.string(),
      // Text, never a number: a float would lose what is printed.
      pricePerUnit: z.record(z.string(), z.string()),
    }),
  ),
});
const Terms = z.record(z.string(), Term);
const Text = z.string().check(z.maxLength(200));

interface Found {
  sku: string;
  region: string;
  usageType: string;
  operation: string;
  isStandardStorage: boolean;
}

export const awsOffer = {
  id: 'aws-offer',
  title: "AWS's bulk offer file of AmazonS3 (index.json of a region)",
  url: 'https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonS3/current/index.json',
  provider: 'aws',
  recognises: (head) =>
    (/^\s*(?:\uFEFF)?\{/.test(head) &&
      /"(?:offerCode|products)"\s*:/.test(head) &&
      !/"skus"\s*:/.test(head)) ||
    '{"offerCode": "AmazonS3", … "products": {…}, "terms": {…}}',
  read(pages, store, currency, listed) {
    const meters = listedMeters(listed);
    const read = pages.map((bytes) => productsOf(bytes, meters));
    const products = read.flatMap((page) => page.products);
    const published = oneDay(read.map((page) => page.published));
    const remarks: string[] = [];
    const prefixes = prefixesOf(products);
    const wanted = new Map<string, { meter: ListedMeter; found: Found }[]>();
    for (const [region, prefix] of prefixes)
      for (const meter of meters)
        wanted.set(
          `${region} ${meter.meter}`,
          narrowed(
            products.filter((one) => one.region === region && one.usageType === prefix + meter.usageType),
            meter,
          ).map((found) => ({ meter, found })),
        );
    const skus = new Map([...wanted.values()].flat().map(({ meter, found }) => [found.sku, meter]));
    const terms = new Map(pages.flatMap((bytes) => [...termsOf(bytes, skus, currency)]));
    const rates = [...wanted.values()].flatMap((rows) => rateOf(rows, terms));
    for (const region of new Set(products.map((one) => one.region)))
      if (!prefixes.has(region))
        remarks.push(`${region}: no Standard storage gives its prefix away, so its usage types are not read`);
    return {
      published,
      bandPerRow: false,
      version: read[0]?.version ?? null,
      rates,
      remarks,
    } satisfies PriceList;
  },
} satisfies PriceListFormat;

/** The products of all meters that may be asked for, and of Standard storage; the rest is passed over. */
function productsOf(bytes: Uint8Array, meters: readonly ListedMeter[]) {
  const endings = [STANDARD_STORAGE, ...meters.map(({ usageType }) => usageType)];
  const products: Found[] = [];
  let [published, version]: [string | null, string | null] = [null, null];
  let seen = 0;
  pullJson(bytes, [['offerCode'], ['version'], ['publicationDate'], ['products', '*']], (path, value) => {
    const [top] = path;
    if (top === 'offerCode') {
      const offer = parsedBy(Text, value(), 'offerCode');
      if (offer !== OFFER)
        throw new ImportError(`offerCode: is the offer ${offer}; the prices of S3 stand in ${OFFER}`);
    } else if (top === 'version') version = parsedBy(Text, value(), 'version');
    else if (top === 'publicationDate') published = dayOf(parsedBy(Text, value(), 'publicationDate'));
    else {
      seen++;
      const found = productOf(value(), path.join('.'), endings);
      if (found) products.push(found);
    }
  });
  if (seen === 0) throw new ImportError('products: there are none; the file may have been cut short');
  return { products, published, version };
}

function productOf(value: unknown, where: string, endings: readonly string[]): Found | null {
  const { sku, attributes } = parsedBy(Product, value, where);
  const { usagetype = '', servicecode, regionCode, location } = attributes;
  if (servicecode !== undefined && servicecode !== OFFER) return null;
  if (!endings.some((ending) => usagetype === ending || usagetype.endsWith(`-${ending}`))) return null;
  const region = regionCode ?? (location === undefined ? undefined : regionNamed(location));
  if (region === undefined || region === '') return null;
  return {
    sku,
    region,
    usageType: usagetype,
    operation: attributes.operation ?? '',
    isStandardStorage:
      attributes.volumeType === 'Standard' &&
      attributes.storageClass === 'General Purpose' &&
      usagetype.endsWith(STANDARD_STORAGE),
  };
}

/** `USW2-` by region; empty in us-east-1. Throws `ImportError` where a region would have two. */
function prefixesOf(products: readonly Found[]): Map<string, string> {
  const prefixes = new Map<string, string>();
  for (const { region, usageType, isStandardStorage, sku } of products) {
    if (!isStandardStorage) continue;
    const prefix = usageType.slice(0, -STANDARD_STORAGE.length);
    const known = prefixes.get(region);
    if (known !== undefined && known !== prefix)
      throw new ImportError(
        `products.${sku}: gives ${region} the prefix "${prefix}", and another product "${known}"; the file contradicts itself`,
      );
    prefixes.set(region, prefix);
  }
  return prefixes;
}

/** Of products that share a usage type, those of the operation; all, where none says an operation. */
function narrowed(found: readonly Found[], { operation }: ListedMeter): Found[] {
  if (operation === undefined) return [...found];
  const own = found.filter((one) => one.operation === operation);
  return own.length > 0 ? own : found.filter((one) => one.operation === '');
}

/** Tiers by SKU, each read when it is one of `skus`. */
function termsOf(
  bytes: Uint8Array,
  skus: ReadonlyMap<string, ListedMeter>,
  currency: string,
): Map<string, ListedTier[]> {
  const tiers = new Map<string, ListedTier[]>();
  pullJson(bytes, [['terms', 'OnDemand', '*']], (path, value) => {
    const sku = path.at(-1) ?? '';
    const meter = skus.get(sku);
    if (!meter) return;
    const where = `terms.OnDemand.${sku}`;
    const offers = Object.values(parsedBy(Terms, value(), where));
    const [term] = offers;
    if (!term || offers.length > 1)
      throw new ImportError(`${where}: has ${offers.length} offers on demand, and one is meant`);
    tiers.set(sku, tiersOf(term, meter, currency, where));
  });
  return tiers;
}

function tiersOf(
  term: z.infer<typeof Term>,
  meter: ListedMeter,
  currency: string,
  where: string,
): ListedTier[] {
  const bands = Object.entries(term.priceDimensions).map(([code, dimension]) => {
    const at = `${where}.${code}`;
    const units = OFFER_UNITS[meter.unit] ?? [];
    if (!units.includes(dimension.unit))
      throw new ImportError(
        `${at}: is priced per ${dimension.unit}, and ${meter.meter} is per ${units.join(' or ')}`,
      );
    const printed = dimension.pricePerUnit[currency];
    if (printed === undefined)
      throw new ImportError(
        `${at}: has prices in ${Object.keys(dimension.pricePerUnit).join(', ') || 'no currency'}, and the edition is in ${currency}`,
      );
    const price = parseDecimal(printed);
    if (!price) throw new ImportError(`${at}: "${printed.slice(0, 40)}" is not a price`);
    const [from, upTo] = [edgeOf(dimension.beginRange, at), edgeOf(dimension.endRange, at)];
    return { from: from ?? NaN, upTo, price };
  });
  const sorted = bands.toSorted((a, b) => a.from - b.from);
  const joins = sorted.every(({ from, upTo }, i) => {
    const next = sorted[i + 1];
    return (i > 0 || from === 0) && (next ? upTo === next.from : upTo === null);
  });
  if (sorted.length === 0 || !joins)
    throw new ImportError(`${where}: its bands leave a gap or overlap between 0 and Inf`);
  return sorted.map(({ upTo, price }) => ({ upTo, price }));
}

/** `51200`; null for `Inf`. */
function edgeOf(text: string, where: string): number | null {
  if (text === 'Inf') return null;
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text))
    throw new ImportError(`${where}: "${text.slice(0, 40)}" is no edge of a band`);
  return Number(text);
}

function rateOf(
  rows: readonly { meter: ListedMeter; found: Found }[],
  terms: ReadonlyMap<string, ListedTier[]>,
): ListedRate[] {
  const priced = rows.flatMap(({ meter, found }): (Row & { meter: ListedMeter; region: string })[] => {
    const tiers = terms.get(found.sku);
    return tiers ? [{ id: found.sku, tiers, meter, region: found.region }] : [];
  });
  const [first, ...others] = priced;
  if (!first) return [];
  const { meter, region } = first;
  const { tiers } = onePrice([first, ...others], `${meter.usageType} in ${region}`);
  return [{ region, meter: meter.meter, unit: meter.unit, tiers, from: priced.map(({ id }) => id) }];
}

function dayOf(text: string): string {
  const day = /^(\d{4}-\d{2}-\d{2})T/.exec(text)?.[1];
  if (day === undefined) throw new ImportError(`publicationDate: "${text.slice(0, 40)}" is not a time`);
  return day;
}
