/** Exports of monitors, by hand in the form that each provider documents: what they say of a month, and what is asked for. */
import { describe, expect, test } from 'vitest';
import { foundIn } from '#core/start/metrics.ts';
import { beginsAsMetrics, metricsIn } from '#formats/metrics/index.ts';

const DAYS_PER_MONTH = 365.25 / 12;
const found = (...values: (object | string)[]) => {
  const texts = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  expect(texts.every(beginsAsMetrics)).toBe(true);
  const metrics = metricsIn(texts);
  if (!metrics) throw new Error('none');
  return foundIn(metrics);
};
const hours = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.parse('2026-03-01T00:00:00Z') + i * 3_600_000).toISOString(),
  );
const perMonth = (value: string | number | undefined) => Number(String(value).replace('/month', ''));

describe('CloudWatch', () => {
  const result = (Label: string, Timestamps: string[], Values: number[]) => ({
    Id: 'm1',
    Label,
    Timestamps,
    Values,
    StatusCode: 'Complete',
  });
  const times = hours(48);
  const answer = {
    MetricDataResults: [
      result(
        'BucketSizeBytes Average',
        ['2026-03-01T00:00:00+00:00', '2026-03-02T00:00:00+00:00'],
        [1e12, 3e12],
      ),
      result('BucketSizeBytes Average', ['2026-03-02T00:00:00+00:00'], [1e12]),
      result('NumberOfObjects Average', ['2026-03-02T00:00:00+00:00'], [2e6]),
      result(
        'GetRequests Sum',
        times,
        times.map(() => 1000),
      ),
      result(
        'PutRequests Sum',
        times,
        times.map(() => 10),
      ),
      result(
        'BytesDownloaded Sum',
        times,
        times.map(() => 2e9),
      ),
      result(
        'FirstByteLatency p99',
        times,
        times.map((_, i) => 20 + i),
      ),
    ],
    Messages: [],
  };

  test('two days of hours are scaled to a month, and only readers are asked for', () => {
    const { words, asks, scenarioWith } = found(answer);
    expect(words).toBe(
      'CloudWatch metrics: 4 TB in 2M objects on 2026-03-02, 731k reads, 1.46 TB sent a month, from 2 days.',
    );
    expect(asks).toEqual(['from']);
    const { scenario, notes } = scenarioWith({ from: 'internet/europe' });
    expect(scenario.workload.objects).toEqual({ size: '2 MB', standing: '4 TB' });
    const reads = scenario.workload.reads as { rate: string; bytes: string };
    expect(perMonth(reads.rate)).toBe(Math.round(24_000 * DAYS_PER_MONTH));
    expect(reads.bytes).toBe('2 MB');
    expect(perMonth(scenario.workload.operations?.['PutObject'] as string)).toBeCloseTo(
      240 * DAYS_PER_MONTH,
      1,
    );
    expect(notes).toContain('First byte p99: 20 to 67 ms over 48 windows. No mean of them is a quantile.');
  });

  test.each([
    ['a latency without its statistic', 'FirstByteLatency', /does not say which statistic/],
    ['a mean of bytes', 'BytesDownloaded Average', /BytesDownloaded is the Average; ask for the Sum/],
  ])('%s is refused', (_, label, message) => {
    expect(() =>
      found({
        MetricDataResults: [
          result(
            label,
            times,
            times.map(() => 1),
          ),
        ],
      }),
    ).toThrow(message);
  });

  test('storage alone asks for the rest; one moment of requests gives no rate', () => {
    const { asks } = found({ MetricDataResults: answer.MetricDataResults.slice(0, 3) });
    expect(asks).toEqual(['reads', 'sent', 'from']);
    expect(() => found({ MetricDataResults: [result('GetRequests Sum', times.slice(0, 1), [5])] })).toThrow(
      /at one moment alone/,
    );
    expect(() => found({ MetricDataResults: [result('CPUUtilization', times.slice(0, 1), [5])] })).toThrow(
      /has neither bytes stored/,
    );
  });
});

