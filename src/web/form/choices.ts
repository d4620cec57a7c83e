/** Places and stores by the names that people call them, where a scenario holds ids. */
import type { Known } from '#web/ask/known.ts';
import { placeName, storeName, storeWithRegion } from '#web/words/names.ts';

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const lastOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

/** The id of the place that is meant: an id, a name, or what one place alone is called. Anything else stays as it is typed. */
export function placeOf(text: string, { places }: Known): string {
  const wanted = text.trim();
  const named = places.find(({ id }) => isSame(id, wanted) || isSame(placeName(id), wanted));
  if (named) return named.id;
  const like = places.filter(({ id, city }) => isSame(lastOf(id), wanted) || isSame(city, wanted));
  // Of a region that several providers have, readers and writers are at the first of them: the others sell storage alone.
  const compute = like.filter(({ id }) => /^(aws|internet)\//.test(id));
  const [only, another] = compute.length > 0 ? compute : like;
  return only && !another ? only.id : wanted;
}

/** The store that is meant, with the region `near` where its name alone leaves that open. */
export function storeOf(text: string, { stores }: Known, near: unknown): string {
  const wanted = text.trim();
  const bare = wanted.replace(/,\s*(\S+)$/, ' ($1)');
  const named = stores.find((ref) => isSame(ref, wanted) || isSame(storeWithRegion(ref), bare));
  if (named) return named;
  const like = stores.filter((ref) => isSame(storeName(ref), wanted));
  return (
    like.find((ref) => ref.split('@')[1] === lastOf(String(near))) ??
    (like.length === 1 ? like[0] : undefined) ??
    (like[0]?.split('@')[0] || wanted)
  );
}
