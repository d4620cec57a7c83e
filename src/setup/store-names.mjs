// The short names of all stores as a module, so that a page carries them and nothing else of pricing/.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const MODULE = 'virtual:store-names';

/**
 * `import STORE_NAMES from 'virtual:store-names'`: short names by store, read from the `store.yaml` files of the checkout.
 * @returns {import('vite').Plugin}
 */
export function storeNames() {
  const pricing = path.resolve(import.meta.dirname, '../../pricing');
  return {
    name: 'stowage:store-names',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const files = readdirSync(pricing, { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => file.endsWith('/store.yaml'))
        .toSorted();
      const names = files.map((file) => {
        this.addWatchFile(path.join(pricing, file));
        const { short } = parse(readFileSync(path.join(pricing, file), 'utf8'));
        return [path.posix.dirname(file), short];
      });
      return `export default ${JSON.stringify(Object.fromEntries(names))};`;
    },
  };
}
