/** Placements that the plan does not show, named from their ids as `shortName` names those it does. */
import { formatDays, parseDays } from '#core/units.ts';
import { THEN, storeName } from './names.ts';

/** An id within a sentence, without the mark that ends it. */
const ID = /\b(?:single|age|size|popular|cache):[a-z]\S*?(?=[,;.:)]?(?:\s|$))/g;

/** Without ages, which differ from draw to draw: `age:A@r>B@r@7d:tier` → `A › B`; where the last has it from the start, `B + A`. */
export const idInWords = (id: string) => named(id, () => '');

/** `age:A@r>B@r@7d:tier` → `A for 7 days › B`; of three stores `C + A to 6 h › B to 2 days`. */
export const idWithAges = (id: string) =>
  named(id, (age, stores) => ` ${stores === 2 ? 'for' : 'to'} ${formatDays(parseDays(age))}`);

/** Every id of a sentence but those that `isKnown`. */
export const idsInWords = (words: string, isKnown: (id: string) => boolean) =>
  words.replace(ID, (id) => (isKnown(id) ? id : idWithAges(id)));

function named(id: string, aged: (age: string, stores: number) => string): string {
  const [, kind, names = '', ages = '', how = ''] =
    /^(\w+):(.*?)((?:@\d+(?:\.\d+)?[hd])*)(?::([a-z,]+))?$/.exec(id) ?? [];
  const stores = names.split('>').map((ref) => storeName(ref));
  const [first = '', second = ''] = stores;
  if (kind === 'size') return `${first} for small objects, ${second} for large`;
  if (kind === 'popular') return `${first} for popular objects, ${second} for the rest`;
  if (kind === 'cache') return `${second} + copies in ${first}`;
  if (kind !== 'age') return first;
  const left = ages.split('@').slice(1);
  const stays = stores.map((store, i) => store + (left[i] ? aged(left[i], stores.length) : ''));
  return how.endsWith('dual') ? `${stores.at(-1)} + ${stays.slice(0, -1).join(THEN)}` : stays.join(THEN);
}
