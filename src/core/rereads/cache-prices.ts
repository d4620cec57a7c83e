/** What holding, hitting, missing and filling cost between two stores: marginal prices of their editions, size by size. */
import { numberAt } from '../at.ts';
import type { PriceFinding } from '../findings/price-findings.ts';
import { destination, siteOfPlace } from '../placement/costs/usage-parts.ts';
import type { Site, UsagePart } from '../placement/costs/usage-parts.ts';
import type { Archive } from '../pricing/archive.ts';
import { exchange } from '../pricing/currency.ts';
import type { ExchangeRates } from '../pricing/currency.ts';
import type { Discounts } from '../pricing/sheets/discounts.ts';
import { monthHours } from '../pricing/bills/period.ts';
import type { Meter, PriceSheet } from '../pricing/sheets/sheet.ts';
import { readerOf, sheetOf } from '../pricing/sheets/sheet-of.ts';
import type { CachePrices, WritePolicy } from './ttl-cost.ts';

export interface CacheQuestion {
  hot: { store: string; region?: string | undefined };
  /** Holds every object, whatever the hot store does. */
  cold: { store: string; region?: string | undefined };
  /** Place of readers and writer; default: beside the hot store. */
  at?: string | undefined;
  asOf: string;
  knownOn?: string | undefined;
  discounts?: Discounts | undefined;
  fx?: ExchangeRates | undefined;
  /** Of every amount; else that of the prices, or dollars. */
  currency?: string | undefined;
}

export interface PricedStore {
  store: string;
  region: string;
  edition: string;
}

/** Of one object of one size. `coldRentPerHour`: of its copy in the cold store. */
export interface ObjectPrices extends CachePrices {
  sizeBytes: number;
  coldRentPerHour: number;
}

export interface CachePriceList {
  hot: PricedStore;
  cold: PricedStore;
  currency: string;
  /** Hours of the month that the hot store's rent is per. */
  monthHours: number;
  /** The shortest time that the hot store bills, in hours. */
  minimumHours: number;
  findings: PriceFinding[];
  /** Null where a price is not known; `missing` says which. */
  of(sizeBytes: number, writes: WritePolicy): { prices: ObjectPrices | null; missing: PriceFinding[] };
}

/** A store that has no prices at its date; `findings` say why. */
export class UnpricedError extends Error {
  readonly findings: readonly PriceFinding[];
  constructor(store: string, findings: readonly PriceFinding[]) {
    super(`${store} has no prices: ${findings.map((finding) => finding.code).join(', ')}`);
    this.name = 'UnpricedError';
    this.findings = findings;
  }
}

/**
 * Prices of the first tier of each meter that costs something: allowances, rounding and fixed fees are no part of the
 * next object's price. A miss is read from the cold store by the reader; a copy fills the hot store from there, without
 * a second read where readers are beside it. Throws `UnpricedError` for a store without prices at the date and
 * `CurrencyError` where `fx` lacks a rate.
 */
