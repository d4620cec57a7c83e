/** Costs whose ends differ, in sentences and in cells. */
import { expect, test } from 'vitest';
import { costCell, costWords } from '#core/answer/words/cost.ts';
import type { MonthlyCost } from '#core/report/plan-types.ts';

const cost = (low: number, high: number | null): MonthlyCost => ({
  total: low,
  currency: 'USD',
  atLeast: low !== high,
  range: [low, high],
  reasons: [],
  lines: [],
});

test.each([
  ['known', 72_650, 72_650, '$72.7k', '$72.7k'],
  ['two ends that read alike', 72_650.84, 72_669.58, '$72.7k', '$72.7k'],
  ['two ends', 41_200, 45_100, '$41.2k to $45.1k', '≥ $41.2k'],
  ['no upper end', 41_200, null, 'at least $41.2k', '≥ $41.2k'],
])('%s', (_, low, high, words, cell) => {
  expect(costWords(cost(low, high))).toBe(words);
  expect(costCell(cost(low, high))).toBe(cell);
});
