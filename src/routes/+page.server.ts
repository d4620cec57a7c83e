import { examplesFrom } from '#web/examples.ts';

const files = import.meta.glob<string>('/examples/*.yaml', { query: '?raw', import: 'default', eager: true });

/** Examples are read when the page is built, so the browser needs no YAML reader. */
export function load() {
  return { examples: examplesFrom(files) };
}
