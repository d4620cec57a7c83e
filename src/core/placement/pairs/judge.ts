/** Verdicts of the latency requirements on every split of a pair, one threshold at a time. */
import type { Assignment } from '../context/assignments.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import { SLACK, policyTail } from '../verdicts/requirements.ts';
import { lateActions } from '../verdicts/tails.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

interface SplitJudge {
  /** Index in `VERDICTS` that no split of the pair can better. */
  attainable(hot: number, cold: number): number;
  /** Lowers the verdicts of the first `count` assignments at one threshold to what the requirements allow. */
  judge(verdicts: Uint8Array, policy: Policy, youngShare: number, count: number): void;
}

export function splitJudge(
  context: PlanContext,
  judged: Verdicts,
  assignments: readonly Assignment[],
): SplitJudge {
  const { fanOut } = context.workload;
  const { requirements, tails } = judged;
  const attainable = (hot: number, cold: number) => {
    let worst = 0;
    for (let r = 0; r < requirements.length; r += 1) {
      const requirement = requirements[r];
      const ofHot = tails[r]?.[hot];
      const ofCold = tails[r]?.[cold];
      if (!requirement || !ofHot || !ofCold) continue;
      const { tail, weights, counts } = requirement;
      // The mean of an action that waits for several reads is no less than that of one.
      const waits = counts === 'mean' ? 1 : fanOut;
      let low = 0;
      let high = 0;
      for (let q = 0; q < weights.length; q += 1) {
        const weight = weights[q] ?? 0;
        const h = ofHot[q];
        const c = ofCold[q];
        if (!h || !c) continue;
        low += weight * lateActions(Math.min(h.low, c.low), waits);
        high += weight * lateActions(Math.min(h.high, c.high), waits);
      }
      worst = Math.max(worst, verdictOf(low, high, tail));
    }
    return worst;
  };
  const judge =
    fanOut === 1 ? additive(context, judged, assignments) : oneByOne(context, judged, assignments);
  return { attainable, judge };
}

function verdictOf(low: number, high: number, limit: number): number {
  return high <= limit + SLACK ? 0 : low > limit + SLACK ? 2 : 1;
}

const ENDS = ['low', 'high'] as const;

/** Where tails add up over readers, an assignment's tail is that of another and one term. */
function additive(
  { workload: { readers } }: PlanContext,
  { requirements, tails }: Verdicts,
  assignments: readonly Assignment[],
): SplitJudge['judge'] {
  const parents = Int32Array.from(assignments, (one) => one.from);
  const addeds = Int32Array.from(assignments, (one) => one.added);
  /** By requirement and end: tails by store × readers + reader, weighted by reader, and their sums by store. */
  const weighted = requirements.map(({ weights }, r) =>
    ENDS.map((end) => {
      const rows = (tails[r] ?? []).map((row) => row.map((tail, q) => tail[end] * (weights[q] ?? 0)));
      const sums = rows.map((row) => row.reduce((sum, tail) => sum + tail, 0));
      return { tails: rows.flat(), sums };
    }),
  );
  const low = new Float64Array(assignments.length);
  const high = new Float64Array(assignments.length);
  const late = [low, high];

  return (verdicts, { hot, cold }, share, count) => {
    const h = hot * readers.length;
    const c = cold * readers.length;
    for (let r = 0; r < weighted.length; r += 1) {
      for (let end = 0; end < late.length; end += 1) {
        const own = late[end];
        const known = weighted[r]?.[end];
        if (!own || !known) continue;
        own[0] = share * (known.sums[hot] ?? 0) + (1 - share) * (known.sums[cold] ?? 0);
        for (let a = 1; a < count; a += 1) {
          const q = addeds[a] ?? 0;
          const change = (known.tails[c + q] ?? 0) - (known.tails[h + q] ?? 0);
          own[a] = (own[parents[a] ?? 0] ?? 0) + share * change;
        }
      }
      const limit = (requirements[r]?.tail ?? 0) + SLACK;
      for (let a = 0; a < count; a += 1) {
        const found = (high[a] ?? 1) <= limit ? 0 : (low[a] ?? 1) > limit ? 2 : 1;
        if (found > (verdicts[a] ?? 0)) verdicts[a] = found;
      }
    }
  };
}

function oneByOne(
  context: PlanContext,
  { requirements, tails, nodesMs }: Verdicts,
  assignments: readonly Assignment[],
): SplitJudge['judge'] {
  return (verdicts, policy, share, count) => {
    for (const [r, requirement] of requirements.entries()) {
      for (let a = 0; a < count; a += 1) {
        const assigned = { ...policy, coldServes: assignments[a]?.coldServes ?? [] };
        const { low, high } = policyTail(context, requirement, assigned, share, tails[r] ?? [], nodesMs[r]);
        const found = verdictOf(low, high, requirement.tail);
        if (found > (verdicts[a] ?? 0)) verdicts[a] = found;
      }
    }
  };
}
