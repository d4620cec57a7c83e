/** A scenario as the search is asked it, at one level of the evidence. */
import { itemAt } from '../../at.ts';
import { lazily, memo } from '../../memo.ts';
import { jobTerms } from '../bill/lists.ts';
import { meanMonth } from '../bill/month-of.ts';
import { routerTerms, workerTerms } from '../bill/programs.ts';
import { ROUTER } from '../bill/term.ts';
import type { Term } from '../bill/term.ts';
import type { PlanContext } from '../context/types.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { judgeOf } from '../judge/facts.ts';
import type { Lateness } from '../judge/lateness.ts';
import { limitsOf } from '../judge/limits.ts';
import { heldAt } from '../judge/sureness.ts';
import { runsPerDay } from '../movers.ts';
import type { Placement } from '../placement.ts';
import { OUTSIDE, askerOf, hasWorkerPrices, isInCloud, needsRouter } from '../routing.ts';
import type { Effort, Placed, Problem, Use, Worker } from '../search/problem.ts';
import { countsVainReads, isTakenElsewhere, vainReads } from '../vain-reads.ts';
import { groundOf } from './ground.ts';
import type { Ground } from './ground.ts';
import { latenessPools } from './lateness-pools.ts';
import { placementOf } from './placement-of.ts';
import { joined, scaled } from './uses.ts';
import { vainUses } from './vain-uses.ts';

export interface ProblemOptions {
  /** Of the lateness. */
  level: number;
  /** Keeps out what a provider would have to grant, what nobody knows, and what has no upper price; else they are allowed. */
  strict: boolean;
  effort: Effort;
}

/** Prices are at the high ends of what they can be. What the options do not change is made once for a context. */
export function problemOf(
  context: PlanContext,
  lateness: Lateness,
  { level, strict, effort }: ProblemOptions,
): Problem {
  const ground = groundOf(context);
  const { prices, limits, sizeClasses, populations } = ground;
  const { workload, stores, copies } = context;
  const allowed = ground.allowed(strict);
  const fixedPools = prices.pools.length + allowed.pools.length;
  const late = latenessPools(context, lateness, level, ground.meters.length, fixedPools);
  const meters = late.meters.length === 0 ? ground.meters : [...ground.meters, ...late.meters];
  const pools = [...prices.pools, ...allowed.pools, ...late.pools];
  const worker = workerOf(context, ground, allowed.moves);
  const vain = vainUses(context, late, sizeClasses, fixedPools);
  const streams = populations.map(({ stream }) => stream);
  return {
    accounts: ground.accounts,
    uses:
      late.meters.length === 0
        ? allowed.uses
        : allowed.uses.map((kind, k) =>
            kind.map((use, s) => ({
              ...use,
              read: use.read.map((one, q) => {
                if (!one || q >= workload.readers.length) return one;
                const more = late.read(s, q, itemAt(sizeClasses, k));
                return more && joined(one, more);
              }),
            })),
          ),
    populations,
    readers: workload.readers.map(({ share }) => share),
    jobs: ground.jobs,
    meters,
    pools,
    fixed: prices.fixed,
    moves: allowed.moves,
    fees: prices.fees,
    mayHold: allowed.mayHold,
    mayEnter: (entered) => allowed.mayEnter(entered) && late.mayEnter(entered),
    copies: copies.map((_, c) => stores.length + c),
    effort,
    runsPerDay,
    lists: programUses(context, ground),
    ...(worker ? { worker } : {}),
    ...(vain ? { vain } : {}),
    router: new Set(streams).size < streams.length,
    bill: billOf(pools, meters, (open, quantities) =>
      prices.total(open, quantities, (s) => limits.subscriptions(s, quantities)),
    ),
    accepts: acceptance(context, lateness, { level, strict }),
  };
}

/** What the Worker costs in a mean month, whatever else the plan is; null: nothing, or nobody asks it. Infinite with `router: none`. */
function workerOf(context: PlanContext, { prices }: Ground, moves: Problem['moves']): Worker | null {
  const { scenario, workload } = context;
  const isNone = scenario.router === 'none';
  const asked = workload.readers.map((one) => {
    const asker = askerOf(one);
    if (one.share === 0) return null;
    return isInCloud(asker) ? (isNone ? asker : null) : OUTSIDE;
  });
  const askers = [...new Set(asked.filter((asker) => asker !== null))];
  const asks = asked.map((asker) => (asker === null ? -1 : askers.indexOf(asker)));
  const buckets = bucketsIn(moves);
  if (isNone && askers.length > 0) return { cost: Infinity, asks, buckets };
  if (scenario.router !== 'worker' || askers.length === 0 || !hasWorkerPrices(context)) return null;
  const quantities = new Float64Array(prices.meters.length);
  const total = () => prices.total([], quantities, () => 1);
  const least = total();
  for (const { part, times } of workerTerms(context, { reads: true, writes: false }, meanMonth)) {
    const { meters, amounts } = prices.routed(part);
    for (const [i, meter] of meters.entries()) quantities[meter] = quantities[meter]! + amounts[i]! * times;
  }
  return { cost: total() - least, asks, buckets };
}

