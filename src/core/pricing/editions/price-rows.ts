/** Every price of a region, with its meter and unit: for tables, for checks, and for laying two lists side by side. */
import type { Price, RegionPrices, TransferEdition } from './edition.ts';
import type { Rate } from './rate.ts';

export interface PriceRow {
  meter: string;
  /** Where a tier ends, in the meter's unit; null: it does not. */
  upTo: number | null;
  /** As printed, or `unknown`. */
  price: string;
}

/** What stands for egress that the provider's transfer table bills. */
export const BY_TRANSFER_TABLE = "by the provider's transfer table";

export interface MeterPrice {
  meter: string;
  /** Keys of its place in the region's prices. */
  place: readonly string[];
  price: Price;
  /** What such prices are per. */
  unit: Rate['unit'];
}

/** Those of a store, in the order of the meters. `byTable` stands for egress that a transfer table bills. */
export function pricesIn(prices: RegionPrices, byTable?: string): MeterPrice[] {
  const { accessTiers, requests, egress, subscription, minimum } = prices;
  return [
    ...priceAt('storage', ['storage'], prices.storage, 'GB-month'),
    ...pricesBy('storage', ['accessTiers'], accessTiers, 'GB-month'),
    ...pricesBy('requests', ['requests'], requests, 'request'),
    ...priceAt('upload', ['upload'], prices.upload, 'GB'),
    ...priceAt('retrieval', ['retrieval'], prices.retrieval, 'GB'),
    ...pricesBy('restore', ['restore'], prices.restore, 'GB'),
    ...priceAt('online', ['online'], prices.online, 'GB-month'),
    ...(egress === 'transfer'
      ? priceAt('egress', ['egress'], byTable, 'GB')
      : pricesBy('egress', ['egress'], egress, 'GB')),
    ...priceAt('transition', ['transition'], prices.transition, 'object'),
    ...priceAt('monitoring', ['monitoring'], prices.monitoring, 'object-month'),
    ...priceAt('segments', ['segments'], prices.segments, 'segment-month'),
    ...priceAt('buckets', ['buckets'], prices.buckets, 'bucket-month'),
    ...priceAt('replication', ['replication'], prices.replication, 'GB'),
    ...priceAt('subscription', ['subscription', 'price'], subscription?.price, 'month'),
    ...priceAt('minimum', ['minimum', 'price'], minimum?.price, 'month'),
  ];
}

/** Those of a data transfer table. */
export function transferPricesIn(prices: TransferEdition['regions'][string]): MeterPrice[] {
  const { internet, 'other-region': other } = prices;
  return [
    ...priceAt('egress.internet', ['internet', 'tiers'], internet.tiers, 'GB'),
    ...priceAt('egress.same-region', ['same-region'], prices['same-region'], 'GB'),
    ...priceAt('egress.other-zone', ['other-zone'], prices['other-zone'], 'GB'),
    ...priceAt('egress.cdn', ['cdn'], prices.cdn, 'GB'),
    ...priceAt('egress.other-region', ['other-region', 'default'], other.default, 'GB'),
    ...pricesBy('egress', ['other-region', 'except'], other.except, 'GB'),
  ];
}

function priceAt(
  meter: string,
  place: readonly string[],
  price: Price | undefined,
  unit: Rate['unit'],
): MeterPrice[] {
  return price === undefined ? [] : [{ meter, place, price, unit }];
}

function pricesBy(
  family: string,
  place: readonly string[],
  prices: Readonly<Record<string, Price | undefined>>,
  unit: Rate['unit'],
): MeterPrice[] {
  return Object.entries(prices).flatMap(([name, price]) =>
    priceAt(`${family}.${name}`, [...place, name], price, unit),
  );
}

/** One row per meter and tier. Within a meter no two rows end at the same place. */
export const priceRows = (prices: RegionPrices): PriceRow[] =>
  pricesIn(prices, BY_TRANSFER_TABLE).flatMap(rowsOf);

/** The rows of a region in a data transfer table. */
export const transferRows = (prices: TransferEdition['regions'][string]): PriceRow[] =>
  transferPricesIn(prices).flatMap(rowsOf);

export function rowsOf({ meter, price }: Pick<MeterPrice, 'meter' | 'price'>): PriceRow[] {
  if (typeof price === 'string') return [{ meter, upTo: null, price }];
  return price.map((tier) => ({ meter, upTo: tier.upTo ?? null, price: tier.price }));
}
