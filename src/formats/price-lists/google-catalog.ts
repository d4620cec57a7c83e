/**
 * A page of Google's Cloud Billing Catalog: the SKUs of Cloud Storage. A price is `units` (text) and `nanos` from each
 * `startUsageAmount` on. What is free stands as a first band of 0, which an edition states as an allowance. Location and
 * class are only in the words of `description`: autoclass, dual-region and early-delete SKUs begin alike.
 */
import * as z from 'zod/mini';
import { parseDecimal } from '#core/pricing/editions/decimal.ts';
import { ImportError } from '../importer.ts';
import { onePrice, parsedBy, remarksOfPages, tiersFrom } from './price-list.ts';
import type { ListedRate, ListedTier, ListedUnit, PriceList, PriceListFormat, Row } from './price-list.ts';

const SERVICE = 'Cloud Storage';
const GIBIBYTE = 1_073_741_824;

const Sku = z.object({
  skuId: z.string(),
  description: z.string(),
  category: z.object({ serviceDisplayName: z.string(), usageType: z.string() }),
  serviceRegions: z.array(z.string()),
  pricingInfo: z.array(
    z.object({
      pricingExpression: z.object({
        usageUnit: z.string(),
        baseUnitConversionFactor: z.number().check(z.positive()),
        tieredRates: z.array(
          z.object({
            startUsageAmount: z.number().check(z.nonnegative()),
            unitPrice: z.object({
              currencyCode: z.string(),
              units: z.string().check(z.regex(/^\d{1,9}$/, 'units are digits, as text')),
              nanos: z.int().check(z.minimum(0), z.maximum(999_999_999)),
            }),
          }),
        ),
      }),
    }),
  ),
});
type Sku = z.infer<typeof Sku>;

const MULTI_REGIONS = new Map([
  ['US', 'us'],
  ['Europe', 'eu'],
  ['EU', 'eu'],
  ['Asia', 'asia'],
]);

/** Units of a SKU, each with the base units it must stand for. */
const UNITS = new Map<string, { unit: ListedUnit; base: (factor: number) => boolean }>([
  ['GiBy.mo', { unit: 'GB-month', base: (factor) => factor % GIBIBYTE === 0 }],
  ['GiBy.h', { unit: 'GB-hour', base: (factor) => factor % GIBIBYTE === 0 }],
  ['GiBy', { unit: 'GB', base: (factor) => factor === GIBIBYTE }],
  ['count', { unit: 'request', base: (factor) => factor === 1 }],
]);

interface Meaning {
  meters: readonly { meter: string; unit?: ListedUnit }[];
  /** `regions`: those the SKU names; `everywhere`: every region that has storage of the class. */
  where: 'regions' | 'everywhere' | readonly string[];
}

