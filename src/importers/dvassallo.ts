/**
 * The CSV of dvassallo/s3-benchmark: no header, 21 columns, one line for each size and number of threads. GET alone; any
 * error ended the run, so there are none. Its "MB/s" are MiB/s (its code divides by 1024 twice); times are ms.
 */
import type { Measurement } from '#core/evidence/dataset.ts';
import { cellOf, figure, printedRows } from './cell.ts';
import { ImportError, factsOf, headOf, textOf } from './importer.ts';
import type { ImportContext, Importer } from './importer.ts';
import { countIn, numberIn, positiveIn, wholeLines } from './reading/text-numbers.ts';

const COLUMNS = 21;
const STATISTICS = ['mean', 'min', 'p25', 'p50', 'p75', 'p90', 'p99', 'max'] as const;
const FIRST_BYTE_AT = 5;
const LAST_BYTE_AT = 13;
const MIB = 2 ** 20;
const LINE = /^[^,\n]{1,100},[^,\n]{1,40},\d{4,11},\d{1,4},\d+\.\d{3}(,\d+\.\d{1,2}){16}\r?$/;

export const dvassallo = {
  id: 'dvassallo-s3-benchmark',
  title: 'the CSV that dvassallo/s3-benchmark uploads',
  recognises: (bytes) =>
    LINE.test(headOf(bytes).split('\n', 1)[0] ?? '') ||
    `lines of ${COLUMNS} columns without a header: host, instance, bytes, threads, MB/s, times`,
  parse(bytes, context) {
    const measurements = wholeLines(textOf(bytes)).flatMap((line, i) =>
      lineRows(line, `line ${i + 1}`, context),
    );
    return {
      format: this.id,
      measurements,
      tool: 'dvassallo/s3-benchmark',
      method: { loop: 'closed', temperature: null, connections: 'not stated' },
      caveats: [
        'The file does not say how many requests a line stands for; the tool makes 1,000 unless told otherwise.',
        'A run with an error leaves no file.',
      ],
    };
  },
} satisfies Importer;

function lineRows(line: string, where: string, context: ImportContext): Measurement[] {
  const facts = factsOf(context, ['store', 'region', 'from']);
  const cells = line.split(',');
  if (cells.length !== COLUMNS || !LINE.test(line))
    throw new ImportError(`${where}: is not one of ${COLUMNS} columns as the tool writes them`);
  const concurrency = countIn(cells[3], `${where}, threads`);
  if (concurrency === 0) throw new ImportError(`${where}: 0 threads cannot be`);
  const cell = cellOf(
    { ...facts, runtime: context.runtime ?? cells[1] },
    {
      operation: 'GET',
      size_bytes: countIn(cells[2], `${where}, bytes`),
      concurrency,
      loop: 'closed',
    },
  );
  const timesFrom = (at: number) =>
    STATISTICS.map((name, i) => [name, numberIn(cells[at + i], `${where}, column ${at + i + 1}`)] as const);
  return [
    ...printedRows(cell, 'first_byte', timesFrom(FIRST_BYTE_AT), null),
    ...printedRows(cell, 'total', timesFrom(LAST_BYTE_AT), null),
    figure(cell, 'throughput', 'mean', positiveIn(cells[4], `${where}, MB/s`) * MIB),
  ];
}
