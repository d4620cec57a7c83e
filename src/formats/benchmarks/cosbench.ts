/**
 * COSBench's summary (`w1-name.csv`), a line for each stage and operation, and its histogram (`…-rt-histogram.csv`), which
 * holds more. Times are in steps of 10 ms: a percentile is the upper edge of its step, so 10 may be 1. Bandwidth is bytes/s.
 */
import type { Bin } from '#core/evidence/binned-statistics.ts';
import type { Measurement, Operation } from '#core/evidence/dataset.ts';
import { quantileName } from '#core/evidence/statistic.ts';
import {
  binnedRows,
  errorRows,
  figure,
  givenCell,
  isSupported,
  movesBytes,
  placedCell,
  sizedFor,
} from './cell.ts';
import { ImportError, refuseContradiction, textOf, type ImportContext, type Importer } from '../importer.ts';
import { countIn, numberIn, wholeLines } from '../reading/text-numbers.ts';

const SUMMARY = /^Stage,(?:Op-Name,)?Op-Type,Op-Count,Byte-Count,Avg-ResTime,/;
const HISTOGRAM = /^ResTime,[^,\n]+,\(%\),/;
const STEP_MS = 10;
/** Printed, as an infinity is, for what took longer than its last step. */
const LARGEST = '9223372036854775807';
const MOST_MS = 500_000;
const OPERATION_OF = new Map<string, Operation>([
  ['read', 'GET'],
  ['write', 'PUT'],
  ['delete', 'DELETE'],
  ['list', 'LIST'],
]);
/** Stages that make and remove what is measured. */
const AROUND = ['init', 'prepare', 'cleanup', 'dispose'];

export const cosbench = {
  id: 'cosbench',
  title: "COSBench's summary or histogram as CSV",
  tool: 'COSBench',
  method: { loop: 'closed', connections: 'not stated' },
  caveats: [
    'Percentiles are upper edges of steps of 10 ms; the step is their range.',
    'size_bytes is bytes by operations: the mean where a stage mixes sizes.',
    'Stages that prepare and clean up are left out. How many workers there were stands in another file.',
  ],
  nothing: 'holds no stage with requests',
  recognises: (head) =>
    SUMMARY.test(head) ||
    HISTOGRAM.test(head) ||
    'the header "Stage,Op-Name,Op-Type,Op-Count,Byte-Count,Avg-ResTime,…" or "ResTime,…,(%)"',
  parse(bytes, context) {
    const text = textOf(bytes);
    const lines = wholeLines(text);
    return SUMMARY.test(text) ? summaryRows(lines, context) : histogramRows(lines, context);
  },
} satisfies Importer;

function summaryRows([header = '', ...lines]: readonly string[], context: ImportContext): Measurement[] {
  const names = header.split(',');
  return lines.flatMap((line, i) => {
    const where = `line ${i + 2}`;
    const cells = line.split(',');
    // What happened to the stage spills into as many cells as there were events.
    if (cells.length < names.length - 1)
      throw new ImportError(`${where}: has ${cells.length} cells, too few`);
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    const operation = operationOf(cell('Op-Type'), where);
    return operation === null ? [] : stageRows(operation, cell, line, where, context);
  });
}

function operationOf(type: string, where: string): Operation | null {
  if (AROUND.includes(type)) return null;
  const operation = OPERATION_OF.get(type);
  if (operation === undefined) throw new ImportError(`${where}: its Op-Type is none that is known here`);
  return operation;
}

