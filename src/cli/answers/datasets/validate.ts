import { heldOut } from '#core/latency/validation/held-out.ts';
import type { HeldOut } from '#core/latency/validation/held-out.ts';
import { coverage, validationVerdict } from '#core/latency/validation/validate.ts';
import type { Coverage } from '#core/latency/validation/validate.ts';
import { percent } from '#core/text/numbers.ts';
import type { Run } from '../../command.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { datasetCalled } from '../../input/datasets-named.ts';
import { csvText, printBlocks } from '../../render/table.ts';
import type { Table } from '../../render/table.ts';

const COLUMNS = [
  'request',
  'store',
  'operation',
  'held out',
  'predicted',
  'in band',
  'share',
  'p99 band, high / low',
  'median |error|',
] as const;

/** The quantiles of all datasets but claims, or of those named, each predicted without the dataset that measured it. */
export const validate: Run = (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const all = deps.catalog.datasets();
  const named = args.operands.map((id) => datasetCalled(id, all).id);
  const isAsked = ({ dataset }: HeldOut) => named.length === 0 || named.includes(dataset);
  const quantiles = heldOut(all).filter(isAsked);
  const rows = coverage(quantiles);
  const verdict = validationVerdict(quantiles);
  if (format === 'json') deps.print(jsonText({ rows, verdict, quantiles }));
  else if (format === 'csv') deps.print(csvText(COLUMNS, rows.map(figuresOf)));
  else
    printBlocks(
      [
        { kind: 'table', table: tableOf(rows) },
        { kind: 'text', text: verdict },
      ],
      format,
      deps,
    );
  return Promise.resolve({ exit: 0 });
};

const shareOf = ({ inBand, predicted }: Coverage) => (predicted === 0 ? null : inBand / predicted);

function figuresOf(row: Coverage): (string | number | null)[] {
  const { kind, store, operation, heldOut: n, predicted, inBand, width, error } = row;
  return [kind, store, operation, n, predicted, inBand, shareOf(row), width, error];
}

function tableOf(rows: readonly Coverage[]): Table {
  return {
    columns: COLUMNS.map((title, i) => ({ title, align: i < 3 ? 'left' : 'right' })),
    rows: rows.map((row) => [
      row.store === null ? row.kind : '',
      row.store ?? 'all stores',
      row.operation ?? '',
      String(row.heldOut),
      String(row.predicted),
      String(row.inBand),
      shareWords(shareOf(row)),
      row.width === null ? 'none' : `× ${row.width.toFixed(1)}`,
      shareWords(row.error),
    ]),
  };
}

const shareWords = (share: number | null) => (share === null ? 'none' : percent(share));
