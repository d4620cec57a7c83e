/** What monitoring knows of a store's latency: spans, histograms and percentiles by the minute. */
import { describe, expect, test } from 'vitest';
import type { Measurement } from '#core/evidence/dataset.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import type { ImportContext } from '#formats/importer.ts';
import { NEAR, bytesOf, messageOf, runGauntlet } from '#tests/helpers/formats/gauntlet.ts';

const rowsOf = (text: string, context: ImportContext = NEAR) =>
  importFile(bytesOf(text), context).measurements;
const figureOf = (rows: readonly Measurement[], operation: string, statistic: string, metric = 'total') =>
  rows.find((row) => row.operation === operation && row.statistic === statistic && row.metric === metric);
/** The tests below work figures out by hand. */
const challenge = (text: string, context: ImportContext = NEAR) => ({
  bytes: bytesOf(text),
  context,
  golden: rowsOf(text, context),
});

const START = 1_772_323_200_000_000_000n;
const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});
const span = (i: number, ms: number, method: string, status = 200) => ({
  traceId: '5b8efff798038103d269b633813fc60c',
  name: `S3.${method}`,
  kind: 3,
  startTimeUnixNano: String(START + BigInt(i) * 1_000_000_000n),
  endTimeUnixNano: String(START + BigInt(i) * 1_000_000_000n + BigInt(ms) * 1_000_000n),
  attributes: [
    attribute('rpc.system', 'aws-api'),
    attribute('rpc.service', 'S3'),
    attribute('rpc.method', method),
    attribute('aws.s3.bucket', 'canary-bucket'),
    attribute('http.status_code', status),
    attribute('http.response_content_length', 4096),
    attribute('http.request_content_length', 8192),
  ],
  status: {},
});
const line = (spans: unknown[]) =>
  `${JSON.stringify({ resourceSpans: [{ resource: { attributes: [attribute('service.name', 'shop')] }, scopeSpans: [{ scope: {}, spans }] }] })}\n`;
const SPANS =
  line(Array.from({ length: 100 }, (_, i) => span(i, i + 1, 'GetObject'))) +
  line([
    span(100, 500, 'PutObject'),
    span(101, 900, 'GetObject', 503),
    {
      ...span(102, 7, 'GetItem'),
      attributes: [attribute('rpc.service', 'DynamoDB'), attribute('rpc.method', 'GetItem')],
    },
  ]);

describe('OTLP spans', () => {
  runGauntlet({ format: 'otlp-spans', ...challenge(SPANS) });

  test('are requests by operation and size; a refusal is an error and no time', () => {
    const rows = rowsOf(SPANS);
    expect(figureOf(rows, 'GET', 'p50')).toMatchObject({ value: 50, samples: 100, size_bytes: 4096 });
    expect(figureOf(rows, 'GET', 'max')).toMatchObject({ value: 100 });
    expect(figureOf(rows, 'PUT', 'max')).toMatchObject({ value: 500, size_bytes: 8192 });
    expect(figureOf(rows, 'GET', 'mean', 'errors')?.value).toBeCloseTo(1 / 101, 8);
    expect(JSON.stringify(importFile(bytesOf(SPANS), NEAR))).not.toContain('canary');
  });

  test('of anything else are refused', () => {
    const other = line([{ ...span(0, 5, 'GetObject'), attributes: [] }]);
    expect(messageOf(() => rowsOf(other))).toMatch(
      /^holds no span of an S3 call: of 1 none has rpc\.service/,
    );
  });
});

/** Of 1000 reads 500 took up to 50 ms, 980 up to 100, 995 up to 250. */
const HISTOGRAM = `# HELP s3_request_duration_seconds How long.
# TYPE s3_request_duration_seconds histogram
s3_request_duration_seconds_bucket{operation="GetObject",bucket="canary",le="0.05"} 500
s3_request_duration_seconds_bucket{operation="GetObject",bucket="canary",le="0.1"} 980
s3_request_duration_seconds_bucket{operation="GetObject",bucket="canary",le="0.25"} 995
s3_request_duration_seconds_bucket{operation="GetObject",bucket="canary",le="+Inf"} 1000
s3_request_duration_seconds_sum{operation="GetObject",bucket="canary"} 62.5
s3_request_duration_seconds_count{operation="GetObject",bucket="canary"} 1000
s3_request_size_bytes_bucket{le="+Inf"} 3
`;
const SIZED = { ...NEAR, sizeBytes: 4096 };

describe('Prometheus histograms', () => {
  runGauntlet({ format: 'prometheus', ...challenge(HISTOGRAM, SIZED) });

  test('give quantiles between the edges of their buckets, and the mean as it is', () => {
    const rows = rowsOf(HISTOGRAM, SIZED);
    expect(figureOf(rows, 'GET', 'p50')).toMatchObject({
      value: 50,
      relation: 'approx',
      value_low: 0,
      samples: 1000,
    });
    expect(figureOf(rows, 'GET', 'p99')).toMatchObject({
      value: 250,
      relation: 'approx',
      value_low: 100,
      value_high: null,
    });
    expect(figureOf(rows, 'GET', 'mean')).toMatchObject({ value: 62.5, relation: 'eq' });
  });

  test('above the last edge know no more than that edge', () => {
    const rows = rowsOf(HISTOGRAM, SIZED);
    expect(figureOf(rows, 'GET', 'max')).toMatchObject({ value: 250, relation: 'gt', value_high: null });
    expect(rows.every(({ value }) => Number.isFinite(value))).toBe(true);
  });

  test('that fall from a bucket to the next are refused', () => {
    const fallen = HISTOGRAM.replace('le="0.1"} 980', 'le="0.1"} 98');
    expect(messageOf(() => rowsOf(fallen, SIZED))).toMatch(/a bucket holds fewer requests/);
  });
});

const minutes = Array.from({ length: 5 }, (_, i) => `2026-03-01T00:0${i}:00+00:00`);
const WATCHED = JSON.stringify(
  {
    MetricDataResults: [
      {
        Id: 'm1',
        Label: 'FirstByteLatency p99',
        Timestamps: minutes,
        Values: [40, 90, 55, 60, 45],
        StatusCode: 'Complete',
      },
      {
        Id: 'm2',
        Label: 'TotalRequestLatency p99.9',
        Timestamps: minutes,
        Values: [100, 900, 200, 300, 400],
      },
      { Id: 'm3', Label: 'AllRequests Sum', Timestamps: minutes, Values: [1, 2, 3, 4, 5] },
    ],
    Messages: [],
  },
  null,
  4,
);
const READ = { ...SIZED, operation: 'GET' } as const;

describe('CloudWatch', () => {
  runGauntlet({ format: 'cloudwatch', ...challenge(WATCHED, READ) });

  test('gives the middle minute between the least and the most, and no mean of percentiles', () => {
    const rows = rowsOf(WATCHED, READ);
    expect(rows).toHaveLength(2);
    expect(figureOf(rows, 'GET', 'p99', 'first_byte')).toMatchObject({
      value: 55,
      value_low: 40,
      value_high: 90,
      relation: 'approx',
    });
    expect(figureOf(rows, 'GET', 'p999')).toMatchObject({ value: 300, value_low: 100, value_high: 900 });
  });

  test('asks for a statistic in its labels', () => {
    const bare = WATCHED.replace('FirstByteLatency p99', 'FirstByteLatency');
    expect(messageOf(() => rowsOf(bare, READ))).toMatch(
      /its Label does not say the statistic; ask for one such as/,
    );
  });
});
