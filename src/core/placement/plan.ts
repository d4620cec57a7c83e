/** The plan for any question, certified. */
import type { Question } from '../question.ts';
import type { Plan } from '../report/plan-types.ts';
import { answered } from './answer/certified.ts';
import type { PlanOptions } from './answer/answered.ts';
import { deskOf } from './desk.ts';

/** Without options worked out once for a question. Throws `RangeError` for a read point past the retention. */
export function plan(question: Question, options?: PlanOptions): Plan {
  return answered(deskOf(question), options).plan;
}
