/** What oha writes: `--output-format json` (seconds, and milliseconds beside them) and `csv` (one line a request, seconds). */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { quantileName } from '#core/evidence/statistic.ts';
import { errorRows, figure, givenCell, printedRows, sampledRows } from './cell.ts';
import { ImportError, factsOf, headOf, textOf } from './importer.ts';
import type { ImportContext, ImportedDataset, Importer } from './importer.ts';
import { parseAs, parseJson } from './reading/json.ts';
import { countIn, csvRows, numberIn } from './reading/text-numbers.ts';

const HEADER = 'request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status';

const Seconds = z.number().check(z.nonnegative(), z.maximum(86_400));
const Percentiles = z.record(z.string(), z.nullable(Seconds));
/** Its own `successRate` counts every answer, a 503 too; what was answered stands in `statusCodeDistribution`. */
const Output = z.object({
  summary: z.object({
    total: z.number().check(z.positive()),
    slowest: Seconds,
    fastest: Seconds,
    average: Seconds,
    sizePerRequest: z.nullable(z.number().check(z.nonnegative())),
  }),
  latencyPercentiles: Percentiles,
  firstBytePercentiles: z.optional(Percentiles),
  statusCodeDistribution: z.record(
    z.string().check(z.regex(/^\d{3}$/, 'it is an HTTP status, e.g. 200')),
    z.int().check(z.nonnegative(), z.maximum(1e12)),
  ),
  errorDistribution: z.record(z.string(), z.int().check(z.nonnegative(), z.maximum(1e12))),
});

export const oha = {
  id: 'oha',
  title: 'the JSON or CSV of oha',
  recognises(bytes) {
    const head = headOf(bytes);
    return (
      head.startsWith(HEADER) ||
      /^\s*\{\s*"summary":\s*\{\s*"successRate":/.test(head) ||
      `"summary" with a "successRate", or the header "${HEADER}"`
    );
  },
  parse(bytes, context): ImportedDataset {
    const text = textOf(bytes);
    return {
      format: this.id,
      measurements: text.startsWith(HEADER) ? tableRows(text, context) : outputRows(text, context),
      tool: 'oha',
      method: {
        loop: null,
        temperature: null,
        connections: 'connecting is part of the first request of each',
      },
      caveats: [
        'The file does not say which operation, how many connections, or whether the rate was fixed.',
        'Times count from the start of a request, with looking up the name and connecting where there was any.',
      ],
    };
  },
} satisfies Importer;

const isGood = (status: string) => status.startsWith('2');

function outputRows(text: string, context: ImportContext): Measurement[] {
  const output = parseAs(Output, parseJson(text));
  const { summary, statusCodeDistribution: statuses, errorDistribution } = output;
  const answered = Object.entries(statuses);
  const good = answered.reduce((sum, [status, count]) => sum + (isGood(status) ? count : 0), 0);
  const bad =
    answered.reduce((sum, [status, count]) => sum + (isGood(status) ? 0 : count), 0) +
    Object.values(errorDistribution).reduce((sum, count) => sum + count, 0);
  const cell = ohaCell(context, summary.sizePerRequest);
  const rows = [
    ...(good > 0 ? [figure(cell, 'rate', 'mean', good / summary.total, { samples: good })] : []),
    ...errorRows(cell, bad, good + bad),
  ];
  // The times are of every answer: with a refusal among them they are no longer the operation's.
  if (answered.some(([status, count]) => !isGood(status) && count > 0)) {
    if (rows.length === 0) throw new ImportError('holds no requests');
    return rows.map((row) => ({ ...row, note: 'times are left out: refusals are among them' }));
  }
  if (good === 0) throw new ImportError('holds no request that was answered');
  const ms = (seconds: number) => seconds * 1000;
  return [
    ...printedRows(
      cell,
      'total',
      [
        ['min', ms(summary.fastest)],
        ...quantilesMs(output.latencyPercentiles),
        ['max', ms(summary.slowest)],
        ['mean', ms(summary.average)],
      ],
      good,
    ),
    ...printedRows(cell, 'first_byte', quantilesMs(output.firstBytePercentiles ?? {}), good),
    ...rows,
  ];
}

function quantilesMs(percentiles: z.infer<typeof Percentiles>): [string, number][] {
  return Object.entries(percentiles).flatMap(([key, seconds]): [string, number][] => {
    const name = quantileName(Number(/^p(\d{1,2}(?:\.\d{1,4})?)$/.exec(key)?.[1]));
    return name === null || seconds === null ? [] : [[name, seconds * 1000]];
  });
}

/** `bytesPerAnswer` is the object's size where it was read whole. */
function ohaCell(context: ImportContext, bytesPerAnswer: number | null) {
  const { operation } = factsOf(context, ['operation']);
  const inFile = operation === 'GET' && bytesPerAnswer ? bytesPerAnswer : undefined;
  return givenCell({ ...context, sizeBytes: context.sizeBytes ?? inFile }, { operation });
}

function tableRows(text: string, context: ImportContext): Measurement[] {
  const requests = csvRows(text).map((row, i) => {
    const where = `line ${i + 2}`;
    const seconds = (name: string) => numberIn(row[name], `${where}, ${name}`);
    return {
      startMs: seconds('request-start') * 1000,
      totalMs: seconds('request-duration') * 1000,
      firstByteMs: seconds('Response-delay') * 1000,
      bytes: countIn(row['bytes'], `${where}, bytes`),
      status: row['status'] ?? '',
    };
  });
  if (requests.length === 0) throw new ImportError('line 2: there are no requests');
  const good = requests.filter(({ status }) => isGood(status));
  const sizes = new Set(good.map(({ bytes }) => bytes));
  const [size = 0] = sizes;
  const cell = ohaCell(context, sizes.size === 1 ? size : null);
  const begin = requests.reduce((least, one) => Math.min(least, one.startMs), Infinity);
  const end = requests.reduce((most, one) => Math.max(most, one.startMs + one.totalMs), 0);
  return [
    ...sampledRows(
      cell,
      'total',
      good.map((one) => one.totalMs),
    ),
    ...sampledRows(
      cell,
      'first_byte',
      good.map((one) => one.firstByteMs),
    ),
    ...(end > begin && good.length > 0
      ? [figure(cell, 'rate', 'mean', (good.length * 1000) / (end - begin), { samples: good.length })]
      : []),
    ...errorRows(cell, requests.length - good.length, requests.length),
  ];
}
