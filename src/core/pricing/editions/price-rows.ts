/** A region's prices as rows, as printed: for tables, and for laying two lists side by side. */
import type { Price, RegionPrices, TransferEdition } from './edition.ts';

export interface PriceRow {
  meter: string;
  /** Where a tier ends, in the meter's unit; null: it does not. */
  upTo: number | null;
  /** As printed, or `unknown`. */
  price: string;
}

/** What stands for egress that the provider's transfer table bills. */
export const BY_TRANSFER_TABLE = "by the provider's transfer table";

/** One row per meter and tier. Within a meter no two rows end at the same place. */
export function priceRows(prices: RegionPrices): PriceRow[] {
  return [
    ...rowsOf('storage', prices.storage),
    ...Object.entries(prices.accessTiers).flatMap(([name, price]) => rowsOf(`storage.${name}`, price)),
    ...Object.entries(prices.requests).flatMap(([name, price]) => rowsOf(`requests.${name}`, price)),
    ...rowsOf('upload', prices.upload),
    ...rowsOf('retrieval', prices.retrieval),
    ...(prices.egress === 'transfer'
      ? [{ meter: 'egress', upTo: null, price: BY_TRANSFER_TABLE }]
      : Object.entries(prices.egress).flatMap(([to, price]) => rowsOf(`egress.${to}`, price))),
    ...rowsOf('transition', prices.transition),
    ...rowsOf('monitoring', prices.monitoring),
    ...rowsOf('segments', prices.segments),
    ...rowsOf('buckets', prices.buckets),
    ...rowsOf('replication', prices.replication),
    ...rowsOf('subscription', prices.subscription?.price),
    ...rowsOf('minimum', prices.minimum?.price),
  ];
}

/** The rows of a region in a data transfer table. */
export function transferRows(prices: TransferEdition['regions'][string]): PriceRow[] {
  return [
    ...rowsOf('egress.internet', prices.internet.tiers),
    ...rowsOf('egress.same-region', prices['same-region']),
    ...rowsOf('egress.other-zone', prices['other-zone']),
    ...rowsOf('egress.cdn', prices.cdn),
    ...rowsOf('egress.other-region', prices['other-region'].default),
    ...Object.entries(prices['other-region'].except).flatMap(([to, price]) => rowsOf(`egress.${to}`, price)),
  ];
}

function rowsOf(meter: string, price: Price | undefined): PriceRow[] {
  if (price === undefined) return [];
  if (typeof price === 'string') return [{ meter, upTo: null, price }];
  return price.map((tier) => ({ meter, upTo: tier.upTo ?? null, price: tier.price }));
}
