/** Cost against p99: the cheapest plan for each p99, and which of them beats each of the rest. */
import type { Candidate, Plan } from './plan-types.ts';

export interface FrontierPoint {
  candidate: Candidate;
  p99Ms: number;
  /** On the frontier. */
  isOn: boolean;
  /** Id of the cheapest plan on the frontier that costs no more and answers no later, as far as p99s are told apart; null on the frontier. */
  beatenBy: string | null;
}

/** Every candidate whose p99 and total are known, the cheapest first. */
export function frontierPoints(plan: Plan): FrontierPoint[] {
  const known = plan.candidates
    .flatMap((candidate) => {
      const { p99Ms } = candidate.read;
      return p99Ms === null || candidate.monthly.atLeast ? [] : [{ candidate, p99Ms }];
    })
    .sort((a, b) => a.candidate.monthly.total - b.candidate.monthly.total || a.p99Ms - b.p99Ms);
  const on = known.filter(({ candidate }) => plan.frontier.includes(candidate.id));
  const apart = 1 + (plan.frontierStep ?? 0);
  return known.map((one) => {
    const isOn = plan.frontier.includes(one.candidate.id);
    const better = on.find(
      (other) =>
        other.p99Ms <= one.p99Ms * apart && other.candidate.monthly.total <= one.candidate.monthly.total,
    );
    return { ...one, isOn, beatenBy: isOn ? null : (better?.candidate.id ?? null) };
  });
}
