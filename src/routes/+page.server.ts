import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { examplesFrom } from '#web/examples.ts';

const files = import.meta.glob<string>('/examples/*.yaml', { query: '?raw', import: 'default', eager: true });

/** Examples are read when the page is built, so the browser needs no YAML reader, and for the first of them no schema. */
export function load() {
  const examples = examplesFrom(files);
  const [first] = examples;
  if (!first) throw new Error('no example scenario in examples/');
  return { examples, read: parseScenario(first.scenario) };
}
