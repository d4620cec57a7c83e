/**
 * The question that a scenario asks: its text understood, its names checked and its evidence chosen, once, at the door. Everything
 * in the core that answers takes it, so that nothing past the door parses or chooses again.
 */
import type { EvidenceBase } from './latency/evidence-base.ts';
import type { Archive } from './pricing/archive.ts';
import { checkScenario } from './scenario/check-scenario.ts';
import { parseScenario } from './scenario/parse-scenario.ts';
import type { ReadScenario, Scenario, ScenarioText } from './scenario/scenario.ts';
import { pinOf, wantedDatasets } from './scenario/wanted-datasets.ts';
import type { Sources } from './sources.ts';

export interface Question extends ReadScenario {
  archive: Archive;
  /** The evidence that the scenario may use. */
  evidence: EvidenceBase;
  /** Ids of pinned datasets that are not here with that content. */
  missing: string[];
}

/** Throws `ScenarioError` for a text that is no scenario, or that names what is not known. */
export function ask(text: ScenarioText, sources: Sources): Question {
  return questionOf({ text, scenario: parseScenario(text) }, sources);
}

/** Like `ask`, for a scenario that was parsed before its sources were at hand. */
export function questionOf(read: ReadScenario, sources: Sources): Question {
  checkScenario(read.scenario, sources);
  return { ...read, archive: sources.archive, ...evidenceFor(read.text, sources.evidence) };
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

type Chosen = Pick<Question, 'evidence' | 'missing'>;

/** Predictions are remembered by evidence base, so the same choice gives the same base. */
const chosen = new WeakMap<EvidenceBase, Map<string, Chosen>>();

function evidenceFor({ datasets }: Pick<ScenarioText, 'datasets'>, evidence: EvidenceBase): Chosen {
  const choices = chosen.get(evidence) ?? new Map<string, Chosen>();
  chosen.set(evidence, choices);
  const key = JSON.stringify(datasets ?? []);
  const known = choices.get(key) ?? choose(datasets, evidence);
  choices.set(key, known);
  return known;
}

/** Of a pinned scenario only its own datasets. */
function choose(datasets: ScenarioText['datasets'], evidence: EvidenceBase): Chosen {
  if (datasets === undefined || (Array.isArray(datasets) && datasets.length === 0))
    return { evidence, missing: [] };
  if (!isPinned(datasets)) {
    const { named, excluded } = wantedDatasets(datasets);
    const left = evidence.datasets.filter(({ id }) => !excluded.includes(id));
    const first = [...named, ...(evidence.first ?? [])];
    return { evidence: { datasets: left, named: [...evidence.named, ...named], first }, missing: [] };
  }
  const isHere = (id: string, pin: string) =>
    evidence.datasets.some((one) => one.id === id && one.hash.startsWith(pinOf(pin).hash));
  const ids = Object.entries(datasets)
    .filter(([id, hash]) => isHere(id, hash))
    .map(([id]) => id);
  const placed = ids.flatMap((id) => {
    const { place } = pinOf(datasets[id] ?? '');
    return place === null ? [] : [{ id, place }];
  });
  const first = placed.sort((a, b) => a.place - b.place).map(({ id }) => id);
  return {
    evidence: { datasets: evidence.datasets.filter(({ id }) => ids.includes(id)), named: ids, first },
    missing: Object.keys(datasets).filter((id) => !ids.includes(id)),
  };
}

export function isPinned(datasets: ScenarioText['datasets']): datasets is Record<string, string> {
  return datasets !== undefined && !Array.isArray(datasets);
}
