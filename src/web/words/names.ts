/** Ids as names: `aws/s3-express-one-zone@us-east-1` → `S3 Express One Zone`. */
import { capital } from '#core/text/words.ts';

import { PROVIDER_NAMES, STORE_NAMES } from 'virtual:names';

/** From one to the next. The page's font has it, and no arrow. */
export const THEN = ' › ';

export interface StoreParts {
  provider: string;
  store: string;
  /** Null where the reference names none. */
  region: string | null;
}

/** Splits `provider/store@region`. */
export function storeParts(ref: string): StoreParts {
  const [id = '', region = null] = ref.split('@');
  const [provider = '', store = ''] = id.split('/');
  return { provider, store, region };
}

function providerName(provider: string): string {
  return (
    (Object.hasOwn(PROVIDER_NAMES, provider) ? PROVIDER_NAMES[provider] : undefined) ?? capital(provider)
  );
}

/** What a store is called where it stands among others. */
export type NameOf = (ref: string) => string;

/** Names for stores that stand together: of those that `refs` has in several regions, `S3 Standard us-east-1`. */
export function storeNames(refs: readonly string[]): NameOf {
  const all = [...new Set(refs)].map((ref) => ref.split('@')[0] ?? '');
  const inSeveral = new Set(all.filter((id, i) => all.indexOf(id) !== i));
  return (ref) => {
    const { region } = storeParts(ref);
    const isOne = region === null || !inSeveral.has(ref.split('@')[0] ?? '');
    return isOne ? storeName(ref) : `${storeName(ref)} ${region}`;
  };
}

/** The short name of its `store.yaml`; what no file names is called by its id. */
export function storeName(ref: string): string {
  const [id = ref] = ref.split('@');
  return (Object.hasOwn(STORE_NAMES, id) ? STORE_NAMES[id] : undefined) ?? id;
}

/** `S3 Standard, us-east-1`; a store that is in one place everywhere has no region to say. */
export function storeWithRegion(ref: string): string {
  const { region } = storeParts(ref);
  return region && region !== 'global' ? `${storeName(ref)}, ${region}` : storeName(ref);
}

/** `internet/europe` → `Europe, on the internet`; `aws/us-east-1` → `AWS us-east-1`. */
export function placeName(place: string): string {
  const [provider = '', where = '', zone] = place.split('/');
  if (provider !== 'internet') return `${providerName(provider)} ${zone ?? where}`;
  if (/^[A-Z]{2}$/.test(where)) {
    return `${new Intl.DisplayNames('en', { type: 'region' }).of(where) ?? where}, on the internet`;
  }
  return `${where.split('-').map(capital).join(' ')}, on the internet`;
}
