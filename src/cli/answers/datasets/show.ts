import { figureOf } from '#core/answer/figures/figure.ts';
import { coverageFigure } from '#core/answer/figures/held-out.ts';
import { KNOWN_COLUMNS, knownFigures, knownRunWords, knownTitle } from '#core/answer/figures/known.ts';
import type { KnownRow } from '#core/answer/figures/known.ts';
import { narrowCellFigures } from '#core/answer/figures/measurements.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import type { EvidenceFinding } from '#core/findings/evidence-findings.ts';
import { intervalsOf } from '#core/latency/cells/quantile-band.ts';
import { heldOut, type HeldOut } from '#core/latency/validation/held-out.ts';
import { coverage, validationVerdict } from '#core/latency/validation/validate.ts';
import { capital, listing } from '#core/text/words.ts';
import { ENDPOINT_TO_FILL, knownRun, knownStores } from '#probe/costs/known-stores.ts';
import type { Run } from '../../command.ts';
import { Misunderstood } from '../../failures.ts';
import { give, giveFigure } from '../../formats.ts';
import { datasetCalled } from '../../input/datasets.ts';
import { findingBlocks, findingJson, rowsFigure } from '../../render/evidence-findings.ts';
import { heading, listOf, tableOf, textOf, type Block } from '../../render/table.ts';

export const show: Run = (args, deps) => {
  const all = deps.catalog.datasets();
  const dataset = datasetCalled(args.operands[0] ?? '', all);
  const findings = doubtsOf(dataset, all);
  give(args, deps, {
    json: { ...dataset, findings: findings.map(findingJson) },
    csv: rowsFigure(dataset.measurements),
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
  return [
    heading(`${dataset.title} (${dataset.status})`),
    { kind: 'list', items: facts },
    ...tables.flatMap(({ caption, figure }) => [
      ...textOf(caption && `${capital(caption)}:`),
      ...tableOf(figure),
    ]),
    ...listOf('Caveats', dataset.caveats),
    ...findingBlocks(findings, names),
  ];
}

export const list: Run = (args, deps) => {
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
  const figure = figureOf(rows, [
    { title: 'dataset', of: ({ id }) => id },
    { title: 'status', of: ({ status }) => status },
    { title: 'measurements', kind: 'count', of: ({ measurements }) => measurements },
    { title: 'stores', kind: 'count', of: ({ stores }) => stores.length },
    { title: 'measured by', wrap: true, of: ({ measuredBy }) => measuredBy },
    { title: 'licence', wrap: true, of: ({ licence }) => licence },
  ]);
  giveFigure(args, deps, rows, figure);
};

/** The quantiles of all datasets but claims, or of those named, each predicted without the dataset that measured it. */
export const validate: Run = (args, deps) => {
  const all = deps.catalog.datasets();
  const named = args.operands.map((id) => datasetCalled(id, all).id);
  const isAsked = ({ dataset }: HeldOut) => named.length === 0 || named.includes(dataset);
  const quantiles = heldOut(all).filter(isAsked);
  const rows = coverage(quantiles);
  const verdict = validationVerdict(quantiles);
  const figure = coverageFigure(rows, namesInRegions(deps.catalog.archive));
  give(args, deps, {
    json: { rows, verdict, quantiles },
    csv: figure,
    blocks: () => [
      { kind: 'table', table: figure },
      { kind: 'text', text: verdict },
    ],
  });
};

/** What is known of every store's latency, or of those named, and the run that would measure it. */
export const known: Run = (args, deps) => {
  const asOf = deps.today();
  const all = knownStores(deps.catalog.archive, deps.catalog.datasets(), asOf);
  const isNamed = args.operands.length > 0;
  const rows = isNamed ? args.operands.map((name) => rowOf(name, all)) : all;
  const shown = isNamed ? rows : rows.slice(0, 1);
  const notes = [
    knownRunWords(knownRun()),
    `Costs are list prices of ${asOf}, each store in its region nearest to us-east-1.`,
    'The probe says its price before it sends anything, and removes what it made.',
  ];
  give(args, deps, {
    json: { asOf, run: knownRun(), rows },
    csv: figureOf(rows, KNOWN_COLUMNS),
    blocks: () => [
      heading(knownTitle(all)),
      ...knownFigures(rows).flatMap(tableOf),
      ...textOf(notes.join(' ')),
      ...listOf(
        isNamed ? 'To measure' : 'To measure one; "stowage datasets known STORE" has the others',
        shown.map(({ name, command }) => ({ text: name, command })),
      ),
      ...textOf(
        shown.some(({ command }) => command.includes(ENDPOINT_TO_FILL)) &&
          `Your account says what ${ENDPOINT_TO_FILL} is.`,
      ),
    ],
  });
};

function rowOf(name: string, all: readonly KnownRow[]): KnownRow {
  const row = all.find(({ store }) => store === name);
  if (row) return row;
  throw new Misunderstood(
    `${name} is no store on offer that answers reads at once; "stowage datasets known" lists them`,
  );
}
