import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Measurement } from '#core/evidence/dataset.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import { bytesOf, fixture, runGauntlet } from '#tests/helpers/formats/gauntlet.ts';

const context = { store: 'aws/s3-standard', region: 'aws/us-east-1', from: 'aws/us-east-1' };
const imported = (value: unknown) => importFile(bytesOf(JSON.stringify(value)), context);
const textOf = (name: string) => new TextDecoder().decode(zstdDecompressSync(fixture(`warp/${name}`)));

/** Rows of one measured thing, each by its statistic. */
const rows = (base: Partial<Measurement>, values: Record<string, number>): Measurement[] =>
  Object.entries(values).map(([statistic, value]) => ({
    store: 'aws/s3-standard',
    store_region: 'aws/us-east-1',
    client_place: 'aws/us-east-1',
    client_runtime: null,
    layer: 'store',
    operation: 'GET',
    metric: 'total',
    size_bytes: 16_384,
    concurrency: 4,
    loop: 'closed',
    temperature: null,
    statistic,
    value,
    unit: 'ms',
    relation: 'eq',
    value_low: null,
    value_high: null,
    samples: null,
    measured_at: null,
    note: null,
    ...base,
  }));

const first = { samples: 12_920, measured_at: '2026-11-20T12:08:59Z', note: 'run window 1' };
const second = { samples: 4882, measured_at: '2026-11-20T12:09:09Z', note: 'run window 2' };
const whole = { samples: 13_768, measured_at: '2026-11-20T12:08:59Z' };
// Read in the file, with a calculator beside it: 13768 requests and 225559421.5137416 bytes in 11 seconds.
const golden = [
  ...rows(first, { min: 0.300467, p50: 1.764486, p90: 6.012029, p99: 18.937196, max: 95.79367 }),
  ...rows(first, { stddev: 4.612102, mean: 3.088393 }),
  ...rows({ ...first, metric: 'first_byte' }, { min: 0.276371, p25: 1.131484, p50: 1.576346, p75: 3.153063 }),
  ...rows(
    { ...first, metric: 'first_byte' },
    { p90: 5.762417, p99: 18.590039, max: 95.18927, stddev: 4.567424 },
  ),
  ...rows({ ...first, metric: 'first_byte' }, { mean: 2.883307 }),
  ...rows(second, { min: 0.316261, p50: 1.727331, p90: 5.646364, p99: 23.761737, max: 169.707523 }),
  ...rows(second, { stddev: 7.590101, mean: 3.278881 }),
  ...rows(
    { ...second, metric: 'first_byte' },
    { min: 0.293437, p25: 1.134248, p50: 1.548565, p75: 2.935559 },
  ),
  ...rows({ ...second, metric: 'first_byte' }, { p90: 5.287149, p99: 21.563776, max: 169.461697 }),
  ...rows({ ...second, metric: 'first_byte' }, { stddev: 7.402298, mean: 3.043776 }),
  ...rows({ ...whole, metric: 'rate', unit: '1/s' }, { mean: 1251.636364 }),
  ...rows({ ...whole, metric: 'throughput', unit: 'bytes/s' }, { mean: 20_505_401.96 }),
  ...rows({ ...whole, metric: 'errors', unit: 'share', samples: 17_802 }, { mean: 0 }),
];

runGauntlet({ format: 'warp-json', bytes: bytesOf(textOf('get.json.zst')), context, golden });

const WINDOW = {
  start_time: '2026-11-20T12:08:59+02:00',
  single_sized_requests: {
    dur_avg_millis: 6,
    dur_median_millis: 4.5,
    dur_90_millis: 9,
    dur_99_millis: 12,
    fastest_millis: 1,
    slowest_millis: 20,
    std_dev_millis: 2,
    requests: 1000,
    obj_size: 1024,
    merged_entries: 1,
  },
};
const GET = {
  total_requests: 1000,
  total_errors: 0,
  concurrency: 4,
  start_time: '2026-11-20T10:08:59.123456789Z',
  end_time: '2026-11-20T10:09:19Z',
  throughput: { measure_duration_millis: 10_000, bytes: 1_024_000, ops: 1000, errors: 0 },
  requests_by_client: { abcd: [WINDOW] },
};
const aRun = (change: object = {}, window: object = {}) => ({
  v: 2,
  commandline: 'warp-v1.3.1 get --concurrent=4',
  final: true,
  by_op_type: {
    GET: {
      ...GET,
      requests_by_client: {
        abcd: [{ ...WINDOW, single_sized_requests: { ...WINDOW.single_sized_requests, ...window } }],
      },
      ...change,
    },
  },
});
const found = (
  { measurements }: { measurements: readonly Measurement[] },
  metric: string,
  statistic = 'mean',
) => measurements.find((row) => row.metric === metric && row.statistic === statistic);

