/** Quantiles that fall where they must rise. */
import type { Dataset, Measurement } from '../dataset.ts';
import { measuredCells } from '../cells.ts';
import type { MeasuredCell } from '../cells.ts';
import { quantileOf } from '../statistic.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { nameOfRow, worstOfEach } from './groups.ts';

/** The row of the smaller share has the larger value. */
interface Disorder {
  smallerShare: Measurement;
  largerShare: Measurement;
}

/** Of the rows of one cell, the two that lie furthest the wrong way round; null where all rise. */
export function disorderOf(rows: Iterable<Measurement>): Disorder | null {
  const rising = [...rows]
    .flatMap((row) => {
      const p = shareOf(row);
      return p === null ? [] : [{ p, row }];
    })
    .sort((a, b) => a.p - b.p)
    .map(({ row }) => row);
  const pairs = rising.flatMap((largerShare, i) =>
    rising
      .slice(0, i)
      .filter((smallerShare) => excludeEachOther(smallerShare, largerShare))
      .map((smallerShare) => ({ smallerShare, largerShare })),
  );
  const [worst] = pairs.toSorted((a, b) => ratioOf(b) - ratioOf(a));
  return worst ?? null;
}

const ratioOf = ({ smallerShare, largerShare }: Disorder) => smallerShare.value / largerShare.value;

/** Of the requests, which do not exceed the row's value. */
function shareOf({ statistic }: Measurement): number | null {
  return statistic === 'min' ? 0 : statistic === 'max' ? 1 : quantileOf(statistic);
}

/** Bounds leave a side open, and approximate values may lie where their ranges say. */
function excludeEachOther(smallerShare: Measurement, largerShare: Measurement): boolean {
  if (smallerShare.relation === 'lt' || largerShare.relation === 'gt') return false;
  const least = smallerShare.relation === 'approx' ? smallerShare.value_low : null;
  const most = largerShare.relation === 'approx' ? largerShare.value_high : null;
  return (least ?? smallerShare.value) > (most ?? largerShare.value);
}

/** The worst cell of each store, operation and metric. */
export function disorderedQuantiles({ measurements }: Dataset): EvidenceFinding[] {
  const found = measuredCells(measurements).flatMap((cell) => {
    const disorder = disorderOf(cell.figures.values());
    return disorder ? [{ cell, ...disorder }] : [];
  });
  const group = ({ cell }: (typeof found)[number]) => `${cell.store}|${cell.operation}|${cell.metric}`;
  return worstOfEach(found, group, ratioOf).map(({ cell, smallerShare, largerShare, cells }) => ({
    code: 'quantiles-disordered',
    ...nameOfRow(smallerShare),
    metric: cell.metric,
    unit: cell.unit,
    smallerShare: pointOf(smallerShare),
    largerShare: pointOf(largerShare),
    cells,
  }));
}

function pointOf(row: Measurement): { statistic: string; p: number; value: number } {
  return { statistic: row.statistic, p: shareOf(row) ?? 0, value: row.value };
}

/** In a few words, for the cell itself; null where its quantiles rise. */
export function disorderWords({ figures, unit }: MeasuredCell): string | null {
  const disorder = disorderOf(figures.values());
  if (!disorder) return null;
  const { smallerShare, largerShare } = disorder;
  return `out of order: ${smallerShare.statistic} ${smallerShare.value} ${unit} above ${largerShare.statistic} ${largerShare.value} ${unit}`;
}
