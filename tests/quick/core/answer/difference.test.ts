/** What two bills differ by where a price has two ends: its own ends, for both bills may hold the unknown at another height. */
import { expect, test } from 'vitest';
import { differenceWords } from '#core/answer/words/card.ts';
import { dearerBy } from '#core/answer/words/difference.ts';
import { differenceEnds } from '#core/report/cost-difference.ts';
import { COLD, HOT, aSingle } from '#tests/helpers/aPlan.ts';

const NOT_KNOWN = 'By how much it is cheaper or dearer than the recommended is not known.';

function costing(store: string, low: number, high: number | null) {
  const { monthly } = aSingle(store);
  return aSingle(store, {
    monthly: { ...monthly, total: low, range: [low, high], atLeast: low !== high },
  });
}

test.each([
  [
    'both ends',
    [2000, 2002],
    [1081, 1082],
    [918, 921],
    '$918 to $921',
    'It costs $918 to $921/month more than the recommended.',
  ],
  [
    'one bill is known',
    [2000, 2000],
    [1079, 1082],
    [918, 921],
    '$918 to $921',
    'It costs $918 to $921/month more than the recommended.',
  ],
  [
    'ends that read alike',
    [9000.1, 9000.2],
    [1000, 1000],
    [8000.1, 8000.2],
    '$8.00k',
    'It costs $8.00k/month more than the recommended.',
  ],
  [
    'it is the cheaper',
    [1000, 1003],
    [2000, 2000],
    [-1000, -997],
    null,
    'It saves $997 to $1.00k/month against the recommended.',
  ],
  [
    'either may be',
    [1000, 1040],
    [1010, 1020],
    [-20, 30],
    null,
    'It costs up to $20/month less or up to $30/month more than the recommended.',
  ],
  [
    'it is open',
    [2000, null],
    [1000, 1100],
    [900, null],
    'at least $900',
    'It costs at least $900/month more than the recommended.',
  ],
  [
    'the other is open',
    [1000, 1100],
    [2000, null],
    [null, -900],
    null,
    'It saves at least $900/month against the recommended.',
  ],
  ['it is open, and may be cheaper', [1000, null], [1000, 1100], [-100, null], null, NOT_KNOWN],
  ['both are open', [2000, null], [1000, null], [null, null], null, NOT_KNOWN],
] as const)('%s', (_, [low, high], [otherLow, otherHigh], ends, words, sentence) => {
  const [card, chosen] = [costing(COLD, low, high), costing(HOT, otherLow, otherHigh)];
  const [least, most] = differenceEnds(card, chosen);
  expect([least, most].map((end) => end && Number(end.toFixed(6)))).toEqual(ends);
  expect(dearerBy(card, chosen)).toBe(words);
  expect(differenceWords(card, chosen)).toBe(sentence);
});
