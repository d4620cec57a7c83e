/** The plan for any scenario, with every part of the planner. */
import type { Plan } from '../report/plan-types.ts';
import type { Question } from '../question.ts';
import { ALL_PARTS } from './all-parts.ts';
import { workedPlanWith } from './worked/worked-plan.ts';
import type { PlanOptions, WorkedPlan } from './worked/worked-plan.ts';

export type { AnsweredPlan, PlanOptions, Shown, WorkedPlan, Workings } from './worked/worked-plan.ts';
export type { WantedPolicy } from './winners/shortlist.ts';

/** Throws as `workedPlanWith` does. */
export function plan(question: Question, options?: PlanOptions): Plan {
  return workedPlan(question, options).plan;
}

const usual = new WeakMap<Question, WorkedPlan>();

/** Without options worked out once for a question: all that is asked beside its plan rests on it. Throws as `plan` does. */
export function workedPlan(question: Question, options?: PlanOptions): WorkedPlan {
  if (options) return workedPlanWith(ALL_PARTS, question, options);
  const worked = usual.get(question) ?? workedPlanWith(ALL_PARTS, question);
  usual.set(question, worked);
  return worked;
}
