/** Anything → `Scenario`, strictly: every value is understood, or the place and the remedy are named. */
import { schemaIssues } from '../schema-issues.ts';
import { senseIssues } from './check-sense.ts';
import { ScenarioFile } from './scenario.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioError, refuse } from './scenario-error.ts';

/** Throws `ScenarioError`. `value` is plain data, as YAML or JSON give it. */
export function parseScenario(value: unknown): Scenario {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ScenarioError([
      {
        path: '',
        message: `a scenario is a map of keys (stowage, asOf, workload, ...), and this is ${value === null || value === undefined ? 'empty' : Array.isArray(value) ? 'a list' : `"${String(value).slice(0, 40)}"`}`,
      },
    ]);
  }
  const parsed = ScenarioFile.safeParse(value);
  if (!parsed.success) throw new ScenarioError(schemaIssues(parsed.error, ScenarioFile, value));
  refuse(senseIssues(parsed.data));
  return parsed.data;
}
