/** No answer comes sooner than light in fibre, there and back. */
import type { Dataset } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { FIBRE_KM_PER_MS } from '../../latency/client/round-trip.ts';
import { findPlace, greatCircleKm } from '../../places.ts';
import { latencyCells, nameOfRow } from './groups.ts';

/** Places that stand where they say; hints and continents may be anywhere near. */
const STANDS = new Set(['region', 'zone', 'runtime']);

export function fasterThanLight(dataset: Dataset): EvidenceFinding[] {
  return latencyCells(dataset).flatMap(({ row, minMs, quantiles }): EvidenceFinding[] => {
    const from = row.client_place === null ? undefined : findPlace(row.client_place);
    const to = row.store_region === null ? undefined : findPlace(row.store_region);
    if (!from || !to || !STANDS.has(from.kind) || !STANDS.has(to.kind)) return [];
    const leastMs = (2 * greatCircleKm(from, to)) / FIBRE_KM_PER_MS;
    const [first] = quantiles;
    const least = minMs === null ? first : { statistic: 'min', ms: minMs };
    if (row.layer === 'filesystem' || !least || least.ms >= leastMs) return [];
    const printed = { statistic: least.statistic, ms: least.ms };
    return [{ code: 'faster-than-light', ...nameOfRow(row), printed, from: from.id, to: to.id, leastMs }];
  });
}
