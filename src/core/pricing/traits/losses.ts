/** What a move to another store loses of what code may rely on. */
import type { Archive } from '../archive.ts';
import { featureOf } from './asks.ts';
import type { Ask } from './asks.ts';
import { FEATURE_NAMES } from './names.ts';
import type { Feature } from './names.ts';

/** A feature that code may rely on in one store and that another does not certainly have. */
export interface Loss extends Omit<Ask, 'has'> {
  feature: Feature;
  then: 'no' | 'partial' | 'unknown';
}

/** What is lost by moving: what all of the first have, wholly or in part, and the last has less of, or nobody knows. */
export function lossesBetween(archive: Archive, from: readonly string[], to: string): Loss[] {
  const before = from.map((store) => archive.traits?.(store));
  const after = archive.traits?.(to);
  return FEATURE_NAMES.flatMap((feature): Loss[] => {
    const has = Math.min(...before.map((traits) => RANK[traits?.features[feature]?.value ?? 'no']));
    const { has: then, ...rest } = featureOf(after, feature);
    if (has === 0 || (then !== null && RANK[then] >= has)) return [];
    return [{ feature, ...rest, then: then === null || then === 'yes' ? 'unknown' : then }];
  });
}

const RANK = { no: 0, partial: 1, yes: 2 };
