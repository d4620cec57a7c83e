/** Which stores have been measured from where: a store a row, the places of its readers as columns; and what would measure the rest. */
import { isLatency, measuredCells, type MeasuredCell } from '#core/evidence/cells.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { findPlace, greatCircleKm } from '#core/places.ts';
import { shortName, type Archive } from '#core/pricing/archive.ts';
import { isUnmeasured } from '#core/answer/figures/known.ts';
import type { Matrix, MatrixRow, Measured } from '#core/answer/figures/known-matrix.ts';
import { KNOWN_PRESET, knownStores, probeCommand } from './known-stores.ts';
import { presetCosts } from './preset-costs.ts';

/** Columns by where the reader was. Each place stands for the part of the world that is nearest to it. */
const AREAS = [
  { title: 'North America', places: ['aws/us-east-1', 'aws/us-west-1'] },
  { title: 'Europe', places: ['aws/eu-central-1'] },
  { title: 'Asia Pacific', places: ['aws/ap-northeast-1', 'aws/ap-southeast-1'] },
] as const;
const BESIDE = 'Own region';
const UNSTATED = 'Not stated';
export const MATRIX_COLUMNS = [BESIDE, ...AREAS.map(({ title }) => title), UNSTATED];

/** Within a city. */
const BESIDE_KM = 100;

export function knownMatrix(archive: Archive, datasets: readonly Dataset[], asOf: string): Matrix {
  const all = knownStores(archive, datasets, asOf);
  const costs = new Map(
    presetCosts(archive, asOf, AREAS[0].places[0]).map((one) => [one.store, one.afar[KNOWN_PRESET].total]),
  );
  const cells = datasets
    .filter(({ status }) => status !== 'claimed')
    .flatMap((dataset) =>
      measuredCells(dataset.measurements)
        .filter((cell) => isLatency(cell) && cell.layer === 'store')
        .map((cell) => ({ dataset, cell, column: columnOf(cell) })),
    );
  const rows = all
    .filter((row) => !isUnmeasured(row))
    .map(({ store, name, region, known, command }): MatrixRow => {
      const own = cells.filter(({ cell }) => cell.store === store);
      const target = `${store}@${region}`;
      const like = known.find((one) => one.like !== null)?.like;
      return {
        store,
        name,
        like: own.length === 0 && like ? shortName(archive, like) : '',
        cells: MATRIX_COLUMNS.map((column) => {
          const found = own.filter((one) => one.column === column);
          if (found.length > 0) return measured(found);
          if (column === UNSTATED) return null;
          const from = AREAS.find(({ title }) => title === column)?.places[0];
          return { command: from ? probeCommand(target, from, costs.get(store) ?? Infinity) : command };
        }),
      };
    });
  const count = ({ cells: own }: MatrixRow) => own.filter((cell) => cell && 'datasets' in cell).length;
  return {
    rows: rows.toSorted((a, b) => count(b) - count(a) || (a.name < b.name ? -1 : 1)),
    open: all.filter(isUnmeasured),
    all,
  };
}

function columnOf({ store_region: at, client_place: from }: MeasuredCell): string {
  const client = from === null ? undefined : findPlace(from);
  if (!client) return UNSTATED;
  const store = at === null ? undefined : findPlace(at);
  if (store && store.kind !== 'global' && greatCircleKm(store, client) < BESIDE_KM) return BESIDE;
  const near = AREAS.map(({ title, places }) => ({
    title,
    km: Math.min(
      ...places.map((id) => {
        const place = findPlace(id);
        return place ? greatCircleKm(place, client) : Infinity;
      }),
    ),
  }));
  return near.reduce((a, b) => (b.km < a.km ? b : a)).title;
}

function measured(found: readonly { dataset: Dataset; cell: MeasuredCell }[]): Measured {
  const by = new Map(found.map(({ dataset }) => [dataset.id, dataset.measuredBy.name]));
  return {
    operations: [...new Set(found.map(({ cell }) => cell.operation))],
    datasets: [...by].map(([id, name]) => ({ id, by: name })),
  };
}
