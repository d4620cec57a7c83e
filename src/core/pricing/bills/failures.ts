/** Requests that fail: what an answer other than success costs. */
import type { Edition } from '../editions/edition.ts';

/**
 * What the edition says of an answer (`404`): `free`, `billed` in the class of the operation, or `unlisted`, which is
 * billed too. A number counts before its kind.
 */
export function failureCost(
  failed: Edition['operations']['failed'],
  answer: number,
): 'free' | 'billed' | 'unlisted' {
  for (const name of [String(answer), `${Math.floor(answer / 100)}xx`]) {
    if (failed?.free.includes(name)) return 'free';
    if (failed?.billed.includes(name)) return 'billed';
  }
  return 'unlisted';
}