describe("warp's summary of a run", () => {
  test('packed, unpacked, or printed by warp analyze is the same', () => {
    expect(importFile(fixture('warp/get.json.zst'), context).measurements).toEqual(golden);
    const printed = textOf('get.json.zst').replace(/"commandline": "[^"]*"/, '"commandline": ""');
    expect(importFile(bytesOf(printed), context).measurements).toEqual(golden);
  });

  test('keeps the windows of every client apart, and no quantile of the whole run', () => {
    const { measurements, caveats } = importFile(fixture('warp/merged.analyze.json.zst'), context);
    const p99 = measurements.filter(({ metric, statistic }) => metric === 'total' && statistic === 'p99');
    expect(p99.map(({ value, note, samples }) => [value, note, samples])).toEqual([
      [2.491228, 'run window 1 of client 1', 1400],
      [2.737935, 'run window 1 of client 2', 1400],
    ]);
    expect(caveats.join()).toMatch(/are not averaged/);
  });

  test('keeps windows apart under the name of a run, too', () => {
    const { measurements } = importFile(fixture('warp/get.json.zst'), { ...context, run: 'may' });
    expect(new Set(measurements.map(({ note }) => note))).toEqual(
      new Set(['run may window 1', 'run may window 2', 'run may']),
    );
  });

  test('loses the uploads that come back where it was made from the full file', () => {
    const { measurements, caveats } = importFile(fixture('warp/merged.analyze.json.zst'), context);
    expect(new Set(measurements.map(({ operation }) => operation))).toEqual(new Set(['GET']));
    expect(caveats.join()).toMatch(/PUT prepared the run/);
  });

  test('divides sums of merged entries, and takes no quantile from them', () => {
    const { measurements } = imported(
      aRun({}, { merged_entries: 3, obj_size: 3072, dur_avg_millis: 6, dur_99_millis: 36 }),
    );
    const totals = measurements.filter(({ metric }) => metric === 'total');
    expect(
      totals.map(({ statistic, value, relation, note, size_bytes }) => ({
        statistic,
        value,
        relation,
        note,
        size_bytes,
      })),
    ).toEqual([
      {
        statistic: 'mean',
        value: 2,
        relation: 'approx',
        note: 'run window 1; mean of 3 means',
        size_bytes: 1024,
      },
    ]);
  });

  test('separates errors: what they may have moved is left out, and what holds them is a bound', () => {
    const failed = imported(aRun({ total_errors: 34, throughput: { ...GET.throughput, errors: 24 } }));
    expect(found(failed, 'errors')?.value).toBeCloseTo(0.034, 9);
    const totals = failed.measurements.filter(({ metric }) => metric === 'total');
    expect(totals.map(({ statistic, relation, note }) => [statistic, relation, note])).toEqual([
      ['p50', 'approx', 'run window 1; failed requests included'],
    ]);
    expect(found(failed, 'throughput')).toMatchObject({ relation: 'lt', note: 'failed requests included' });
    expect(failed.caveats.join()).toMatch(/Times of failed requests are among/);
  });

  test('keeps a mean and a p99 where one request in a thousand failed', () => {
    const one = imported(aRun({ total_errors: 1 }));
    expect(found(one, 'total')).toMatchObject({ value: 6, relation: 'approx' });
    expect(found(one, 'total', 'p99')).toMatchObject({ value: 12, relation: 'approx' });
    expect(found(one, 'total', 'max')).toBe(undefined);
  });

  test('has no quantile beyond which no request lies', () => {
    const few = imported(aRun({}, { requests: 40 }));
    expect(found(few, 'total', 'p99')).toBe(undefined);
    expect(found(few, 'total', 'p90')?.value).toBe(9);
  });

  test('of random sizes gives the mean of every range of sizes, and quantiles of first bytes alone', () => {
    const { measurements } = importFile(fixture('warp/mixed-random-sizes.json.zst'), context);
    const gets = measurements.filter(({ operation }) => operation === 'GET');
    const [range] = gets;
    expect(range).toMatchObject({ statistic: 'mean', value: 4.940938, size_bytes: 112, samples: 504 });
    expect(range?.note).toBe('run window 1; sizes of 1 to 1023 bytes, at their mean');
    expect(gets.some(({ metric, statistic }) => metric === 'total' && statistic !== 'mean')).toBe(false);
    expect(
      gets.filter(({ metric, statistic }) => metric === 'first_byte' && statistic === 'p50'),
    ).toHaveLength(9);
    expect(found({ measurements: gets }, 'throughput')).toMatchObject({
      size_bytes: null,
      note: 'all sizes',
    });
  });

  test('reads its times in any zone, and no throughput where too little was measured', () => {
    const short = imported(aRun({ throughput: { measure_duration_millis: 0, errors: 0 } }));
    expect(short.measurements[0]?.measured_at).toBe('2026-11-20T10:08:59Z');
    expect(found(short, 'throughput')).toBe(undefined);
  });

  test.each([
    ['another version', { ...aRun(), v: 3 }, /^v: /],
    ['no operations', { ...aRun(), by_op_type: {} }, /^by_op_type: /],
    ['a count below zero', aRun({ total_requests: -1 }), /by_op_type.*GET.*total_requests/],
    ['a duration that is text', aRun({}, { dur_avg_millis: 'fast' }), /dur_avg_millis/],
    ['a time that is none', aRun({ start_time: 'noon' }), /"noon" is no time/],
  ])('with %s is refused with its place', (_, value, message) => {
    expect(() => imported(value)).toThrow(message);
  });

  test('shows nothing of its command line', () => {
    const told = { ...aRun(), commandline: 'warp-v1.3.1 get --secret-key=hunter2' };
    expect(JSON.stringify(imported(told))).not.toMatch(/hunter2/);
  });
});
