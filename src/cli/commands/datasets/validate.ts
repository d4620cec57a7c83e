import type { Dataset } from '#core/evidence/dataset.ts';
import {
  conclusions,
  validate as validated,
  validationRows,
  validationVerdict,
} from '#core/latency/validation/validate.ts';
import type { ValidationRow } from '#core/latency/validation/validate.ts';
import { percent } from '#core/text/numbers.ts';
import { readArgs } from '../../args.ts';
import type { Run } from '../../deps.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { datasetCalled } from '../../input/datasets-named.ts';
import { csvText, printBlocks } from '../../render/table.ts';
import type { Table } from '../../render/table.ts';

const COLUMNS = [
  'dataset',
  'predicted',
  'figure',
  'held out',
  'predictable',
  'mean |error|',
  'worst',
  'bias',
  'in band',
] as const;

/** Every dataset that is no mere claim, or those named: hidden in parts, predicted from the rest, and compared. */
export const validate: Run = (argv, deps) => {
  const args = readArgs(argv, {
    command: 'datasets',
    flags: { json: 'boolean', format: 'string' },
    operands: { name: 'dataset IDs', least: 0, most: 100 },
  });
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const all = deps.catalog.datasets();
  const chosen = chosenDatasets(args.operands, all);
  const validations = chosen.map((dataset) => validated(dataset, all));
  const rows = validations.flatMap(validationRows);
  const words = { conclusions: conclusions(rows), verdict: validationVerdict(rows) };
  if (format === 'json') deps.print(jsonText({ rows, ...words, validations }));
  else if (format === 'csv') deps.print(csvText(COLUMNS, rows.map(figuresOf)));
  else
    printBlocks(
      [
        { kind: 'table', table: tableOf(rows) },
        { kind: 'list', title: 'What carries over', items: words.conclusions },
        { kind: 'text', text: words.verdict },
      ],
      format,
      deps,
    );
  return Promise.resolve({ exit: 0 });
};

function chosenDatasets(ids: readonly string[], all: readonly Dataset[]): readonly Dataset[] {
  if (ids.length === 0) return all.filter(({ status }) => status !== 'claimed');
  return ids.map((id) => datasetCalled(id, all));
}

function figuresOf(row: ValidationRow): (string | number | null)[] {
  return [
    row.dataset,
    row.what,
    row.statistic,
    row.heldOut,
    row.predicted,
    row.meanAbsoluteError,
    row.worstError,
    row.bias,
    row.inBand,
  ];
}

function tableOf(rows: readonly ValidationRow[]): Table {
  return {
    columns: COLUMNS.map((title, i) => ({
      title,
      align: i < 3 ? 'left' : 'right',
      wrap: title === 'predicted',
    })),
    rows: rows.map((row) => [
      row.dataset,
      row.what,
      row.statistic,
      String(row.heldOut),
      String(row.predicted),
      shareWords(row.meanAbsoluteError, false),
      shareWords(row.worstError, true),
      shareWords(row.bias, true),
      `${row.inBand} of ${row.predicted}`,
    ]),
  };
}

const shareWords = (share: number | null, signed: boolean) =>
  share === null ? 'none' : percent(share, { signed });
