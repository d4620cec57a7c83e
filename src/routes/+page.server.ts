import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ask } from '#core/question.ts';
import { StandingPlan } from '#web/ask/standing-plan.ts';
import { examplesFrom } from '#web/examples.ts';

const files = import.meta.glob<string>('/examples/*.yaml', { query: '?raw', import: 'default', eager: true });

/**
 * Examples are read when the page is built, so the browser needs no YAML reader; and the one that the page opens with is checked
 * and answered too: its cards are in the built page, and the planner answers it before the browser has what reads a scenario.
 */
export function load() {
  const [first, ...others] = examplesFrom(files);
  if (!first) throw new Error('no example scenario in examples/');
  const sources = { archive: loadArchive('.'), evidence: evidenceBase(loadDatasets('.')) };
  const question = ask(first.scenario, sources);
  const plan = new StandingPlan(question).plan(null);
  const candidates = plan.candidates.filter(({ id }) => plan.cards.includes(id));
  return {
    examples: [{ ...first, read: question.scenario }, ...others],
    answered: { ...plan, candidates },
  };
}
