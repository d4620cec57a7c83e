import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  fixture,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

const context = { ...NEAR, operation: 'GET' } as const;

runGauntlet(fixtureOf('oha', 'oha/output.json', context));
runGauntlet(fixtureOf('oha', 'oha/output.csv', context));

describe('oha', () => {
  const output = textOfFixture('oha/output.json');
  const statistics = (text: string, metric: string) =>
    importFile(bytesOf(text), context).measurements.flatMap((row) =>
      row.metric === metric ? [row.statistic] : [],
    );

  test('prints a p99.9 of 600 requests, which is the maximum and no p999', () => {
    expect(output).toContain('"p99.9": 0.006270543');
    expect(statistics(output, 'total')).not.toContain('p999');
  });

  test('calls an answer of 503 a success; here it is an error, and its times are left out', () => {
    const refused = changedText(output, '"200": 600', '"200": 590, "503": 10');
    const { measurements } = importFile(bytesOf(refused), context);
    expect(measurements.map(({ metric, value }) => [metric, value])).toEqual([
      ['rate', expect.closeTo(590 / 3.995776526, 6)],
      ['errors', expect.closeTo(10 / 600, 9)],
    ]);
  });

  test('has errors apart from answers, which keep their times', () => {
    const timedOut = changedText(output, '"errorDistribution": {}', '"errorDistribution": {"timeout": 200}');
    const { measurements } = importFile(bytesOf(timedOut), context);
    expect(measurements).toContainEqual(
      expect.objectContaining({ metric: 'errors', value: 0.25, samples: 800 }),
    );
    expect(statistics(timedOut, 'total')).toContain('p99');
  });

  test('does not say which operation it made', () => {
    expect(() => importFile(fixture('oha/output.json'), NEAR)).toThrow(
      expect.objectContaining({ missing: ['operation'] }) as Error,
    );
  });

  test('of a PUT does not know the size of what was sent', () => {
    expect(() => importFile(fixture('oha/output.json'), { ...NEAR, operation: 'PUT' })).toThrow(
      expect.objectContaining({ missing: ['sizeBytes'] }) as Error,
    );
  });

  test('with a line that is none is refused with its place', () => {
    const text = changedText(textOfFixture('oha/output.csv'), '0.001919347', 'fast');
    expect(() => importFile(bytesOf(text), context)).toThrow(
      /^line 3, request-duration: "fast" is no number/,
    );
  });
});
