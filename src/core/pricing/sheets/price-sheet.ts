/** The sheet of a store in a region, from its edition and the provider's transfer table. */
import { discountFactor, discountNote, ownPrice, SUPPLEMENTS } from './discounts.ts';
import type { Edition, Price, RegionPrices } from '../editions/edition.ts';
import { usedFor, usedHere } from '../bills/account.ts';
import type { BesideMeter } from './beside-meters.ts';
import { egressMeters } from './egress-meters.ts';
import { feeKey, meterMaker, urlOf } from './meter-maker.ts';
import type { MeterMaker } from './meter-maker.ts';
import { remarks, transferRegion } from './resolve.ts';
import type { ResolvedPrices } from './resolve.ts';
import type { UsedBytes } from '../bills/usage.ts';
import type { Fee, Meter, PriceSheet, SheetOptions } from './sheet.ts';
import { FREE, scheduleOf } from './tiers.ts';

export function priceSheet(
  { edition, region, prices, transfer, asInternet, cdnLists, changes, findings }: ResolvedPrices,
  options: SheetOptions,
  asOf: string,
  standBeside: readonly BesideMeter[] = [],
): PriceSheet {
  const { rules, store, provider } = edition;
  const maker = meterMaker(store, region, edition, prices.source, options, prices.subscription);
  const meters: Meter[] = [];
  const add = (meter: Meter) => meters.push(meter) - 1;
  const used = usedHere(options.account, store, region);

  const ofStorage = (rank: number) => ({
    ...rules.storage,
    family: 'storage',
    rank,
    start: (usedFor(rules.storage.pool, used).storedBytes ?? 0) / edition.gigabyte,
    ...(rules.storage.averaging === 'daily-peak'
      ? { note: 'billed on the average of daily peaks, taken as the average stored' }
      : {}),
  });
  const storage = add(maker.meter('storage', 'GB-month', prices.storage, ofStorage(0)));
  const sized = rules.storage.minimumObjectBytes > 0 || rules.storage.overheadBytesPerObject > 0;
  const minimumSize = sized ? add(maker.meter('minimum-size', 'GB-month', prices.storage, ofStorage(1))) : -1;
  const lasting = rules.storage.minimumHours > 0 && rules.storage.earlyDeleteOn.length > 0;
  const earlyDelete = lasting
    ? add(maker.meter('early-delete', 'GB-month', prices.storage, ofStorage(2)))
    : -1;

  const accessTiers = new Map<string, number>();
  for (const { name } of rules.storage.accessTiers)
    accessTiers.set(
      name,
      add(
        maker.meter(`storage.${name}`, 'GB-month', prices.accessTiers[name], { family: `storage.${name}` }),
      ),
    );
  const ofRequests = (name: string) => {
    const { requests: asked = {} } = usedFor(rules.requests[name]?.pool, used);
    return { ...rules.requests[name], start: Object.hasOwn(asked, name) ? Number(asked[name]) : 0 };
  };
  const requests = new Map<string, number>();
  for (const name of Object.keys(edition.operations.classes))
    requests.set(
      name,
      add(maker.meter(`requests.${name}`, 'request', prices.requests[name], ofRequests(name))),
    );
  const freeRequests = add(maker.meter('requests.free', 'request', undefined, { schedule: FREE }));
  const priced = (
    name: 'upload' | 'retrieval' | 'online' | 'segments' | 'buckets',
    unit: Parameters<MeterMaker['meter']>[1],
  ) => (prices[name] === undefined ? -1 : add(maker.meter(name, unit, prices[name], rules[name])));
  const upload = priced('upload', 'GB');
  const retrieval = priced('retrieval', 'GB');
  const restore = new Map<string, number>();
  for (const [name, { operation }] of Object.entries(rules.restore))
    restore.set(operation, add(maker.meter(`restore.${name}`, 'GB', prices.restore[name])));
  const online = priced('online', 'GB-month');

  const transferMaker = transfer
    ? meterMaker(
        store,
        region,
        transfer,
        transferRegion(transfer, region)?.source,
        options,
        prices.subscription,
      )
    : maker;
  const egress = egressMeters(add, {
    maker,
    transferMaker,
    region,
    prices: prices.egress,
    asInternet,
    rule: rules.egress,
    transfer,
    // What an account sends from its stores fills none of a CDN's bands.
    internetEgressBytes:
      edition.kind === 'cdn'
        ? 0
        : (usedFor(transfer ? transfer.pool : rules.egress?.pool, used).internetEgressBytes ?? 0),
    gigabyte: edition.gigabyte,
    fetched: cdnLists.flatMap((list) =>
      list.prices.egress === 'transfer'
        ? []
        : [
            {
              to: list.to,
              maker: meterMaker(store, region, list.edition, list.prices.source, options),
              price: list.prices.egress.internet,
            },
          ],
    ),
  });

  const transition = add(
    maker.meter('transition', 'object', transitionPrice(edition, prices), rules.transition),
  );
  const monitoring =
    prices.monitoring === undefined ? -1 : add(maker.meter('monitoring', 'object-month', prices.monitoring));
  const segments = priced('segments', 'segment-month');
  const buckets = priced('buckets', 'bucket-month');
  const replicates = prices.replication !== undefined || prices.egress !== 'transfer';
  const replication = replicates
    ? add(maker.meter('replication', 'GB', prices.replication, rules.replication))
    : -1;

  const beside = new Map(standBeside.map(({ ref, per, meter }) => [ref, { slot: add(meter), per }]));
  const terabyteInGb = edition.gigabyte === 1e9 ? 1000 : 1024;
  const fee = (key: string, meter: string, price: string): Fee => {
    const factor = discountFactor(options.discounts, { store, region }, meter);
    const note = discountNote(factor);
    return { key, schedule: scheduleOf(price, terabyteInGb, factor), ...(note ? { note } : {}) };
  };
  const committed = commitment(options.discounts, { store, region }, edition.gigabyte);
  return {
    store,
    region,
    provider,
    edition: edition.id,
    rules,
    operations: edition.operations,
    currency: edition.currency,
    gigabyte: edition.gigabyte,
    egressGigabyte: transfer?.gigabyte ?? edition.gigabyte,
    month: edition.month,
    billedCopies: prices.billedCopies,
    billedWrites: prices.billedWrites ?? prices.billedCopies,
    meters,
    slots: {
      storage,
      minimumSize,
      earlyDelete,
      accessTiers,
      requests,
      freeRequests,
      upload,
      retrieval,
      restore,
      online,
      egress,
      transition,
      monitoring,
      segments,
      buckets,
      replication,
      beside,
      averageStored: meters.length,
      sizeUnstated: meters.length + 1,
      extraSubscriptions: meters.length + 2,
    },
    subscription: prices.subscription
      ? {
          ...fee(
            feeKey(prices.subscription.pool, provider, `${store}@${region}`),
            'subscription',
            prices.subscription.price,
          ),
          prorated: prices.subscription.prorated ?? false,
          isPaid: uses(usedFor(prices.subscription.pool, used)),
        }
      : null,
    // An account that uses the store already is topped up, or past it, without what is billed here.
    minimum: committed
      ? { key: feeKey(undefined, provider, store), ...committed }
      : prices.minimum && !uses(usedFor(prices.minimum.pool, used))
        ? {
            ...fee(feeKey(prices.minimum.pool, provider, store), 'minimum', prices.minimum.price),
            counts: prices.minimum.counts,
          }
        : null,
    ...(edition.owned ? { owned: edition.owned } : {}),
    source: urlOf(edition, prices.source),
    changes,
    findings,
    transferFindings: transfer ? remarks(transfer, transferRegion(transfer, region), region, asOf) : [],
  };
}

