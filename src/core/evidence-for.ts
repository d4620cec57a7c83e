/** The evidence that a scenario may use: its pinned datasets, or all but those it leaves out. */
import type { EvidenceBase } from './latency/evidence-base.ts';
import { memo, memoWith } from './memo.ts';
import { pinOf, wantedDatasets } from './scenario/wanted-datasets.ts';
import type { ScenarioText } from './scenario/scenario.ts';

export interface ChosenEvidence {
  /** The evidence that the scenario may use. */
  evidence: EvidenceBase;
  /** Ids of pinned datasets that are not here with that content. */
  missing: string[];
}

/** Predictions are remembered by evidence base, so the same choice gives the same base. */
const choices = memoWith((evidence: EvidenceBase) =>
  memo((key: string) => choose(JSON.parse(key) as ScenarioText['datasets'], evidence)),
);

export function evidenceFor(
  { datasets }: Pick<ScenarioText, 'datasets'>,
  evidence: EvidenceBase,
): ChosenEvidence {
  return choices(evidence)(JSON.stringify(datasets ?? []));
}

/** Of a pinned scenario only its own datasets. */
function choose(datasets: ScenarioText['datasets'], evidence: EvidenceBase): ChosenEvidence {
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
