/** Objects a second times their size are bytes a second: two columns that tell of each other. */
import type { Dataset, Measurement } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { conditionOf } from '../cells.ts';
import { nameOfRow } from './groups.ts';

/** Two averages of one run may differ by this much, beyond what rounding leaves open. */
const TOLERANCE = 0.015;
/** So many rows that imply one other size speak of the label, not of themselves. */
const LABEL_ROWS = 3;
const SAME_SIZE = 0.01;

interface Pair {
  row: Measurement;
  sizeBytes: number;
  perSecond: number;
  bytesPerSecond: number;
}

export function columnsDisagree(dataset: Dataset): EvidenceFinding[] {
  const pairs = pairsOf(dataset);
  return [...Map.groupBy(pairs, ({ sizeBytes }) => String(sizeBytes)).values()].flatMap((ofSize) => {
    const label = mislabelled(ofSize);
    const truth = label?.impliedBytes ?? ofSize[0]?.sizeBytes ?? 0;
    const single = ofSize
      .filter((pair) => !agrees(pair, truth))
      .map(({ row, perSecond, bytesPerSecond }): EvidenceFinding => ({
        code: 'columns-disagree',
        ...nameOfRow(row),
        sizeBytes: truth,
        perSecond,
        bytesPerSecond,
        expected: perSecond * truth,
      }));
    return label ? [label, ...single] : single;
  });
}

function pairsOf({ measurements }: Dataset): Pair[] {
  const rates = new Map(
    measurements.flatMap((row) => (row.metric === 'rate' ? [[conditionOf(row), row.value] as const] : [])),
  );
  return measurements.flatMap((row): Pair[] => {
    const perSecond = rates.get(conditionOf(row));
    if (row.metric !== 'throughput' || !row.size_bytes || perSecond === undefined) return [];
    return [{ row, sizeBytes: row.size_bytes, perSecond, bytesPerSecond: row.value }];
  });
}

/** Most rows of a printed size imply the same other size. */
function mislabelled(pairs: readonly Pair[]): Extract<EvidenceFinding, { code: 'size-mislabelled' }> | null {
  const off = pairs.filter((pair) => !agrees(pair, pair.sizeBytes));
  const implied = off
    .map(({ perSecond, bytesPerSecond }) => bytesPerSecond / perSecond)
    .sort((a, b) => a - b);
  const median = implied[implied.length >> 1];
  const [first] = pairs;
  if (first === undefined || median === undefined || off.length * 2 <= pairs.length) return null;
  const alike = implied.filter((size) => Math.abs(size / median - 1) <= SAME_SIZE);
  if (alike.length < LABEL_ROWS) return null;
  const impliedBytes = Number(median.toPrecision(3));
  return { code: 'size-mislabelled', sizeBytes: first.sizeBytes, impliedBytes, cells: alike.length };
}

function agrees({ perSecond, bytesPerSecond }: Pair, sizeBytes: number): boolean {
  const quantum = printedQuantum(bytesPerSecond);
  const expected = perSecond * sizeBytes;
  return (
    expected >= (bytesPerSecond - quantum) * (1 - TOLERANCE) &&
    expected <= (bytesPerSecond + quantum) * (1 + TOLERANCE)
  );
}

/** What one step of the last digit is worth, in the unit in which the figure is shortest: 1.3 MiB/s is 0.1 MiB/s. */
function printedQuantum(bytesPerSecond: number): number {
  const units = [2 ** 30, 1e9, 2 ** 20, 1e6, 2 ** 10, 1e3, 1];
  for (const digits of [0, 1, 2]) {
    for (const unit of units) {
      const scaled = (bytesPerSecond / unit) * 10 ** digits;
      if (scaled >= 1 && Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled && scaled < 1e5)
        return unit / 10 ** digits;
    }
  }
  return 0;
}