function stageRows(
  operation: Operation,
  cell: (name: string) => string,
  line: string,
  where: string,
  context: ImportContext,
): Measurement[] {
  const number = (name: string) => (isAbsent(cell(name)) ? null : numberIn(cell(name), `${where}, ${name}`));
  const samples = countIn(cell('Op-Count'), `${where}, Op-Count`);
  const bytes = number('Byte-Count');
  const share = goodShareOf(cell('Succ-Ratio'), where);
  const size = movesBytes(operation) && bytes !== null && samples > 0 ? Math.round(bytes / samples) : null;
  if (size !== null) refuseContradiction(where, 'sizeBytes', size, context.sizeBytes);
  const isOther = cell('Op-Name') !== '' && cell('Op-Name') !== cell('Op-Type');
  const status = cell('Status');
  const base = placedCell(context, {
    operation,
    size_bytes: size,
    loop: 'closed',
    measured_at: /running @ (\d{4}-\d{2}-\d{2}) /.exec(line)?.[1] ?? null,
    note: [
      `run ${plain(cell('Stage'))}${isOther ? ` ${plain(cell('Op-Name'))}` : ''}`,
      ...(status === 'completed' ? [] : [`the stage is ${plain(status)}`]),
    ].join('; '),
  });
  const all = share === null || share === 0 ? null : Math.round(samples / share);
  if (samples === 0) return share === 0 ? [figure(base, 'errors', 'mean', 1)] : [];
  const [mean, rate, bandwidth] = ['Avg-ResTime', 'Throughput', 'Bandwidth'].map(number);
  return [
    ...percentileRows(base, cell, samples, where),
    ...(mean ? [figure(base, 'total', 'mean', mean, { samples })] : []),
    ...(rate ? [figure(base, 'rate', 'mean', rate, { samples })] : []),
    ...(bandwidth ? [figure(base, 'throughput', 'mean', bandwidth, { samples })] : []),
    ...(all === null ? [] : errorRows(base, all - samples, all)),
  ];
}

function percentileRows(
  base: Parameters<typeof figure>[0],
  cell: (name: string) => string,
  samples: number,
  where: string,
): Measurement[] {
  return [60, 80, 90, 95, 99, 100].flatMap((percent) => {
    const name = `${percent}%-ResTime`;
    if (isAbsent(cell(name))) return [];
    const value = numberIn(cell(name), `${where}, ${name}`);
    const statistic = percent === 100 ? 'max' : quantileName(percent);
    if (statistic === null || value < STEP_MS || value > MOST_MS || !isSupported(statistic, samples))
      return [];
    const step = { value_low: value - STEP_MS, value_high: value, relation: 'approx' } as const;
    return [figure(base, 'total', statistic, value, { ...step, samples })];
  });
}

const isAbsent = (text: string) => ['', 'N/A', '+INF', LARGEST].includes(text);

function goodShareOf(text: string, where: string): number | null {
  if (isAbsent(text)) return null;
  const percent = numberIn(/^(.*)%$/.exec(text)?.[1], `${where}, Succ-Ratio`);
  if (percent > 100) throw new ImportError(`${where}, Succ-Ratio: ${percent} % cannot be`);
  return percent / 100;
}

/** Of a stage's name, what a note can hold. */
const plain = (text: string) => text.replace(/[^\w().+%-]+/g, '-').slice(0, 60) || 'unnamed';

/** A column of counts for each operation, named `stage-w1-main-read`, each followed by one of shares. */
function histogramRows([header = '', ...lines]: readonly string[], context: ImportContext): Measurement[] {
  const names = header.split(',').slice(1);
  const rows = lines.map((line, i) => binsAt(line, names.length, `line ${i + 2}`));
  return names.flatMap((name, column) => {
    const type = /-([a-z]+)$/.exec(name)?.[1];
    if (name === '(%)' || name === '') return [];
    const operation = operationOf(type ?? '', `line 1, column ${column + 2}`);
    if (operation === null) return [];
    const note = `run ${plain(name)}`;
    const cell = givenCell(sizedFor(operation, context), { operation, loop: 'closed', note });
    const bins = rows.map(({ low, high, counts }): Bin => ({ low, high, count: counts[column] ?? 0 }));
    return binnedRows(cell, 'total', bins, 'approx');
  });
}

function binsAt(
  line: string,
  columns: number,
  where: string,
): { low: number; high: number; counts: number[] } {
  const [step = '', ...cells] = line.split(',');
  const [, low, high] = /^(\d{1,7})~(\d{1,7}|\+INF)$/.exec(step) ?? [];
  if (low === undefined) throw new ImportError(`${where}: does not begin with a step such as 0~10`);
  if (cells.length < columns) throw new ImportError(`${where}: has ${cells.length + 1} cells, too few`);
  const counts = cells.map((text, i) =>
    i % 2 === 0 && text !== '' ? countIn(text, `${where}, column ${i + 2}`) : 0,
  );
  if (high === '+INF' && counts.some((count) => count > 0))
    throw new ImportError(`${where}: some requests took longer than the histogram goes`);
  if (high !== '+INF' && Number(high) <= Number(low))
    throw new ImportError(`${where}: the step ${low}~${high} cannot be`);
  return { low: Number(low), high: high === '+INF' ? Number(low) : Number(high), counts };
}
