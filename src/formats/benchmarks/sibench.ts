/**
 * sibench's report as JSON. Its `Arguments` hold the secret keys of the store in clear: of them only the size of an object
 * is read, and no message quotes anything of the file. Times are whole milliseconds, rounded down; bandwidth is bits/s.
 */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { errorRows, figure, flooredFigure, isSupported, placedCell } from './cell.ts';
import { refuseContradiction, textOf, type ImportContext, type Importer } from '../importer.ts';
import { parseJson, parseUnquoted } from '../reading/json.ts';

const Count = z.int().check(z.nonnegative(), z.maximum(1e15));
const Report = z.object({
  Arguments: z.object({
    ObjectSize: z.string().check(z.regex(/^\d{1,12}[KMGT]?$/, 'a size is written 4096 or 1M')),
  }),
  Analyses: z.array(
    z.object({
      Phase: z.string(),
      IsTotal: z.boolean(),
      ResTimeMin: Count,
      ResTimeMax: Count,
      ResTime95: Count,
      ResTimeAvg: Count,
      Bandwidth: Count,
      Successes: Count,
      Failures: Count,
    }),
  ),
});
type Analysis = z.infer<typeof Report>['Analyses'][number];

const POWER: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };
const TIMES = [
  ['min', 'ResTimeMin'],
  ['p95', 'ResTime95'],
  ['max', 'ResTimeMax'],
  ['mean', 'ResTimeAvg'],
] as const;

export const sibench = {
  id: 'sibench',
  title: "sibench's report as JSON",
  tool: 'sibench',
  method: { loop: 'closed', connections: 'not stated' },
  caveats: [
    'Times are whole milliseconds, rounded down: a value lies within the millisecond above it.',
    'Workers are counted by core of each server, so how many requests were under way at once is not known.',
    'Single requests, which may hold those of ramping up, are left out.',
  ],
  nothing: 'Analyses: there are no totals with requests',
  recognises: (head) =>
    /^\s*\{\s*"Arguments":\s*\{/.test(head) || '"Arguments", "Stats" and "Analyses" of sibench',
  parse(bytes, context) {
    const report = parseUnquoted(Report, parseJson(textOf(bytes)), 'the report');
    const [, digits, unit = ''] = /^(\d+)([KMGT]?)$/.exec(report.Arguments.ObjectSize) ?? [];
    const sizeBytes = Number(digits) * (POWER[unit] ?? NaN);
    refuseContradiction('Arguments, ObjectSize', 'sizeBytes', sizeBytes, context.sizeBytes);
    const totals = report.Analyses.filter(({ IsTotal }) => IsTotal);
    return totals.flatMap((analysis) => analysisRows(analysis, sizeBytes, context));
  },
} satisfies Importer;

function analysisRows(analysis: Analysis, sizeBytes: number, context: ImportContext): Measurement[] {
  const operation = /^write$/i.test(analysis.Phase) ? 'PUT' : /^read$/i.test(analysis.Phase) ? 'GET' : null;
  if (operation === null) return [];
  const cell = placedCell(context, { operation, size_bytes: sizeBytes, loop: 'closed' });
  const { Successes: samples, Failures: failures, Bandwidth: bitsPerSecond } = analysis;
  const bytesPerSecond = bitsPerSecond / 8;
  return [
    ...(samples === 0
      ? []
      : TIMES.flatMap(([statistic, key]) =>
          isSupported(statistic, samples)
            ? [flooredFigure(cell, 'total', statistic, analysis[key], 1, samples)]
            : [],
        )),
    ...(bytesPerSecond > 0
      ? [
          figure(cell, 'throughput', 'mean', bytesPerSecond, { samples }),
          ...(sizeBytes > 0 ? [figure(cell, 'rate', 'mean', bytesPerSecond / sizeBytes, { samples })] : []),
        ]
      : []),
    ...errorRows(cell, failures, samples + failures),
  ];
}
