/** Ids of placements taken apart, so that those no answer shows can be put in words. */

interface PlacementId {
  kind: 'single' | 'age' | 'size' | 'popular' | 'cache';
  /** `provider/store@region`, in the order of the id. */
  stores: string[];
  /** Ages, a size, a share or a TTL as they are written: `45d`, `128KiB`, `10%`. */
  codes: string[];
  /** How each store is entered, or what else a copy by re-read goes by: `tier`, `dual`, `life`, `through`, `upto-1MB`. */
  how: string[];
}

const WHOLE =
  /^(single|age|size|popular|cache):([^\s>@]+@[a-z\d-]+(?:>[^\s>@]+@[a-z\d-]+)*)((?:@[\d.]+[a-z%]+)*)(?::([^\s:]+))?$/i;

/** An id within a sentence, without the mark that ends it. */
const WITHIN = /\b(?:single|age|size|popular|cache):[a-z]\S*?(?=[,;.:)]*(?:\s|$))/g;

/** Null for what is no id of a placement. */
export function placementIdOf(text: string): PlacementId | null {
  const [, kind, stores = '', codes = '', how] = WHOLE.exec(text) ?? [];
  if (kind === undefined) return null;
  return {
    kind: kind as PlacementId['kind'],
    stores: stores.split('>'),
    codes: codes.split('@').slice(1),
    how: how?.split(',') ?? [],
  };
}

/** Every id of a sentence as `nameOf` has it. */
export function replaceIds(sentence: string, nameOf: (id: string) => string): string {
  return sentence.replace(WITHIN, nameOf);
}
