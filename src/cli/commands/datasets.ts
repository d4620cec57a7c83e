import { readdirSync } from 'node:fs';
import path from 'node:path';
import { loadDataset } from '#catalog/load-datasets.ts';
import { checkDatasets } from '#core/evidence/check.ts';
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import { nearest } from '#core/nearest.ts';
import { formatBytes } from '#core/units.ts';
import { readArgs } from '../args.ts';
import type { Args } from '../args.ts';
import type { Deps, Outcome, Run } from '../deps.ts';
import { Misunderstood, failureOf } from '../failures.ts';
import { formatOf, jsonText } from '../formats.ts';
import { csvText, renderBlocks } from '../render/table.ts';
import type { Block, Table } from '../render/table.ts';
import { subcommandOf } from '../subcommand.ts';

const SUBCOMMANDS = ['list', 'show', 'check'] as const;

export const datasets: Run = async (argv, deps) => {
  const [name, rest] = subcommandOf('datasets', SUBCOMMANDS, argv);
  switch (name) {
    case 'list':
      return list(
        readArgs(rest, {
          command: 'datasets',
          flags: { json: 'boolean', format: 'string' },
          operands: { name: 'operands', least: 0, most: 0 },
        }),
        deps,
      );
    case 'show':
      return show(
        readArgs(rest, {
          command: 'datasets',
          flags: { json: 'boolean', format: 'string' },
          operands: { name: 'a dataset ID', least: 1, most: 1 },
        }),
        deps,
      );
    case 'check':
      return check(
        readArgs(rest, {
          command: 'datasets',
          flags: { root: 'string', json: 'boolean' },
          operands: { name: 'operands', least: 0, most: 0 },
        }),
        deps,
      );
  }
};

function list(args: Args, deps: Deps): Outcome {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const rows = deps.catalog.datasets().map((one) => ({
    id: one.id,
    status: one.status,
    measurements: one.measurements.length,
    licence: one.licence,
    measuredBy: one.measuredBy.name,
    stores: [...new Set(one.measurements.map(({ store }) => store))],
    title: one.title,
    hash: one.hash,
  }));
  const columns = ['dataset', 'status', 'measurements', 'stores', 'measured by', 'licence'];
  const cells = rows.map(
    (row) => [row.id, row.status, row.measurements, row.stores.length, row.measuredBy, row.licence] as const,
  );
  if (format === 'json') deps.print(jsonText(rows));
  else if (format === 'csv') deps.print(csvText(columns, cells));
  else {
    const table: Table = {
      columns: columns.map((title) => ({
        title,
        align: title === 'measurements' || title === 'stores' ? 'right' : 'left',
        wrap: title === 'measured by' || title === 'licence',
      })),
      rows: cells.map((row) => row.map(String)),
    };
    deps.print(
      renderBlocks([{ kind: 'table', table }], {
        form: format === 'md' ? 'md' : 'table',
        styled: deps.styled,
      }),
    );
  }
  return { exit: 0 };
}

function show(args: Args, deps: Deps): Outcome {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const wanted = args.operands[0] ?? '';
  const ids = deps.catalog.index.datasets.map(({ id }) => id);
  if (!ids.includes(wanted)) {
    const hint = nearest(wanted, ids);
    throw new Misunderstood(
      `no dataset is called "${wanted}"; ${hint ? `did you mean ${hint}?` : `there are ${ids.join(', ')}`}`,
    );
  }
  const [dataset] = deps.catalog.datasets([wanted]);
  if (!dataset) throw new Misunderstood(`no dataset is called "${wanted}"`);
  if (format === 'json') deps.print(jsonText(dataset));
  else if (format === 'csv')
    deps.print(
      csvText(
        MEASUREMENT_COLUMNS,
        dataset.measurements.map((row) => MEASUREMENT_COLUMNS.map((column) => row[column])),
      ),
    );
  else
    deps.print(
      renderBlocks(datasetBlocks(dataset), { form: format === 'md' ? 'md' : 'table', styled: deps.styled }),
    );
  return { exit: 0 };
}

function datasetBlocks(dataset: Dataset): Block[] {
  const { source, measuredBy, harness, client } = dataset;
  const sells = measuredBy.sells.length > 0 ? `, who sells ${measuredBy.sells.join(', ')}` : '';
  const facts = [
    `source: ${source.url}${source.date === null ? '' : ` (${source.date})`}, retrieved ${source.retrieved}`,
    `licence: ${dataset.licence}`,
    `measured by ${measuredBy.name}${sells}`,
    `harness: ${harness.tool}${harness.version === null ? '' : ` ${harness.version}`}`,
    `client: ${client.place ?? 'place not stated'}, ${client.runtime ?? 'runtime not stated'}`,
    `content: ${dataset.hash}`,
  ];
  const table: Table = {
    columns: [
      { title: 'store', wrap: true },
      { title: 'from' },
      { title: 'operation' },
      { title: 'metric' },
      { title: 'size', align: 'right' },
      { title: 'statistic' },
      { title: 'value', align: 'right' },
      { title: 'unit' },
      { title: 'samples', align: 'right' },
    ],
    rows: dataset.measurements.map((row) => [
      `${row.store}${row.store_region === null ? '' : `@${row.store_region}`}`,
      row.client_place ?? 'not stated',
      row.operation,
      row.metric,
      row.size_bytes === null ? '' : formatBytes(row.size_bytes),
      row.statistic,
      valueWords(row),
      row.unit,
      row.samples === null ? '' : String(row.samples),
    ]),
  };
  const blocks: Block[] = [
    { kind: 'heading', text: `${dataset.title} (${dataset.status})` },
    { kind: 'list', items: facts },
    { kind: 'table', table },
  ];
  if (dataset.caveats.length > 0) blocks.push({ kind: 'list', title: 'Caveats', items: dataset.caveats });
  return blocks;
}

function valueWords({ value, relation, value_low: low, value_high: high }: Measurement): string {
  const sign = { eq: '', approx: '≈ ', lt: '< ', gt: '> ' }[relation];
  const range = low === null || high === null ? '' : ` (${low} – ${high})`;
  return `${sign}${value}${range}`;
}

/** Every dataset of a checkout through its reader and the rules of evidence; one that fails does not hide the next. */
function check(args: Args, deps: Deps): Outcome {
  const folder = path.join(path.resolve(deps.cwd, args.text('root') ?? '.'), 'datasets');
  const problems: { dataset: string; message: string }[] = [];
  const readable: Dataset[] = [];
  const slugs = slugsIn(folder);
  for (const slug of slugs) {
    try {
      readable.push(loadDataset(path.join(folder, slug), slug));
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      problems.push({ dataset: slug, message: failure.message });
    }
  }
  for (const { dataset, line, message } of checkDatasets(readable)) {
    const file = line === null ? 'dataset.yaml' : `measurements.csv:${line}`;
    problems.push({ dataset, message: `datasets/${dataset}/${file}: ${message}` });
  }
  if (args.has('json')) deps.print(jsonText({ datasets: slugs.length, problems }));
  else {
    for (const { message } of problems) deps.print(`${message}\n`);
    deps.print(
      `${slugs.length} datasets, ${problems.length === 0 ? 'no problems' : problems.length === 1 ? '1 problem' : `${problems.length} problems`}\n`,
    );
  }
  return { exit: problems.length > 0 ? 1 : 0 };
}

function slugsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted();
  } catch {
    throw new Misunderstood(
      `${folder}: there is no such folder; run from a checkout, or name one with --root`,
    );
  }
}
