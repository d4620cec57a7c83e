/** What the chart of spreads draws, worked out from a dataset's cells; and the same in words and figures. */
import { figureOf, type Column } from '#core/answer/figures/figure.ts';
import { figureMs, isLatency, type MeasuredCell } from '#core/evidence/cells.ts';
import { cellCurve } from '#core/latency/cells/cell-curve.ts';
import { quantileBand } from '#core/latency/cells/quantile-band.ts';
import { latency } from '#web/words/format.ts';
import { cellNames } from '../cell-names.ts';

export type SpreadRow = ReturnType<typeof spreadRows>[number];

/** Cells that are times, as far as they fit; the fastest first, those that have a median apart from those that have none. */
export function spreadRows(cells: readonly MeasuredCell[], most: number) {
  const timed = cells.filter(isLatency).slice(0, most);
  const names = cellNames(timed);
  const rows = timed.map((cell, i) => {
    const curve = cellCurve(cell);
    const printed = (p: number) => {
      const ms = figureMs(cell, `p${p}`);
      // Between figures that stand there the curve is ours, and says nothing of one that does not.
      return { ms, band: ms === null || !curve ? null : quantileBand(curve, p / 100) };
    };
    const [p50, p95, p99] = [printed(50), printed(95), printed(99)];
    return {
      key: cell.key,
      name: names[i] ?? '',
      samples: cell.samples,
      minMs: figureMs(cell, 'min'),
      meanMs: figureMs(cell, 'mean') ?? figureMs(cell, 'value'),
      p50Ms: p50.ms,
      p95Ms: p95.ms,
      p99Ms: p99.ms,
      p50Band: p50.band,
      p95Band: p95.band,
      p99Band: p99.band,
    };
  });
  type Row = (typeof rows)[number];
  const typical = (row: Row) => row.p50Ms ?? row.meanMs ?? row.minMs ?? Infinity;
  const hasNone = (row: Row) => Number(row.p50Ms === null);
  return rows.toSorted((a, b) => hasNone(a) - hasNone(b) || typical(a) - typical(b));
}

const HEADS = [
  ['p99', 'p99Ms'],
  ['p95', 'p95Ms'],
  ['median', 'p50Ms'],
  ['mean', 'meanMs'],
] as const;

/** The finding, about the highest percentile that most rows have. */
export function spreadTitle(rows: readonly SpreadRow[]): string {
  const counted = HEADS.map(([word, key]) => ({
    word,
    values: rows.flatMap((row) => (row[key] === null ? [] : [{ row, ms: row[key] }])),
  })).filter(({ values }) => values.length > 0);
  const most = Math.max(0, ...counted.map(({ values }) => values.length));
  const head = counted.find(({ values }) => values.length === most);
  const [one, ...others] = head?.values.toSorted((a, b) => a.ms - b.ms) ?? [];
  if (!head || !one) return 'No times were measured here';
  const last = others.at(-1);
  if (!last) return `The ${head.word} of ${one.row.name} is ${latency(one.ms)}`;
  const times = last.ms / one.ms;
  if (times < 1.1) return `All have about the same ${head.word}, ${latency(one.ms)} to ${latency(last.ms)}`;
  return `The ${head.word} lies between ${latency(one.ms)} and ${latency(last.ms)}, ${Number(times.toPrecision(2))} times as long`;
}

const QUANTILES = [
  ['p50', 'p50Ms', 'p50Band'],
  ['p95', 'p95Ms', 'p95Band'],
  ['p99', 'p99Ms', 'p99Band'],
] as const;

export const spreadFigure = (rows: readonly SpreadRow[]) =>
  figureOf<SpreadRow>(rows, [
    { title: 'what', of: ({ name }) => name },
    { title: 'samples', kind: 'count', of: ({ samples }) => samples },
    { title: 'min', key: 'min ms', kind: 'ms', of: ({ minMs }) => minMs },
    { title: 'mean', key: 'mean ms', kind: 'ms', of: ({ meanMs }) => meanMs },
    ...QUANTILES.flatMap(([p, ms, band]): Column<SpreadRow>[] => [
      { title: p, key: `${p} ms`, kind: 'ms', of: (row) => row[ms] },
      { title: `${p} low`, kind: 'ms', of: (row) => row[band]?.lowMs },
      { title: `${p} high`, kind: 'ms', of: (row) => row[band]?.highMs },
    ]),
  ]);
