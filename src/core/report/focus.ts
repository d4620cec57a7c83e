/**
 * A bill as rows of the FinOps Open Cost and Usage Specification (FOCUS 1.2, focus.finops.org). Every mandatory column
 * is there; of the conditional ones those a list-price bill can fill; `x_High` is the most that a row can cost, null where open. Values are text as the specification writes them:
 * decimals without exponents, instants in UTC, null where there is nothing to say.
 */
import { findPlace } from '../places.ts';
import { INVOICE_NAMES } from '../places/invoice-names.ts';
import type { Place } from '../places/place.ts';
import { discountFactor, type Discounts } from '../pricing/sheets/discounts.ts';
import type { BillLine } from '../pricing/bills/bill-types.ts';
import { hoursOfMonth } from '../pricing/bills/period.ts';
import { decimalText, parseDecimal } from '../pricing/editions/decimal.ts';
import { parseRate } from '../pricing/editions/rate.ts';
import type { Usage } from '../pricing/bills/usage.ts';
import { HOURS_PER_DAY } from '../units.ts';

/** A line of a bill with what it takes to stand alone. */
export interface FocusLine {
  line: BillLine;
  /** `aws/s3-standard` */
  store: string;
  currency: string;
  /** Days, `2026-03-01`; the end is the first day after. */
  period: { start: string; end: string };
  scenario?: string;
}

/** There is no billing account behind a computed bill, and the column must not be empty. */
const ACCOUNT = { id: 'stowage', type: 'Estimate at list prices' };

const UNITS: Record<BillLine['unit'], string> = {
  'GB-month': 'GB-Months',
  'GiB-month': 'GiB-Months',
  request: 'Requests',
  GB: 'GB',
  GiB: 'GiB',
  object: 'Objects',
  'object-month': 'Object-Months',
  'segment-month': 'Segment-Months',
  'bucket-month': 'Bucket-Months',
  'server-month': 'Server-Months',
  'disk-month': 'Disk-Months',
  kWh: 'kWh',
  month: 'Months',
};

/** What a row is billed for: use, a fee bought by the month, or what a minimum adds to it. */
const CATEGORIES: Record<string, [category: string, frequency: string]> = {
  subscription: ['Purchase', 'Recurring'],
  minimum: ['Adjustment', 'Recurring'],
};

/**
 * What several columns say of a line. Where its price is not known it is an adjustment, which needs no price: billed at the least
 * that it can cost, with the most in `x_High`.
 */
function workedOf({ line, store, currency, period, scenario }: FocusLine, discounts?: Discounts) {
  const { meter, unitPrice, amount, range, region, printed, quantity } = line;
  const list = listPrice(line, factorOf(discounts, { store, region }, meter));
  const isKnown = amount !== null && list !== null;
  const [category, frequency] = isKnown
    ? (CATEGORIES[meter] ?? ['Usage', 'Usage-Based'])
    : ['Adjustment', 'Usage-Based'];
  const provider = store.split('/')[0] ?? store;
  const [low, high] = amount === null ? (range ?? [0, null]) : [amount, amount];
  const billed = plainDecimal(low);
  return {
    ...{ ...line, store, currency, scenario, list, category, frequency, provider, billed },
    high: decimal(high),
    listCost: list === null ? billed : plainDecimal(list * quantity),
    price: printed ? ` at ${printed}` : unitPrice === 0 ? ', free' : isKnown ? '' : ', price not known',
    place: findPlace(`${provider}/${region}`),
    start: `${period.start}T00:00:00Z`,
    end: `${period.end}T00:00:00Z`,
  };
}

type Worked = ReturnType<typeof workedOf>;

