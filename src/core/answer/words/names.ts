/** Stores and places by the names that people call them, for every sentence and table of page, terminal and documents. */
import { lazily } from '../../memo.ts';
import { capital } from '../../text/words.ts';

/** What a store, `provider/store@region`, is called where it is read. */
export type NameOf = (ref: string) => string;

/** What a sentence calls things by. */
export interface Names {
  store: NameOf;
  provider(id: string): string;
  place(id: string): string;
  /** By its id, in three lengths: within a sentence, as the cell of a table, as a title. */
  placement(id: string): string;
  cell(id: string): string;
  title(id: string): string;
}

/** Ids as they are, for who has no names at hand. */
export const AS_WRITTEN: Names = {
  store: (ref) => ref,
  provider: (id) => id,
  place: (id) => id,
  placement: (id) => id,
  cell: (id) => id,
  title: (id) => id,
};

/**
 * Names for stores that are read together: `S3 Standard`, and `S3 Standard (us-east-1)` where `refs` has it in several regions.
 * `shortOf`: the short name of a store by its id; one that has none is called as it is written.
 */
export function storeNames(refs: readonly string[], shortOf: (store: string) => string | undefined): NameOf {
  const all = [...new Set(refs)].map((ref) => ref.split('@')[0] ?? '');
  const inSeveral = new Set(all.filter((id, i) => all.indexOf(id) !== i));
  const whole = storesInRegions(shortOf);
  return (ref) => {
    const [id = ref] = ref.split('@');
    return inSeveral.has(id) ? whole(ref) : (shortOf(id) ?? ref);
  };
}

const NO_REGION: ReadonlySet<string> = new Set(['global', 'everywhere']);

/** Each with its region: `S3 Standard (us-east-1)`; a store that is in one place everywhere has none to say. */
export function storesInRegions(shortOf: (store: string) => string | undefined): NameOf {
  return (ref) => {
    const [id = ref, region] = ref.split('@');
    const name = shortOf(id);
    if (name === undefined) return ref;
    return region && !NO_REGION.has(region) ? `${name} (${region})` : name;
  };
}

/** Made once: it takes milliseconds. */
const countries = lazily(() => new Intl.DisplayNames('en', { type: 'region' }));

/** `internet/europe` → `Europe`; `internet/DE` → `Germany`; `aws/us-east-1` → `AWS us-east-1`. */
export function placeName(place: string, providerName: (provider: string) => string | undefined): string {
  const [provider = '', where = '', zone] = place.split('/');
  if (provider !== 'internet') return `${providerName(provider) ?? capital(provider)} ${zone ?? where}`;
  if (/^[A-Z]{2}$/.test(where)) return countries().of(where) ?? where;
  return where.split('-').map(capital).join(' ');
}