/** By store: a rule leaves an object in its bucket. */
function bucketsIn(moves: Problem['moves']): number[] {
  const buckets = moves.map((_, s) => s);
  for (const [from, own] of moves.entries())
    for (const [to, { lifecycleAfter }] of own.entries())
      if (lifecycleAfter !== null) {
        const [one, other] = [buckets[from]!, buckets[to]!];
        for (const [s, bucket] of buckets.entries()) if (bucket === other) buckets[s] = one;
      }
  return buckets;
}

/** What the programs of a plan list, ask of stores and are asked in a mean month. */
function programUses(context: PlanContext, { prices, limits }: Ground): (stages: Placed['stages']) => Use {
  const { months } = context.workload;
  const one = memo((store: number) =>
    memo((part: UsagePart) =>
      store === ROUTER ? prices.routed(part) : joined(prices.use(store, part), limits.asked(store, part)),
    ),
  );
  return (stages) => {
    const placement = placementOf(context, { stages });
    const used = (terms: readonly Term[], share: number) =>
      terms.map(({ store, part, times }) => scaled(one(store)(part), times * share));
    return joined(
      ...months.flatMap((_, m) => used(jobTerms(context, placement, 'months', m), 1 / months.length)),
      ...used(routerTerms(context, placement, meanMonth), 1),
    );
  };
}

/** The book's total, with tiers, allowances, rounding and fees; infinite past a limit. */
function billOf(
  pools: Problem['pools'],
  meters: Problem['meters'],
  total: NonNullable<Problem['bill']>,
): NonNullable<Problem['bill']> {
  const capped = pools.flatMap(({ cap }, k) => (Number.isFinite(cap) ? [{ k, cap }] : []));
  const places = new Map(capped.map(({ k }, i) => [k, i]));
  const feeding = meters.flatMap(({ pools: into }, meter) =>
    into.flatMap(({ pool, times }) => {
      const place = places.get(pool);
      return place === undefined ? [] : [{ meter, place, times }];
    }),
  );
  return (open, quantities) => {
    const filled = new Float64Array(capped.length);
    for (const { meter, place, times } of feeding)
      filled[place] = filled[place]! + times * quantities[meter]!;
    for (const [i, { cap }] of capped.entries())
      if (filled[i]! > cap + 1e-9 * Math.max(1, Math.abs(cap))) return Infinity;
    return total(open, quantities);
  };
}

/**
 * Of months that differ, pools know the mean alone: what comes near a limit is judged month by month. Nor do they know what a read waits
 * for that asks another store first.
 */
function acceptance(
  context: PlanContext,
  lateness: Lateness,
  { level, strict }: Pick<ProblemOptions, 'level' | 'strict'>,
): (placed: Placed) => boolean {
  const { fixed, fairUse } = limitsOf(context);
  const limited = new Set([...fixed, ...fairUse].flatMap(({ stores }) => stores));
  const copies = context.copies.map((_, c) => context.stores.length + c);
  const isSteady = context.workload.months.length === 1;
  const judge = judgeOf(context);
  const isTold = context.scenario.router !== 'none';
  const isRouted = countsVainReads(context);
  const isInTime = heldAt(context, lateness);
  const isSoonEnough = (placement: Placement) =>
    !isTakenElsewhere(context, placement) &&
    (!lateness.isAsked || vainReads(context, placement).length === 0 || isInTime(placement, level));
  return (placed) => {
    const placement = lazily(() => placementOf(context, placed));
    if (!isTold && needsRouter(context, placement())) return false;
    if (isRouted && placed.stores.length > 1 && !isSoonEnough(placement())) return false;
    if (isSteady || ![...placed.stores, ...copies].some((s) => limited.has(s))) return true;
    const { violations, conditions } = judge(placement());
    return violations.length === 0 && (!strict || conditions.length === 0);
  };
}
