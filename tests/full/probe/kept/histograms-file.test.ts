import { expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import { histogramLog } from '#probe/kept/histograms-file.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

const HERE = { store: 'aws/s3-standard', region: 'aws/us-east-1', from: 'aws/us-east-1' } as const;

test('the log of a probe says its unit, so that nobody is asked, and which of its histograms are of first bytes', async () => {
  await using s3 = await littleS3({ delayMs: () => 3 });
  using folder = new Folder();
  const file = aPlanFile([{ requests: 60, warmup: 3 }]);
  const state = await runOn(s3, file, folder.path);
  const bytes = new TextEncoder().encode(histogramLog(parseProbePlan(file), [{ state }]) ?? '');
  const facts = { ...HERE, operation: 'GET', sizeBytes: 10_240 } as const;
  const { measurements } = importFile(bytes, facts);
  const counted = state.samples.filter(({ index }) => index >= 3);
  const longestMs = (of: readonly number[]) => Math.max(...of);
  for (const [metric, all] of [
    ['total', counted.map(({ totalMs }) => totalMs)],
    ['first_byte', counted.map(({ firstByteMs }) => firstByteMs ?? NaN)],
  ] as const) {
    const most = measurements.find((row) => row.metric === metric && row.statistic === 'max');
    expect(most?.samples).toBe(60);
    expect((most?.value ?? NaN) / longestMs(all)).toBeCloseTo(1, 2);
  }
  expect(() => importFile(bytes, { ...facts, timeUnit: 'ns' })).toThrow(
    /line 2: says in which unit its times are: us, and ns was given/,
  );
});
