/** Pinning: a scenario that gives the same answer for ever, and the evidence that a pinned scenario asks for. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import { candidateStores } from '../placement/candidate-stores.ts';
import type { Archive } from '../pricing/archive.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import type { ScenarioText } from '../scenario/scenario.ts';

export interface PinSources {
  archive: Archive;
  evidence: EvidenceBase;
}

/** Letters of a dataset's hash that a link carries: enough to tell two datasets apart, at a quarter of the length. */
const HASH_LETTERS = 16;

/**
 * The scenario with every store named with its region, the last day this archive learnt a price, the datasets it may use
 * with their hashes, and the version of the formulas. What is pinned already stays. Throws `ScenarioError`.
 */
export function pinScenario(text: ScenarioText, { archive, evidence }: PinSources): ScenarioText {
  const scenario = parseScenario(text);
  const { usable, excluded } = candidateStores(scenario, archive);
  const named = scenario.stores === 'all' ? [] : excluded.map(({ store }) => store);
  const stores = [...usable.map(({ ref }) => ref), ...named];
  const knownOn = scenario.knownOn ?? lastRecorded(archive);
  return {
    ...text,
    stores: stores.length > 0 ? stores : text.stores,
    ...(knownOn === undefined ? {} : { knownOn }),
    datasets: isPinned(text.datasets) ? text.datasets : hashesOf(evidence, text.datasets ?? []),
    model: scenario.model,
  };
}

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
  if (!isPinned(pinned))
    return { evidence: { ...evidence, named: [...evidence.named, ...pinned] }, missing: [] };
  const isHere = (id: string, hash: string) =>
    evidence.datasets.some((one) => one.id === id && one.hash.startsWith(hash));
  const ids = Object.entries(pinned)
    .filter(([id, hash]) => isHere(id, hash))
    .map(([id]) => id);
  return {
    evidence: { datasets: evidence.datasets.filter(({ id }) => ids.includes(id)), named: ids },
    missing: Object.keys(pinned).filter((id) => !ids.includes(id)),
  };
}

function isPinned(datasets: ScenarioText['datasets']): datasets is Record<string, string> {
  return datasets !== undefined && !Array.isArray(datasets);
}

/** Claimed datasets only where they were named. */
function hashesOf({ datasets }: EvidenceBase, named: readonly string[]): Record<string, string> {
  const used = datasets.filter((one) => one.status !== 'claimed' || named.includes(one.id));
  return Object.fromEntries(used.map(({ id, hash }) => [id, hash.slice(0, HASH_LETTERS)]));
}

function lastRecorded(archive: Archive): string | undefined {
  const providers = new Set(archive.stores.map((store) => store.split('/')[0] ?? ''));
  const editions = [
    ...archive.stores.flatMap((store) => archive.editions(store)),
    ...[...providers].flatMap((provider) => archive.transfers(provider)),
  ];
  return editions
    .map(({ recorded }) => recorded)
    .sort()
    .at(-1);
}
