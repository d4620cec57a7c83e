// What the service worker keeps for use without a network: every file of the built site but the engines and samples that
// only some ask for, listed in the site.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The adapter, and then `files.json` beside what it wrote: paths from the root of the site, pages by their folder.
 * @param {import('@sveltejs/kit').Adapter} adapter
 * @param {string} folder
 * @returns {import('@sveltejs/kit').Adapter}
 */
export function withFileList(adapter, folder) {
  return {
    ...adapter,
    async adapt(builder) {
      await adapter.adapt(builder);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .map((file) => file.split(path.sep).join('/'))
        .filter(
          (file) => file !== 'service-worker.js' && file !== 'files.json' && !file.endsWith('__data.json'),
        )
        .filter((file) => !/\.(wasm|parquet)$|\/(duckdb-|parquet)[^/]*\.js$/.test(file))
        .map((file) => file.replace(/(^|\/)index\.html$/, '$1'))
        .sort();
      writeFileSync(path.join(folder, 'files.json'), `${JSON.stringify(files)}\n`);
    },
  };
}
