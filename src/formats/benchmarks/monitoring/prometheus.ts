/**
 * Histograms of times in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/): a bucket counts
 * requests that took no longer than its edge, so a quantile lies between two edges.
 */
import type { Bin } from '#core/evidence/binned-statistics.ts';
import type { Measurement, Operation } from '#core/evidence/dataset.ts';
import { itemAt } from '#core/at.ts';
import { binnedRows, figure, givenCell, sizedFor } from '../cell.ts';
import { ImportError, factsOf, textOf, toMs } from '../../importer.ts';
import type { ImportContext, Importer, TimeUnit } from '../../importer.ts';
import { countIn, numberIn } from '../../reading/text-numbers.ts';
import { apiOperation } from './api-operations.ts';

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const UNITS: readonly (readonly [ending: string, unit: TimeUnit])[] = [
  ['_milliseconds', 'ms'],
  ['_microseconds', 'us'],
  ['_nanoseconds', 'ns'],
  ['_seconds', 's'],
  ['_ms', 'ms'],
];
/** Endings of what is no time. */
const OTHERS = /_(bytes|size|ratio|count|total)$/;

/** All series of one metric and operation together. */
interface Histogram {
  metric: string;
  operation: Operation | null;
  /** Requests up to an edge; the last edge has none above it. */
  upTo: Map<number, number>;
  sum: number;
}

export const prometheus = {
  id: 'prometheus',
  title: "Prometheus' text format, histograms of times",
  tool: 'Prometheus',
  caveats: [
    'Counts are since the process began. Of a quantile only the edges of its bucket are known; the upper one is given.',
    'Series that differ in other labels than the operation are added.',
  ],
  recognises: (head) =>
    /^(#.*\n|\s*\n|[a-zA-Z_:][\w:]*(\{.*\})? \S+.*\n)*[a-zA-Z_:][\w:]*_bucket\{.*le="/.test(head) ||
    'lines such as http_request_duration_seconds_bucket{le="0.05"} 24054',
  parse(bytes, context) {
    const histograms = histogramsIn(textOf(bytes));
    if (histograms.length === 0) throw new ImportError('holds no histogram of times');
    return histograms.flatMap((one) => rowsOf(one, histograms, context));
  },
} satisfies Importer;

function histogramsIn(text: string): Histogram[] {
  const found = new Map<string, Histogram>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const where = `line ${i + 1}`;
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (name === '') throw new ImportError(`${where}: is no sample of Prometheus`);
    const [, metric = '', part = ''] = /^(.*)_(bucket|sum)$/.exec(name) ?? [];
    if (metric === '' || OTHERS.test(metric)) continue;
    const said = new Map([...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text]));
    const operation = [...said.values()].map(apiOperation).find((one) => one !== null) ?? null;
    const key = `${metric} ${operation ?? ''}`;
    const own = found.get(key) ?? { metric, operation, upTo: new Map<number, number>(), sum: 0 };
    found.set(key, own);
    if (part === 'sum') {
      own.sum += numberIn(value, where);
      continue;
    }
    const le = said.get('le');
    if (le === undefined) throw new ImportError(`${where}: a bucket has no label "le"`);
    const edge = le === '+Inf' ? Infinity : numberIn(le, `${where}, le`);
    own.upTo.set(edge, (own.upTo.get(edge) ?? 0) + countIn(value, where));
  }
  return [...found.values()].filter(({ upTo }) => (upTo.get(Infinity) ?? 0) > 0);
}

function rowsOf(
  { metric, operation: said, upTo, sum }: Histogram,
  all: readonly Histogram[],
  context: ImportContext,
): Measurement[] {
  const ending = UNITS.find(([one]) => metric.endsWith(one));
  const operation = said ?? factsOf(context, ['operation']).operation;
  const own = { ...sizedFor(operation, context), ...(ending && { timeUnit: ending[1] }) };
  const isAlone = all.every((one) => one.metric === metric);
  const cell = givenCell(own, { operation, note: isAlone ? null : `run ${metric}` }, ['timeUnit']);
  const { timeUnit } = factsOf(own, ['timeUnit']);
  const edges = [...upTo.keys()].sort((a, b) => a - b);
  const bins = edges.map((edge, i): Bin => {
    const [before, upper] = [i === 0 ? 0 : itemAt(edges, i - 1), upTo.get(edge) ?? 0];
    const count = upper - (i === 0 ? 0 : (upTo.get(before) ?? 0));
    if (count < 0) throw new ImportError(`${metric}: a bucket holds fewer requests than the one below it`);
    return { low: toMs(before, timeUnit), high: toMs(edge, timeUnit), count };
  });
  const requests = upTo.get(Infinity) ?? 0;
  return [
    ...binnedRows(cell, 'total', bins, 'approx').map(endless),
    ...(sum > 0
      ? [figure(cell, 'total', 'mean', toMs(sum, timeUnit) / requests, { samples: requests })]
      : []),
  ];
}

/** Above the last edge only that edge is known. */
function endless(row: Measurement): Measurement {
  const open = row.value_high === Infinity;
  if (row.value !== Infinity) return open ? { ...row, value_high: null } : row;
  return { ...row, value: row.value_low ?? 0, relation: 'gt', value_low: null, value_high: null };
}
