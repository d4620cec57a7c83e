/** What becomes of a plan with time, asked once its answer stands. */
import { withMigration } from '#core/migration/migration.ts';
import { overTime } from '#core/placement/beside/over-time.ts';
import { workedPlan } from '#core/placement/plan.ts';
import type { PlanSources } from '#core/placement/plan.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { TimeAnswer } from './messages.ts';

export function timeOf(text: ScenarioText, sources: PlanSources): Extract<TimeAnswer, { kind: 'time' }> {
  const worked = workedPlan(text, sources);
  const { today, candidates } = withMigration(text, sources, worked);
  return {
    kind: 'time',
    overTime: overTime(text, sources, worked),
    today,
    migrations: Object.fromEntries(candidates.map(({ id, migration }) => [id, migration])),
    others: candidates.filter(({ id }) => id === today?.id),
  };
}
