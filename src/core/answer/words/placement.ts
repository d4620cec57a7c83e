/**
 * A placement by its id in three lengths: a title (`S3 Standard for the first 7 days, then moved to R2`), a phrase within a sentence
 * (`S3 Standard for 7 days, then R2`), and the cell of a table (`S3 Standard for 7 days › R2`). Page, terminal and documents say it so.
 */
import { placementIdOf } from '../../report/placement-id.ts';
import { capital, listing } from '../../text/words.ts';
import { formatDays, parseDays } from '../../units.ts';
import { placeName, type NameOf, type Names } from './names.ts';

/** From one store to the next, in a cell. */
export const THEN = ' › ';

type Length = 'title' | 'phrase' | 'cell';
type Known = NonNullable<ReturnType<typeof placementIdOf>>;

/** For a heading; no full stop. What is no id of a placement comes out as it is, of all three lengths. */
export const placementTitle = (id: string, nameOf: NameOf) => said(id, nameOf, 'title');

export const placementPhrase = (id: string, nameOf: NameOf) => said(id, nameOf, 'phrase');

export const placementCell = (id: string, nameOf: NameOf) => said(id, nameOf, 'cell');

/** What sentences call things by, from what calls stores and providers by their names. */
export function namesWith(store: NameOf, providerName: (provider: string) => string | undefined): Names {
  return {
    store,
    provider: (id) => providerName(id) ?? capital(id),
    place: (id) => placeName(id, providerName),
    placement: (id) => placementPhrase(id, store),
    cell: (id) => placementCell(id, store),
    title: (id) => placementTitle(id, store),
  };
}

function said(id: string, nameOf: NameOf, length: Length): string {
  const known = placementIdOf(id);
  if (!known) return id;
  const held = HELD[known.kind](known, nameOf, length);
  return known.via === null ? held : `${held}, through ${nameOf(known.via)}`;
}

const HELD: Record<Known['kind'], (known: Known, nameOf: NameOf, length: Length) => string> = {
  single: ({ stores }, nameOf, length) =>
    `${length === 'title' ? 'Everything in ' : ''}${listing(stores.map(nameOf))}`,
  copies: ({ stores }, nameOf, length) => {
    const names = stores.map(nameOf);
    if (length === 'cell') return names.join(' + ');
    return length === 'title'
      ? `Everything in ${names.length === 2 ? 'both ' : ''}${listing(names)}`
      : listing(names);
  },
  size: ({ stores, codes }, nameOf, length) => {
    const [first, second] = pair(stores, nameOf);
    // An arrangement goes without the bound.
    if (codes[0] === undefined) return `${first} for small objects, ${second} for large`;
    const bound = spaced(codes[0]);
    if (length === 'cell') return `${first} up to ${bound} | ${second}`;
    return length === 'title'
      ? `Objects up to ${bound} in ${first}, larger ones in ${second}`
      : `${first} for objects up to ${bound} and ${second} for larger ones`;
  },
  popular: ({ stores, codes }, nameOf, length) => {
    const [first, second] = pair(stores, nameOf);
    if (codes[0] === undefined) return `${first} for popular objects, ${second} for the rest`;
    const share = spaced(codes[0]);
    if (length === 'cell') return `${first} for the most read ${share} | ${second}`;
    return length === 'title'
      ? `The most read ${share} of objects in ${first}, the rest in ${second}`
      : `${first} for the most read ${share} of objects and ${second} for the rest`;
  },
  cache: ({ stores, codes, how }, nameOf, length) => {
    const [first, second] = pair(stores, nameOf);
    // An arrangement goes without the time.
    const kept = codes[0] === undefined ? '' : ` for ${age(codes[0])}`;
    if (length === 'cell') return `${second} + copies in ${first}${kept}`;
    const filled = how.includes('through') ? 'read or write' : 'read';
    const copies = `${second} with copies in ${first}${kept} after each ${filled}${cachedSizes(how)}`;
    return length === 'title' ? `Everything in ${copies}` : copies;
  },
  age: byAge,
  mix: ({ parts }, nameOf, length) => {
    const all = parts.flatMap(({ names }) => names);
    if (length === 'cell')
      return parts
        .map(({ names, stages }) => {
          const path = stagesCell(stages, nameOf);
          return names.join() === 'all' ? path : `${objectsCell(names, all)}: ${path}`;
        })
        .join(' | ');
    const [first, ...others] = parts;
    // What is in which store would be a list of sentences: the strip draws it, and the cell has it in full.
    if (!first || length === 'phrase' || others.length > 0) return mixPhrase(parts, nameOf);
    const path = stagesPhrase(first.stages, nameOf);
    return capital(first.names.join() === 'all' ? path : `${objectsWords(first.names)} in ${path}`);
  },
};

