/** What is said of a placement that has to be run, and of one that needs no more than copies. */
import { expect, test } from 'vitest';
import { runCell } from '#core/answer/words/run-cell.ts';
import { runWords } from '#core/answer/words/run.ts';
import { COLD, HOT, aSingle } from '#tests/helpers/aPlan.ts';

const job = aSingle(HOT, { runs: [{ code: 'copy-job', from: HOT, to: COLD, atDays: 7 }] });

test('nothing, nothing but the copies that the scenario asks for, or what runs', () => {
  expect([runWords(aSingle(HOT)), runCell(aSingle(HOT))]).toEqual(['Nothing has to be run.', 'nothing']);
  expect(runWords(aSingle(HOT), [COLD])).toBe('To run: nothing but the copies.');
  expect(runCell(aSingle(HOT), [COLD])).toBe('nothing but the copies');
  expect([runWords(job, [COLD]), runCell(job, [COLD])]).toEqual([
    expect.stringMatching(/^To run: a copy job\./),
    'copy job',
  ]);
});

test('what it has to save says by which rule', () => {
  const { monthly, runs } = job;
  expect(runWords({ runs, monthly, effort: { total: 7700, lines: [] } })).toBe(
    'To run: a copy job. Worth running if it saves $7.70k/month (effort).',
  );
  expect(runWords({ runs, monthly, effort: { total: 0, lines: [] } })).toBe('To run: a copy job.');
});
