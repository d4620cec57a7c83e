import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import { disorderOf } from '#core/evidence/doubts/disorder.ts';
import { measuredCells } from '#core/evidence/cells.ts';
import type { EvidenceFinding } from '#core/findings/evidence-findings.ts';
import { intervalsOf } from '#core/latency/cells/quantile-band.ts';
import type { QuantileInterval } from '#core/latency/cells/quantile-band.ts';
import { formatBytes } from '#core/units.ts';
import type { Run } from '../../command.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { datasetCalled } from '../../input/datasets-named.ts';
import { findingBlocks, findingJson } from '../../render/evidence-findings.ts';
import { csvText, printBlocks } from '../../render/table.ts';
import type { Block, Table } from '../../render/table.ts';

export const show: Run = (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const all = deps.catalog.datasets();
  const dataset = datasetCalled(args.operands[0] ?? '', all);
  const findings = doubtsOf(dataset, all);
  if (format === 'json') deps.print(jsonText({ ...dataset, findings: findings.map(findingJson) }));
  else if (format === 'csv')
    deps.print(
      csvText(
        MEASUREMENT_COLUMNS,
        dataset.measurements.map((row) => MEASUREMENT_COLUMNS.map((column) => row[column])),
      ),
    );
  else printBlocks(datasetBlocks(dataset, findings), format, deps);
  return Promise.resolve({ exit: 0 });
};

function datasetBlocks(dataset: Dataset, findings: readonly EvidenceFinding[]): Block[] {
  const intervals = intervalsOf(dataset);
  const disordered = new Set(
    measuredCells(dataset.measurements).flatMap(({ figures }) => {
      const disorder = disorderOf(figures.values());
      return disorder ? [disorder.smallerShare, disorder.largerShare] : [];
    }),
  );
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
      { title: '95 % interval', align: 'right' },
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
      disordered.has(row) ? 'out of order' : intervalWords(intervals.get(row)),
      row.samples === null ? '' : String(row.samples),
    ]),
  };
  const blocks: Block[] = [
    { kind: 'heading', text: `${dataset.title} (${dataset.status})` },
    { kind: 'list', items: facts },
    { kind: 'table', table },
  ];
  if (dataset.caveats.length > 0) blocks.push({ kind: 'list', title: 'Caveats', items: dataset.caveats });
  blocks.push(...findingBlocks(findings));
  return blocks;
}

function valueWords({ value, relation, value_low: low, value_high: high }: Measurement): string {
  const sign = { eq: '', approx: '≈ ', lt: '< ', gt: '> ' }[relation];
  const range = low === null || high === null ? '' : ` (${low} – ${high})`;
  return `${sign}${value}${range}`;
}

/** Read off the printed quantiles; where they are too few, the quantiles of the sample between which it lies. */
function intervalWords(interval: QuantileInterval | undefined): string {
  if (!interval) return '';
  const end = (value: number | null, share: number | null) => {
    if (value !== null) return String(Number(value.toPrecision(4)));
    return share === null ? 'open' : `p${Number((100 * share).toPrecision(3))}`;
  };
  return `${end(interval.low, interval.lowShare)} – ${end(interval.high, interval.highShare)}`;
}
