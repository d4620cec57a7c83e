/**
 * A price sheet whose unknown prices are at the low or high end of what they can be: the cheapest or the dearest price that the provider
 * asks for the same meter elsewhere; of a later tier half of the last one that is known, or that one. What nothing bounds costs nothing
 * at the low end and stays unknown at the high end.
 */
import { memo, memoWith, remembered } from '../../memo.ts';
import type { Archive } from '../archive.ts';
import { fixedHours } from '../bills/period.ts';
import { parseRate } from '../editions/rate.ts';
import type { Edition, Price, TransferEdition } from '../editions/edition.ts';
import { pricesIn, transferPricesIn } from '../editions/price-rows.ts';
import { discountFactor, SUPPLEMENTS } from './discounts.ts';
import { cdnPathsOf, inForce, providerOf } from './resolve.ts';
import type { Fee, PriceSheet, SheetOptions } from './sheet.ts';
import type { Schedule } from './tiers.ts';

interface Dated {
  asOf: string;
  knownOn?: string | undefined;
}

const made = memoWith((_archive: Archive) => memoWith((_sheet: PriceSheet) => new Map<string, PriceSheet>()));

/** As it is where the archive takes unknown prices for unknown, or the sheet has none. */
export function atArchiveEnd(
  archive: Archive,
  dated: Dated,
  { discounts }: SheetOptions,
  sheet: PriceSheet,
): PriceSheet {
  const { unknownAt } = archive;
  if (unknownAt === undefined) return sheet;
  return remembered(made(archive)(sheet), dated.knownOn ?? '', () =>
    filledSheet(archive, unknownAt, dated, discounts, sheet),
  );
}

function filledSheet(
  archive: Archive,
  unknownAt: NonNullable<Archive['unknownAt']>,
  { asOf, knownOn }: Dated,
  discounts: SheetOptions['discounts'],
  sheet: PriceSheet,
): PriceSheet {
  const ranges = rangesOf(archive, sheet, { asOf, knownOn });
  const filled = (name: string, schedule: Schedule, gigabyte: number): Schedule => {
    if (!schedule.prices.includes(null)) return schedule;
    const range = ranges.get(`${sheet.currency} ${gigabyte} ${SUPPLEMENTS[name] ?? name}`);
    const factor = discountFactor(discounts, sheet, name);
    let last: number | null = null;
    const prices = schedule.prices.map((price) => {
      if (price !== null) return (last = price);
      if (last !== null) return unknownAt === 'low' ? last / 2 : last;
      return range ? factor(0) * range[unknownAt] : unknownAt === 'low' ? 0 : null;
    });
    return { ...schedule, prices };
  };
  const ofFee = <F extends Fee>(name: string, fee: F | null): F | null =>
    fee && { ...fee, schedule: filled(name, fee.schedule, sheet.gigabyte) };
  return {
    ...sheet,
    meters: sheet.meters.map((meter) => {
      if (meter.atMost)
        return { ...meter, schedule: unknownAt === 'high' ? meter.atMost : free(meter.schedule) };
      const isSent = meter.name.startsWith('egress.');
      const schedule = filled(meter.name, meter.schedule, isSent ? sheet.egressGigabyte : sheet.gigabyte);
      return schedule === meter.schedule ? meter : { ...meter, schedule };
    }),
    subscription: ofFee('subscription', sheet.subscription),
    minimum: ofFee('minimum', sheet.minimum),
  };
}

const free = (schedule: Schedule): Schedule => ({ ...schedule, prices: schedule.prices.map(() => 0) });

/** Meters that are billed at the price of another. */
interface Range {
  low: number;
  high: number;
}

/** By currency, bytes of a GB and meter. */
type Ranges = ReadonlyMap<string, Range>;

const rangesIn = memoWith((_editions: Archive['editions']) => new Map<string, Ranges>());

const kindIn = (archive: Archive, store: string) => archive.editions(store).at(-1)?.kind ?? 'store';

/** What the sheet's provider asks at a date: over its stores of that kind, regions and tiers. */
function rangesOf(archive: Archive, { provider, store }: PriceSheet, { asOf, knownOn }: Dated): Ranges {
  const kind = kindIn(archive, store);
  return remembered(rangesIn(archive.editions), `${provider}|${kind}|${asOf}|${knownOn ?? ''}`, () =>
    rangesAt(archive, provider, kind, { asOf, knownOn }),
  );
}

function rangesAt(archive: Archive, provider: string, kind: Edition['kind'], dated: Dated): Ranges {
  const ranges = new Map<string, Range>();
  const note = (key: string, amount: number) => {
    const range = ranges.get(key) ?? { low: amount, high: amount };
    ranges.set(key, { low: Math.min(range.low, amount), high: Math.max(range.high, amount) });
  };
  const notes = (table: Edition | TransferEdition, name: string, price: Price) => {
    const hours = 'month' in table ? fixedHours(table.month) : undefined;
    for (const one of typeof price === 'string' ? [{ price }] : price)
      if (one.price !== 'unknown') {
        const { amount } = rateOf(`${table.gigabyte} ${hours ?? ''}|${one.price}`);
        if (amount !== null) note(`${table.currency} ${table.gigabyte} ${name}`, amount);
      }
  };
  const stores = archive.stores.filter(
    (store) => providerOf(store) === provider && kindIn(archive, store) === kind,
  );
  for (const store of stores)
    eachRegion(inForce(archive.editions(store), dated.asOf, dated.knownOn), dated.asOf, (edition, prices) =>
      pricesIn(prices).forEach(({ meter, price }) => notes(edition, meter, price)),
    );
  const paths = stores.flatMap((store) => cdnPathsOf(archive, store));
  for (const [list, to] of new Map(paths.map(({ prices, to }) => [prices, to])))
    if (list !== undefined)
      eachRegion(
        inForce(archive.editions(list), dated.asOf, dated.knownOn),
        dated.asOf,
        (edition, { egress }) => {
          if (egress !== 'transfer') notes(edition, `egress.${to}`, egress.internet);
        },
      );
  const tables = kind === 'store' ? archive.transfers(provider) : [];
  eachRegion(inForce(tables, dated.asOf, dated.knownOn), dated.asOf, (table, prices) => {
    for (const { place, price } of transferPricesIn(prices)) notes(table, `egress.${place[0]}`, price);
  });
  return ranges;
}

const rateOf = memo((key: string) => {
  const [table = '', printed = ''] = key.split('|');
  const [gigabyte, hours] = table.split(' ');
  return parseRate(printed, Number(gigabyte) === 1e9 ? 1000 : 1024, Number(hours ?? NaN) || NaN);
});

/** Each region once, at the newest of the tables that have it. */
function eachRegion<P, T extends Edition | TransferEdition>(
  newestFirst: readonly (T & { regions: Readonly<Record<string, P>> })[],
  asOf: string,
  each: (table: T, prices: P) => void,
): void {
  const seen = new Set<string>();
  const [newest] = newestFirst;
  if (newest?.until !== undefined && newest.until <= asOf) return;
  for (const table of newestFirst)
    for (const [region, prices] of Object.entries<P>(table.regions))
      if (!seen.has(region)) {
        seen.add(region);
        each(table, prices);
      }
}
