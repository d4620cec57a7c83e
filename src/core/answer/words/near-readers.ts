/** Stores whose latency is that of a copy near each reader, where readers are far apart: an assumption that decides. */
import { findPlace, greatCircleKm } from '../../places.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { formatNumber } from '../../text/numbers.ts';
import type { Names } from './names.ts';

/** Region of a store that keeps objects near each reader. */
const NEAR_READERS = '@global';
/** New York to London is 5,570 km, across one continent is less. */
const FAR_KM = 5000;

export function nearReadersWords(
  { stores, read: { byPlace } }: Pick<Candidate, 'stores' | 'read'>,
  names: Pick<Names, 'store'>,
): string[] {
  return stores.flatMap((ref) => {
    if (!ref.endsWith(NEAR_READERS)) return [];
    const readers = byPlace
      .filter(({ p99Ms, servedBy }) => p99Ms !== null && servedBy.some(({ store }) => store === ref))
      .flatMap(({ place }) => findPlace(place) ?? []);
    const km = Math.max(0, ...readers.flatMap((a) => readers.map((b) => greatCircleKm(a, b))));
    if (km < FAR_KM) return [];
    const apart = formatNumber(Math.round(km / 100) * 100, 0);
    return [
      `The latency shown assumes that ${names.store(ref)} has each object near every reader. Readers are up to ${apart} km apart.`,
    ];
  });
}