export function cachePriceList(archive: Archive, question: CacheQuestion): CachePriceList {
  const { asOf, knownOn, discounts, fx } = question;
  const sheet = (store: string, region: string | undefined): PriceSheet => {
    const found = sheetOf(archive, { store, region, asOf, knownOn }, { discounts });
    if (!('meters' in found)) throw new UnpricedError(store, found.findings);
    return found;
  };
  const hot = sheet(question.hot.store, question.hot.region);
  const cold = sheet(question.cold.store, question.cold.region);
  const reader = question.at === undefined ? siteOf(hot) : siteOfPlace(question.at);
  const toHot = destination(reader, siteOf(hot));
  const upload = toHot === 'same-region' ? null : uploadSheet(archive, question, reader, hot);
  const priced = [hot, cold, ...(upload && upload !== 'unknown' ? [upload] : [])];
  const { currency, rates } = exchange(
    priced.map((one) => one.currency),
    fx,
    question.currency,
  );

  const sends = (one: PriceSheet) =>
    [reader, siteOf(hot)].some((to) => destination(siteOf(one), to) !== 'same-region');

  const of = (sizeBytes: number, writes: WritePolicy) => {
    const missing: PriceFinding[] = [];
    const cost = (store: PriceSheet, part: Partial<UsagePart>) => {
      const { amount, unknown } = amountOf(store, part, asOf);
      missing.push(...unknown);
      return amount * (rates.get(store.currency) ?? 1);
    };
    const hour = { byteHours: sizeBytes, held: [{ sizeBytes, objectHours: 1 }] };
    const request = (operation: string) => ({ operation, count: 1, bytesEach: sizeBytes });
    const read = (store: PriceSheet, to: Site) =>
      cost(store, {
        requests: [request('GetObject')],
        egress: [{ to: destination(siteOf(store), to), bytes: sizeBytes }],
      });
    const put = cost(hot, {
      requests: [request('PutObject'), { operation: 'DeleteObject', count: 1, bytesEach: 0 }],
    });
    let writeFill = 0;
    if (writes === 'through') {
      writeFill = put;
      if (upload === 'unknown') missing.push(uploadMissing(reader));
      else if (upload) writeFill += cost(upload, { egress: [{ to: toHot, bytes: sizeBytes }] });
    }
    const prices: ObjectPrices = {
      sizeBytes,
      rentPerHour: cost(hot, hour),
      coldRentPerHour: cost(cold, hour),
      hit: read(hot, reader),
      pass: read(cold, reader),
      fill: put + (toHot === 'same-region' ? 0 : read(cold, siteOf(hot))),
      writeFill,
    };
    return { prices: missing.length === 0 ? prices : null, missing: distinct(missing) };
  };
  return {
    hot: nameOf(hot),
    cold: nameOf(cold),
    currency,
    monthHours: monthHours(hot.month, 'edition-month', asOf),
    minimumHours: hot.rules?.storage.minimumHours ?? 0,
    findings: distinct([
      ...priced.flatMap((one) => one.findings),
      ...priced.filter(sends).flatMap((one) => one.transferFindings),
    ]),
    of,
  };
}

const siteOf = ({ provider, region }: PriceSheet): Site => ({ provider, region });
const nameOf = ({ store, region, edition }: PriceSheet): PricedStore => ({ store, region, edition });

/** Who bills bytes that a writer elsewhere sends to the hot store: its provider's table; null where nobody does. */
function uploadSheet(
  archive: Archive,
  { asOf, knownOn, discounts }: CacheQuestion,
  from: Site,
  hot: PriceSheet,
): PriceSheet | 'unknown' | null {
  if (from.provider === 'internet') return null;
  const question = { store: `${from.provider}/transfer`, region: from.region, asOf, knownOn };
  const found = sheetOf(archive, question, { discounts });
  if ('meters' in found) return found;
  return from.provider === hot.provider ? null : 'unknown';
}

const uploadMissing = ({ provider, region }: Site): PriceFinding => ({
  code: 'price-missing',
  store: `${provider}/transfer`,
  region,
  meter: 'egress.internet',
  edition: `${provider}/transfer`,
});

/** What one event costs on a store, in the store's own currency. */
function amountOf(
  sheet: PriceSheet,
  part: Partial<UsagePart>,
  asOf: string,
): { amount: number; unknown: PriceFinding[] } {
  const quantities = readerOf(sheet)({
    store: sheet.store,
    region: sheet.region,
    asOf,
    period: 'edition-month',
    byteHours: 0,
    held: [],
    requests: [],
    egress: [],
    deletedEarly: [],
    transitionsIn: 0,
    ...part,
  });
  let amount = 0;
  const unknown: PriceFinding[] = [];
  for (const [slot, meter] of sheet.meters.entries()) {
    const quantity = numberAt(quantities, slot);
    if (quantity === 0) continue;
    const price = firstPaid(meter);
    if (price === null)
      unknown.push({
        code: 'price-missing',
        store: sheet.store,
        region: sheet.region,
        meter: meter.name,
        edition: meter.edition,
      });
    else amount += price * quantity;
  }
  return { amount, unknown };
}

/** Price of the first tier that costs something; 0 where none does, null where it is not known. */
function firstPaid({ schedule }: Meter): number | null {
  const paid = schedule.prices.find((price) => price !== 0);
  return paid === undefined ? 0 : paid;
}

function distinct(findings: readonly PriceFinding[]): PriceFinding[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
}