function pair(stores: readonly string[], nameOf: NameOf): [string, string] {
  const [first = '', second = ''] = stores;
  return [nameOf(first), nameOf(second)];
}

/** `R2 and S3 Standard, split by size and age`. */
function mixPhrase(parts: Known['parts'], nameOf: NameOf): string {
  const stages = parts.flatMap((part) => part.stages);
  const [first, ...others] = parts;
  if (first && others.length === 0) return stagesPhrase(first.stages, nameOf);
  const names = parts.flatMap((part) => part.names);
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  const by = [
    ...(stages.length > parts.length ? ['age'] : []),
    ...(has(/\d[a-z]*b\b/i) ? ['size'] : []),
    ...(has(/%/) ? ['popularity'] : []),
    ...(has(/^new/) && has(/^old/) ? ['new or standing'] : []),
  ];
  const stores = new Set(stages.flatMap(({ holders }) => holders));
  return `${listing([...stores].map(nameOf))}, split by ${listing(by)}`;
}

/** One store after another, the last of them maybe held from the start; an arrangement goes without the ages. */
function byAge({ stores, codes, how }: Known, nameOf: NameOf, length: Length): string {
  const names = stores.map(nameOf);
  const [first = '', second = '', third] = names;
  const ages = codes.map(age);
  const [left, next] = ages;
  const isDual = how.includes('dual');
  /** The store that has every object from the start, where two are written. */
  const whole = how[0] === 'dual' ? second : (names.at(-1) ?? '');
  if (left === undefined) {
    if (isDual) return `${whole} ${length === 'cell' ? '+' : 'with a copy in'} ${first}`;
    return names.join(length === 'cell' ? THEN : ', then ');
  }
  const moved = length === 'title' ? `, moved to ${third} after ${next}` : `, then ${third} from ${next} on`;
  switch (length) {
    case 'cell': {
      const stays = names.slice(0, ages.length).map((name, i) => stayWords(name, ages[i], ages.length));
      if (!isDual) return [...stays, names.at(-1)].join(THEN);
      if (third === undefined || how[0] !== 'dual') return `${whole} + ${stays.join(THEN)}`;
      return `${second} + ${first} to ${left}${THEN}${third} from ${next}`;
    }
    case 'phrase': {
      if (!isDual)
        return third === undefined
          ? `${first} for ${left}, then ${second}`
          : `${first} to ${left}, ${second} to ${next}, then ${third}`;
      if (third === undefined || how[0] === 'dual')
        return `${second} with a copy in ${first} for the first ${left}${third === undefined ? '' : moved}`;
      return `${third} with a copy in ${first} to ${left} and in ${second} to ${next}`;
    }
    case 'title': {
      if (!isDual)
        return `${first} for the first ${left}, then moved to ${second}${third === undefined ? '' : `, and to ${third} after ${next}`}`;
      const both = `Written to ${first} and ${whole} at once`;
      if (third === undefined || how[0] === 'dual')
        return `${both}, deleted from ${first} after ${left}${third === undefined ? '' : moved}`;
      return `${both}, moved from ${first} to ${second} after ${left} and deleted there after ${next}`;
    }
  }
}

const stayWords = (name: string, until: string | undefined, stays: number) =>
  `${name} ${stays > 1 ? 'to' : 'for'} ${until}`;

type Stages = Known['parts'][number]['stages'];

const holdersUntil = (stages: Stages) =>
  stages.map(({ holders }, i) => ({ holders, until: stages[i + 1]?.from ?? null }));

