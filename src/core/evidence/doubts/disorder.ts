/** Quantiles that fall where they must rise. */
import type { Measurement } from '../dataset.ts';
import { quantileOf } from '../statistic.ts';

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

export const ratioOf = ({ smallerShare, largerShare }: Disorder) => smallerShare.value / largerShare.value;

/** Of the requests, which do not exceed the row's value. */
export function shareOf({ statistic }: Measurement): number | null {
  return statistic === 'min' ? 0 : statistic === 'max' ? 1 : quantileOf(statistic);
}

/** Bounds leave a side open, and approximate values may lie where their ranges say. */
function excludeEachOther(smallerShare: Measurement, largerShare: Measurement): boolean {
  if (smallerShare.relation === 'lt' || largerShare.relation === 'gt') return false;
  const least = smallerShare.relation === 'approx' ? smallerShare.value_low : null;
  const most = largerShare.relation === 'approx' ? largerShare.value_high : null;
  return (least ?? smallerShare.value) > (most ?? largerShare.value);
}
