/** One row of the catalog for each dataset. */
import type { Dataset } from '#core/evidence/dataset.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { measuredCells } from '#core/evidence/cells.ts';
import { describeEvidenceFinding, weightOf } from '#core/findings/evidence-findings.ts';
import { WEIGHT_WORDS } from '#core/answer/words/measurements.ts';
import { sizesOf, storesOf } from '../dataset-words.ts';

export type CatalogRow = ReturnType<typeof catalogRows>[number];

export function catalogRows(datasets: readonly Dataset[]) {
  return datasets.map((dataset) => ({
    id: dataset.id,
    title: dataset.title,
    status: dataset.status,
    measuredBy: dataset.measuredBy.name,
    licence: dataset.licence,
    stores: storesOf(dataset),
    operations: [...new Set(dataset.measurements.map(({ operation }) => operation))],
    sizes: sizesOf(dataset),
    cells: measuredCells(dataset.measurements).length,
    figures: dataset.measurements.length,
    findings: findingWords(dataset, datasets),
  }));
}

/** `2 impossible, 1 limited`; empty where nothing speaks against it. */
function findingWords(dataset: Dataset, all: readonly Dataset[]): string {
  const each = new Map(doubtsOf(dataset, all).map((one) => [describeEvidenceFinding(one), weightOf(one)]));
  return Object.keys(WEIGHT_WORDS)
    .map((weight) => [[...each.values()].filter((one) => one === weight).length, weight] as const)
    .filter(([count]) => count > 0)
    .map(([count, weight]) => `${count} ${weight}`)
    .join(', ');
}
