/**
 * A page of the Azure Retail Prices API. One row a band. Meters are named irregularly ("Hot Read Operations" beside "Hot
 * LRS Write Operations", "Cool Data Retrieval" beside "Cold LRS Data Retrieval"), so a name is read without its tier and
 * redundancy, which `skuName` gives; `store.yaml` says which `skuName` and `productName` a store is. Prices are numbers; their
 * shortest decimal is what was printed.
 */
import * as z from 'zod/mini';
import { parseDecimal, shifted } from '#core/pricing/editions/decimal.ts';
import type { StoreFacts } from '#core/pricing/store-facts.ts';
import { ImportError } from '../importer.ts';
import { onePrice, parsedBy, remarksOfPages, tiersFrom } from './price-list.ts';
import type { ListedRate, ListedUnit, PriceList, PriceListFormat, Row } from './price-list.ts';

const Item = z.object({
  currencyCode: z.string(),
  tierMinimumUnits: z.number().check(z.nonnegative()),
  retailPrice: z.number().check(z.nonnegative()),
  armRegionName: z.string(),
  meterId: z.string(),
  meterName: z.string(),
  productName: z.string(),
  skuName: z.string(),
  serviceName: z.string(),
  unitOfMeasure: z.string(),
  type: z.optional(z.string()),
  priceType: z.optional(z.string()),
  reservationTerm: z.nullish(z.string()),
});
type Item = z.infer<typeof Item>;

type Variant = Extract<NonNullable<StoreFacts['priceList']>, { sku: string }>;

/** Names of meters without tier and redundancy. Names that are in no row here, such as early deletion, cost nothing of their own. */
const METERS: Readonly<Record<string, { meter: string; unit: ListedUnit }>> = {
  'Data Stored': { meter: 'storage', unit: 'GB-month' },
  'Write Operations': { meter: 'requests.PutObject', unit: 'request' },
  'Read Operations': { meter: 'requests.GetObject', unit: 'request' },
  'List and Create Container Operations': { meter: 'requests.ListObjectsV2', unit: 'request' },
  'Other Operations': { meter: 'requests.other', unit: 'request' },
  'Data Retrieval': { meter: 'retrieval', unit: 'GB' },
  'Priority Read Operations': { meter: 'requests.GetObjectHighPriority', unit: 'request' },
  'Priority Data Retrieval': { meter: 'restore.high', unit: 'GB' },
};

/** Units of one row's price: a power of ten of ours. Iterative operations of hierarchical accounts are per 100. */
const UNITS = new Map<string, { unit: ListedUnit; tens: number }>([
  ['1 GB/Month', { unit: 'GB-month', tens: 0 }],
  ['100 GB/Month', { unit: 'GB-month', tens: 2 }],
  ['1 GB', { unit: 'GB', tens: 0 }],
  ['100', { unit: 'request', tens: 2 }],
  ['10K', { unit: 'request', tens: 4 }],
  ['1M', { unit: 'request', tens: 6 }],
]);

export const azureRetail = {
  id: 'azure-retail',
  title: 'a page of the Azure Retail Prices API (JSON)',
  url: 'https://prices.azure.com/api/retail/prices',
  provider: 'azure',
  recognises: (head) =>
    (/"BillingCurrency"\s*:/.test(head) && /"Items"\s*:\s*\[/.test(head)) ||
    '{"BillingCurrency": …, "Items": […], "NextPageLink": …}',
  read(pages, store, currency, listed) {
    if (!listed || !('sku' in listed))
      throw new ImportError(
        `no rows can be told to be of ${store} (its store.yaml has no priceList.sku); enter it by hand`,
      );
    const rows: Item[] = [];
    const way = { items: 'Items', more: 'NextPageLink', end: null, what: 'meters' };
    const remarks = remarksOfPages(pages, way, (value, where) => {
      const item = parsedBy(Item, value, where);
      if (!isOf(item, listed)) return;
      if (item.currencyCode !== currency)
        throw new ImportError(
          `${where}.currencyCode: is ${item.currencyCode}, and the edition is in ${currency}`,
        );
      rows.push(item);
    });
    return {
      published: null,
      bandPerRow: true,
      version: null,
      rates: ratesOf(rows, listed),
      remarks,
    } satisfies PriceList;
  },
} satisfies PriceListFormat;

/** Consumption of that very product: Data Lake accounts and files have meters of the same names at other prices. */
function isOf(item: Item, { product, sku }: Variant): boolean {
  return (
    item.serviceName === 'Storage' &&
    item.productName === product &&
    item.skuName === sku &&
    (item.type ?? item.priceType ?? 'Consumption') === 'Consumption' &&
    !item.reservationTerm
  );
}

function ratesOf(items: readonly Item[], { sku }: Variant): ListedRate[] {
  const [tier = '', redundancy = ''] = sku.split(' ');
  const nameOf = ({ meterName }: Item) => plainName(meterName, tier, redundancy);
  const known = items.filter((item) => Object.hasOwn(METERS, nameOf(item)));
  const groups = Map.groupBy(known, (item) => `${item.armRegionName}\0${nameOf(item)}`);
  return [...groups].flatMap(([key, found]) => {
    const [region = '', name = ''] = key.split('\0');
    const meter = METERS[name];
    const ids = [...new Set(found.map(({ meterId }) => meterId))];
    const rows = ids.map((id): Row => bandsOf(id, found, meter?.unit));
    const [first, ...others] = rows;
    if (!meter || !first) return [];
    const where = `${sku} ${name} in ${region}`;
    return [{ region, ...meter, tiers: onePrice([first, ...others], where).tiers, from: ids }];
  });
}

/** `Hot LRS Write Operations`, `Hot Write Operations`, `All Other Operations` without what the SKU says. */
function plainName(meterName: string, tier: string, redundancy: string): string {
  return meterName
    .replace(/^All /, '')
    .replace(new RegExp(`^${tier} `), '')
    .replace(new RegExp(`^${redundancy} `), '')
    .replace(/ Ops$/, ' Operations');
}

/** The same row stands twice where it is listed under two names of a region; bands are told apart by where they begin. */
function bandsOf(id: string, items: readonly Item[], unit: ListedUnit | undefined): Row {
  const own = items.filter((item) => item.meterId === id);
  const unique = new Map(own.map((item) => [`${item.tierMinimumUnits} ${item.retailPrice}`, item]));
  const bands = [...unique.values()].map((item) => {
    const measure = UNITS.get(item.unitOfMeasure);
    const price = parseDecimal(String(item.retailPrice));
    if (!measure || measure.unit !== unit)
      throw new ImportError(
        `${id} (${item.meterName}): is priced per "${item.unitOfMeasure.slice(0, 40)}", which is not understood here`,
      );
    if (!price) throw new ImportError(`${id}: ${item.retailPrice} is not a price`);
    return { from: item.tierMinimumUnits, price: shifted(price, -measure.tens) };
  });
  return { id, tiers: tiersFrom(bands, id) };
}