test('Azure Monitor: calls by ApiName, capacity by tier, least and most of latencies', () => {
  const data = (values: object) => hours(24).map((timeStamp) => ({ timeStamp, ...values }));
  const by = (name: string, value: string) => [{ name: { value: name, localizedValue: name }, value }];
  const metric = (name: string, ...timeseries: object[]) => ({
    id: name,
    name: { value: name },
    type: 'Microsoft.Insights/metrics',
    unit: 'Count',
    timeseries,
  });
  const { words, asks, scenarioWith } = found({
    cost: 0,
    interval: 'PT1H',
    namespace: 'microsoft.storage/storageaccounts/blobservices',
    resourceregion: 'westeurope',
    timespan: '2026-03-01T00:00:00Z/2026-03-02T00:00:00Z',
    value: [
      metric(
        'BlobCapacity',
        { metadatavalues: by('tier', 'Hot'), data: data({ average: 3e12 }) },
        { metadatavalues: by('tier', 'Cool'), data: data({ average: 1e12 }) },
      ),
      metric(
        'Transactions',
        { metadatavalues: by('apiname', 'GetBlob'), data: data({ total: 100 }) },
        { metadatavalues: by('apiname', 'PutBlob'), data: data({ total: 5 }) },
      ),
      metric('Egress', { metadatavalues: [], data: data({ total: 1e9 }) }),
      metric('SuccessServerLatency', {
        metadatavalues: by('apiname', 'GetBlob'),
        data: data({ average: 9, minimum: 2, maximum: 410 }),
      }),
    ],
  });
  expect(words).toBe(
    'Azure Monitor metrics: 4 TB on 2026-03-01, 73k reads, 731 GB sent a month, from 1 day.',
  );
  expect(asks).toEqual(['from']);
  expect(scenarioWith({ from: 'internet/europe' }).notes).toContain(
    'Server latency (GetBlob), least and most: 2 to 410 ms over 24 windows. No mean of them is a quantile.',
  );
});

test('Google Cloud Monitoring: the newer of two metrics of the same counts', () => {
  const series = (type: string, labels: object, value: object, count = 1) => ({
    metric: { type: `storage.googleapis.com/${type}`, labels },
    resource: { type: 'gcs_bucket', labels: {} },
    points: hours(count).map((endTime) => ({ interval: { startTime: endTime, endTime }, value })),
  });
  const { words } = found({
    timeSeries: [
      series('storage/total_bytes', { storage_class: 'STANDARD' }, { doubleValue: 9e12 }),
      series(
        'storage/v2/total_bytes',
        { storage_class: 'STANDARD', type: 'live-object' },
        { doubleValue: 4e12 },
      ),
      series(
        'storage/v2/total_bytes',
        { storage_class: 'STANDARD', type: 'noncurrent-object' },
        { doubleValue: 1e12 },
      ),
      series('api/request_count', { method: 'ReadObject', response_code: 'OK' }, { int64Value: '100' }, 24),
      series('network/sent_bytes_count', { method: 'ReadObject' }, { int64Value: '1000000000' }, 24),
    ],
  });
  expect(words).toBe(
    'Google Cloud Monitoring metrics: 5 TB on 2026-03-01, 73k reads, 731 GB sent a month, from 1 day.',
  );
});

test('S3 Storage Lens: records of buckets count once, beside those of accounts and prefixes', () => {
  const head =
    'version_number,configuration_id,report_date,aws_account_number,aws_region,storage_class,record_type,record_value,bucket_name,metric_name,metric_value';
  const row = (day: string, type: string, metric: string, value: number, storage = 'STANDARD') =>
    `V_1,default,${day},111122223333,us-east-1,${storage},${type},,photos,${metric},${value}`;
  const day = (date: string, bytes: number) =>
    [
      head,
      ...['ACCOUNT', 'BUCKET', 'PREFIX'].flatMap((type) => [
        row(date, type, 'StorageBytes', bytes),
        row(date, type, 'StorageBytes', 1e12, 'GLACIER'),
        row(date, type, 'ObjectCount', 1e6),
        row(date, type, 'GetRequests', 1000),
        row(date, type, 'BytesDownloaded', 4e9),
      ]),
    ].join('\n');
  const { words, asks } = found(day('2026-03-01', 1e12), day('2026-03-02', 3e12));
  expect(words).toBe(
    'S3 Storage Lens: 4 TB in 1M objects on 2026-03-02, 30.4k reads, 122 GB sent a month, from 2 days.',
  );
  expect(asks).toEqual(['from']);
});

test.each([
  [
    'a number as a time',
    { MetricDataResults: [{ Id: 'm', Label: 'GetRequests', Timestamps: [5], Values: [1] }] },
  ],
  [
    'times without values',
    { MetricDataResults: [{ Id: 'm', Label: 'GetRequests', Timestamps: hours(2), Values: [1] }] },
  ],
  ['no points', { timeSeries: [{ metric: { type: 'x' } }] }],
])('%s is refused with where it stands', (_, value) => {
  expect(() => found(value)).toThrow(/MetricDataResults|timeSeries|m: has 2 times and 1 values/);
});
