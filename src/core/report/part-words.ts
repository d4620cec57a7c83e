/** Placements of several parts in words: which objects lie where, in sentences that page and terminal share. */
import { listing } from '../text/words.ts';
import { formatDays } from '../units.ts';
import { BEFORE_CODE, spaced } from './placement-id.ts';
import type { CandidatePart, Segment } from './plan-types.ts';

type NameOf = (store: string) => string;

/** `new objects in A for 30 days, then B; standing objects in C`. */
export function partsWords(parts: readonly CandidatePart[], nameOf: NameOf): string {
  return parts
    .map(({ name, segments }) => {
      const stages = stagesWords(segments, nameOf);
      return name === 'all' ? stages : `${objectsWords(name)} in ${stages}`;
    })
    .join('; ');
}

/** `A for 30 days, then B`, `A and B`. */
export function stagesWords(segments: readonly Segment[], nameOf: NameOf): string {
  const last = segments.length - 1;
  return segments
    .map(({ holders, toDays }, i) => {
      const held = listing(holders.map(nameOf));
      if (i === last) return i === 0 ? held : `then ${held}`;
      return i === 0 ? `${held} for ${formatDays(toDays)}` : `then ${held} to ${formatDays(toDays)}`;
    })
    .join(', ');
}

/** Of a part by its name, or of several joined by commas: `new objects of 128 KiB`, `the most read 10 % of standing objects`. */
export function objectsWords(name: string): string {
  return listing(name.split(',').map(oneName));
}

function oneName(name: string): string {
  if (name === 'all') return 'all objects';
  const [stream, ...codes] = name.split(BEFORE_CODE);
  const size = codes.find((code) => !code.endsWith('%'));
  const share = codes.find((code) => code.endsWith('%'));
  const objects = `${stream === 'new' ? 'new' : 'standing'} objects${size === undefined ? '' : ` of ${spaced(size)}`}`;
  if (share === undefined) return objects;
  return share === '100%' ? `the rest of ${objects}` : `the most read ${spaced(share)} of ${objects}`;
}
