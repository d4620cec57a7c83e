// Names of stores and providers as a module, so that a page carries them and nothing else of pricing/.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const MODULE = 'virtual:names';

/**
 * `virtual:names`: short names by store, read from the `store.yaml` files of the checkout, and names by provider.
 * @returns {import('vite').Plugin}
 */
export function namesOfPricing() {
  const pricing = path.resolve(import.meta.dirname, '../../pricing');
  return {
    name: 'stowage:names',
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
      const providers = path.join(pricing, 'places/providers.json');
      this.addWatchFile(providers);
      const named = Object.entries(JSON.parse(readFileSync(providers, 'utf8')));
      return [
        `export const STORE_NAMES = ${JSON.stringify(Object.fromEntries(names))};`,
        `export const PROVIDER_NAMES = ${JSON.stringify(Object.fromEntries(named.map(([id, { name }]) => [id, name])))};`,
      ].join('\n');
    },
  };
}
