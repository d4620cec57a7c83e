/**
 * The question that a scenario asks: its text understood, its names checked and its evidence chosen, once, at the door. Everything
 * in the core that answers takes it, so that nothing past the door parses or chooses again.
 */
import { evidenceFor } from './evidence-for.ts';
import type { ChosenEvidence } from './evidence-for.ts';
import { readOptions } from './placement/context/read-options.ts';
import { bringReadOptions } from './placement/context/options-of-reads.ts';
import type { Archive } from './pricing/archive.ts';
import { withSelfHosted } from './pricing/self-hosted/archive.ts';
import { checkScenario } from './scenario/check-scenario.ts';
import { parseScenario } from './scenario/parse-scenario.ts';
import type { ReadScenario, Scenario, ScenarioText } from './scenario/scenario.ts';
import type { Sources } from './sources.ts';

bringReadOptions(readOptions);

export interface Question extends ReadScenario, ChosenEvidence {
  archive: Archive;
}

/** Throws `ScenarioError` for a text that is no scenario, or that names what is not known. */
export function ask(text: ScenarioText, sources: Sources): Question {
  return questionOf({ text, scenario: parseScenario(text) }, sources);
}

/** Like `ask`, for a scenario that was parsed before its sources were at hand. */
export function questionOf(read: ReadScenario, sources: Sources): Question {
  checkScenario(read.scenario, sources);
  const archive = withSelfHosted(sources.archive, read.scenario.selfHosted);
  return { ...read, archive, ...evidenceFor(read.text, sources.evidence) };
}

/** Keys whose parsed value is the one that was written. */
type Plain = 'asOf' | 'knownOn' | 'stores' | 'copies';

/** The same question but for these keys of its scenario; the evidence stays. */
export function withChanges(question: Question, changes: Partial<Pick<Scenario, Plain>>): Question {
  return {
    ...question,
    text: { ...question.text, ...changes },
    scenario: { ...question.scenario, ...changes },
  };
}

/** The same question without one of its datasets. */
export function withoutDataset(question: Question, id: string): Question {
  const { evidence } = evidenceFor({ datasets: [`not ${id}`] }, question.evidence);
  return { ...question, evidence };
}
