/** Sentences for people: placements by what they do with the objects, where tables and JSON have their ids. */
import { partWords, placementIdOf, replaceIds, spaced } from '#core/report/placement-id.ts';
import { listing } from '#core/text/words.ts';
import { formatDays, parseDays } from '#core/units.ts';

/** `single:A@r would cost $1` → `A@r would cost $1`. */
export const idsInWords = (sentence: string) => replaceIds(sentence, idInWords);

/**
 * `age:A@r>B@r@45d:tier` → `A@r for 45 days → B@r`, of three stores `A@r to 6 h → B@r to 2 days → C@r`; where the last has
 * it from the start, `A@r for 5 days beside B@r`. `copies:A@r+B@r` → `A@r and B@r`; of a mix
 * `new objects in A@r for 30 days → B@r, standing objects in B@r`. Anything else is returned as it is.
 */
export function idInWords(id: string): string {
  const parts = placementIdOf(id);
  if (!parts) return id;
  return parts.via === null ? heldWords(parts) : `${heldWords(parts)}, through ${parts.via}`;
}

function heldWords(parts: NonNullable<ReturnType<typeof placementIdOf>>): string {
  const { kind, stores, codes, how } = parts;
  if (kind === 'copies') return listing(stores);
  if (kind === 'mix')
    return parts.parts.map(({ names, stages }) => `${partWords(names)} in ${stagesWords(stages)}`).join(', ');
  const [first = '', second = ''] = stores;
  const [code = ''] = codes;
  if (kind === 'single') return first;
  if (kind === 'size') return `${first} for objects up to ${spaced(code)} and ${second} for larger ones`;
  if (kind === 'popular')
    return `${first} for the ${spaced(code)} of objects read most and ${second} for the rest`;
  if (kind === 'cache') {
    const filled = how.includes('through') ? 'read or write' : 'read';
    return `${second} with copies in ${first} for ${formatDays(parseDays(code))} after each ${filled}${sizes(how)}`;
  }
  if (codes.length === 0) return `${stores.join(' beside ')}`;
  const stays = stores
    .slice(0, codes.length)
    .map(
      (store, i) => `${store} ${codes.length > 1 ? 'to' : 'for'} ${formatDays(parseDays(codes[i] ?? ''))}`,
    );
  const last = stores.at(-1) ?? '';
  return how.at(-1) === 'dual' ? `${stays.join(' → ')} beside ${last}` : [...stays, last].join(' → ');
}

/** `A for 30 days → B`, of three `A to 1 day → B and C to 30 days → D`. */
function stagesWords(stages: readonly { holders: string[]; from: string | null }[]): string {
  return stages
    .map(({ holders }, i) => {
      const until = stages[i + 1]?.from;
      const stay =
        until == null ? '' : ` ${stages.length > 2 ? 'to' : 'for'} ${formatDays(parseDays(until))}`;
      return `${listing(holders)}${stay}`;
    })
    .join(' → ');
}

/** `upto-1MB` → ` of objects up to 1 MB`. */
function sizes(how: readonly string[]): string {
  const bounds = how.flatMap((one) => {
    const [, side, code = ''] = /^(upto|from)-(.+)$/.exec(one) ?? [];
    return side === undefined ? [] : [`${side === 'upto' ? 'up to' : 'from'} ${spaced(code)}`];
  });
  return bounds.length > 0 ? ` of objects ${bounds.join(' and ')}` : '';
}
