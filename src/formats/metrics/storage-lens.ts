/** S3 Storage Lens exports: https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage_lens_understanding_metrics_export_schema.html */
import { parseCsv } from '#core/csv.ts';
import type { Figure, MetricSeries, Metrics } from '#core/start/metrics.ts';
import { ImportError } from '../importer.ts';

const FIGURES: Readonly<Record<string, Figure>> = {
  StorageBytes: 'stored',
  ObjectCount: 'objects',
  BytesDownloaded: 'sent',
  GetRequests: 'GetObject',
  PutRequests: 'PutObject',
  HeadRequests: 'HeadObject',
  DeleteRequests: 'DeleteObject',
  ListRequests: 'ListObjectsV2',
};
const NEEDED = ['report_date', 'record_type', 'metric_name', 'metric_value'] as const;

export const isStorageLens = (head: string) =>
  NEEDED.every((name) => (head.split('\n')[0] ?? '').includes(name));

/** Files of one or more days. Records of accounts, buckets and prefixes overlap: buckets count, else accounts. Throws `ImportError` and `CsvError`. */
export function readStorageLens(texts: readonly string[]): Metrics {
  const rows = texts.flatMap((text) => parseCsv(text));
  const type = ['BUCKET', 'ACCOUNT'].find((one) => rows.some((row) => row['record_type'] === one));
  if (type === undefined) throw new ImportError('has no rows of a BUCKET or an ACCOUNT');
  const days = new Map<string, { figure: Figure; atMs: number; value: number }>();
  for (const row of rows) {
    const figure = FIGURES[row['metric_name'] ?? ''];
    if (figure === undefined || row['record_type'] !== type) continue;
    const atMs = Date.parse(`${row['report_date']}T00:00:00Z`);
    const value = Number(row['metric_value']);
    if (Number.isNaN(atMs) || !(value >= 0))
      throw new ImportError(
        `${row['metric_name']}: has no day or no value in a row of ${row['report_date']?.slice(0, 20)}`,
      );
    const day = days.get(`${figure} ${atMs}`) ?? { figure, atMs, value: 0 };
    day.value += value;
    days.set(`${figure} ${atMs}`, day);
  }
  const all = [...days.values()];
  const series = [...new Set(all.map(({ figure }) => figure))].map((figure): MetricSeries => ({
    figure,
    points: all.filter((one) => one.figure === figure),
  }));
  const isBusy = series.some(({ figure }) => figure === 'GetObject');
  return {
    title: 'S3 Storage Lens',
    series,
    latencies: [],
    notes: isBusy ? [] : ['Requests are in exports with advanced metrics alone.'],
  };
}
