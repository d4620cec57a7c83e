/** `projects.timeSeries.list`: https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.timeSeries/list */
import * as z from 'zod/mini';
import type { Figure, MetricSeries } from '#core/start/metrics.ts';
import { parseAs } from '../reading/json.ts';
import { Time, pointsOf, type MetricsFormat } from './metrics-format.ts';

const Answer = z.object({
  timeSeries: z
    .array(
      z.object({
        metric: z.object({
          type: z.string().check(z.maxLength(200)),
          labels: z._default(z.record(z.string(), z.string()), {}),
        }),
        points: z.array(
          z.object({
            interval: z.object({ endTime: Time }),
            value: z.object({
              doubleValue: z.optional(z.number()),
              int64Value: z.optional(z.string().check(z.regex(/^-?\d{1,18}$/))),
            }),
          }),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(10_000)),
  nextPageToken: z.optional(z.string()),
});

const STORAGE = 'storage.googleapis.com/';
/** https://cloud.google.com/monitoring/api/metrics_gcp_p_z. The newer of two that say the same comes first. */
const FIGURES: readonly (readonly [type: string, Figure])[] = [
  ['storage/v2/total_bytes', 'stored'],
  ['storage/total_bytes', 'stored'],
  ['storage/v2/total_count', 'objects'],
  ['storage/object_count', 'objects'],
  ['network/sent_bytes_count', 'sent'],
];
/** Of api/request_count, by the label `method`. */
const METHODS: Readonly<Record<string, Figure>> = {
  ReadObject: 'GetObject',
  WriteObject: 'PutObject',
  GetObjectMetadata: 'HeadObject',
  DeleteObject: 'DeleteObject',
  ListObjects: 'ListObjectsV2',
};

export const googleMonitoring: MetricsFormat = {
  title: 'Google Cloud Monitoring metrics',
  key: 'timeSeries',
  read(value) {
    const { timeSeries, nextPageToken } = parseAs(Answer, value);
    const types = new Set(timeSeries.map(({ metric }) => metric.type));
    const series = timeSeries.flatMap(({ metric, points }): MetricSeries[] => {
      const own = FIGURES.find(([type]) => metric.type === STORAGE + type);
      const first = own && FIGURES.find(([type, figure]) => figure === own[1] && types.has(STORAGE + type));
      const figure =
        metric.type === `${STORAGE}api/request_count` ? METHODS[metric.labels['method'] ?? ''] : own?.[1];
      if (figure === undefined || own !== first) return [];
      const values = points.map((one) => one.value.doubleValue ?? Number(one.value.int64Value ?? 0));
      return [
        {
          figure,
          points: pointsOf(
            points.map((one) => one.interval.endTime),
            values,
          ),
        },
      ];
    });
    const notes = nextPageToken ? ['The file is one page of several; what the others say is not in it.'] : [];
    return { title: this.title, series, latencies: [], notes };
  },
};