/** `A for 30 days › B`, `A + B to 1 day › C to 7 days › D`. */
function stagesCell(stages: Stages, nameOf: NameOf): string {
  return holdersUntil(stages)
    .map(({ holders, until }) => {
      const held = holders.map(nameOf).join(' + ');
      return until === null ? held : stayWords(held, age(until), stages.length - 1);
    })
    .join(THEN);
}

/** `A for 30 days, then B`, `A and B to 1 day, C to 7 days, then D`. */
function stagesPhrase(stages: Stages, nameOf: NameOf): string {
  return holdersUntil(stages)
    .map(({ holders, until }, i) => {
      const held = listing(holders.map(nameOf));
      if (until !== null) return stayWords(held, age(until), stages.length - 1);
      return i === 0 ? held : `then ${held}`;
    })
    .join(', ');
}

/** Objects of one stream and size with each of their shares: `[standing, 8 MB, most read 10–30%]`. */
function objectsOf(names: readonly string[], all: readonly string[]): [string, string, string][] {
  return [...Map.groupBy(names, kindOf)].flatMap(([kind, own]) => {
    const [stream = '', size = ''] = kind.split(BEFORE_CODE);
    return sharesOf(
      own,
      all.filter((name) => kindOf(name) === kind),
    ).map((share): [string, string, string] => [STREAMS[stream] ?? stream, spaced(size), share]);
  });
}

const kindOf = (name: string) => name.replace(SHARE, '');
const percentOf = (name: string) => Number(SHARE.exec(name)?.[1] ?? 100);

/** Names end with the share up to which theirs goes: where neighbours are held alike, they are one. `all`: of every part. */
function sharesOf(names: readonly string[], all: readonly string[]): string[] {
  const held = new Set(names.map(percentOf));
  const found: [from: number, to: number][] = [];
  let from = 0;
  for (const to of [...new Set(all.map(percentOf))].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (held.has(to)) {
      if (last?.[1] === from) last[1] = to;
      else found.push([from, to]);
    }
    from = to;
  }
  return found.map(([start, end]) => {
    if (end === 100) return start === 0 ? '' : 'rest';
    return `most read ${start === 0 ? '' : `${start}–`}${end}%`;
  });
}

/** `new.128KiB,old` → `new objects of 128 KiB and standing objects`; `old.10%` → `the most read 10% of standing objects`. */
export function objectsWords(names: readonly string[], all = names): string {
  return listing(
    objectsOf(names, all).map(([stream, size, share]) => {
      const objects = `${stream} objects${size === '' ? '' : ` of ${size}`}`;
      return share === '' ? objects : `the ${share} of ${objects}`;
    }),
  );
}

/** `new.128KiB,new.1MB` → `new 128 KiB, 1 MB`; `old.10%` → `standing most read 10%`. */
function objectsCell(names: readonly string[], all: readonly string[]): string {
  return [...Map.groupBy(objectsOf(names, all), ([stream]) => stream)]
    .map(([stream, own]) => `${stream} ${own.map(([, ...what]) => what.join(' ').trim()).join(', ')}`.trim())
    .join(' + ');
}

/** In the name of a part: a decimal point stands between two digits. */
const BEFORE_CODE = /(?<=[a-z])\./i;
const SHARE = /\.([\d.]+)%$/;

const STREAMS: Readonly<Record<string, string>> = { new: 'new', old: 'standing', all: 'all' };

/** `upto-1MB` → ` of objects up to 1 MB`. */
function cachedSizes(how: readonly string[]): string {
  const bounds = how.flatMap((one) => {
    const [, side, code = ''] = /^(upto|from)-(.+)$/.exec(one) ?? [];
    return side === undefined ? [] : [`${side === 'upto' ? 'up to' : 'from'} ${spaced(code)}`];
  });
  return bounds.length > 0 ? ` of objects ${bounds.join(' and ')}` : '';
}

const age = (code: string) => formatDays(parseDays(code));

/** `128KiB` → `128 KiB`. */
const spaced = (code: string) => code.replace(/^[\d.]+(?=[a-z])/i, '$& ');
