/** What becomes of a plan with time, asked once its answer stands. */
import { withMigration } from '#core/migration/migration.ts';
import { overTime } from '#core/placement/beside/over-time.ts';
import type { Question } from '#core/question.ts';
import type { TimeAnswer } from './messages.ts';

export function timeOf(question: Question): Extract<TimeAnswer, { kind: 'time' }> {
  const { today, candidates } = withMigration(question);
  return {
    kind: 'time',
    overTime: overTime(question),
    today,
    migrations: Object.fromEntries(candidates.map(({ id, migration }) => [id, migration])),
    others: candidates.filter(({ id }) => id === today?.id),
  };
}
