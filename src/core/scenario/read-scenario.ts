/** A scenario without a word on what is wrong with it: the page has those words only when it needs them. */
import { senseIssues } from './check-sense.ts';
import { ScenarioFile } from './scenario.ts';
import type { Scenario } from './scenario.ts';

/** Null exactly where `parseScenario` throws. */
export function readScenario(value: unknown): Scenario | null {
  const parsed = ScenarioFile.safeParse(value);
  return parsed.success && senseIssues(parsed.data).length === 0 ? parsed.data : null;
}
