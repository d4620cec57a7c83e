/** `aws cloudwatch get-metric-data`: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
import * as z from 'zod/mini';
import type { Figure, LatencyBounds, MetricSeries } from '#core/start/metrics.ts';
import { ImportError } from '../importer.ts';
import { parseAs } from '../reading/json.ts';
import { Time, boundsOf, pointsOf, type MetricsFormat } from './metrics-format.ts';

const Answer = z.object({
  MetricDataResults: z
    .array(
      z.object({
        Id: z.string().check(z.maxLength(255)),
        Label: z._default(z.string().check(z.maxLength(2000)), ''),
        Timestamps: z.array(Time),
        Values: z.array(z.number()),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
  NextToken: z.optional(z.string()),
});

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-dimensions.html */
const FIGURES: Readonly<Record<string, Figure>> = {
  BucketSizeBytes: 'stored',
  NumberOfObjects: 'objects',
  BytesDownloaded: 'sent',
  GetRequests: 'GetObject',
  PutRequests: 'PutObject',
  HeadRequests: 'HeadObject',
  DeleteRequests: 'DeleteObject',
  ListRequests: 'ListObjectsV2',
};
const LATENCIES: Readonly<Record<string, string>> = {
  FirstByteLatency: 'First byte',
  TotalRequestLatency: 'Whole request',
};
const WANTS = "Label: \"${PROP('MetricName')} ${PROP('Stat')}\"";

export const cloudWatch: MetricsFormat = {
  title: 'CloudWatch metrics',
  key: 'MetricDataResults',
  read(value) {
    const { MetricDataResults: results, NextToken } = parseAs(Answer, value);
    const series: MetricSeries[] = [];
    const latencies: LatencyBounds[] = [];
    for (const { Id, Label, Timestamps, Values } of results) {
      if (Timestamps.length !== Values.length)
        throw new ImportError(`${Id}: has ${Timestamps.length} times and ${Values.length} values`);
      const isNamed = (name: string) => `${Label} ${Id}`.toLowerCase().includes(name.toLowerCase());
      const statistic = /\b(p\d{1,2}(?:\.\d+)?|Average|Sum|Minimum|Maximum)$/.exec(Label)?.[1];
      const name = Object.keys({ ...FIGURES, ...LATENCIES }).find(isNamed);
      if (name === undefined) continue;
      const figure = FIGURES[name];
      if (figure === undefined) {
        if (statistic === undefined)
          throw new ImportError(
            `${Id}: is a latency, and its label does not say which statistic; ask with ${WANTS}`,
          );
        if (Values.length > 0) latencies.push(boundsOf(`${LATENCIES[name]} ${statistic}`, Values));
        continue;
      }
      const isGauge = figure === 'stored' || figure === 'objects';
      if (!isGauge && statistic !== undefined && statistic !== 'Sum')
        throw new ImportError(`${Id}: ${name} is the ${statistic}; ask for the Sum`);
      series.push({ figure, points: pointsOf(Timestamps, Values) });
    }
    return {
      title: this.title,
      series,
      latencies,
      notes: [
        'Request metrics of CloudWatch are best effort: some requests may not be counted.',
        ...(NextToken === undefined
          ? []
          : ['The file is one page of several; what the others say is not in it.']),
      ],
    };
  },
};
