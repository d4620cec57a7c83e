/** A price table as it is printed: one column a meter, one row for all regions with the same prices. */
import type { Price, RegionPrices, TransferRegion } from '#core/pricing/editions/edition.ts';
import { regionWords } from '#core/report/rule-words.ts';
import type * as z from 'zod/mini';

export interface PrintedTable {
  meters: string[];
  rows: { regions: string[]; cells: (string[] | null)[]; source: string | undefined; notes: string[] }[];
}

type Printed = Record<string, Price | undefined>;

/** Prices of a store's regions. A price that is left to the transfer table has no column. */
export function printedRegions(regions: Readonly<Record<string, RegionPrices>>): PrintedTable {
  return tableOf(regions, regionWords, ({ requests, egress, subscription, minimum, ...own }) => ({
    storage: own.storage,
    ...prefixed('storage', own.accessTiers),
    ...prefixed('requests', requests),
    upload: own.upload,
    retrieval: own.retrieval,
    ...(egress === 'transfer' ? {} : prefixed('egress', egress)),
    transition: own.transition,
    monitoring: own.monitoring,
    segments: own.segments,
    buckets: own.buckets,
    replication: own.replication,
    subscription: subscription?.price,
    minimum: minimum?.price,
  }));
}

/** Prices of a transfer table's regions. */
export function printedTransfers(
  regions: Readonly<Record<string, z.infer<typeof TransferRegion>>>,
): PrintedTable {
  return tableOf(
    regions,
    () => [],
    ({ internet, 'other-region': other, ...own }) => ({
      'egress.internet': internet.tiers,
      'egress.same-region': own['same-region'],
      'egress.other-zone': own['other-zone'],
      'egress.cdn': own.cdn,
      'egress.other-region': other.default,
      ...Object.fromEntries(
        Object.entries(other.except).map(([to, price]) => [`egress.other-region, ${to}`, price]),
      ),
    }),
  );
}

function prefixed(prefix: string, prices: Printed): Printed {
  return Object.fromEntries(Object.entries(prices).map(([name, price]) => [`${prefix}.${name}`, price]));
}

interface Sourced {
  source?: string | undefined;
  confidence?: string | undefined;
  confirmed?: string | undefined;
  zones?: readonly string[] | undefined;
}

function tableOf<R extends Sourced>(
  regions: Readonly<Record<string, R>>,
  rulesOf: (region: R) => string[],
  pricesOf: (region: R) => Printed,
): PrintedTable {
  const groups = new Map<string, { regions: string[]; prices: Printed; rules: string[]; of: R }>();
  for (const [name, of] of Object.entries(regions)) {
    const prices = pricesOf(of);
    const rules = rulesOf(of);
    const key = JSON.stringify([prices, of.source, of.confidence, of.confirmed, of.zones, rules]);
    const group = groups.get(key) ?? { regions: [], prices, rules, of };
    group.regions.push(name);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  const meters = [
    ...new Set(
      all.flatMap(({ prices }) => Object.keys(prices).filter((meter) => prices[meter] !== undefined)),
    ),
  ];
  return {
    meters,
    rows: all.map(({ regions: names, prices, rules, of }) => ({
      regions: names,
      cells: meters.map((meter) => printedPrice(prices[meter])),
      source: of.source,
      notes: [...rules.map((rule) => rule.replace(/\.$/, '')), ...notesOf(of)],
    })),
  };
}

function printedPrice(price: Price | undefined): string[] | null {
  if (price === undefined) return null;
  if (typeof price === 'string') return [price];
  return price.map(({ upTo, price: printed }) =>
    upTo === undefined ? `${printed} beyond` : `${printed} up to ${upTo.toLocaleString('en-US')}`,
  );
}

function notesOf({ confidence, confirmed, zones }: Sourced): string[] {
  return [
    ...(zones ? [`zones ${zones.join(', ')}`] : []),
    ...(confidence ? [confidence] : []),
    ...(confirmed ? [`confirmed ${confirmed}`] : []),
  ];
}
