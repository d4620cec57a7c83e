/** The sheet of a provider's data transfer alone. */
import { usedFor, usedHere } from '../bills/account.ts';
import { egressMeters } from './egress-meters.ts';
import { meterMaker, urlOf } from './meter-maker.ts';
import { remarks, transferRegion } from './resolve.ts';
import type { TransferAt } from './resolve.ts';
import type { Meter, PriceSheet, SheetOptions } from './sheet.ts';

/** The sheet of `<provider>/transfer`: data transfer out of a region, without a store. */
export function transferSheet(
  { table, changes }: TransferAt,
  region: string,
  options: SheetOptions,
  asOf: string,
): PriceSheet {
  const store = `${table.provider}/transfer`;
  const meters: Meter[] = [];
  const maker = meterMaker(store, region, table, transferRegion(table, region)?.source, options);
  const egress = egressMeters((meter) => meters.push(meter) - 1, {
    maker,
    transferMaker: maker,
    region,
    prices: 'transfer',
    asInternet: [],
    rule: undefined,
    transfer: table,
    internetEgressBytes:
      usedFor(table.pool, usedHere(options.account, store, region)).internetEgressBytes ?? 0,
    gigabyte: table.gigabyte,
    fetched: [],
  });
  return {
    store,
    region,
    provider: table.provider,
    edition: table.id,
    rules: null,
    operations: { classes: {}, free: [] },
    currency: table.currency,
    gigabyte: table.gigabyte,
    egressGigabyte: table.gigabyte,
    month: 'calendar',
    billedCopies: 1,
    billedWrites: 1,
    meters,
    slots: {
      storage: -1,
      minimumSize: -1,
      earlyDelete: -1,
      accessTiers: new Map(),
      requests: new Map(),
      freeRequests: -1,
      upload: -1,
      retrieval: -1,
      restore: new Map(),
      online: -1,
      egress,
      transition: -1,
      monitoring: -1,
      segments: -1,
      buckets: -1,
      replication: -1,
      beside: new Map(),
      averageStored: meters.length,
      sizeUnstated: meters.length + 1,
      extraSubscriptions: meters.length + 2,
    },
    subscription: null,
    minimum: null,
    source: urlOf(table, transferRegion(table, region)?.source),
    changes,
    findings: [],
    transferFindings: remarks(table, transferRegion(table, region), region, asOf),
  };
}
