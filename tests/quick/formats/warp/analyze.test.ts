import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Measurement } from '#core/evidence/dataset.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import { bytesOf, fixture, runGauntlet } from '#tests/helpers/formats/gauntlet.ts';

const context = { store: 'aws/s3-standard', region: 'aws/us-east-1', from: 'aws/us-east-1' };
const text = new TextDecoder().decode(zstdDecompressSync(fixture('warp/get.analyze-full.json.zst')));
const imported = (json: string) => importFile(bytesOf(json), context);

interface Percentiles {
  dur_percentiles_millis: number[];
  first_byte: { percentiles_millis: number[] };
}
const { operations } = JSON.parse(text) as { operations: { single_sized_requests: Percentiles }[] };
const figures = operations[1]?.single_sized_requests;
const PERCENTS = [1, 5, 10, 25, 50, 75, 90, 95, 99];
const quantiles = (list: readonly number[] = []) =>
  PERCENTS.map((percent) => [`p${percent}`, list[percent] ?? NaN] as const);

const rows = (base: Partial<Measurement>, values: readonly (readonly [string, number])[]): Measurement[] =>
  values.map(([statistic, value]) => ({
    store: 'aws/s3-standard',
    store_region: 'aws/us-east-1',
    client_place: 'aws/us-east-1',
    client_runtime: null,
    layer: 'store',
    operation: 'GET',
    metric: 'total',
    size_bytes: 2 ** 20,
    concurrency: 8,
    loop: 'closed',
    temperature: null,
    statistic,
    value,
    unit: 'ms',
    relation: 'eq',
    value_low: null,
    value_high: null,
    samples: 2806,
    measured_at: '2026-11-20T12:08:34Z',
    note: null,
    ...base,
  }));

runGauntlet({
  format: 'warp-analyze',
  bytes: bytesOf(text),
  context,
  golden: [
    ...rows({}, [['min', 0.949523], ...quantiles(figures?.dur_percentiles_millis), ['max', 208.621982]]),
    ...rows({}, [
      ['stddev', 11.018787],
      ['mean', 5.597271],
    ]),
    ...rows({ metric: 'first_byte' }, [
      ['min', 0.365524],
      ...quantiles(figures?.first_byte.percentiles_millis),
      ['max', 207.134859],
      ['stddev', 9.324564],
      ['mean', 3.879537],
    ]),
    // 2806 requests and 2943405717 bytes in 7.811 seconds.
    ...rows({ metric: 'rate', unit: '1/s' }, [['mean', 359.2369735]]),
    ...rows({ metric: 'throughput', unit: 'bytes/s' }, [['mean', 376_828_282.8]]),
    ...rows({ metric: 'errors', unit: 'share', samples: 2827 }, [['mean', 0]]),
  ],
});

describe('warp analyze --full --json', () => {
  test('packed, or behind what was said on the way, is the same', () => {
    const { measurements } = imported(text);
    expect(importFile(fixture('warp/get.analyze-full.json.zst'), context).measurements).toEqual(measurements);
    expect(imported(`\nReading get.csv.zst … 100%\n${text}`).measurements).toEqual(measurements);
  });

  test('leaves out what was skipped, and says so', () => {
    expect(imported(text).caveats.join()).toMatch(/PUT: too short to be analysed/);
  });

  test('of a mix gives every operation by its own percentiles', () => {
    const { measurements, caveats } = importFile(fixture('warp/mixed.analyze-full.json.zst'), context);
    const p99 = measurements.filter(({ metric, statistic }) => metric === 'total' && statistic === 'p99');
    expect(p99.map(({ operation, value, samples }) => [operation, value, samples])).toEqual([
      ['DELETE', 19.878437, 366],
      ['GET', 20.438771, 1677],
      ['PUT', 57.474105, 562],
      ['HEAD', 23.055636, 1118],
    ]);
    expect(caveats.join()).toMatch(/were under way together/);
  });

  test('of an old version has whole milliseconds, four quantiles, and rates of its own', () => {
    const old = {
      type: 'single',
      mixed: false,
      operations: [
        {
          type: 'GET',
          skipped: false,
          start_time: '2020-03-01T10:00:00.5+01:00',
          objects_per_operation: 1,
          concurrency: 20,
          hosts: 1,
          single_sized_requests: {
            skipped: false,
            obj_size: 10_485_760,
            requests: 500,
            dur_avg_millis: 60,
            dur_median_millis: 55,
            dur_90_millis: 80,
            dur_99_millis: 140,
            fastest_millis: 20,
            slowest_millis: 300,
            first_byte: { average_millis: 8, median_millis: 7, fastest_millis: 2, slowest_millis: 90 },
          },
          errors: 0,
          throughput: { errors: 0, measure_duration_millis: 3000, average_bps: 1.5e9, average_ops: 143.05 },
        },
      ],
    };
    const { measurements } = imported(JSON.stringify(old));
    expect(measurements[0]).toMatchObject({
      samples: 500,
      measured_at: '2020-03-01T09:00:00Z',
      size_bytes: 10_485_760,
    });
    const shown = (metric: string) =>
      measurements
        .filter((row) => row.metric === metric)
        .map(({ statistic, value, relation }) => `${statistic} ${relation} ${value}`);
    expect(shown('total')).toEqual([
      'min approx 20',
      'p50 approx 55',
      'p90 approx 80',
      'p99 approx 140',
      'max approx 300',
      'mean approx 60',
    ]);
    expect(shown('first_byte')).toEqual(['min approx 2', 'p50 approx 7', 'max approx 90', 'mean approx 8']);
    expect(shown('rate')).toEqual(['mean eq 143.05']);
    expect(shown('throughput')).toEqual(['mean eq 1500000000']);
  });

  test.each([
    [
      'a list of percentiles cut short',
      /"dur_percentiles_millis": \[\s*0\.949523,/,
      '"dur_percentiles_millis": [',
      /dur_percentiles_millis/,
    ],
    ['a duration below zero', '"fastest_millis": 0.949523', '"fastest_millis": -0.949523', /fastest_millis/],
    ['everything skipped', '"skipped": false', '"skipped": true', /none was measured long enough/],
  ])('with %s is refused with its place', (_, from, to, message) => {
    expect(text).not.toBe(text.replace(from, to));
    expect(() => imported(text.replaceAll(new RegExp(from, 'g'), to))).toThrow(message);
  });
});
