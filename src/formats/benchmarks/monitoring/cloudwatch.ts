/**
 * Percentiles of S3's request metrics by the minute, as `aws cloudwatch get-metric-data` prints them
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-dimensions.html). A percentile of all requests lies between the
 * least and the most of its minutes; percentiles are never averaged.
 */
import * as z from 'zod/mini';
import type { Measurement, Metric } from '#core/evidence/dataset.ts';
import { quantileName, quantileOf } from '#core/evidence/statistic.ts';
import { sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { figure, givenCell, secondOf, sizedFor } from '../cell.ts';
import { ImportError, factsOf, textOf, type ImportContext, type Importer } from '../../importer.ts';
import { parseJson, parseUnquoted } from '../../reading/json.ts';

const METRICS: Readonly<Record<string, Metric>> = {
  TotalRequestLatency: 'total',
  FirstByteLatency: 'first_byte',
};

const Result = z.object({
  Id: z.string(),
  Label: z.string(),
  Timestamps: z.array(z.union([z.string(), z.number()])),
  Values: z.array(z.number().check(z.nonnegative(), z.maximum(1e9))),
});
const File = z.object({ MetricDataResults: z.array(Result) });

export const cloudWatch = {
  id: 'cloudwatch',
  title: 'S3 latencies of CloudWatch, by get-metric-data (JSON)',
  tool: 'Amazon CloudWatch',
  caveats: [
    'A percentile is that of the middle minute; all requests together have one between the least and the most minute.',
    "Times are the server's own. They leave out the network between client and store.",
    'CloudWatch does not say how large objects were; a filter of its metrics may.',
  ],
  recognises: (head) =>
    (/^\s*\{\s*"MetricDataResults"/.test(head) && /FirstByteLatency|TotalRequestLatency/.test(head)) ||
    '"MetricDataResults" with FirstByteLatency or TotalRequestLatency',
  parse(bytes, context) {
    const { MetricDataResults: results } = parseUnquoted(File, parseJson(textOf(bytes)), 'the file');
    return results.flatMap((one, i) => rowsOf(one, `MetricDataResults[${i}]`, context));
  },
} satisfies Importer;

function rowsOf(
  { Id, Label, Timestamps, Values }: z.infer<typeof Result>,
  where: string,
  context: ImportContext,
) {
  const words = `${Label} ${Id}`.split(/[^A-Za-z0-9.]+/);
  const metric = words.map((word) => METRICS[word]).find((one) => one !== undefined);
  if (metric === undefined) return [];
  const statistic = words.map(statisticOf).find((one) => one !== null);
  if (statistic === undefined)
    throw new ImportError(
      `${where}: its Label does not say the statistic; ask for one such as "FirstByteLatency p99"`,
    );
  const first = Timestamps[0];
  if (Values.length === 0 || Values.length !== Timestamps.length || first === undefined)
    throw new ImportError(`${where}: has ${Values.length} values at ${Timestamps.length} times`);
  const { operation } = factsOf(context, ['operation']);
  const earliest = Timestamps.map((one) => (typeof one === 'number' ? one * 1000 : Date.parse(one)));
  const since = earliest.reduce((a, b) => Math.min(a, b));
  if (!Number.isFinite(since)) throw new ImportError(`${where}: a time of it is none`);
  const cell = givenCell(sizedFor(operation, context), {
    operation,
    measured_at: secondOf(since),
    note: `by the clock of the server, ${Values.length} minutes or longer periods`,
  });
  return [rowOf(cell, metric, statistic, Float64Array.from(Values).sort())];
}

/** `p99.9` is `p999`; of extremes the most or the least is exact. Null for any other word. */
function statisticOf(word: string): string | null {
  if (word === 'Maximum') return 'max';
  if (word === 'Minimum') return 'min';
  const percent = /^p(\d{1,2}(?:\.\d{1,2})?)$/.exec(word)?.[1];
  return percent === undefined ? null : quantileName(Number(percent));
}

function rowOf(
  cell: Parameters<typeof figure>[0],
  metric: Metric,
  statistic: string,
  rising: Float64Array,
): Measurement {
  const [least = 0, most = 0] = [rising[0], rising.at(-1)];
  if (quantileOf(statistic) === null)
    return figure(cell, metric, statistic, statistic === 'max' ? most : least, { relation: 'approx' });
  const bounds = { relation: 'approx', value_low: least, value_high: most } as const;
  return figure(cell, metric, statistic, sampleQuantile(rising, 0.5), bounds);
}
