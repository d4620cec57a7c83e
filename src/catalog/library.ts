/** The package as a library: its prices and evidence, a scenario understood, and the plan of it. */
import { fileURLToPath } from 'node:url';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan as planOf } from '#core/placement/plan.ts';
import { ask as askOf, type Question } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { filledIn } from '#core/scenario/fill-in.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { Sources } from '#core/sources.ts';
import { readCatalog } from './read-catalog.ts';

export { ScenarioError } from '#core/scenario/scenario-error.ts';

/** Prices and evidence, as the package ships them. */
export function sources(): Sources {
  const { archive, datasets } = readCatalog(fileURLToPath(new URL('../data', import.meta.url)));
  return { archive, evidence: evidenceBase(datasets()) };
}

/** `scenario`: a value as `dist/schema/scenario.json` describes it. Throws `ScenarioError` with each place that is wrong. */
export function ask(scenario: unknown, known: Sources): Question {
  return askOf(filledIn(scenario, known.archive) as ScenarioText, known);
}

/** What `stowage plan` answers. */
export function plan(question: Question): Plan {
  return planOf(question);
}