/** Each column, with what it says of a line. */
const COLUMNS = {
  BilledCost: ({ billed }) => billed,
  BillingAccountId: () => ACCOUNT.id,
  BillingAccountName: () => null,
  BillingAccountType: () => ACCOUNT.type,
  BillingCurrency: ({ currency }) => currency,
  BillingPeriodEnd: ({ end }) => end,
  BillingPeriodStart: ({ start }) => start,
  ChargeCategory: ({ category }) => category,
  ChargeClass: () => null,
  ChargeDescription: ({ price, meter, region, note, store }) =>
    `${meter} of ${store}@${region}${price}${note ? ` (${note})` : ''}`,
  ChargeFrequency: ({ frequency }) => frequency,
  ChargePeriodEnd: ({ end }) => end,
  ChargePeriodStart: ({ start }) => start,
  ConsumedQuantity: ({ category, quantity }) => (category === 'Usage' ? plainDecimal(quantity) : null),
  ConsumedUnit: ({ category, unit }) => (category === 'Usage' ? UNITS[unit] : null),
  ContractedCost: ({ billed }) => billed,
  ContractedUnitPrice: ({ unitPrice }) => decimal(unitPrice),
  EffectiveCost: ({ billed }) => billed,
  InvoiceIssuerName: ({ provider }) => provider,
  ListCost: ({ listCost }) => listCost,
  ListUnitPrice: ({ list }) => decimal(list),
  PricingCategory: () => 'Standard',
  PricingQuantity: ({ quantity }) => plainDecimal(quantity),
  PricingUnit: ({ unit }) => UNITS[unit],
  ProviderName: ({ provider }) => provider,
  PublisherName: ({ provider }) => provider,
  RegionId: ({ place, region }) => (place ? region : null),
  RegionName: ({ place }) => (place ? regionName(place) : null),
  ServiceCategory: () => 'Storage',
  ServiceName: ({ store }) => store,
  ServiceSubcategory: () => 'Object Storage',
  SkuId: ({ meter, store }) => `${store}:${meter}`,
  SkuMeter: ({ meter }) => meter,
  SkuPriceId: ({ meter, edition, region, printed }) => `${edition}@${region}:${meter}:${printed || 'free'}`,
  x_High: ({ high }) => high,
  x_Scenario: ({ scenario }) => scenario ?? null,
  x_Source: ({ source }) => source,
} satisfies Record<string, (of: Worked) => string | null>;

export const FOCUS_COLUMNS = Object.keys(COLUMNS);

/** The cells of a line, by column. */
export function focusRow(line: FocusLine, discounts?: Discounts): readonly (string | null)[] {
  const worked = workedOf(line, discounts);
  return Object.values(COLUMNS).map((cell) => cell(worked));
}

const decimal = (value: number | null) => (value === null ? null : plainDecimal(value));

/** What is left of the list price; 0 where that differs by tier, so that the printed price is read. */
function factorOf(
  discounts: Discounts | undefined,
  site: { store: string; region: string },
  meter: string,
): number {
  const factor = discountFactor(discounts, site, meter);
  return factor(0) === factor(99) ? factor(0) : 0;
}

/** The price before discounts; null where all of it was taken off and the printed one is not per this unit. */
function listPrice({ unitPrice, unit, printed }: BillLine, left: number): number | null {
  if (unitPrice === null || left > 0) return unitPrice === null ? null : unitPrice / left;
  if (!printed) return 0;
  const { amount } = parseRate(printed, unit.startsWith('GiB') ? 1024 : 1000);
  return amount !== null && Number.isFinite(amount) ? amount : null;
}

/** The days a usage is billed for: a calendar month, or from its price date on. */
export function billedDays({ period, asOf }: Usage): FocusLine['period'] {
  if (period !== 'edition-month' && 'monthOf' in period) return monthFrom(`${period.monthOf}-01`);
  if (period === 'edition-month') return monthFrom(asOf);
  const days = 'days' in period ? period.days : period.hours / HOURS_PER_DAY;
  return { start: asOf, end: dayAfter(asOf, Math.ceil(days)) };
}

/** From a day on, as many days as its month has. */
export function monthFrom(start: string): FocusLine['period'] {
  return { start, end: dayAfter(start, hoursOfMonth(start) / HOURS_PER_DAY) };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** `3e-8` → `0.00000003`: every digit a number has, and no exponent. */
export function plainDecimal(value: number): string {
  const exact = parseDecimal(String(Math.abs(value)));
  return exact ? `${value < 0 ? '-' : ''}${decimalText(exact)}` : String(value);
}

/** The provider's own name where it has one beside the id, else the city. */
const regionName = ({ id, city }: Place): string => INVOICE_NAMES[id]?.title ?? city;
