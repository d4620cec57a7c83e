/** What oha writes: `--output-format json` (seconds, and milliseconds beside them) and `csv` (one line a request, seconds). */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { quantileName } from '#core/evidence/statistic.ts';
import { errorRows, figure, givenCell, printedRows } from './cell.ts';
import { requestRows } from './http-requests.ts';
import { ImportError, factsOf, textOf, type ImportContext, type Importer } from '../importer.ts';
import { parseAs, parseJson } from '../reading/json.ts';
import { countIn, csvRows, numberIn } from '../reading/text-numbers.ts';

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
  tool: 'oha',
  method: { connections: 'connecting is part of the first request of each' },
  caveats: [
    'The file does not say which operation, how many connections, or whether the rate was fixed.',
    'Times count from the start of a request, with looking up the name and connecting where there was any.',
  ],
  recognises: (head) =>
    head.startsWith(HEADER) ||
    /^\s*\{\s*"summary":\s*\{\s*"successRate":/.test(head) ||
    `"summary" with a "successRate", or the header "${HEADER}"`,
  parse(bytes, context) {
    const text = textOf(bytes);
    return text.startsWith(HEADER) ? tableRows(text, context) : outputRows(text, context);
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
  const { operation } = factsOf(context, ['operation']);
  // What an answer holds is the object's size where it was read whole.
  const inFile = operation === 'GET' && summary.sizePerRequest ? summary.sizePerRequest : undefined;
  const cell = givenCell({ ...context, sizeBytes: context.sizeBytes ?? inFile }, { operation });
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

function tableRows(text: string, context: ImportContext): Measurement[] {
  const { operation } = factsOf(context, ['operation']);
  const requests = csvRows(text).map((row, i) => {
    const where = `line ${i + 2}`;
    const ms = (name: string) => numberIn(row[name], `${where}, ${name}`) * 1000;
    const bytes = countIn(row['bytes'], `${where}, bytes`);
    return {
      method: operation,
      startMs: ms('request-start'),
      totalMs: ms('request-duration'),
      firstByteMs: ms('Response-delay'),
      isGood: isGood(row['status'] ?? ''),
      // What is sent is not counted.
      bytes: operation === 'GET' ? bytes : null,
    };
  });
  return requestRows(requests, { cell: {}, isTimed: true, knowsErrors: true }, context);
}
