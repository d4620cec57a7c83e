/** What a store asks for the five things people compare first, in units that mean the same for every provider. */
import type { Edition } from './edition.ts';
import { priceSheet } from '../sheets/price-sheet.ts';
import type { Meter, PriceSheet } from '../sheets/sheet.ts';
import type { ResolvedPrices } from '../sheets/resolve.ts';

export const HEADLINES = ['storage', 'put', 'get', 'retrieval', 'egress'] as const;
export type Headline = (typeof HEADLINES)[number];

export interface HeadlineRate {
  /** The list currency per 10^12 bytes (storage: and month) or per million requests; null: the price is not known. */
  amount: number | null;
  /** The same as people say it: per GB as the provider counts one, or per million requests. */
  listed: number | null;
  /** As the edition prints it; `free` where nothing is billed. */
  printed: string;
  /** More tiers follow the one named here. */
  isTiered: boolean;
  /** Some units a month cost nothing. */
  hasAllowance: boolean;
  /** Free as long as the provider's policy of fair use is kept. */
  isFairUse?: boolean;
}

const TERABYTE = 1e12;
const MILLION = 1e6;
const FREE: HeadlineRate = { amount: 0, listed: 0, printed: 'free', isTiered: false, hasAllowance: false };

/** The first tier that costs something, before any allowance. A class in which the operation is free, or no meter at all, is free. */
export function headlineRates(resolved: ResolvedPrices, asOf: string): Record<Headline, HeadlineRate> {
  const sheet = priceSheet(resolved, {}, asOf);
  const { slots, meters } = sheet;
  const perTerabyte = TERABYTE / sheet.gigabyte;
  return {
    storage: rateOf(meters[slots.storage], perTerabyte),
    put: requestRate(sheet, 'PutObject'),
    get: requestRate(sheet, 'GetObject'),
    retrieval: rateOf(meters[slots.retrieval], perTerabyte),
    egress: {
      ...rateOf(meters[slots.egress.internet], TERABYTE / sheet.egressGigabyte),
      ...(sheet.rules?.egress?.fairUseTimesStored === undefined ? {} : { isFairUse: true }),
    },
  };
}

/** The class an operation is billed in; null where it is free or in no list. */
export function classOf({ classes, free }: Edition['operations'], operation: string): string | null {
  if (free.includes(operation)) return null;
  return Object.keys(classes).find((name) => classes[name]?.includes(operation)) ?? null;
}

/** A million requests at list price. */
export function requestRate({ operations, slots, meters }: PriceSheet, operation: string): HeadlineRate {
  const name = classOf(operations, operation);
  return rateOf(name === null ? undefined : meters[slots.requests.get(name) ?? -1], MILLION, MILLION);
}

function rateOf(meter: Meter | undefined, factor: number, listedFactor = 1): HeadlineRate {
  if (!meter) return FREE;
  const { prices, printed } = meter.schedule;
  const first = prices.findIndex((price) => price !== 0);
  const hasAllowance = first > 0 || meter.grants.length > 0;
  if (first < 0) return { ...FREE, hasAllowance: false };
  const price = prices[first] ?? null;
  return {
    amount: price === null ? null : Number((price * factor).toPrecision(12)),
    listed: price === null ? null : Number((price * listedFactor).toPrecision(12)),
    printed: printed[first] ?? 'unknown',
    isTiered: prices.length - first > 1,
    hasAllowance,
  };
}
