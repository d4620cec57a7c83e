/** What to assume so that a plan that is not sure enough becomes so: a measurement is asked for at a reader, an assumption stands beside the store. */
import { answered } from '#core/placement/answer/certified.ts';
import { deskOf } from '#core/placement/desk.ts';
import type { Question } from '#core/question.ts';
import type { MissingMeasurement } from '#core/report/plan-types.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { Feasible } from '#core/report/verdict.ts';

type Assume = NonNullable<ScenarioText['assume']>;

const LEAST = 1e-3;
const STEPS = 9;

/**
 * The loosest p99s, all scaled alike from those that are asked for, with which the candidate is sure enough, to three figures;
 * null where none does.
 */
export function settle(
  question: Question,
  candidate: string,
  conditions: readonly MissingMeasurement[],
): Assume | null {
  return loosest(question.text.assume, conditions, (assume) => {
    const text = { ...question.text, assume };
    const { plan } = answered(deskOf({ ...question, text, scenario: parseScenario(text) }));
    return plan.candidates.find(({ id }) => id === candidate)?.feasible;
  });
}

/** `judge` works the plan out under an assumption. */
export function loosest(
  known: ScenarioText['assume'],
  conditions: readonly MissingMeasurement[],
  judge: (assume: Assume) => Feasible | undefined,
): Assume | null {
  const at = (factor: number) => assumed(known, conditions, factor);
  const holds = (factor: number) => judge(at(factor)) === 'yes';
  if (conditions.some(({ neededP99Ms }) => neededP99Ms === null) || !holds(LEAST)) return null;
  if (holds(1)) return at(1);
  let [fits, fails] = [LEAST, 1];
  for (let i = 0; i < STEPS; i++) {
    const middle = Math.sqrt(fits * fails);
    if (holds(middle)) fits = middle;
    else fails = middle;
  }
  return at(fits);
}

function assumed(
  known: ScenarioText['assume'],
  conditions: readonly MissingMeasurement[],
  factor: number,
): Assume {
  const all: Assume = { ...known };
  for (const { store, operation, neededP99Ms } of conditions) {
    if (neededP99Ms === null) continue;
    all[store] = {
      ...all[store],
      [operation]: { ...all[store]?.[operation], p99: milliseconds(neededP99Ms * factor) },
    };
  }
  return all;
}

/** Three figures, rounded down, so that what is written is never looser than what was judged. */
function milliseconds(ms: number): string {
  const step = 10 ** (Math.floor(Math.log10(ms)) - 2);
  return `${Number((Math.floor(ms / step + 1e-9) * step).toPrecision(3))} ms`;
}