/** Capacity that is paid for in any case: what is stored is topped up to its price. */
function commitment(
  discounts: SheetOptions['discounts'],
  site: { store: string; region: string },
  gigabyte: number,
) {
  const own = ownPrice(discounts, site, 'storage', gigabyte);
  if (!own || own.committed === 0) return undefined;
  const { prices, printed } = scheduleOf(own.price, gigabyte === 1e9 ? 1000 : 1024, () => own.factor);
  const price = (prices[0] ?? NaN) * own.committed;
  const schedule = {
    upTo: [Infinity],
    prices: [price],
    printed: [
      `${Number(own.committed.toPrecision(6))} ${gigabyte === 1e9 ? 'GB' : 'GiB'} at ${printed[0] ?? ''}`,
    ],
  };
  return { schedule, counts: ['storage', ...Object.keys(SUPPLEMENTS)] };
}

function uses({ internetEgressBytes = 0, storedBytes = 0, requests = {} }: UsedBytes): boolean {
  return [internetEgressBytes, storedBytes, ...Object.values(requests)].some((used) => used > 0);
}

/** Where transitions share the pool of a request class, they are its requests and cost what those do. */
function transitionPrice({ rules }: Edition, prices: RegionPrices): Price | undefined {
  const pool = rules.transition?.pool?.id;
  if (prices.transition !== undefined || pool === undefined) return prices.transition;
  const shared = Object.entries(rules.requests).find(([, rule]) => rule.pool?.id === pool)?.[0];
  return shared === undefined ? undefined : prices.requests[shared];
}
