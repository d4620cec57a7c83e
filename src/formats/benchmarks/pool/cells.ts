/**
 * Cells of several datasets that measured one condition, each with the sample its rows were worked out from. A sample belongs
 * to the cell that says of it what it is: as many requests, and every quantile where the sample has it.
 */
import { bump } from '#core/at.ts';
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import { measuredCells, type MeasuredCell } from '#core/evidence/cells.ts';
import { quantileOf } from '#core/evidence/statistic.ts';

/** A sample as far as cells speak of it. */
export interface SampleSeen {
  metric: 'total' | 'first_byte';
  requests: number;
  /** Of p from 0 to 1, by nearest rank: between these, in ms. */
  between(p: number): { low: number; high: number };
}

export interface PartCell<S extends SampleSeen> {
  part: string;
  condition: string;
  cell: MeasuredCell;
  sample: S;
}

export interface Pooled {
  /** Rows of the joined samples. */
  rows: Measurement[];
  /** The rows that they stand for, part by part. */
  replaced: ReadonlySet<Measurement>;
}

/** Samples that fit no cell, or more than one, are of none. */
export function cellsWithSamples<S extends SampleSeen>(
  dataset: Dataset,
  samples: readonly S[],
): PartCell<S>[] {
  const cells = measuredCells(dataset.measurements);
  const fitting = samples.map((sample) => ({ sample, own: cells.filter((cell) => isOf(sample, cell)) }));
  const times = new Map<string, number>();
  for (const { key } of fitting.flatMap(({ own }) => own)) bump(times, key);
  return fitting.flatMap(({ sample, own: [cell, ...others] }) =>
    cell && others.length === 0 && times.get(cell.key) === 1
      ? [{ part: dataset.id, condition: conditionOf(cell, dataset), cell, sample }]
      : [],
  );
}

/** Where more than one part measured one condition, the rows that `join` makes of their samples. */
export function pooled<S extends SampleSeen>(
  parts: readonly PartCell<S>[],
  join: (own: readonly PartCell<S>[], base: ReturnType<typeof joinedCell>) => Measurement[],
): Pooled {
  const groups = [...Map.groupBy(parts, ({ condition }) => condition).values()].filter(
    (own) => new Set(own.map(({ part }) => part)).size > 1,
  );
  return {
    rows: groups.flatMap((own) => join(own, joinedCell(own))),
    replaced: new Set(groups.flatMap((own) => own.flatMap(({ cell }) => [...cell.figures.values()]))),
  };
}

function isOf({ metric, requests, between }: SampleSeen, cell: MeasuredCell): boolean {
  if (cell.metric !== metric || cell.samples !== requests) return false;
  const told = [...cell.figures.values()].flatMap((row) => {
    const p = row.statistic === 'min' ? 0 : row.statistic === 'max' ? 1 : quantileOf(row.statistic);
    return p === null || row.unit !== 'ms' ? [] : [{ p, ms: row.value }];
  });
  return (
    told.length > 0 &&
    told.every(({ p, ms }) => {
      const { low, high } = between(p);
      return ms >= low && ms <= high;
    })
  );
}

/** All of a cell but its figures, when it was measured, and of how many requests. */
function conditionOf(cell: MeasuredCell, { method }: Dataset): string {
  const { figures: _f, key: _k, samples: _s, measured_at: _m, notes, ...rest } = cell;
  return JSON.stringify([
    rest,
    notes.map(ownNote).filter((note) => note !== ''),
    method.loop,
    method.temperature,
  ]);
}

/** Without the word of an earlier merge. */
function ownNote(note: string | null): string {
  return (note ?? '').replace(/(^|; )joined from [^;]*$/, '');
}

function joinedCell(own: readonly PartCell<SampleSeen>[]) {
  const [first] = own.flatMap(({ cell }) => [...cell.figures.values()]);
  if (!first) throw new RangeError('a cell has rows');
  const names = [...new Set(own.map(({ part }) => part))];
  const moments = new Set(own.map(({ cell }) => cell.measured_at));
  const [moment = null] = moments;
  const {
    metric: _m,
    statistic: _s,
    value: _v,
    unit: _u,
    relation: _r,
    value_low: _l,
    value_high: _h,
    samples: _n,
    ...cell
  } = first;
  const note = [ownNote(first.note), `joined from ${names.join(', ')}`].filter(Boolean).join('; ');
  return { ...cell, note, measured_at: moments.size === 1 ? moment : null };
}
