/** What the problems of one plan have in common, whatever the level of the evidence: made once. */
import { itemAt } from '../../at.ts';
import { memo, memoWith, remembered } from '../../memo.ts';
import type { PlacedPopulation } from '../context/populations.ts';
import type { PlanContext } from '../context/types.ts';
import { lifecycleReaches, ruleAgeDays } from '../context/candidate-store.ts';
import type { CandidateStore } from '../context/candidate-store.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { populationParts } from '../bill/parts.ts';
import { sumParts } from '../costs/usage-parts.ts';
import { isSentAtOpenPrice } from '../costs/writer-egress.ts';
import { cdnTermsOf } from '../judge/cdn-terms.ts';
import { isTogether, keepsOf } from '../judge/keeps.ts';
import type { Short } from '../judge/keeps.ts';
import { capOf } from '../search/pools.ts';
import type { Pool } from '../search/pools.ts';
import type { Meter, Move, Population, StoreUse, Tier, Use } from '../search/problem.ts';
import { limitPools } from './limit-pools.ts';
import type { LimitPools } from './limit-pools.ts';
import { searchPopulations } from './populations.ts';
import { pricesOf } from './prices.ts';
import type { Prices } from './prices.ts';
import { storeUses } from './store-uses.ts';
import { tierHoursOf } from './tier-hours.ts';
import { joined, listed } from './uses.ts';

/** More stores than an archive has: sets of them are told apart by one number. */
const MOST_STORES = 1024;

/** What stores may be used for, and the pools of what they may not. */
export interface Allowed {
  uses: readonly (readonly StoreUse[])[];
  moves: readonly (readonly Move[])[];
  pools: readonly Pool[];
  mayHold(stores: readonly number[]): boolean;
  mayEnter(stores: readonly number[]): boolean;
}

export interface Ground {
  prices: Prices;
  limits: LimitPools;
  meters: readonly Meter[];
  /** Size class of each kind of use. */
  sizeClasses: readonly number[];
  populations: readonly Population[];
  accounts: readonly number[];
  jobs: readonly number[];
  /** Strict: nothing that a provider would have to grant, that nobody knows, or that has no upper price. */
  allowed(isStrict: boolean): Allowed;
}

/** Remembered with the context. */
export const groundOf: (context: PlanContext) => Ground = memoWith(groundFor);

function groundFor(context: PlanContext): Ground {
  const { workload } = context;
  const prices = pricesOf(context);
  const { held } = prices;
  const limits = limitPools(context, prices.days, prices.meters.length, prices.pools.length);
  const forbidding = {
    meter: prices.meters.length + limits.meters.length,
    pool: prices.pools.length + limits.published.length,
  };
  const sizeClasses = [...new Set(context.populations.map(({ sizeClass }) => sizeClass))];
  const kinds = sizeClasses.map((one) => context.populations.findIndex(({ sizeClass }) => sizeClass === one));
  const uses = storeUses(context, prices, limits, kinds);
  const populations = searchPopulations(
    context,
    (sizeClass) => sizeClasses.indexOf(sizeClass),
    tiersOf(context, prices, kinds, sizeClasses),
  );
  const objectMonths = populations.reduce((sum, { hours }) => sum + hours.at(-1)!, 0);
  const perMonth = (times: number) => (objectMonths > 0 ? times / objectMonths : 0);
  return {
    prices,
    limits,
    meters: [...prices.meters, ...limits.meters, { price: 0, pools: [{ pool: forbidding.pool, times: 1 }] }],
    sizeClasses,
    populations,
    accounts: numbered(held.map(({ site }) => `${site.provider}@${site.region}`)),
    jobs: [
      ...workload.jobs.map((job) => perMonth(job.perMonth)),
      ...(workload.operationsPerDay.length > 0 ? [perMonth(prices.days)] : []),
    ],
    allowed: memo((isStrict: boolean) =>
      allowedIn(context, prices, limits, uses, forbidding.meter, isStrict),
    ),
  };
}

