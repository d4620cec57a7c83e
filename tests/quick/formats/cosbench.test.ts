import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

const sized = { ...NEAR, sizeBytes: 4000 };

runGauntlet(fixtureOf('cosbench', 'cosbench/w1-mixed.csv'));
runGauntlet(fixtureOf('cosbench', 'cosbench/w1-mixed-rt-histogram.csv', sized));

describe('COSBench', () => {
  const summary = textOfFixture('cosbench/w1-mixed.csv');
  const rowsOf = (text: string) => importFile(bytesOf(text), NEAR).measurements;

  test('leaves out what prepares and cleans up', () => {
    expect(rowsOf(summary).filter(({ note }) => /prepare|cleanup/.test(note ?? ''))).toEqual([]);
  });

  test('prints 10 ms for a read of 3, so a percentile is a step and no point', () => {
    const p99 = rowsOf(summary).find(
      ({ operation, statistic }) => operation === 'GET' && statistic === 'p99',
    );
    expect(p99).toMatchObject({ value: 10, value_low: 0, value_high: 10, relation: 'approx' });
  });

  test('does not know a percentile that it calls N/A or the largest number there is', () => {
    const endless = changedText(summary, ',10,10,10,10,10,280,', ',10,10,10,10,9223372036854775807,+INF,');
    const statistics = rowsOf(endless)
      .filter(({ operation, note }) => operation === 'GET' && note === 'run s2-main')
      .map(({ statistic }) => statistic);
    expect(statistics).toEqual(['p60', 'p80', 'p90', 'p95', 'mean', 'mean', 'mean', 'mean']);
  });

  test('whose names are odd puts nothing odd into a note', () => {
    const odd = rowsOf(summary.replaceAll('s2-main', 's2 <b>;run x'));
    expect(odd[0]?.note).toBe('run s2-b-run-x');
  });

  test('with requests beyond its histogram is refused', () => {
    const beyond = changedText(textOfFixture('cosbench/w1-mixed-rt-histogram.csv'), '+INF,0', '+INF,3');
    expect(() => importFile(bytesOf(beyond), sized)).toThrow(/^line 14: some requests took longer/);
  });
});
