/**
 * A percentile distribution as HdrHistogram prints it (`.hgrm`), and as vegeta's `hdrplot` does, which names its unit. A
 * row is a value and how many requests took no longer, so a quantile lies between two rows.
 */
import type { Measurement } from '#core/evidence/dataset.ts';
import { binnedRows, figure, givenCell, sizedFor } from '../cell.ts';
import { ImportError, factsOf, refuseContradiction, textOf, toMs } from '../../importer.ts';
import type { ImportContext, Importer, TimeUnit } from '../../importer.ts';

const HEADER = /^\s*Value(?:\((ns|us|ms|s)\))?\s+Percentile\s+TotalCount\s+1\/\(1-Percentile\)\s*$/;
const ROW =
  /^\s*(\d{1,18}(?:\.\d{1,9})?)\s+([01]\.\d{1,15})\s+(\d{1,15})(?:\s+(?:\d+(?:\.\d+)?|inf|Infinity))?\s*$/;
const MEAN = /^#\[Mean\s*=\s*(\d{1,18}(?:\.\d{1,9})?),/m;

interface Row {
  value: number;
  percentile: number;
  total: number;
}

export const hgrm = {
  id: 'hgrm',
  title: 'a percentile distribution of HdrHistogram (.hgrm)',
  tool: null,
  caveats: [
    'A quantile lies between two rows of the print; the upper one is given.',
    'The standard deviation is left out: some writers print it in another unit.',
  ],
  recognises: (head) =>
    HEADER.test(head.split(/\r?\n/, 1)[0] ?? '') ||
    'the header "Value Percentile TotalCount 1/(1-Percentile)"',
  parse(bytes, context) {
    const text = textOf(bytes);
    const unit = HEADER.exec(text.split(/\r?\n/, 1)[0] ?? '')?.[1] as TimeUnit | undefined;
    if (unit !== undefined) refuseContradiction('line 1', 'timeUnit', unit, context.timeUnit);
    const mean = MEAN.exec(text)?.[1];
    return distributionRows(rowsOf(text), mean === undefined ? null : Number(mean), {
      ...context,
      timeUnit: unit ?? context.timeUnit,
    });
  },
} satisfies Importer;

/** Values, shares and counts all rise, to a share of 1. A print that was cut has lost its tail: it is refused. */
function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    if (i === 0 || line.trim() === '' || line.startsWith('#')) return;
    const [, value, percentile, total] = ROW.exec(line) ?? [];
    if (total === undefined) throw new ImportError(`line ${i + 1}: is no row of four numbers`);
    const row = { value: Number(value), percentile: Number(percentile), total: Number(total) };
    const before = rows.at(-1);
    if (
      before &&
      (row.value < before.value || row.percentile < before.percentile || row.total < before.total)
    )
      throw new ImportError(`line ${i + 1}: is below the line before it; a line is lost or moved`);
    rows.push(row);
  });
  const last = rows.at(-1);
  if (!last || last.total === 0) throw new ImportError('holds no requests');
  if (last.percentile < 0.99999 || !isWhole(rows))
    throw new ImportError('does not reach its last request; the file may have been cut short');
  return rows;
}

/** The last row is of all requests, and no share before it was already. */
function isWhole(rows: readonly Row[]): boolean {
  const last = rows.at(-1);
  const all = last?.total ?? 0;
  return rows.every(({ percentile, total }) => total >= Math.floor(percentile * all - 1e-6));
}

function distributionRows(rows: readonly Row[], mean: number | null, context: ImportContext): Measurement[] {
  const { operation } = factsOf(context, ['operation']);
  const cell = givenCell(sizedFor(operation, context), { operation }, ['timeUnit']);
  const { timeUnit } = factsOf(context, ['timeUnit']);
  const ms = (value: number) => toMs(value, timeUnit);
  const bins = rows.map(({ value, total }, i) => {
    const before = rows[i - 1];
    return { low: ms(before?.value ?? value), high: ms(value), count: total - (before?.total ?? 0) };
  });
  const samples = rows.at(-1)?.total ?? null;
  const [least] = rows;
  const quantiles = binnedRows(cell, 'total', bins, 'approx').filter(({ statistic }) =>
    statistic.startsWith('p'),
  );
  return [
    // The first row is of the share 0, and the last of 1: both values are exact.
    ...(least?.percentile === 0 ? [figure(cell, 'total', 'min', ms(least.value), { samples })] : []),
    ...quantiles,
    figure(cell, 'total', 'max', ms(rows.at(-1)?.value ?? NaN), { samples }),
    ...(mean === null ? [] : [figure(cell, 'total', 'mean', ms(mean), { samples })]),
  ];
}
