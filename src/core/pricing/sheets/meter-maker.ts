/** Meters of one edition: pools keyed, units named, discounts taken, and what the account uses already. */
import type * as z from 'zod/mini';
import { HOURS_PER_DAY } from '../../units.ts';
import { usedHere } from '../bills/account.ts';
import { discountFactor, discountNote, ownPrice } from './discounts.ts';
import type { Allowance, Edition, Pool, Price, RegionPrices } from '../editions/edition.ts';
import { fixedHours } from '../bills/period.ts';
import type { MonthRule } from '../bills/period.ts';
import type { Grant, Meter, SheetOptions } from './sheet.ts';
import { roundUp, scheduleOf } from './tiers.ts';
import type { Schedule } from './tiers.ts';

export interface MeterMaker {
  meter(name: string, unit: keyof typeof BINARY_UNITS, price: Price | undefined, rule?: MeterRules): Meter;
}

interface MeterRules {
  pool?: Pool | undefined;
  free?: z.infer<typeof Allowance> | undefined;
  quantum?: number | undefined;
  group?: string;
  rank?: number;
  /** Meters of one pool without a name share this one. */
  family?: string;
  start?: number;
  note?: string;
  schedule?: Schedule;
}

interface Table {
  id: string;
  gigabyte: number;
  /** None in a transfer table, which bills nothing by the month. */
  month?: MonthRule;
  sources: Edition['sources'];
}

export function meterMaker(
  store: string,
  region: string,
  table: Table,
  sourceId: string | undefined,
  options: SheetOptions,
  subscription?: RegionPrices['subscription'],
): MeterMaker {
  const provider = store.split('/')[0] ?? store;
  const here = `${store}@${region}`;
  const binary = table.gigabyte !== 1e9;
  const terabyteInGb = binary ? 1024 : 1000;
  const hoursInMonth = table.month === undefined ? undefined : fixedHours(table.month);
  const includes = subscription?.includes ?? {};
  const includedBy = feeKey(subscription?.pool, provider, here);
  const source = urlOf(table, sourceId);
  const stored = (usedHere(options.account, store, region).all.storedBytes ?? 0) / table.gigabyte;
  const keyOf = (pool: Pool | undefined, family: string, group: string) =>
    poolKey(pool, provider, here, family, group);

  return {
    meter(name, unit, price, rule = {}) {
      const family = rule.family ?? name;
      const pool = keyOf(rule.pool, family, rule.group ?? '');
      const own = ownPrice(options.discounts, { store, region }, name, table.gigabyte);
      const factor = own ? () => own.factor : discountFactor(options.discounts, { store, region }, name);
      const grants: Grant[] = [];
      const start = rule.start ?? 0;
      // Free units are those of the rounded quantity.
      const used = rule.quantum ? roundUp(start, rule.quantum) : start;
      const included = Object.hasOwn(includes, name) ? Number(includes[name]) : 0;
      if (included > 0)
        grants.push({
          key: `${includedBy} includes ${name}`,
          amount: included,
          perDay: 0,
          timesStored: 0,
          perExtraSubscription: included,
          used,
          stored: 0,
          note: 'included in the subscription',
        });
      if (rule.free && (rule.free.regions?.includes(region) ?? true)) {
        grants.push({
          key: `${rule.free.pool ? keyOf(rule.free.pool, family, rule.group ?? '') : pool} free`,
          amount: rule.free.amount ?? 0,
          // What is free for an hour is a share of the month that a GB-month has.
          perDay:
            (rule.free.perDay ?? 0) + ((rule.free.perHour ?? 0) * HOURS_PER_DAY) / (hoursInMonth ?? 730),
          timesStored: rule.free.timesStored ?? 0,
          perExtraSubscription: 0,
          used,
          stored,
          note: 'free allowance',
        });
      }
      const notes = [rule.note, own ? own.note : discountNote(factor)].filter((note) => note !== undefined);
      const listed = own ? undefined : rule.schedule;
      return {
        name,
        unit: binary ? BINARY_UNITS[unit] : unit,
        schedule: listed ?? scheduleOf(own?.price ?? price, terabyteInGb, factor, hoursInMonth),
        pool,
        rank: rule.rank ?? 0,
        quantum: rule.quantum ?? 0,
        grants,
        start,
        edition: table.id,
        source: own ? OWN_SOURCE : (urlOfMeter(table, name) ?? source),
        ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
      };
    },
  };
}

/** In place of a URL: the scenario or usage itself says the price. */
const OWN_SOURCE = 'your own price';

const BINARY_UNITS = {
  GB: 'GiB',
  'GB-month': 'GiB-month',
  request: 'request',
  object: 'object',
  'object-month': 'object-month',
  'segment-month': 'segment-month',
  'bucket-month': 'bucket-month',
} as const;

function poolKey(
  pool: Pool | undefined,
  provider: string,
  here: string,
  family: string,
  group: string,
): string {
  switch (pool?.scope) {
    case 'provider':
    case 'account':
      return `${provider} ${pool.id}`;
    case 'region-group':
      return `${provider} ${pool.id} ${group}`;
    case 'subscription':
      return `${here} ${pool.id}`;
    case undefined:
      return `${here} ${family}`;
  }
}

/** Over what a monthly fee is charged once: its pool, or `here`. */
export function feeKey(pool: Pool | undefined, provider: string, here: string): string {
  return pool === undefined ? here : poolKey(pool, provider, here, '', '');
}

export function urlOf(table: Table, id: string | undefined): string {
  const named = id === undefined ? undefined : table.sources.find((source) => source.id === id);
  return (named ?? table.sources[0])?.url ?? '';
}

/** Of the source that says it is the meter's, or its family's. */
function urlOfMeter({ sources }: Table, meter: string): string | undefined {
  const [family = ''] = meter.split('.');
  const named = (name: string) => sources.find(({ meters }) => meters?.includes(name));
  return (named(meter) ?? named(family))?.url;
}
