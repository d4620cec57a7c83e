/** What is said of a store whose latency is that of a copy near each reader. */
import { expect, test } from 'vitest';
import { cautionWords } from '#core/answer/words/caution.ts';
import { nearReaders } from '#core/placement/answer/near-readers.ts';
import { HOT, aSingle } from '#tests/helpers/aPlan.ts';

const { read } = aSingle(HOT);

function found(
  places: readonly string[],
  { place = null as string | null, p99Ms = 100 as number | null } = {},
) {
  const { curve: _, ...summary } = read;
  const byPlace = places.map((one) => ({
    ...summary,
    p99Ms,
    place: one,
    share: 1 / places.length,
    servedBy: [{ store: HOT, share: 1 }],
  }));
  const stores = [{ ref: HOT, place }] as unknown as Parameters<typeof nearReaders>[0]['stores'];
  return nearReaders({ stores }, { ...read, byPlace });
}

test('copies near readers on two continents are an assumption', () => {
  const findings = found(['internet/north-america', 'internet/europe']);
  expect(findings).toMatchObject([{ code: 'near-readers', store: HOT }]);
  expect(cautionWords(aSingle(HOT, { findings }), { store: () => 'Tigris Standard' })).toContainEqual(
    expect.stringMatching(
      /^The latency shown assumes that Tigris Standard has each object near every reader\. Readers are up to \d,\d00 km apart\.$/,
    ),
  );
});

test('not on one, nor of a store in one place, nor where no latency is known', () => {
  expect(found(['aws/us-east-1', 'aws/us-west-2'])).toEqual([]);
  expect(found(['internet/north-america', 'internet/europe'], { place: 'aws/us-east-1' })).toEqual([]);
  expect(found(['internet/north-america', 'internet/europe'], { p99Ms: null })).toEqual([]);
});
