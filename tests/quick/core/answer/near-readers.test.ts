/** What is said of a store whose latency is that of a copy near each reader. */
import { expect, test } from 'vitest';
import { cautionWords } from '#core/answer/words/caution.ts';
import { aSingle } from '#tests/helpers/aPlan.ts';

const GLOBAL = 'tigris/standard@global';

function said(places: readonly string[], store = GLOBAL, p99Ms: number | null = 100): string[] {
  const { read, ...candidate } = aSingle(store);
  const byPlace = places.map((place) => ({
    ...read,
    p99Ms,
    place,
    share: 1 / places.length,
    servedBy: [{ store, share: 1 }],
  }));
  return cautionWords({ ...candidate, read: { ...read, byPlace } }, { store: () => 'Tigris Standard' });
}

const FAR = ['internet/north-america', 'internet/europe'];

test('copies near readers on two continents are an assumption', () => {
  expect(said(FAR)).toContainEqual(
    expect.stringMatching(
      /^The latency shown assumes that Tigris Standard has each object near every reader\. Readers are up to \d,\d00 km apart\.$/,
    ),
  );
});

test('not on one, nor of a store in one place, nor where no latency is known', () => {
  const none = said([]);
  expect(said(['aws/us-east-1', 'aws/us-west-2'])).toEqual(none);
  expect(said(FAR, 'aws/s3-standard@us-east-1')).toEqual(none);
  expect(said(FAR, GLOBAL, null)).toEqual(none);
});
