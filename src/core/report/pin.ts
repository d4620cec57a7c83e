/** Pinning: a scenario that gives the same answer for ever. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import { candidateStores } from '../placement/context/candidate-stores.ts';
import type { Archive } from '../pricing/archive.ts';
import { isPinned } from '../evidence-for.ts';
import type { Question } from '../question.ts';
import { wantedDatasets } from '../scenario/wanted-datasets.ts';
import { MODEL } from '../scenario/model.ts';
import type { ScenarioText } from '../scenario/scenario.ts';

/** Letters of a dataset's hash that a link carries: enough to tell two datasets apart, at a quarter of the length. */
const HASH_LETTERS = 16;

/**
 * The scenario with every store named with its region, the last day this archive learnt a price, the datasets it may use
 * with their hashes, and today's version of the formulas. What else is pinned already stays.
 */
export function pinScenario({ text, scenario, archive, evidence }: Question): ScenarioText {
  const { usable, excluded } = candidateStores(scenario, archive);
  const named = scenario.stores === 'all' ? [] : excluded.map(({ store }) => store);
  const stores = [...usable.map(({ ref }) => ref), ...named];
  const knownOn = scenario.knownOn ?? lastRecorded(archive);
  return {
    ...text,
    stores: stores.length > 0 ? stores : text.stores,
    ...(knownOn === undefined ? {} : { knownOn }),
    datasets: isPinned(text.datasets) ? text.datasets : hashesOf(evidence, text.datasets ?? []),
    model: MODEL,
  };
}

/** Claimed datasets only where they were named, none that was excluded; others that were named, with their place. */
function hashesOf({ datasets }: EvidenceBase, wanted: readonly string[]): Record<string, string> {
  const { named, excluded } = wantedDatasets(wanted);
  const used = datasets.filter(
    ({ id, status }) => !excluded.includes(id) && (status !== 'claimed' || named.includes(id)),
  );
  return Object.fromEntries(
    used.map(({ id, hash, status }) => {
      const place = status === 'claimed' ? 0 : named.indexOf(id) + 1;
      return [id, `${place > 0 ? `${place} ` : ''}${hash.slice(0, HASH_LETTERS)}`];
    }),
  );
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
