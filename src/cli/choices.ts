/** A word that should be one of several: which one, or what to try instead. */
import { nearest } from '#core/nearest.ts';
import { Misunderstood } from './failures.ts';

/** `value` as one of `choices`. `what` begins the message, such as `--format`. Throws `Misunderstood`. */
export function oneOf<T extends string>(what: string, value: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  // Of a few words one may be meant that shares little more than its beginning: foto, of photos.
  const hint = nearest(value, choices, 0.75);
  throw new Misunderstood(`${what} "${value}" is not one of ${choices.join(', ')}${didYouMean(hint)}`);
}

/** What to try in place of `word`: `did you mean plan?`, or all that there are. */
export function nearestOrAll(word: string, known: readonly string[]): string {
  const hint = nearest(word, known);
  return hint === undefined ? `there are ${known.join(', ')}` : `did you mean ${hint}?`;
}

/** `; did you mean plan?`, or nothing where no known word is near. */
export const ifNear = (word: string, known: readonly string[]) => didYouMean(nearest(word, known));

const didYouMean = (hint: string | undefined) => (hint === undefined ? '' : `; did you mean ${hint}?`);
