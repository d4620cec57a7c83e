/**
 * A scale of p99s, and which of them a placement keeps: the p99 of all reads is at most L where no more than 1 % of user actions
 * take longer than L, a sum over stretches, readers and size classes (design §6).
 */
import type { Distribution } from '../../latency/types.ts';
import { chainOf } from '../chain.ts';
import type { Placement } from '../chain.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import { SLACK } from '../verdicts/requirements.ts';
import { servedBy, stretchShares } from '../worked/served.ts';
import { lateActions } from '../verdicts/tails.ts';

/** Each p99 of the scale over the one before it. */
export const P99_STEP = 1.05;

/** Of one p99: the share of a store's answers to a reader that take longer, by store × readers + reader. */
type Lateness = Float64Array;

export interface P99Rungs {
  /** Rising; no placement is faster than the first, every placement keeps the last. */
  limitsMs: readonly number[];
  /** Stores of which a latency is known for some reader. */
  measured: readonly number[];
  weights: readonly number[];
  fanOut: number;
  late(rung: number): Lateness;
  /** The first rung that is kept, by the share of late actions at each; the number of rungs where none is. */
  firstKept(lateAt: (rung: number) => number): number;
  /** The first that any placement in these stores could keep. */
  quickest(stores: readonly number[]): number;
  of(placement: Placement): number;
  at(p99Ms: number | null): number;
}

export const MOST_LATE = 0.01 + SLACK;

/** More than any share: what is not known is later than any limit. */
const UNKNOWN = 1e9;

/** Null where no p99 can be told: a CDN answers, or reads are hedged to another holder, or nothing was measured. */
export function p99Rungs(context: PlanContext, grid: LatencyGrid): P99Rungs | null {
  const { stores, workload } = context;
  const { readers, classes, fanOut } = workload;
  if (grid.hedgesToOther || readers.some(({ via, hitRatio }) => via && hitRatio > 0)) return null;
  const weights = readers.map(({ share }) => share);
  const width = readers.length;
  const known = stores.map((_, s) => readers.map((_reader, q) => readsOf(grid, s, q, classes)));
  const measured = [...stores.keys()].filter((s) => known[s]?.some((own) => own !== null));
  if (measured.length === 0) return null;

  const tables = new Map<number, Lateness>();
  const lateAt = (power: number): Lateness => {
    const before = tables.get(power);
    if (before) return before;
    const limitMs = P99_STEP ** power;
    const late = new Float64Array(stores.length * width).fill(UNKNOWN);
    for (const s of measured)
      for (const [q, own] of (known[s] ?? []).entries())
        if (own)
          late[s * width + q] = own.reduce((sum, { share, of }) => sum + share * (1 - of.cdf(limitMs)), 0);
    tables.set(power, late);
    return late;
  };
  const actions = (share: number) => (fanOut === 1 || share > 1 ? share : lateActions(share, fanOut));
  /** Late actions where each reader is served by the best of some stores, or by the worst that is known. */
  const served = (late: Lateness, own: readonly number[], by: 'best' | 'worst') => {
    let sum = 0;
    for (const [q, weight] of weights.entries()) {
      let share = by === 'best' ? UNKNOWN : 0;
      for (const s of own) {
        const one = late[s * width + q] ?? UNKNOWN;
        if (by === 'best' ? one < share : one > share && one < UNKNOWN) share = one;
      }
      sum += weight * actions(share);
    }
    return sum;
  };
  const first = powerWhere((power) => served(lateAt(power), measured, 'best') <= MOST_LATE);
  const last = powerWhere((power) => served(lateAt(power), measured, 'worst') <= MOST_LATE);
  if (first === null || last === null) return null;
  const limitsMs = Array.from({ length: last - first + 1 }, (_, i) => P99_STEP ** (first + i));
  const late = (rung: number) => lateAt(first + rung);
  const firstKept: P99Rungs['firstKept'] = (actionsLate) => {
    let [from, to] = [0, limitsMs.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (actionsLate(middle) <= MOST_LATE) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  return {
    limitsMs,
    measured,
    weights,
    fanOut,
    late,
    firstKept,
    quickest: (own) => firstKept((rung) => served(late(rung), own, 'best')),
    at: (p99Ms) => {
      const rung = p99Ms === null ? -1 : limitsMs.findIndex((limitMs) => p99Ms <= limitMs);
      return rung < 0 ? limitsMs.length : rung;
    },
    of(placement) {
      const chain = chainOf(placement);
      const shares = stretchShares(workload, chain);
      const stays = readers.map((_, q) => servedBy(chain, shares, q));
      return firstKept((rung) => {
        const of = late(rung);
        return weights.reduce((sum, weight, q) => {
          let share = 0;
          for (const [i, own] of (stays[q] ?? []).entries())
            if (own > 0) share += own * (of[(chain.stays[i]?.store ?? -1) * width + q] ?? UNKNOWN);
          return sum + weight * actions(share);
        }, 0);
      });
    },
  };
}

/** What a read of each size class takes, by share; null where one is not known. */
function readsOf(
  grid: LatencyGrid,
  s: number,
  q: number,
  classes: PlanContext['workload']['classes'],
): { share: number; of: Distribution }[] | null {
  const found: { share: number; of: Distribution }[] = [];
  for (const [k, { share }] of classes.entries()) {
    if (share === 0) continue;
    const prediction = grid.read(s, q, k, 'total');
    if (!prediction) return null;
    found.push({ share, of: prediction.best });
  }
  return found;
}

/** Powers of the step between a microsecond and a day. */
const LEAST_POWER = Math.ceil(Math.log(1e-3) / Math.log(P99_STEP));
const MOST_POWER = Math.ceil(Math.log(86_400_000) / Math.log(P99_STEP));

/** The first power of the step from which on something holds; null where it never does. */
function powerWhere(holds: (power: number) => boolean): number | null {
  if (!holds(MOST_POWER)) return null;
  let [from, to] = [LEAST_POWER, MOST_POWER];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
