/**
 * Bounds and verdicts of every split of one ordered pair of stores: each threshold by each assignment of readers. Letting the
 * cold copy serve one reader more changes a bound by one term, so each follows from another.
 */
import type { Assignment } from '../context/assignments.ts';
import type { CostBound } from '../costs/cost-bound.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import { splitJudge } from './judge.ts';
import { splitLimits } from './limits.ts';
import { VERDICTS } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

/** Told of a policy, as threshold × assignments + assignment, with its index in `VERDICTS` and its lower bound. */
type KeepSplit = (code: number, verdict: number, bound: number) => void;

interface SplitTable {
  /** What no split of a pair and entry costs less than, whatever its threshold and whoever serves whom. */
  leastOf(hot: number, cold: number, entry: 'tier' | 'dual'): number;
  /**
   * Tells `keep` of every split of a pair whose bound is below the ceiling of its verdict; tiering has the first assignment
   * alone. Where no ceiling is given there is none.
   */
  tell(hot: number, cold: number, entry: 'tier' | 'dual', ceilings: readonly number[], keep: KeepSplit): void;
}

const NO = VERDICTS.indexOf('no');

export function splitTable(
  context: PlanContext,
  bound: CostBound,
  judged: Verdicts,
  assignments: readonly Assignment[],
): SplitTable {
  const { edges } = context.workload;
  const { attainable, judge } = splitJudge(context, judged, assignments);
  const within = splitLimits(context, assignments);
  const width = assignments.length;
  const parents = Int32Array.from(assignments, (one) => one.from);
  const addeds = Int32Array.from(assignments, (one) => one.added);
  const young = edges.map((edge) => judged.youngShare(edge));
  const rows = pairRows(context, bound);
  const leastOf = leastOfPairs(context.stores.length, rows);
  // Of one threshold, by assignment.
  const bounds = new Float64Array(width);
  const verdicts = new Uint8Array(width);

  const tell: SplitTable['tell'] = (hot, cold, entry, ceilings, keep) => {
    const count = entry === 'tier' ? 1 : width;
    const policy: Policy = { hot, cold, entry, thresholdDays: 0, coldServes: [] };
    const ofStores = VERDICTS.indexOf(judged.ofStores(policy));
    let ceiling = -Infinity;
    for (let v = Math.max(ofStores, attainable(hot, cold)); v <= NO; v += 1)
      ceiling = Math.max(ceiling, ceilings[v] ?? Infinity);
    if (leastOf(hot, cold, entry) >= ceiling) return;
    const { fromHot, saved, least } = rows(hot, cold, entry);
    for (let e = 0; e < edges.length; e += 1) {
      if ((least[e] ?? 0) >= ceiling) continue;
      bounds[0] = fromHot[e] ?? 0;
      for (let a = 1; a < count; a += 1)
        bounds[a] = (bounds[parents[a] ?? 0] ?? 0) - (saved[addeds[a] ?? 0]?.[e] ?? 0);
      verdicts.fill(ofStores);
      policy.thresholdDays = edges[e] ?? 0;
      judge(verdicts, policy, young[e] ?? 0, count);
      for (let a = 0; a < count; a += 1) {
        const own = bounds[a] ?? Infinity;
        const found = verdicts[a] ?? NO;
        if (own >= (ceilings[found] ?? Infinity)) continue;
        policy.coldServes = assignments[a]?.coldServes ?? [];
        const verdict = found === NO || within(policy, e * width + a) ? found : NO;
        if (own < (ceilings[verdict] ?? Infinity)) keep(e * width + a, verdict, own);
      }
    }
  };
  return { leastOf, tell };
}

/** Each pair and entry worked out once. */
function leastOfPairs(stores: number, rows: ReturnType<typeof pairRows>): SplitTable['leastOf'] {
  const known = new Float64Array(stores * stores * 2).fill(NaN);
  return (hot, cold, entry) => {
    const index = (hot * stores + cold) * 2 + (entry === 'dual' ? 1 : 0);
    const before = known[index] ?? NaN;
    if (!Number.isNaN(before)) return before;
    const { least } = rows(hot, cold, entry);
    let lowest = Infinity;
    for (let e = 0; e < least.length; e += 1) lowest = Math.min(lowest, least[e] ?? Infinity);
    known[index] = lowest;
    return lowest;
  };
}

/** Bounds of one pair and entry by threshold, until the next are asked for. */
interface PairRows {
  /** Where the hot copy serves every reader below the threshold. */
  fromHot: Float64Array;
  /** By reader, what is saved where the cold copy serves it instead: of a dual write alone. */
  saved: readonly Float64Array[];
  /** Whoever serves whom. */
  least: Float64Array;
}

function pairRows(
  { workload: { edges, readers } }: PlanContext,
  bound: CostBound,
): (hot: number, cold: number, entry: 'tier' | 'dual') => PairRows {
  const row = () => new Float64Array(edges.length);
  const [fromHot, least] = [row(), row()];
  const tier = { fromHot, saved: [], least: fromHot };
  const dual = { fromHot, saved: readers.map(row), least };
  return (hot, cold, entry) => {
    if (entry === 'tier') {
      bound.tier(hot, cold, fromHot);
      return tier;
    }
    bound.dual(hot, cold, fromHot);
    least.set(fromHot);
    for (let q = 0; q < readers.length; q += 1) {
      const saved = dual.saved[q] ?? least;
      bound.hotRatherThanCold(hot, cold, q, saved);
      for (let e = 0; e < saved.length; e += 1) {
        const own = saved[e] ?? 0;
        if (own > 0) least[e] = (least[e] ?? 0) - own;
      }
    }
    return dual;
  };
}
