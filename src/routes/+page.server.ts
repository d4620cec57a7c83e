import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ask } from '#core/question.ts';
import { examplesFrom } from '#web/examples.ts';

const files = import.meta.glob<string>('/examples/*.yaml', { query: '?raw', import: 'default', eager: true });

/**
 * Examples are read when the page is built, so the browser needs no YAML reader; and the one that the page opens with is checked
 * too, so that it is answered before the browser has what reads a scenario.
 */
export function load() {
  const [first, ...others] = examplesFrom(files);
  if (!first) return { examples: [] };
  const sources = { archive: loadArchive('.'), evidence: evidenceBase(loadDatasets('.')) };
  return { examples: [{ ...first, read: ask(first.scenario, sources).scenario }, ...others] };
}
