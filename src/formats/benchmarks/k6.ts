/** k6's summary: `handleSummary()` as JSON (its metrics hold `values`), and the older `--summary-export` (they do not). */
import * as z from 'zod/mini';
import type { Measurement } from '#core/evidence/dataset.ts';
import { quantileName, quantileOf } from '#core/evidence/statistic.ts';
import { errorRows, figure, givenCell, printedRows, sizedFor, type Cell } from './cell.ts';
import { ImportError, factsOf, textOf, type ImportContext, type Importer } from '../importer.ts';
import { parseAs, parseJson } from '../reading/json.ts';

const STATISTIC_OF = new Map([
  ['min', 'min'],
  ['avg', 'mean'],
  ['med', 'p50'],
  ['max', 'max'],
]);
const ANSWERED = 'http_req_duration{expected_response:true}';

const Values = z.record(z.string(), z.unknown());
const Summary = z.object({ metrics: z.record(z.string(), Values) });
const Figure = z.number().check(z.nonnegative(), z.maximum(1e15));
const Share = z.number().check(z.minimum(0), z.maximum(1));
type Metrics = z.infer<typeof Summary>['metrics'];

export const k6 = {
  id: 'k6',
  title: "k6's summary as JSON",
  tool: 'k6',
  method: { connections: 'not stated' },
  caveats: [
    'Times are of sending, waiting and receiving; connecting stands apart in k6 and is not in them.',
    'The summary does not say which operation, how large the objects were, or how the load was made.',
  ],
  recognises: (head) =>
    /^\s*\{\s*"(root_group":\s*\{|metrics":\s*\{\s*"(http_req|iteration|vus|data_|checks))/.test(head) ||
    '"root_group" or "metrics" of k6',
  parse(bytes, context) {
    const { metrics } = parseAs(Summary, parseJson(textOf(bytes)));
    return summaryRows(metrics, context);
  },
} satisfies Importer;

function summaryRows(metrics: Metrics, context: ImportContext): Measurement[] {
  const { operation } = factsOf(context, ['operation']);
  const cell = givenCell(sizedFor(operation, context), { operation });
  const requests = valuesOf(metrics, 'http_reqs');
  if (!requests) throw new ImportError('metrics: there are no http_reqs; the script made no request');
  const all = parseAs(z.int().check(z.positive(), z.maximum(1e12)), requests['count'], 'http_reqs, count');
  const perSecond = parseAs(Figure, requests['rate'], 'http_reqs, rate');
  // `passes` of http_req_failed counts requests that failed; the rate says so without riddles.
  const failed = valuesOf(metrics, 'http_req_failed');
  const failedShare = failed ? parseAs(Share, failed['rate'] ?? failed['value'], 'http_req_failed') : null;
  const bad = Math.round(all * (failedShare ?? 0));
  const good = all - bad;
  const isClean = failedShare === 0;
  const answered =
    valuesOf(metrics, ANSWERED) ?? (isClean ? valuesOf(metrics, 'http_req_duration') : undefined);
  const waiting = isClean ? valuesOf(metrics, 'http_req_waiting') : undefined;
  return [
    ...(answered && good > 0 ? timeRows(cell, 'total', answered, good) : []),
    ...(waiting && good > 0 ? timeRows(cell, 'first_byte', waiting, good) : []),
    ...(good > 0 && failedShare !== null
      ? [figure(cell, 'rate', 'mean', perSecond * (1 - failedShare), { samples: good })]
      : []),
    ...(failedShare === null ? [] : errorRows(cell, bad, all)),
  ];
}

/** Of either form. */
function valuesOf(metrics: Metrics, name: string): z.infer<typeof Values> | undefined {
  const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
  if (!metric || !('values' in metric)) return metric;
  return parseAs(Values, metric['values'], `${name}, values`);
}

function timeRows(
  cell: Cell,
  metric: 'total' | 'first_byte',
  values: z.infer<typeof Values>,
  samples: number,
): Measurement[] {
  const named = Object.entries(values).flatMap(([key, value]): [string, number][] => {
    const percent = /^p\((\d{1,2}(?:\.\d{1,4})?)\)$/.exec(key)?.[1];
    const name = STATISTIC_OF.get(key) ?? (percent === undefined ? null : quantileName(Number(percent)));
    // `med` and `p(50)` are one.
    if (name === null || (key !== 'med' && name === 'p50' && 'med' in values)) return [];
    return [[name, parseAs(Figure, value, key)]];
  });
  return printedRows(
    cell,
    metric,
    named.toSorted(([a], [b]) => orderOf(a) - orderOf(b)),
    samples,
  );
}

/** From the least to the greatest; the mean, which may lie anywhere, last. */
const orderOf = (name: string): number => ({ min: 0, max: 1, mean: 2 })[name] ?? quantileOf(name) ?? NaN;
