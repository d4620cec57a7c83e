/** Keys that say the size of an object, for buckets whose rules cannot select it. */
import { itemAt } from '#core/at.ts';
import { sizeCode } from '#core/placement/context/populations.ts';
import type { SizeKey, Unnamed } from './course-types.ts';
import type { Sizes } from './parts.ts';
import { rulesKnowSizes } from './storage-classes.ts';

/** Whether it has rules for some sizes, which they cannot select. */
export const isBlind = ({ kind, transitions, expiries }: Unnamed) =>
  !rulesKnowSizes(kind) && boundsOf([...transitions, ...expiries]).length > 0;

/** The largest objects of what is bounded by size. */
const boundsOf = (rules: readonly { sizes: Sizes }[]): number[] =>
  rules.flatMap(({ sizes: { from, upTo } }) => [
    ...(from === null ? [] : [from - 1]),
    ...(upTo === null ? [] : [upTo]),
  ]);

/** The writer knows the size of an object: its key says it where rules have to know it too. */
export function sizeKeysOf(buckets: readonly Unnamed[], prefix: string): SizeKey[] {
  const rules = buckets.filter(isBlind).flatMap(({ transitions, expiries }) => [...transitions, ...expiries]);
  const bounds = [...new Set(boundsOf(rules))].toSorted((a, b) => a - b);
  if (bounds.length === 0) return [];
  return [...bounds, null].map((upTo, i) => ({
    sizes: { from: i === 0 ? null : itemAt(bounds, i - 1) + 1, upTo },
    prefix: `${prefix}${upTo === null ? 'larger' : `up-to-${sizeCode(upTo)}`}/`,
  }));
}
