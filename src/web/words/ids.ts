/** Placements that the plan does not show, named from their ids as `shortName` names those it does. */
import { partWords, placementIdOf, replaceIds } from '#core/report/placement-id.ts';
import { formatDays, parseDays } from '#core/units.ts';
import { THEN, storeName } from './names.ts';
import type { NameOf } from './names.ts';

/** Without ages, which differ from draw to draw: `age:A@r>B@r@7d:tier` → `A › B`; where the last has it from the start, `B + A`. */
export const idInWords = (id: string, nameOf: NameOf = storeName) => named(id, () => '', nameOf);

/** `age:A@r>B@r@7d:tier` → `A for 7 days › B`; of three stores `C + A to 6 h › B to 2 days`. */
export const idWithAges = (id: string, nameOf: NameOf = storeName) =>
  named(id, (age, stores) => ` ${stores === 2 ? 'for' : 'to'} ${formatDays(parseDays(age))}`, nameOf);

/** Every id of a sentence but those that `isKnown`. */
export const idsInWords = (words: string, isKnown: (id: string) => boolean, nameOf: NameOf = storeName) =>
  replaceIds(words, (id) => (isKnown(id) ? id : idWithAges(id, nameOf)));

function named(id: string, aged: (age: string, stores: number) => string, nameOf: NameOf): string {
  const parts = placementIdOf(id);
  if (!parts) return id;
  const held = heldWords(parts, aged, nameOf);
  return parts.via === null ? held : `${held}, through ${nameOf(parts.via)}`;
}

function heldWords(
  parts: NonNullable<ReturnType<typeof placementIdOf>>,
  aged: (age: string, stores: number) => string,
  nameOf: NameOf,
): string {
  const { kind, codes, how } = parts;
  const stores = parts.stores.map(nameOf);
  const [first = '', second = ''] = stores;
  if (kind === 'size') return `${first} for small objects, ${second} for large`;
  if (kind === 'popular') return `${first} for popular objects, ${second} for the rest`;
  if (kind === 'cache') return `${second} + copies in ${first}`;
  if (kind === 'single') return first;
  if (kind === 'copies') return stores.join(' + ');
  if (kind === 'mix')
    return parts.parts
      .map(({ names, stages }) => {
        const path = stages.map(({ holders }, i) => {
          const until = stages[i + 1]?.from;
          return holders.map(nameOf).join(' + ') + (until == null ? '' : aged(until, stages.length));
        });
        return `${partWords(names)}: ${path.join(THEN)}`;
      })
      .join(', ');
  const stays = stores.map((store, i) => store + (codes[i] ? aged(codes[i], stores.length) : ''));
  return how.at(-1) === 'dual' ? `${stores.at(-1)} + ${stays.slice(0, -1).join(THEN)}` : stays.join(THEN);
}