function allowedIn(
  context: PlanContext,
  prices: Prices,
  limits: LimitPools,
  all: readonly (readonly StoreUse[])[],
  forbidden: number,
  isStrict: boolean,
): Allowed {
  const { held } = prices;
  const { workload } = context;
  const isOpen = (use: Use) => isStrict && prices.isOpen(use);
  const guarded = (use: Use) => (isOpen(use) ? joined(use, listed([[forbidden, 1]])) : use);
  const keeps = keepsOf(context);
  const termsOf = cdnTermsOf(context);
  const largest = Math.max(...workload.classes.map(({ sizeBytes }) => sizeBytes));
  const runsJobs = workload.jobs.some(({ reads, perMonth }) => reads * perMonth > 0);
  const asksMore = workload.operationsPerDay.some(
    ({ operation, perDay }) => operation === 'GetObject' && perDay > 0,
  );
  /** Jobs and other reads ask for what is held, whatever its age. */
  const isUnread = (s: number) =>
    (runsJobs && held[s]?.restore === 'never') || (asksMore && held[s]?.restore !== null);
  const isEnough = ({ found }: Short) => !isStrict && found === null;
  const isClosed = held.map(
    (_, s) =>
      (isStrict && prices.hasUnboundedFee[s] === true) ||
      all.some((kind) => [kind[s]!.hold, kind[s]!.drop, kind[s]!.early].some(isOpen)) ||
      !keeps.shorts([s], largest).every((short) => isTogether(short) || isEnough(short)),
  );
  const holding = new Map<number, boolean>();
  const mayHold = (stores: readonly number[]) =>
    remembered(
      holding,
      stores.reduce((key, s) => key * MOST_STORES + s, 1),
      () =>
        !stores.some((s) => isClosed[s]) &&
        !stores.every(isUnread) &&
        keeps.shorts(stores, largest).every(isEnough),
    );
  const isUnwritable = held.map((_, s) => all.some((kind) => isOpen(kind[s]!.write)));
  const isUnmovable = held.map((_, s) => all.some((kind) => isOpen(kind[s]!.into)));
  return {
    uses: all.map((kind) =>
      kind.map((use, from) => ({
        ...use,
        read: use.read.map((one, q) =>
          one && (isOpen(one) || (isStrict && termsOf(q, from) !== null)) ? null : one,
        ),
        put: guarded(use.put),
        // What has to be restored is copied nowhere.
        out: use.out.map((one) =>
          held[from]?.restore !== null ? joined(one, listed([[forbidden, 1]])) : guarded(one),
        ),
      })),
    ),
    moves: held.map((from) =>
      held.map((to, t): Move => ({ lifecycleAfter: isUnmovable[t] ? null : ruleAfter(from, to) })),
    ),
    pools: [...(isStrict ? limits.published : limits.granted), capOf(0)],
    mayHold,
    mayEnter: (stores) =>
      stores.every((s) => !isUnwritable[s]) && !(isStrict && isSentAtOpenPrice(context, stores)),
  };
}

/** Hours in cheaper tiers, and what an hour there uses besides one in the first. */
function tiersOf(
  context: PlanContext,
  prices: Prices,
  kinds: readonly number[],
  sizeClasses: readonly number[],
): (population: PlacedPopulation, ages: Float64Array) => ReadonlyMap<number, readonly Tier[]> {
  const partsOf = populationParts(context);
  const { workload } = context;
  const objectDays = workload.months.map(
    ({ month, population }) =>
      population.objectDaysBelow(workload.lifeDays) + population.standing.objects * month.days,
  );
  const tiered = prices.held.flatMap(({ edition }, s) =>
    edition.rules.storage.accessTiers.length > 0 ? [s] : [],
  );
  const difference = (one: UsagePart, other: UsagePart) =>
    sumParts([
      { part: one, times: 1 },
      { part: other, times: -1 },
    ]);
  const usesOf = memo((key: string) => {
    const [s = 0, kind = 0] = key.split(' ').map(Number);
    const parts = partsOf(itemAt(kinds, kind), s);
    return parts.holdingUnread.map((own) => prices.monthly(s, difference(own, parts.holding), true));
  });
  return (population, ages) =>
    new Map(
      tiered.map((s) => {
        const hours = tierHoursOf(itemAt(prices.held, s), population, workload, ages, objectDays);
        const uses = usesOf(`${s} ${sizeClasses.indexOf(population.sizeClass)}`);
        return [s, uses.map((use, t): Tier => ({ use, hours: itemAt(hours, t) }))];
      }),
    );
}

function ruleAfter(from: CandidateStore, to: CandidateStore): number | null {
  return from !== to && lifecycleReaches(from, to, Infinity) ? ruleAgeDays(from, to) : null;
}

function numbered(names: readonly string[]): number[] {
  const distinct = [...new Set(names)];
  return names.map((name) => distinct.indexOf(name));
}
