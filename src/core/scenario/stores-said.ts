/** Stores by what people call them (`r2`, `b2`, `gcs`, `s3 express`): what the message about an unknown name suggests. */
import { shortName, titleOf } from '../pricing/archive.ts';
import type { Archive } from '../pricing/archive.ts';

/** Shorter ones are a name's initials by chance. */
const LEAST_INITIALS = 3;

/** Stores whose name or id has every word, or whose name begins with those initials; the provider's usual one first. */
export function storesSaid(said: string, archive: Archive): string[] {
  const words = wordsOf(said);
  if (words.length === 0) return [];
  const isSaid = (id: string) => {
    const title = wordsOf(titleOf(archive, id));
    const initials = title.map((word) => word[0]).join('');
    const own = new Set([...title, ...wordsOf(id)]);
    return (
      words.every((word) => own.has(word)) ||
      (said.length >= LEAST_INITIALS && initials.startsWith(said.toLowerCase()))
    );
  };
  const isUsual = (id: string) => archive.facts(id)?.lifecycle?.isDefault === true;
  return archive.stores
    .filter((id) => !id.startsWith('claimed/') && isSaid(id))
    .sort(
      (a, b) =>
        Number(isUsual(b)) - Number(isUsual(a)) ||
        shortName(archive, a).length - shortName(archive, b).length,
    );
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
