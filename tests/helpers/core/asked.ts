/** What is asked of a plan, of a question in one call. Each throws as `plan` does. */
import { withMigration as migrationOf } from '#core/migration/migration.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { planAtRanges } from '#core/placement/variations/outcomes.ts';
import { overTime as monthsOf } from '#core/placement/variations/over-time.ts';
import { deskOf } from '#core/placement/desk.ts';
import type { Question } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { planUncertainty as uncertaintyOf } from '#core/uncertainty/plan-uncertainty.ts';

export const withMigration = (question: Question) =>
  migrationOf(deskOf(question), answered(deskOf(question)));

export const overTime = (question: Question) => monthsOf(deskOf(question), answered(deskOf(question)));

export const planUncertainty = (question: Question, options?: Parameters<typeof uncertaintyOf>[2]) =>
  uncertaintyOf(deskOf(question), answered(deskOf(question)), options);

/** The plan as the terminal prints it without `--why`. */
export function plannedInFull(question: Question): Plan {
  const desk = deskOf(question);
  const answer = answered(desk);
  return {
    ...migrationOf(desk, answer),
    overTime: monthsOf(desk, answer),
    ranges: planAtRanges(desk),
  };
}
