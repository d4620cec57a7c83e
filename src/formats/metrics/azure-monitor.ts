/** `az monitor metrics list`: https://learn.microsoft.com/en-us/rest/api/monitor/metrics/list */
import * as z from 'zod/mini';
import type { Figure, LatencyBounds, MetricSeries } from '#core/start/metrics.ts';
import { ImportError } from '../importer.ts';
import { parseAs } from '../reading/json.ts';
import { Time, boundsOf, pointsOf, type MetricsFormat } from './metrics-format.ts';

const Value = z.optional(z.nullable(z.number()));
const Named = z.object({ value: z.string().check(z.maxLength(200)) });
const Answer = z.object({
  value: z
    .array(
      z.object({
        name: Named,
        timeseries: z.array(
          z.object({
            metadatavalues: z._default(
              z.nullable(z.array(z.object({ name: Named, value: z.string().check(z.maxLength(200)) }))),
              [],
            ),
            data: z.array(
              z.object({ timeStamp: Time, average: Value, minimum: Value, maximum: Value, total: Value }),
            ),
          }),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
});

/** https://learn.microsoft.com/en-us/azure/storage/blobs/monitor-blob-storage-reference */
const FIGURES: Readonly<Record<string, Figure>> = {
  BlobCapacity: 'stored',
  BlobCount: 'objects',
  Egress: 'sent',
};
const LATENCIES: Readonly<Record<string, string>> = {
  SuccessServerLatency: 'Server latency',
  SuccessE2ELatency: 'Whole request',
};
/** Of Transactions, by the dimension ApiName. */
const CALLS: Readonly<Record<string, Figure>> = {
  GetBlob: 'GetObject',
  PutBlob: 'PutObject',
  GetBlobProperties: 'HeadObject',
  DeleteBlob: 'DeleteObject',
  ListBlobs: 'ListObjectsV2',
};

export const azureMonitor: MetricsFormat = {
  title: 'Azure Monitor metrics',
  key: 'timespan',
  read(value) {
    const series: MetricSeries[] = [];
    const latencies: LatencyBounds[] = [];
    let unnamed = 0;
    for (const { name, timeseries } of parseAs(Answer, value).value)
      for (const { metadatavalues, data } of timeseries) {
        const call = metadatavalues?.find((one) => one.name.value.toLowerCase() === 'apiname')?.value;
        if (LATENCIES[name.value] !== undefined) {
          const lows = data.flatMap((one) => one.minimum ?? []);
          const highs = data.flatMap((one) => one.maximum ?? []);
          if (lows.length > 0 && highs.length > 0)
            latencies.push(
              boundsOf(`${LATENCIES[name.value]}${call ? ` (${call})` : ''}, least and most`, lows, highs),
            );
          continue;
        }
        const figure = name.value === 'Transactions' ? CALLS[call ?? ''] : FIGURES[name.value];
        if (name.value === 'Transactions' && call === undefined) unnamed += 1;
        if (figure === undefined) continue;
        const isGauge = figure === 'stored' || figure === 'objects';
        const values = data.map((one) => (isGauge ? one.average : one.total));
        if (values.every((one) => one === undefined || one === null)) {
          if (data.length === 0) continue;
          throw new ImportError(
            `${name.value}: has no ${isGauge ? 'average' : 'total'}; ask with --aggregation Average Total`,
          );
        }
        series.push({
          figure,
          points: pointsOf(
            data.map((one) => one.timeStamp),
            values.map((one) => one ?? 0),
          ),
        });
      }
    const notes =
      unnamed > 0 ? ['Transactions are of all calls together; ask with --dimension ApiName for reads.'] : [];
    return { title: this.title, series, latencies, notes };
  },
};
