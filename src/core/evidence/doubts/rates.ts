/** Rates against size, and against the limit that was published with them. */
import type { Dataset } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { conditionOf } from '../cells.ts';

/** Runs differ by so much without a reason. */
const NOISE = 1.1;
/** At a limit is within so much of it. */
const REACHED = 0.9;

/** Larger objects at a higher rate: two conditions under one name. The worst pair of each store and operation. */
export function fasterWhenLarger({ measurements }: Dataset): EvidenceFinding[] {
  const rates = measurements.filter((row) => row.metric === 'rate' && row.size_bytes !== null);
  return [...Map.groupBy(rates, (row) => conditionOf({ ...row, size_bytes: null })).values()].flatMap(
    (rows): EvidenceFinding[] => {
      const bySize = rows
        .map((row) => ({ sizeBytes: row.size_bytes ?? 0, perSecond: row.value }))
        .sort((a, b) => a.sizeBytes - b.sizeBytes);
      const pairs = bySize.flatMap((larger, i) =>
        bySize
          .slice(0, i)
          .map((smaller) => ({ smaller, larger, ratio: larger.perSecond / smaller.perSecond })),
      );
      const [worst] = pairs.toSorted((a, b) => b.ratio - a.ratio);
      const [row] = rows;
      if (!row || !worst || worst.ratio < NOISE) return [];
      const { smaller, larger, ratio } = worst;
      const irreducible = Math.sqrt(ratio) - 1;
      return [
        {
          code: 'faster-when-larger',
          store: row.store,
          operation: row.operation,
          smaller,
          larger,
          irreducible,
        },
      ];
    },
  );
}

/** Published limits that no row comes near. */
export function limitUnreached({ measurements }: Dataset): EvidenceFinding[] {
  return measurements.flatMap((row): EvidenceFinding[] => {
    if (row.metric !== 'limit' || (row.unit !== '1/s' && row.unit !== 'bytes/s')) return [];
    const metric = row.unit === '1/s' ? 'rate' : 'throughput';
    const reached = measurements.filter((one) => one.metric === metric && one.store === row.store);
    const best = Math.max(...reached.map(({ value }) => value));
    if (reached.length === 0 || best >= REACHED * row.value) return [];
    return [{ code: 'limit-unreached', store: row.store, unit: row.unit, limit: row.value, best }];
  });
}
