/** The cross-validation: how often the band held what was hidden, and each hidden quantile of a dataset. */
import type { HeldOut } from '../../latency/validation/held-out.ts';
import type { Coverage } from '../../latency/validation/validate.ts';
import { percent } from '../../text/numbers.ts';
import { formatBytes, formatMs } from '../../units.ts';
import type { Names } from '../words/names.ts';
import { THEN } from '../words/placement.ts';
import { figureOf } from './figure.ts';

export const coverageFigure = (rows: readonly Coverage[], names: Names) =>
  figureOf(rows, [
    {
      title: 'request',
      wrap: true,
      of: ({ kind }) => kind,
      words: ({ kind, store }) => (store === null ? kind : ''),
    },
    {
      title: 'store',
      wrap: true,
      of: ({ store }) => store,
      words: ({ store }) => (store === null ? 'all stores' : names.store(store)),
    },
    { title: 'operation', of: ({ operation }) => operation },
    { title: 'held out', kind: 'count', of: ({ heldOut }) => heldOut },
    { title: 'predicted', kind: 'count', of: ({ predicted }) => predicted },
    { title: 'in band', kind: 'count', of: ({ inBand }) => inBand },
    {
      title: 'share',
      kind: 'share',
      none: 'none',
      of: ({ inBand, predicted }) => (predicted === 0 ? null : inBand / predicted),
    },
    {
      title: 'p99 high/low',
      key: 'p99 band, high / low',
      kind: 'number',
      of: ({ width }) => width,
      words: ({ width }) => (width === null ? 'none' : `× ${width.toFixed(1)}`),
    },
    { title: 'median |error|', kind: 'share', none: 'none', of: ({ error }) => error },
  ]);

export const heldOutFigure = (quantiles: readonly HeldOut[], names: Names) =>
  figureOf(quantiles, [
    { title: 'Store', of: ({ store }) => names.store(store) },
    { title: 'Held out', of: (one) => whatWords(one, names) },
    { title: 'Predicted', kind: 'ms', none: 'no prediction', of: ({ predicted }) => predicted?.ms },
    {
      title: 'Band',
      kind: 'ms',
      of: ({ predicted }) => predicted && `${formatMs(predicted.lowMs)} to ${formatMs(predicted.highMs)}`,
    },
    { title: 'Measured', kind: 'ms', of: ({ measuredMs }) => measuredMs },
    {
      title: 'Error',
      kind: 'share',
      of: ({ predicted, measuredMs }) =>
        predicted && percent(predicted.ms / measuredMs - 1, { signed: true }),
    },
    {
      title: 'In the band',
      of: ({ predicted, measuredMs }) =>
        predicted && (predicted.lowMs <= measuredMs && measuredMs <= predicted.highMs ? 'yes' : 'no'),
    },
  ]);

function whatWords({ operation, metric, sizeBytes, region, client, statistic }: HeldOut, names: Names) {
  return [
    operation,
    metric === 'first_byte' ? 'first byte' : '',
    sizeBytes === null ? '' : formatBytes(sizeBytes),
    `${names.place(region)}${THEN}${names.place(client)}`,
    statistic,
  ]
    .filter(Boolean)
    .join(', ');
}
