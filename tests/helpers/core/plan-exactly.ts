/** The plan over every chain of up to three stores, in one call. */
import { exactly } from '#core/placement/plan-exactly.ts';
import { workedPlan } from '#core/placement/plan.ts';
import type { PlanOptions } from '#core/placement/plan.ts';
import type { Question } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';

/** Throws as `plan` does. */
export function planExactly(question: Question, options?: PlanOptions): Plan {
  return exactly(workedPlan(question, options)).plan;
}
