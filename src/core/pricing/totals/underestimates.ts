/**
 * Linear lower bounds on bills of a few tariffs of a book, as far as quantities can reach. Which meters share a pool, and what
 * an allowance can be worth, follow from the prices: they are gathered once for a book.
 */
import { bump } from '../../at.ts';
import { dot } from '../../dot.ts';
import { vectorRoom } from '../../vector-room.ts';
import { leastMean } from './meter-pools.ts';
import type { MeterPools } from './meter-pools.ts';
import type { Grant, Meter, PriceSheet } from '../sheets/sheet.ts';

export interface Underestimate {
  perUnit: Float64Array;
  credit: number;
  /** What a bill is surely asked for opening the store; among tariffs that share a subscription each has its part. */
  fee: number;
}

/** By tariff, for bills of which none puts more into a meter than `most` says, nor into a pool than it `reaches`. */
type Underestimator = (most: readonly Float64Array[], reaches: Float64Array) => Underestimate[];

const LONGEST_MONTH_DAYS = 31;
const SHORTEST_MONTH_DAYS = 28;

/** As `Tariff.underestimate`, but that each tier costs no less than the mean price up to where its pool can reach. */
export function underestimator(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
  { pools, of }: MeterPools,
): Underestimator {
  const granted = grantedMeters(sheets, rates);
  const grants = sheets.map(({ meters }) => grantsOf(meters));
  const startCredits = sheets.map(({ meters }, i) => startCredit(meters, rates[i] ?? 1));
  const sharing = new Map<string, number>();
  for (const { subscription } of sheets) if (subscription) bump(sharing, subscription.key);

  return (most, reaches) => {
    const room = vectorRoom();
    const reachAt = (tariff: number, slot: number) => reaches[of[tariff]?.[slot] ?? -1] ?? 0;
    const worth = new Map<string, number>();
    const freeable = new Map<string, number>();
    const counted = new Set<string>();
    for (const { tariff, slot, price, keys } of granted) {
      const reached = reachAt(tariff, slot);
      if (reached === 0) continue;
      for (const key of keys) {
        worth.set(key, Math.max(worth.get(key) ?? 0, price));
        const once = `${key} ${of[tariff]?.[slot] ?? -1}`;
        if (!counted.has(once)) bump(freeable, key, reached);
        counted.add(once);
      }
    }
    // What no bill can use up is free: its price less a credit as large would be below that for all who use less.
    const covered = new Set<string>();
    for (const [i, own] of grants.entries()) {
      if (sheets[i]?.subscription?.prorated) continue;
      for (const { key, amount, perDay, used } of own)
        if ((freeable.get(key) ?? Infinity) + used <= amount + perDay * SHORTEST_MONTH_DAYS) covered.add(key);
    }
    const isFree = ({ grants: own }: Meter) => own.some(({ key }) => covered.has(key));
    const lines = sheets.map((sheet, i): Line => {
      const rate = rates[i] ?? 1;
      const perUnit = room(sheet.meters.length + 3);
      for (let slot = 0; slot < sheet.meters.length; slot += 1) {
        const [meter, pool] = [sheet.meters[slot], pools[of[i]?.[slot] ?? -1]];
        if (meter && pool && !isFree(meter))
          perUnit[slot] = rate * leastMean(meter.schedule, pool, reachAt(i, slot));
      }
      let credit = startCredits[i] ?? 0;
      let extraWorth = 0;
      const following: Grant[] = [];
      for (const grant of grants[i] ?? []) {
        const price = covered.has(grant.key) ? 0 : (worth.get(grant.key) ?? 0);
        const free = grant.amount + grant.perDay * LONGEST_MONTH_DAYS + grant.timesStored * grant.stored;
        credit += price * Math.min(free, freeable.get(grant.key) ?? 0);
        extraWorth += price * grant.perExtraSubscription;
        if (grant.timesStored > 0 && price > 0) following.push(grant);
      }
      const { subscription } = sheet;
      const whole = rate * (subscription?.schedule.prices[0] ?? 0);
      perUnit[sheet.slots.extraSubscriptions] = Math.min(0, whole - extraWorth);
      const fee = subscription && !subscription.prorated ? whole / (sharing.get(subscription.key) ?? 1) : 0;
      return { perUnit, credit, fee, following };
    });
    // What one store holds may free what another of its account sends: all are taken in the same way.
    const following = lines.flatMap((line, i) => {
      const sheet = sheets[i];
      return sheet && line.following.length > 0 ? [{ i, line, ways: bothWays(sheet, line, worth) }] : [];
    });
    const atMost = (way: number) =>
      following.reduce((sum, { i, ways }) => sum + dot(ways[way] ?? NOTHING, most[i] ?? NOTHING), 0);
    const way = atMost(1) > atMost(0) ? 1 : 0;
    for (const { line, ways } of following) line.perUnit = ways[way] ?? line.perUnit;
    return lines;
  };
}

interface Line extends Underestimate {
  /** Allowances that follow what is stored. */
  following: readonly Grant[];
}

/** Prices where such allowances come off the price of storing, and where all that they can be spent on is free. */
function bothWays(
  { meters, slots }: PriceSheet,
  { perUnit, following }: Line,
  worth: ReadonlyMap<string, number>,
): [taken: Float64Array, spared: Float64Array] {
  const [taken, spared] = [perUnit.slice(), perUnit.slice()];
  for (const { key, timesStored } of following)
    taken[slots.averageStored] = (taken[slots.averageStored] ?? 0) - (worth.get(key) ?? 0) * timesStored;
  for (const [slot, meter] of meters.entries())
    if (meter.grants.some(({ key }) => following.some((one) => one.key === key))) spared[slot] = 0;
  return [taken, spared];
}

const NOTHING = new Float64Array(0);

/** Meters that allowances can be spent on, with what a unit costs at the most. */
function grantedMeters(
  sheets: readonly PriceSheet[],
  rates: readonly number[],
): { tariff: number; slot: number; price: number; keys: string[] }[] {
  return sheets.flatMap(({ meters }, tariff) =>
    meters.flatMap((meter, slot) =>
      meter.grants.length === 0
        ? []
        : {
            tariff,
            slot,
            price: (rates[tariff] ?? 1) * dearest(meter),
            keys: meter.grants.map(({ key }) => key),
          },
    ),
  );
}

/** Each once. */
function grantsOf(meters: readonly Meter[]): Grant[] {
  return [...new Map(meters.flatMap(({ grants }) => grants.map((grant) => [grant.key, grant]))).values()];
}

/** What the account uses already may have paid for the next whole unit. */
function startCredit(meters: readonly Meter[], rate: number): number {
  let credit = 0;
  for (const meter of meters) if (meter.start > 0) credit += meter.quantum * rate * dearest(meter);
  return credit;
}

function dearest({ schedule }: Meter): number {
  return Math.max(...schedule.prices.map((price) => price ?? 0));
}
