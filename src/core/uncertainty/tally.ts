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

/** What the draws did to one contestant. */
interface Row {
  /** By draw: its bill, the same with what has to be run, whether it may win, its p99 (NaN: not known). */
  costs: Float64Array;
  worths: Float64Array;
  meets: Uint8Array;
  p99s: Float64Array;
  atLeast: boolean;
  /** Draws in which the rule would recommend it. */
  recommended: number;
  /** Draws by requirement and verdict. */
  verdicts: Map<string, Record<Feasible, number>>;
}

export interface Tally {
  /** Compared by bill and effort. */
  outcomes: Outcomes;
  rows: readonly Row[];
  note(contestant: number, draw: number, found: PlanAtDraw): void;
}

/** `openPrices`: lower bounds compete, because the recommendation itself is one. */
export function tallyOf(contestants: number, draws: number, openPrices: boolean): Tally {
  const rows = Array.from({ length: contestants }, (): Row => ({
    costs: new Float64Array(draws),
    worths: new Float64Array(draws),
    meets: new Uint8Array(draws),
    p99s: new Float64Array(draws),
    atLeast: false,
    recommended: 0,
    verdicts: new Map(),
  }));
  return {
    outcomes: { draws, costs: rows.map(({ worths }) => worths), meets: rows.map(({ meets }) => meets) },
    rows,
    note(contestant, draw, found) {
      const row = itemAt(rows, contestant);
      row.costs[draw] = found.cost;
      row.worths[draw] = found.worth;
      row.meets[draw] = found.feasible === 'yes' && (openPrices || !found.atLeast) ? 1 : 0;
      row.p99s[draw] = found.p99Ms ?? NaN;
      row.atLeast ||= found.atLeast;
      for (const { requirement, verdict } of found.requirements) {
        const own = row.verdicts.get(requirement) ?? { yes: 0, no: 0, unproven: 0 };
        own[verdict] += 1;
        row.verdicts.set(requirement, own);
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
  const { outcomes, rows } = tally;
  const { draws } = outcomes;
  const best = winners(outcomes);
  const { wins } = winShares(outcomes, best);
  const sure = chosen < 0 ? null : winShares(whereverMet(outcomes, chosen)).wins;
  return contestants.map(({ id, shown }, p) => {
    const { costs, meets, p99s, atLeast, recommended, verdicts } = itemAt(rows, p);
    return {
      id,
      shown,
      cost: spreadOf(costs),
      meanCost: mean(costs),
      atLeast,
      p99Ms: p99s.every(Number.isFinite) ? spreadOf(p99s) : null,
      recommended: recommended / draws,
      wins: itemAt(wins, p),
      winsOfSure: sure?.[p] ?? null,
      meets: mean(meets),
      // Limits are noted where they are passed.
      requirements: [...verdicts].map(([requirement, { no, unproven }]) => ({
        requirement,
        holds: (draws - no - unproven) / draws,
        fails: no / draws,
        unknown: unproven / draws,
      })),
      regret: regretOf(outcomes, p, best),
    };
  });
}