export const googleCatalog = {
  id: 'google-catalog',
  title: "a page of Google's Cloud Billing Catalog (JSON)",
  url: 'https://cloudbilling.googleapis.com/v1/services/95FF-2EF5-5EA1/skus',
  provider: 'google',
  recognises: (head) => /"skus"\s*:\s*\[/.test(head) || '{"skus": […]}',
  read(pages, store, currency, listed) {
    if (!listed || !('class' in listed))
      throw new ImportError(
        `the catalogue's words do not tell ${store} apart (its store.yaml has no priceList.class); enter it by hand`,
      );
    const className = listed.class;
    const found: { sku: Sku; meaning: Meaning; row: Row; unit: ListedUnit }[] = [];
    let passedOver = 0;
    const way = { items: 'skus', more: 'nextPageToken', end: '', what: 'SKUs' };
    const remarks = remarksOfPages(pages, way, (value, where) => {
      const sku = parsedBy(Sku, value, where);
      if (sku.category.serviceDisplayName !== SERVICE || sku.category.usageType !== 'OnDemand') return;
      if (isDualRegion(sku, className)) passedOver++;
      const meaning = meaningOf(sku.description, className);
      if (meaning) found.push({ sku, meaning, ...rowOf(sku, currency) });
    });
    if (passedOver > 0)
      remarks.push(
        `${passedOver} dual-region SKUs are left out: a bucket there is billed by the SKUs of both its regions; enter them by hand`,
      );
    const own = found.flatMap(({ sku, meaning }) => (meaning.where === 'regions' ? sku.serviceRegions : []));
    const rates = new Map<string, { rate: ListedRate; row: Row }[]>();
    for (const { sku, meaning, row, unit } of found) {
      const regions =
        meaning.where === 'regions'
          ? sku.serviceRegions
          : meaning.where === 'everywhere'
            ? [...new Set(own)]
            : meaning.where;
      for (const region of regions)
        for (const { meter, unit: counted = unit } of meaning.meters) {
          const key = `${region} ${meter}`;
          const rate = { region, meter, unit: counted, tiers: row.tiers, from: [row.id] };
          rates.set(key, [...(rates.get(key) ?? []), { rate, row }]);
        }
    }
    return {
      published: null,
      bandPerRow: false,
      version: null,
      rates: [...rates].map(([key, candidates]) => chosen(key, candidates)),
      remarks,
    } satisfies PriceList;
  },
} satisfies PriceListFormat;

/** What a description says of the class; undefined where it is of another, or of what editions do not price. */
function meaningOf(description: string, className: string): Meaning | undefined {
  const storage = new RegExp(`^${className} Storage (.+)$`).exec(description)?.[1];
  if (storage !== undefined) {
    if (/dual-region|early delete/i.test(storage)) return undefined;
    const multi = /^(.+) Multi-region$/i.exec(storage)?.[1];
    if (multi === undefined) return { meters: [{ meter: 'storage' }], where: 'regions' };
    const region = MULTI_REGIONS.get(multi);
    return region === undefined ? undefined : { meters: [{ meter: 'storage' }], where: [region] };
  }
  const operations = new RegExp(`^(Regional|Multi-Region) ${className} Class ([AB]) Operations$`).exec(
    description,
  );
  if (operations) {
    const where = operations[1] === 'Regional' ? 'everywhere' : ['us', 'eu', 'asia'];
    // A move into a class is one Class A operation of it.
    return operations[2] === 'A'
      ? { meters: [{ meter: 'requests.PutObject' }, { meter: 'transition', unit: 'object' }], where }
      : { meters: [{ meter: 'requests.GetObject' }], where };
  }
  if (description === `${className} Data Retrieval`)
    return { meters: [{ meter: 'retrieval' }], where: 'everywhere' };
  return undefined;
}

function isDualRegion({ description }: Sku, className: string): boolean {
  return description.startsWith(`${className} Storage `) && /dual-region/i.test(description);
}

function rowOf(sku: Sku, currency: string): { row: Row; unit: ListedUnit } {
  const where = `${sku.skuId} (${sku.description.slice(0, 80)})`;
  const [info, more] = sku.pricingInfo;
  if (!info || more)
    throw new ImportError(`${where}: has ${sku.pricingInfo.length} prices, and one is meant`);
  const { usageUnit, baseUnitConversionFactor, tieredRates } = info.pricingExpression;
  const measure = UNITS.get(usageUnit);
  if (!measure?.base(baseUnitConversionFactor))
    throw new ImportError(
      `${where}: is priced per "${usageUnit.slice(0, 20)}" of ${baseUnitConversionFactor} base units, which is not understood here`,
    );
  const bands = tieredRates.map(({ startUsageAmount, unitPrice: { currencyCode, units, nanos } }) => {
    if (currencyCode !== currency)
      throw new ImportError(`${where}: is in ${currencyCode}, and the edition is in ${currency}`);
    const price = parseDecimal(`${units}.${String(nanos).padStart(9, '0')}`);
    if (!price) throw new ImportError(`${where}: "${units}" and ${nanos} nanos are no price`);
    return { from: startUsageAmount, price };
  });
  return {
    row: { id: sku.skuId, tiers: tiersFrom(bands, where) satisfies ListedTier[] },
    unit: measure.unit,
  };
}

function chosen(key: string, candidates: readonly { rate: ListedRate; row: Row }[]): ListedRate {
  const [first, ...others] = candidates;
  if (!first) throw new ImportError(`${key}: has no row`);
  const { tiers } = onePrice([first.row, ...others.map(({ row }) => row)], key);
  return { ...first.rate, tiers, from: candidates.map(({ row }) => row.id) };
}
