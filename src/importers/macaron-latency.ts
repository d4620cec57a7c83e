/**
 * One cell of Macaron's end-to-end latency measurement: a CSV of one GET a line, `key0,8785`, in microseconds. Which
 * store, from where, and what size is in the folder's and the file's names (`use1-usw1/osc/get1024B.csv`).
 */
import { quantileOf } from '#core/evidence/statistic.ts';
import { cellOf, figure, isSupported } from './cell.ts';
import { ImportError, factsOf, headOf, refuseContradiction, textOf } from './importer.ts';
import type { ImportContext, Importer } from './importer.ts';

const HEADER = 'key,latency(us)';
const QUANTILES = 'p001 p1 p5 p10 p25 p50 p75 p90 p95 p99 p999'.split(' ');

export const macaronLatency = {
  id: 'macaron-latency',
  title: "one cell of Macaron's latency measurement (CSV)",
  recognises: (bytes) => headOf(bytes).split(/\r?\n/, 1)[0] === HEADER || `the header "${HEADER}"`,
  parse(bytes, context) {
    const { store, region, from, sizeBytes } = factsOf({ ...context, sizeBytes: sizeOf(context) }, [
      'store',
      'region',
      'from',
      'sizeBytes',
    ]);
    const latenciesMs = latenciesOf(textOf(bytes));
    const cell = cellOf(
      { store, region, from, runtime: context.runtime },
      { operation: 'GET', size_bytes: sizeBytes },
    );
    const samples = latenciesMs.length;
    return {
      format: this.id,
      measurements: statisticsOf(latenciesMs).map(([statistic, value]) =>
        figure(cell, 'total', statistic, value, { samples }),
      ),
      tool: "Macaron's end-to-end latency measurement",
      method: { loop: null, temperature: null, connections: 'not stated' },
      caveats: [
        'Concurrency, SDK and date of measurement are not stated in the files.',
        'A quantile p of n samples is the smallest value with at least p of them at or below it.',
      ],
    };
  },
} satisfies Importer;

/** From `get1024B.csv`, or as it was told. Throws `ImportError` where the two differ. */
function sizeOf({ name, sizeBytes }: ImportContext): number | null | undefined {
  const [, operation, digits] = /^(get|put)(\d{1,15})B\.csv$/i.exec(name ?? '') ?? [];
  if (digits === undefined) return sizeBytes;
  if (operation?.toLowerCase() !== 'get') throw new ImportError('is named a PUT; this format holds GETs');
  refuseContradiction('its name', 'sizeBytes', Number(digits), sizeBytes);
  return Number(digits);
}

/** In the order they were made. A line that is lost, doubled or cut short is an error: it would shift every quantile. */
function latenciesOf(text: string): number[] {
  const lines = text.split(/\r?\n/);
  if (lines.pop() !== '')
    throw new ImportError(`line ${lines.length + 1}: has no line end; the file may have been cut short`);
  if (lines.length < 2) throw new ImportError('line 2: there are no requests');
  return lines.slice(1).map((line, i) => {
    const [, key, microseconds] = /^key(\d{1,7}),([1-9]\d{0,9})$/.exec(line) ?? [];
    if (key === undefined)
      throw new ImportError(
        `line ${i + 2}: "${line.slice(0, 40)}" is no request; it is written key${i},18053`,
      );
    if (Number(key) !== i)
      throw new ImportError(`line ${i + 2}: key${key} stands where key${i} belongs; a line is lost or moved`);
    return Number(microseconds) / 1000;
  });
}

/** By exact sort. A quantile stands where at least one sample lies beyond it: p999 needs 1,000. */
function statisticsOf(values: readonly number[]): [string, number][] {
  const n = values.length;
  const rising = values.toSorted((a, b) => a - b);
  const at = (index: number) => rising[index] ?? NaN;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const quantiles = QUANTILES.flatMap((name): [string, number][] => {
    const p = quantileOf(name) ?? 0;
    return isSupported(name, n) ? [[name, at(Math.ceil(n * p - 1e-9) - 1)]] : [];
  });
  return [
    ['min', at(0)],
    ...quantiles,
    ['max', at(n - 1)],
    ['mean', mean],
    ...(n > 1 ? [['stddev', Math.sqrt(squares / (n - 1))] satisfies [string, number]] : []),
  ];
}
