/** One scenario under two sets of prices: the winner, each candidate's bill, and the meters that moved. */
import { billDifference, type LineDifference } from './bill-difference.ts';
import type { Candidate, Plan } from './plan-types.ts';

export interface CandidateDifference {
  id: string;
  /** Per month; null: not a candidate there. */
  from: number | null;
  to: number | null;
  /** Null also where what is not known is another on either side: the true change may have any size. */
  change: number | null;
  currency: string;
  /** Which of the totals is a lower bound. */
  atLeast: { from: boolean; to: boolean };
  /** Of the candidates that win on either side; empty for the others. */
  lines: LineDifference[];
}

interface EditionMove {
  store: string;
  region: string;
  /** Null: not priced there. */
  from: string | null;
  to: string | null;
}

export interface PlanDifference {
  /** Price dates. */
  from: string;
  to: string;
  /** The recommended on either side, and whether it is another. */
  winner: { from: string | null; to: string | null; changed: boolean };
  /** Stores whose edition is another. */
  editions: EditionMove[];
  /** Every candidate shown on either side, in the order of the later ranking, then of the earlier. */
  candidates: CandidateDifference[];
}

export function planDifference(before: Plan, after: Plan): PlanDifference {
  const winner = {
    from: before.recommendation?.id ?? null,
    to: after.recommendation?.id ?? null,
  };
  const ids = new Set([...after.candidates, ...before.candidates].map(({ id }) => id));
  const named = [winner.from, winner.to];
  return {
    from: before.scenario.asOf,
    to: after.scenario.asOf,
    winner: { ...winner, changed: winner.from !== winner.to },
    editions: editionMoves(before, after),
    candidates: [...ids].map((id) =>
      candidateDifference(id, candidateOf(before, id), candidateOf(after, id), named.includes(id)),
    ),
  };
}

function candidateDifference(
  id: string,
  from: Candidate | undefined,
  to: Candidate | undefined,
  explained: boolean,
): CandidateDifference {
  const [old, now] = [from?.monthly, to?.monthly];
  return {
    id,
    from: old?.total ?? null,
    to: now?.total ?? null,
    change:
      old && now && old.currency === now.currency && unknownIn(old) === unknownIn(now)
        ? now.total - old.total
        : null,
    currency: (now ?? old)?.currency ?? 'USD',
    atLeast: { from: old?.atLeast ?? false, to: now?.atLeast ?? false },
    lines: explained && old && now ? billDifference(old, now) : [],
  };
}

/** What a bill leaves open, as text to compare. */
function unknownIn({ lines, atLeast }: Candidate['monthly']): string {
  const open = lines.filter(({ amount }) => amount === null);
  return atLeast
    ? JSON.stringify(open.map(({ store, meter, edition, quantity }) => [store, meter, edition, quantity]))
    : '';
}

function editionMoves(before: Plan, after: Plan): EditionMove[] {
  const key = ({ store, region }: { store: string; region: string }) => `${store}@${region}`;
  const old = new Map(before.pricing.map((one) => [key(one), one]));
  const now = new Map(after.pricing.map((one) => [key(one), one]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((ref) => {
    const one = now.get(ref) ?? old.get(ref);
    const [from, to] = [old.get(ref)?.edition ?? null, now.get(ref)?.edition ?? null];
    return !one || from === to ? [] : [{ store: one.store, region: one.region, from, to }];
  });
}

function candidateOf(plan: Plan, id: string): Candidate | undefined {
  return plan.candidates.find((one) => one.id === id);
}
