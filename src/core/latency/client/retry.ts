/** Requests that fail are asked again: the wait before, and the requests more. */
import type { Dataset } from '../../evidence/dataset.ts';
import { mixture } from '../distributions/mixture.ts';
import { shift } from '../distributions/transform.ts';
import type { Distribution } from '../types.ts';

/** Share of requests that fail, with its 95 % interval. */
export interface ErrorShare {
  low: number;
  best: number;
  high: number;
  /** Dataset and samples behind it; null where the user stated it. */
  from: { dataset: string; samples: number | null } | null;
}

/** What is rarer than this changes no quantile that anyone prints. */
const NEGLIGIBLE = 1e-9;

/**
 * F(t) = Σ (1 − e)·eᵏ·F₁(t − k·after): each try fails with probability e, whatever came before, and the next begins
 * `afterMs` after it. Throws `RangeError` unless 0 ≤ e < 1.
 */
export function retried(single: Distribution, errors: number, afterMs: number): Distribution {
  if (!(errors >= 0 && errors < 1)) throw new RangeError('errors are a share below 1');
  const parts = [];
  for (let k = 0, share = 1 - errors; share > NEGLIGIBLE; k += 1, share *= errors)
    parts.push({ share, of: shift(single, k * afterMs) });
  return mixture(parts);
}

/** Requests for each that is answered: 1/(1 − e). */
export function tries(errors: number): number {
  return 1 / (1 - errors);
}

/** From here on a store answers no better than a coin. */
const MOST_ERRORS = 0.5;

/** The 95 % quantile of the standard normal distribution, two-sided. */
const Z = 1.959964;

/**
 * The share of a store's reads that failed in the dataset with most of them; null where none counted its errors. The interval is Wilson's
 * (E. B. Wilson, JASA 22, 1927), which holds for no error at all, too; null where it reaches one half, which proves no service.
 */
export function measuredErrors(datasets: readonly Dataset[], store: string): ErrorShare | null {
  const counted = datasets
    .filter(({ status }) => status !== 'claimed')
    .flatMap(({ id, measurements }) => {
      const rows = measurements.filter(
        (row) =>
          row.store === store &&
          row.operation === 'GET' &&
          row.metric === 'errors' &&
          row.unit === 'share' &&
          row.samples !== null,
      );
      const samples = rows.reduce((sum, row) => sum + (row.samples ?? 0), 0);
      const failed = rows.reduce((sum, row) => sum + row.value * (row.samples ?? 0), 0);
      return samples > 0 ? [{ id, samples, failed }] : [];
    })
    .sort((a, b) => b.samples - a.samples);
  const [most] = counted;
  if (!most) return null;
  const { id, samples: n, failed } = most;
  const share = failed / n;
  const centre = (failed + (Z * Z) / 2) / (n + Z * Z);
  const half = (Z / (n + Z * Z)) * Math.sqrt(n * share * (1 - share) + (Z * Z) / 4);
  const high = Math.max(share, centre + half);
  if (high >= MOST_ERRORS) return null;
  return {
    low: Math.max(0, Math.min(share, centre - half)),
    best: share,
    high,
    from: { dataset: id, samples: n },
  };
}
