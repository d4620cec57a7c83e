/** What keys of one's own ask of a store, and when a page has to fetch the traits. */
import { expect, test } from 'vitest';
import { askedOf, wantsTraits } from '#core/pricing/traits/asks.ts';
import type { Feature } from '#core/pricing/traits/names.ts';

const NOTHING = { features: [], certifications: [], owner: 'any' };
const KEYED = { objects: { encryption: 'kms' } };

test('keys of one’s own ask for SSE-KMS, once', () => {
  const asked = (features: Feature[], workload = KEYED) =>
    askedOf({ requirements: { ...NOTHING, features }, workload }).features;
  expect(asked([])).toEqual(['sse-kms']);
  expect(asked(['sse-kms', 'versioning'])).toEqual(['sse-kms', 'versioning']);
  expect(askedOf({ requirements: NOTHING, workload: { objects: {} } })).toBe(NOTHING);
});

test('traits are fetched where keys, a feature or a store of today asks for them', () => {
  expect(wantsTraits({})).toBe(false);
  expect(wantsTraits({ workload: KEYED })).toBe(true);
  expect(wantsTraits({ requirements: { features: ['versioning'] } })).toBe(true);
});
