import { figureOf } from '#core/answer/figures/figure.ts';
import { narrowCellFigures } from '#core/answer/figures/measurements.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import type { EvidenceFinding } from '#core/findings/evidence-findings.ts';
import { intervalsOf } from '#core/latency/cells/quantile-band.ts';
import { capital, listing } from '#core/text/words.ts';
import type { Run } from '../../command.ts';
import { give } from '../../formats.ts';
import { datasetCalled } from '../../input/datasets-named.ts';
import { findingBlocks, findingJson } from '../../render/evidence-findings.ts';
import type { Block } from '../../render/table.ts';

export const show: Run = (args, deps) => {
  const all = deps.catalog.datasets();
  const dataset = datasetCalled(args.operands[0] ?? '', all);
  const findings = doubtsOf(dataset, all);
  const csv = figureOf(
    dataset.measurements,
    MEASUREMENT_COLUMNS.map((column) => ({ title: column, of: (row: Measurement) => row[column] })),
  );
  give(args, deps, {
    json: { ...dataset, findings: findings.map(findingJson) },
    csv,
    blocks: () => datasetBlocks(dataset, findings, namesInRegions(deps.catalog.archive)),
  });
};

function datasetBlocks(dataset: Dataset, findings: readonly EvidenceFinding[], names: Names): Block[] {
  const { source, measuredBy, harness, client, measurements } = dataset;
  const sells =
    measuredBy.sells.length > 0 ? `, who sells ${listing(measuredBy.sells.map(names.store))}` : '';
  const { common, tables } = narrowCellFigures(measurements, names, intervalsOf(dataset));
  const facts = [
    `Source: ${source.url}${source.date === null ? '' : ` (${source.date})`}, retrieved ${source.retrieved}`,
    `Licence: ${dataset.licence}`,
    `Measured by ${measuredBy.name}${sells}`,
    `Harness: ${harness.tool}${harness.version === null ? '' : ` ${harness.version}`}`,
    `Client: ${client.place === null ? 'place not stated' : names.place(client.place)}, ${client.runtime ?? 'runtime not stated'}`,
    `Content: ${dataset.hash}`,
    ...(common.length > 0 ? [`In every row: ${common.join('; ')}`] : []),
  ];
  const blocks: Block[] = [
    { kind: 'heading', text: `${dataset.title} (${dataset.status})` },
    { kind: 'list', items: facts },
    ...tables.flatMap(({ caption, figure }): Block[] => [
      ...(caption === '' ? [] : [{ kind: 'text' as const, text: `${capital(caption)}:` }]),
      { kind: 'table', table: figure },
    ]),
  ];
  if (dataset.caveats.length > 0) blocks.push({ kind: 'list', title: 'Caveats', items: dataset.caveats });
  blocks.push(...findingBlocks(findings, names));
  return blocks;
}
