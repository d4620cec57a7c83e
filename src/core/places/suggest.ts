/** Places a person may have meant. */
import { editDistance, nearest } from '../nearest.ts';
import { PLACES, findPlace } from '../places.ts';
import type { Place } from './place.ts';

/** What to try in place of `id`, which is no place: `did you mean A or B?`, or how places are written. */
export function placeAdvice(id: string): string {
  const word = id.split('/').at(-1)?.toLowerCase() ?? '';
  const slips = PLACES.filter((place) => isSlipOf(place, word)).map((place) => place.id);
  const like = slips.length > 0 ? slips : suggestPlaces(id);
  if (like.length === 0) return 'write it like europe, DE or aws/us-east-1';
  return `did you mean ${like.map((one) => explained(one, word)).join(' or ')}?`;
}

/** With its country, or the city that the word begins: `internet/DE (Germany)`. */
function explained(id: string, word: string): string {
  const place = id.toLowerCase().includes(word) ? undefined : findPlace(id);
  if (!place) return id;
  const city = place.city.toLowerCase().includes(word) ? place.city : undefined;
  const name = countryOf(place) ?? city;
  return name === undefined ? id : `${id} (${name})`;
}

/** The id of a place by itself, by its last part or by the name of its country: `europe`, `DE`, `germany`, `internet/usa`. */
export function placeCalled(written: string): string | undefined {
  const word = written.replace(/^internet\//i, '').toLowerCase();
  const id = [written, `internet/${word}`, `internet/${word.toUpperCase()}`].find((one) => findPlace(one));
  return id ?? PLACES.find((place) => isCountry(place, word))?.id;
}

/** Up to five ids a person may have meant by `id`: same last part, a country's name, a part of the id or name, or a slip of the pen. */
export function suggestPlaces(id: string): string[] {
  const wanted = id.slice(0, 80).toLowerCase();
  const last = wanted.split('/').at(-1) ?? wanted;
  if (last === '') return [];
  const lastOf = (place: Place) => place.id.toLowerCase().split('/').at(-1);
  const ids = (wantedPlaces: readonly Place[]) => wantedPlaces.map((place) => place.id);
  const slip = nearest(
    wanted,
    PLACES.map(({ id }) => id),
  );
  const called = ids(PLACES.filter((place) => isCalled(place, last)));
  const found = [
    ...ids(PLACES.filter((place) => lastOf(place) === last)),
    ...called,
    ...ids(PLACES.filter((place) => place.id.toLowerCase().startsWith(wanted))),
    ...ids(
      PLACES.filter(
        (place) =>
          last.length > 2 &&
          (place.id.toLowerCase().includes(last) || namesOf(place).toLowerCase().includes(last)),
      ),
    ),
    ...(slip === undefined || called.length > 0 ? [] : [slip]),
  ];
  const sameProvider = (one: string) => one.startsWith(`${wanted.slice(0, wanted.lastIndexOf('/'))}/`);
  const unique = [...new Set(found)];
  return [...unique.filter(sameProvider), ...unique.filter((one) => !sameProvider(one))].slice(0, 5);
}

/** How people write countries whose code is another. */
const SHORT: Readonly<Record<string, string>> = { uk: 'united kingdom', usa: 'united states' };

/** A country by its name, or a continent by how its name begins. */
function isCalled(place: Place, word: string): boolean {
  return place.kind === 'continent' ? place.id.startsWith(`internet/${word}`) : isCountry(place, word);
}

/** A country's name or a continent's with one letter wrong. */
function isSlipOf(place: Place, word: string): boolean {
  const name = place.kind === 'continent' ? place.id.slice('internet/'.length) : countryOf(place);
  return word.length > 3 && name !== undefined && editDistance(word, name.toLowerCase(), 2) < 2;
}

function isCountry(place: Place, word: string): boolean {
  return countryOf(place)?.toLowerCase() === (SHORT[word] ?? word.replaceAll('-', ' '));
}

/** Made when first asked: it takes longer to load than most answers take to work out. */
let countries: Intl.DisplayNames | undefined;

/** Of a country, its name in English. */
function countryOf({ id, kind }: Place): string | undefined {
  if (kind !== 'country') return undefined;
  countries ??= new Intl.DisplayNames('en', { type: 'region' });
  return countries.of(id.slice(id.indexOf('/') + 1));
}

/** What people call it: its city and, of a country, its name. */
function namesOf(place: Place): string {
  return `${place.city} ${countryOf(place) ?? ''}`;
}
