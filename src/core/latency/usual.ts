/** What all stores measured say of one that nobody measured, and what each source says of one that several did. */
import { itemAt } from '../at.ts';
import { distributionOf } from './distributions/curve.ts';
import type { EvidenceBase } from './evidence-base.ts';
import { P99, bandOf, serverOf, withWay } from './model/estimate.ts';
import type { Band } from './model/estimate.ts';
import { STILL } from './model/fit.ts';
import { keyOf } from './model/observations.ts';
import { wayBetween } from './model/path.ts';
import { poolOf } from './predict.ts';
import type { Distribution, LatencyQuery } from './types.ts';

/** What a request takes at a store that nobody measured, by all that were: nine in ten lie in the band. No plan counts on it. */
export function usualLatency(
  query: LatencyQuery,
  base: EvidenceBase,
): Record<keyof Band, Distribution> | null {
  const way = wayBetween(query.at, query.from);
  const server = way && serverOf(poolOf(base), [], query, false);
  if (!server) return null;
  const { low, best, high } = withWay(bandOf(server), way, query);
  return { low: distributionOf(0, low), best: distributionOf(0, best), high: distributionOf(0, high) };
}

/** The p99 in ms of each source that a prediction rests on and that shows one, the way left off. */
export function sourcesOf(query: LatencyQuery, base: EvidenceBase): number[] {
  const pool = poolOf(base);
  const key = keyOf(query.store, query.operation);
  const said = pool.sources(key).flatMap((source) => pool.said(source, pool.level(key), query) ?? []);
  return said.flatMap(({ values, off }) => {
    const p99 = values[P99];
    return p99 && itemAt(off, P99) < STILL ? [Math.exp(p99.mean)] : [];
  });
}
