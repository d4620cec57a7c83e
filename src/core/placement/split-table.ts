/**
 * Bounds and verdicts of every split of one ordered pair of stores: each threshold by each assignment of readers. Letting the
 * cold copy serve one reader more changes a bound and a tail by one term, so each entry follows from another.
 */
import type { CostBound } from './cost-bound.ts';
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';
import { SLACK, policyTail } from './requirements.ts';
import type { Verdicts } from './verdicts.ts';

/** Above this many readers the assignments of a dual write are not enumerated: none, or one reader, is served by the cold copy. */
export const ENUMERATED_READERS = 6;

/** Which readers the cold copy serves while both exist. */
export interface Assignment {
  coldServes: readonly boolean[];
  /** Index of the assignment with one reader less, and that reader; −1 for none. */
  from: number;
  added: number;
}

/** Every way to let the cold copy serve some readers but not all. */
export function assignmentsOf(readers: number): Assignment[] {
  const masks =
    readers > ENUMERATED_READERS
      ? [0, ...Array.from({ length: readers }, (_, q) => 2 ** q)]
      : Array.from({ length: 2 ** readers - 1 }, (_, mask) => mask);
  const indexOf = new Map(masks.map((mask, index) => [mask, index]));
  return masks.map((mask): Assignment => {
    const bits = Array.from({ length: readers }, (_, q) => Math.floor(mask / 2 ** q) % 2 === 1);
    const added = bits.indexOf(true);
    return { coldServes: bits, from: added < 0 ? -1 : (indexOf.get(mask - 2 ** added) ?? -1), added };
  });
}

export const VERDICTS = ['yes', 'unproven', 'no'] as const;
/** In place of a verdict: the policy cannot cost less than the ceiling, so none was sought. */
export const SKIPPED = VERDICTS.length;

export interface SplitTable {
  /** Lower bound and verdict (index in `VERDICTS`) by threshold × assignments + assignment. */
  bounds: Float64Array;
  verdicts: Uint8Array;
  /** Fills the table for a pair; tiering has the first assignment alone. Returns how many assignments count. */
  fill(this: void, hot: number, cold: number, entry: 'tier' | 'dual', ceiling: number): number;
}

export function splitTable(
  context: PlanContext,
  bound: CostBound,
  judged: Verdicts,
  assignments: readonly Assignment[],
): SplitTable {
  const { edges, readers, fanOut } = context.workload;
  const width = assignments.length;
  const bounds = new Float64Array(edges.length * width);
  const verdicts = new Uint8Array(edges.length * width);
  const young = Float64Array.from(edges, (edge) => judged.youngShare(edge));
  const [lows, highs] = [new Float64Array(width), new Float64Array(width)];
  const additive = fanOut === 1;

  const parents = Int32Array.from(assignments, (one) => one.from);
  const addeds = Int32Array.from(assignments, (one) => one.added);
  const flat = (end: 'low' | 'high') =>
    judged.tails.map((stores) =>
      Float64Array.from(stores.flatMap((row) => row.map((tail, q) => tail[end] * (readers[q]?.share ?? 0)))),
    );
  /** Tails by requirement, then store × readers + reader, weighted by the reader's share. */
  const [lowTails, highTails] = [flat('low'), flat('high')];

  /** Verdict of requirement `r` for every assignment at one threshold, where tails add up over readers. */
  const judgeAdditive = (r: number, limit: number, hot: number, cold: number, e: number, count: number) => {
    const share = young[e] ?? 0;
    const [lowTail, highTail] = [lowTails[r], highTails[r]];
    if (!lowTail || !highTail) return;
    const [h, c] = [hot * readers.length, cold * readers.length];
    let [low, high] = [0, 0];
    for (let q = 0; q < readers.length; q += 1) {
      low += share * (lowTail[h + q] ?? 0) + (1 - share) * (lowTail[c + q] ?? 0);
      high += share * (highTail[h + q] ?? 0) + (1 - share) * (highTail[c + q] ?? 0);
    }
    lows[0] = low;
    highs[0] = high;
    for (let a = 1; a < count; a += 1) {
      const [from, q] = [parents[a] ?? 0, addeds[a] ?? 0];
      lows[a] = (lows[from] ?? 0) + share * ((lowTail[c + q] ?? 0) - (lowTail[h + q] ?? 0));
      highs[a] = (highs[from] ?? 0) + share * ((highTail[c + q] ?? 0) - (highTail[h + q] ?? 0));
    }
    for (let a = 0; a < count; a += 1) {
      const found = (highs[a] ?? 1) <= limit + SLACK ? 0 : (lows[a] ?? 1) > limit + SLACK ? 2 : 1;
      const i = e * width + a;
      if (found > (verdicts[i] ?? 0)) verdicts[i] = found;
    }
  };

  const judgeEach = (r: number, limit: number, policy: Policy, e: number, count: number) => {
    for (let a = 0; a < count; a += 1) {
      const tail = policyTail(
        context,
        { ...policy, coldServes: assignments[a]?.coldServes ?? [] },
        young[e] ?? 0,
        judged.tails[r] ?? [],
      );
      const found = tail.high <= limit + SLACK ? 0 : tail.low > limit + SLACK ? 2 : 1;
      const i = e * width + a;
      if (found > (verdicts[i] ?? 0)) verdicts[i] = found;
    }
  };

  return {
    bounds,
    verdicts,
    fill: (hot, cold, entry, ceiling) => {
      const count = entry === 'tier' ? 1 : width;
      const policy: Policy = {
        hot,
        cold,
        entry,
        thresholdDays: edges[0] ?? 0,
        coldServes: assignments[0]?.coldServes ?? [],
      };
      verdicts.fill(VERDICTS.indexOf(judged.ofStores(policy)));
      for (let e = 0; e < edges.length; e += 1) {
        policy.thresholdDays = edges[e] ?? 0;
        bounds[e * width] = entry === 'tier' ? bound.tier(hot, cold, e) : bound.dual(hot, cold, e);
        for (let a = 1; a < count; a += 1) {
          bounds[e * width + a] =
            (bounds[e * width + (parents[a] ?? 0)] ?? 0) -
            bound.hotRatherThanCold(hot, cold, e, addeds[a] ?? 0);
        }
        let cheapest = Infinity;
        for (let a = 0; a < count; a += 1) cheapest = Math.min(cheapest, bounds[e * width + a] ?? Infinity);
        if (cheapest >= ceiling) {
          verdicts.fill(SKIPPED, e * width, e * width + count);
          continue;
        }
        for (const [r, { tail }] of judged.requirements.entries()) {
          if (additive) judgeAdditive(r, tail, hot, cold, e, count);
          else judgeEach(r, tail, policy, e, count);
        }
        for (let a = 0; a < count; a += 1) {
          const i = e * width + a;
          if ((bounds[i] ?? Infinity) >= ceiling) verdicts[i] = SKIPPED;
          if ((verdicts[i] ?? 0) >= 2) continue;
          policy.coldServes = assignments[a]?.coldServes ?? [];
          if (!context.limits.within(policy)) verdicts[i] = 2;
        }
      }
      return count;
    },
  };
}
