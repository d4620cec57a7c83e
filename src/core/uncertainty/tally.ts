/** What the draws did to each contestant, kept as they come, and the odds that follow. */
import { itemAt } from '../at.ts';
import type { Placement } from '../placement/placement.ts';
import type { Feasible } from '../report/verdict.ts';
import type { UncertainCandidate } from '../report/uncertainty-types.ts';
import type { PlanAtDraw } from './at-draw.ts';
import { mean, regretOf, spreadOf, whereverMet, winShares, winners } from './outcomes.ts';
import type { Outcomes } from './outcomes.ts';

export interface Contestant {
  id: string;
  placement: Placement;
  /** Among the plan's own candidates. */
  shown: boolean;
}

export interface Tally {
  /** Compared by bill and effort. */
  outcomes: Outcomes;
  /** By contestant, of the bill. */
  costs: readonly Float64Array[];
  /** By contestant, draws in which the rule would recommend it. */
  recommended: Uint32Array;
  /** By contestant. NaN: nothing is known. */
  p99s: readonly Float64Array[];
  atLeast: readonly boolean[];
  /** By contestant: draws by requirement and verdict. */
  verdicts: readonly ReadonlyMap<string, Record<Feasible, number>>[];
  note(contestant: number, draw: number, found: PlanAtDraw): void;
}

/** `openPrices`: lower bounds compete, because the recommendation itself is one. */
export function tallyOf(contestants: number, draws: number, openPrices: boolean): Tally {
  const rows = <T>(make: () => T) => Array.from({ length: contestants }, make);
  const costs = rows(() => new Float64Array(draws));
  const worths = rows(() => new Float64Array(draws));
  const meets = rows(() => new Uint8Array(draws));
  const p99s = rows(() => new Float64Array(draws));
  const atLeast = rows(() => false);
  const verdicts = rows(() => new Map<string, Record<Feasible, number>>());
  return {
    outcomes: { draws, costs: worths, meets },
    costs,
    recommended: new Uint32Array(contestants),
    p99s,
    atLeast,
    verdicts,
    note(contestant, draw, found) {
      const [cost, worth, met, p99, counts] = [
        costs[contestant],
        worths[contestant],
        meets[contestant],
        p99s[contestant],
        verdicts[contestant],
      ];
      if (!cost || !worth || !met || !p99 || !counts) throw new RangeError(`no contestant ${contestant}`);
      cost[draw] = found.cost;
      worth[draw] = found.worth;
      met[draw] = found.feasible === 'yes' && (openPrices || !found.atLeast) ? 1 : 0;
      p99[draw] = found.p99Ms ?? NaN;
      atLeast[contestant] ||= found.atLeast;
      for (const { requirement, verdict } of found.requirements) {
        const own = counts.get(requirement) ?? { yes: 0, no: 0, unproven: 0 };
        own[verdict] += 1;
        counts.set(requirement, own);
      }
    },
  };
}

/** `chosen`: index of the recommendation; −1 without one. */
export function candidateOdds(
  contestants: readonly Contestant[],
  tally: Tally,
  chosen: number,
): UncertainCandidate[] {
  const { outcomes, p99s, atLeast, verdicts, recommended } = tally;
  const { draws } = outcomes;
  const best = winners(outcomes);
  const { wins } = winShares(outcomes, best);
  const sure = chosen < 0 ? null : winShares(whereverMet(outcomes, chosen)).wins;
  return contestants.map(({ id, shown }, p) => {
    const costs = tally.costs[p] ?? new Float64Array(0);
    const p99 = p99s[p] ?? new Float64Array(0);
    return {
      id,
      shown,
      cost: spreadOf(costs),
      meanCost: mean(costs),
      atLeast: atLeast[p] ?? false,
      p99Ms: p99.every(Number.isFinite) ? spreadOf(p99) : null,
      recommended: itemAt(recommended, p) / draws,
      wins: itemAt(wins, p),
      winsOfSure: sure?.[p] ?? null,
      meets: mean(outcomes.meets[p] ?? []),
      // Limits are noted where they are passed.
      requirements: [...(verdicts[p] ?? [])].map(([requirement, { no, unproven }]) => ({
        requirement,
        holds: (draws - no - unproven) / draws,
        fails: no / draws,
        unknown: unproven / draws,
      })),
      regret: regretOf(outcomes, p, best),
    };
  });
}
