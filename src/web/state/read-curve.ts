import type { ScenarioText } from '#core/scenario/scenario.ts';
import { parseShare } from '#core/rates.ts';
import { parseDays } from '#core/units.ts';
import type { AgePoint } from '#web/charts/strips/strip-geometry.ts';

/** Cumulative reads by age of a scenario that was understood; null where reads do not depend on age. */
export function readCurve(scenario: ScenarioText): AgePoint[] | null {
  const { objects, reads } = scenario.workload;
  if (objects.arrivals === undefined || reads === undefined) return null;
  return Object.entries(reads.byAge ?? {})
    .map(([age, share]) => ({ ageDays: parseDays(age), share: parseShare(share) }))
    .sort((a, b) => a.ageDays - b.ageDays);
}
