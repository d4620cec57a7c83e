import { THEN, storeName } from './names.ts';

/** A placement that the plan does not show, from its id: `age:A@r>B@r@7d:tier` → `A › B`; dual write `A + B`. */
export function idInWords(id: string): string {
  const [kind = '', rest = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)];
  if (kind === 'single') return storeName(rest);
  const entry = rest.slice(rest.lastIndexOf(':') + 1);
  const stores = rest
    .slice(0, rest.lastIndexOf(':'))
    .replace(/(@\d+(\.\d+)?[hd])+$/, '')
    .split('>');
  return stores.map(storeName).join(entry.startsWith('dual') ? ' + ' : THEN);
}
