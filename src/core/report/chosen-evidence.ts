/** The evidence that a scenario, pinned or not, asks for. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import { pinOf, wantedDatasets } from '../scenario/wanted-datasets.ts';

export interface ChosenEvidence {
  evidence: EvidenceBase;
  /** Ids of pinned datasets that are not here with that content. */
  missing: string[];
}

/** Predictions are remembered by evidence base, so the same choice gives the same base. */
const chosen = new WeakMap<EvidenceBase, Map<string, ChosenEvidence>>();

/** The evidence for a scenario: of a pinned one only its own datasets. */
export function evidenceFor(text: ScenarioText, evidence: EvidenceBase): ChosenEvidence {
  const choices = chosen.get(evidence) ?? new Map<string, ChosenEvidence>();
  chosen.set(evidence, choices);
  const key = JSON.stringify(text.datasets ?? []);
  const known = choices.get(key) ?? choose(text.datasets, evidence);
  choices.set(key, known);
  return known;
}

function choose(pinned: ScenarioText['datasets'], evidence: EvidenceBase): ChosenEvidence {
  if (pinned === undefined || (Array.isArray(pinned) && pinned.length === 0))
    return { evidence, missing: [] };
  if (!isPinned(pinned)) {
    const { named, excluded } = wantedDatasets(pinned);
    const datasets = evidence.datasets.filter(({ id }) => !excluded.includes(id));
    const first = [...named, ...(evidence.first ?? [])];
    return { evidence: { datasets, named: [...evidence.named, ...named], first }, missing: [] };
  }
  const isHere = (id: string, pin: string) =>
    evidence.datasets.some((one) => one.id === id && one.hash.startsWith(pinOf(pin).hash));
  const ids = Object.entries(pinned)
    .filter(([id, hash]) => isHere(id, hash))
    .map(([id]) => id);
  const placed = ids.flatMap((id) => {
    const { place } = pinOf(pinned[id] ?? '');
    return place === null ? [] : [{ id, place }];
  });
  const first = placed.sort((a, b) => a.place - b.place).map(({ id }) => id);
  return {
    evidence: { datasets: evidence.datasets.filter(({ id }) => ids.includes(id)), named: ids, first },
    missing: Object.keys(pinned).filter((id) => !ids.includes(id)),
  };
}

export function isPinned(datasets: ScenarioText['datasets']): datasets is Record<string, string> {
  return datasets !== undefined && !Array.isArray(datasets);
}
