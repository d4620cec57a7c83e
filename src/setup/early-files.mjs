// What the planner of the Plan page needs is named in the page: it comes beside the page's script instead of after it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The adapter, and then links in `index.html` to the planner's script, the prices and the evidence. Browsers without them fetch the
 * same files when the planner asks.
 * @param {import('@sveltejs/kit').Adapter} adapter
 * @param {string} folder
 * @returns {import('@sveltejs/kit').Adapter}
 */
export function withEarlyFiles(adapter, folder) {
  return {
    ...adapter,
    async adapt(builder) {
      await adapter.adapt(builder);
      const page = path.join(folder, 'index.html');
      const html = readFileSync(page, 'utf8');
      const [tag, address] = found(/<script type="module" src="\.([^"]*\/main-[\w-]+\.js)"><\/script>/, html);
      const scripts = path.posix.dirname(address);
      const textOf = (/** @type {string} */ file) => readFileSync(path.join(folder, scripts, file), 'utf8');
      const [planner] = found(/plan\.worker-[\w-]+\.js/, textOf(path.posix.basename(address)));
      const data = ['catalog', 'datasets'].map(
        (name) => found(new RegExp(`assets/${name}-[\\w-]+\\.json`), textOf(planner))[0],
      );
      const links = [planner, ...data].map((file) => `<link rel="prefetch" href=".${scripts}/${file}">`);
      writeFileSync(
        page,
        html.replace(tag, () => [tag, ...links].join('')),
      );
    },
  };
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @returns {[string, string]} all of it, and its first group
 */
function found(pattern, text) {
  const [all, group = ''] = pattern.exec(text) ?? [];
  if (all === undefined) throw new Error(`the built page names nothing like ${pattern.source}`);
  return [all, group];
}
