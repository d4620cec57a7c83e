/** What files of benchmarks hold, shown and kept nowhere: quantiles, intervals, a drawing and findings. */
import path from 'node:path';
import { quantileFigure, rateWords } from '#core/answer/figures/quantiles.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { intervalsOf } from '#core/latency/cells/quantile-band.ts';
import { NO_STORE, idOf, openWords, privateDataset } from '#formats/benchmarks/private-dataset.ts';
import { datasetOfWhole } from '#formats/benchmarks/stowage-dataset.ts';
import type { Fact, ImportedDataset, WholeDataset } from '#formats/importer.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { give } from '../formats.ts';
import { FACT_FLAGS } from '../input/import-context.ts';
import { findingBlocks, findingJson, rowsFigure } from './evidence-findings.ts';
import { heading, listOf, tableOf, textOf, type Block } from './table.ts';

/** `open`: what nobody said. */
export function looked(
  imported: WholeDataset | readonly ImportedDataset[],
  open: ReadonlySet<Fact>,
  args: Args,
  deps: Deps,
): void {
  const dataset = 'head' in imported ? datasetOfWhole(imported) : madeOf(imported, args, deps);
  const formats = 'head' in imported ? ['stowage-dataset'] : [...new Set(imported.map((one) => one.format))];
  const { measurements } = dataset;
  const findings = doubtsOf(dataset, [dataset]);
  const known = namesInRegions(deps.catalog.archive);
  const names = { ...known, store: (ref: string) => (ref === NO_STORE ? 'the store' : known.store(ref)) };
  const tables = () => {
    const times = quantileFigure(measurements, intervalsOf(dataset), names);
    return [
      ...tableOf(times),
      ...textOf(times.rows.length > 0 && '┃ is the median and ┤ the p99, on a logarithmic scale.'),
      ...listOf('Besides', rateWords(measurements, names)),
    ];
  };
  give(args, deps, {
    json: { formats, notSaid: [...open], rows: measurements, findings: findings.map(findingJson) },
    csv: rowsFigure(measurements),
    blocks: (): Block[] => [
      heading(`${dataset.title}: ${measurements.length} measurements (${formats.join(', ')})`),
      ...openWords(open).map((text): Block => ({ kind: 'text', text })),
      ...textOf(open.has('timeUnit') && 'Its times have no unit: they are shown as milliseconds (--unit).'),
      ...tables(),
      ...listOf('Caveats', dataset.caveats),
      ...findingBlocks(findings, names),
      ...listOf('Nothing was kept', [{ text: 'To use it in your plans:', command: keepCommand(open, args) }]),
    ],
  });
}

function madeOf(imported: readonly ImportedDataset[], args: Args, deps: Deps): Dataset {
  const file = path.basename(args.operands[0] ?? '');
  const id = idOf(file);
  const title = args.operands.length > 1 ? `${file} and ${args.operands.length - 1} more` : file;
  const own = { id, title, file, date: null, day: deps.today(), caveats: [] };
  return privateDataset(own, imported);
}

/** With the flags that it still needs. */
function keepCommand(open: ReadonlySet<Fact>, { operands }: Args): string {
  const flags = [
    ...(open.has('store') ? ['--store aws/s3-standard@us-east-1'] : []),
    ...[...open]
      .filter((fact) => ['from', 'sizeBytes', 'operation', 'timeUnit'].includes(fact))
      .map((fact) => `--${FACT_FLAGS[fact].join(' ')}`),
  ];
  return ['stowage import', ...operands.slice(0, 3), ...flags, '--out measured/mine-2026'].join(' ');
}
