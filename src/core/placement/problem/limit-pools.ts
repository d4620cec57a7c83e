/** Limits as pools with caps: what each part of a usage puts into them, in the mean month scaled to the busiest. */
import { demandFor } from '../../latency/load/load.ts';
import type { Demand } from '../../latency/load/load.ts';
import { isOfHeld, isRate } from '../../pricing/editions/limit-kinds.ts';
import type { Limit } from '../../pricing/editions/limit.ts';
import type { PlanContext } from '../context/types.ts';
import { loadOfPart } from '../costs/part-load.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { limitsOf } from '../judge/limits.ts';
import { capOf } from '../search/pools.ts';
import type { Pool } from '../search/pools.ts';
import type { Meter, Use } from '../search/problem.ts';
import { listed } from './uses.ts';

export interface LimitPools {
  /** Caps as published, and as providers may grant them. */
  published: readonly Pool[];
  granted: readonly Pool[];
  meters: readonly Meter[];
  /** Of one event on a store. A job asks at no rate that limits know. */
  asked(store: number, part: UsagePart, isJob?: boolean): Use;
  /** Of one object held for a month; what is held, in 10^9. */
  held(store: number, sizeBytes: number): Use;
  /** Subscriptions that are needed side by side, by all that is asked. */
  subscriptions(store: number, quantities: Float64Array): number;
}

const GB = 1e9;

/** `meter` and `pool`: places of the first of each. `days`: of the mean month. */
export function limitPools(context: PlanContext, days: number, meter: number, pool: number): LimitPools {
  const { stores, copies, workload } = context;
  const { fixed, fairUse, headroom } = limitsOf(context);
  const held = [...stores, ...copies];
  const meters: Meter[] = [];
  const published: Pool[] = [];
  const granted: Pool[] = [];
  const perSecond = workload.peak / (days * 86_400);
  const capped = (cap: number, most: number) => {
    const own = meter + meters.length;
    meters.push({ price: 0, pools: [{ pool: pool + published.length, times: 1 }] });
    published.push(capOf(cap));
    granted.push(capOf(most));
    return own;
  };
  const rated = held.map((): { limit: Limit; meter: number }[] => []);
  const full = held.map((): { limit: Limit; meter: number }[] => []);
  for (const { limit, stores: own, published: least, granted: most } of fixed) {
    const unit =
      (1 + headroom) * (isOfHeld(limit) ? heldGrowth(context) * GB : perSecond * growthOf(context, limit));
    const at = capped(least / unit, most / unit);
    for (const s of own) (isOfHeld(limit) ? full : rated)[s]?.push({ limit, meter: at });
  }
  const fair = held.map((): { meter: number; timesStored: number } | null => null);
  const fairGrowth = (1 + headroom) * worstRatio(context);
  for (const { stores: own, timesStored } of fairUse) {
    const at = capped(0, 0);
    for (const s of own) fair[s] = { meter: at, timesStored };
  }
  // Each of as many as are opened has its own limits: nothing caps them, and the bill asks for their fees.
  const opened = held.map(({ edition, store }) =>
    edition.limits
      .filter((limit) => limit.scope === 'subscription' && isRate(limit))
      .map((limit) => {
        const own = meter + meters.length;
        meters.push({ price: 0, pools: [] });
        const reached = limit.quantity === 'operations' ? context.opsShare(store) : 1;
        return { limit, meter: own, each: (limit.value * reached) / (perSecond * growthOf(context, limit)) };
      }),
  );
  return {
    published,
    granted,
    meters,
    asked(s, part, isJob = false) {
      const own = fair[s];
      const [rate, open] = [rated[s] ?? [], opened[s] ?? []];
      if (!own && rate.length + open.length === 0) return listed([]);
      const load = loadOfPart(part);
      const demand: Demand = {
        readsPerSecond: load.reads,
        writesPerSecond: load.writes,
        readBytesPerSecond: load.readBytes,
        writeBytesPerSecond: load.writeBytes,
      };
      return listed([
        ...(isJob ? [] : [...rate, ...open].map((one) => [one.meter, demandFor(one.limit, demand)] as const)),
        ...(own ? [[own.meter, (fairGrowth * load.internetBytes) / GB] as const] : []),
      ]);
    },
    held(s, sizeBytes) {
      const own = fair[s];
      return listed([
        ...(full[s] ?? []).map(
          (one) => [one.meter, (one.limit.quantity === 'objects' ? 1 : sizeBytes) / GB] as const,
        ),
        ...(own ? [[own.meter, -(own.timesStored * sizeBytes) / GB] as const] : []),
      ]);
    },
    subscriptions: (s, quantities) =>
      Math.max(
        1,
        ...(opened[s] ?? []).map((one) => Math.ceil((quantities[one.meter]! / one.each) * (1 - 1e-9))),
      ),
  };
}

/** The busiest month against the mean, by what a limit counts, as if one store were asked everything. */
function growthOf({ workload }: PlanContext, { applies }: Limit): number {
  const { months, operationsPerDay } = workload;
  const operations = operationsPerDay.reduce((sum, { perDay }) => sum + perDay, 0);
  const perDay = months.map(({ month, population: { reads, arrivals } }) => {
    const [read, written] = [reads / month.days + operations, arrivals / month.days];
    return applies === 'read' ? read : applies === 'write' ? written : read + written;
  });
  return againstMean(perDay);
}

/** The same of objects held. */
const heldGrowth = ({ workload }: PlanContext) => againstMean(heldIn(workload));

function heldIn({ months, lifeDays }: PlanContext['workload']): number[] {
  return months.map(
    ({ month, population }) =>
      population.objectDaysBelow(lifeDays) / month.days + population.standing.objects,
  );
}

/** The same of reads for each object held. */
function worstRatio({ workload }: PlanContext): number {
  const { months } = workload;
  const held = heldIn(workload);
  const all = held.reduce((sum, one) => sum + one, 0);
  const reads = months.reduce((sum, { population }) => sum + population.reads, 0);
  if (all === 0 || reads === 0) return 1;
  return Math.max(1, ...months.map(({ population }, m) => ((population.reads / held[m]!) * all) / reads));
}

function againstMean(of: readonly number[]): number {
  const mean = of.reduce((sum, one) => sum + one, 0) / of.length;
  return mean > 0 ? Math.max(...of) / mean : 1;
}
