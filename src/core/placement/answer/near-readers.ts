/** Stores whose latency is that of a copy near each reader, where readers are far apart: an assumption that decides. */
import { findPlace, greatCircleKm } from '../../places.ts';
import type { Finding } from '../../findings/index.ts';
import type { ReadLatency } from '../../report/plan-types.ts';
import type { PlanContext } from '../context/types.ts';

/** New York to London is 5,570 km, across one continent is less. */
const FAR_KM = 5000;

export function nearReaders({ stores }: Pick<PlanContext, 'stores'>, { byPlace }: ReadLatency): Finding[] {
  return stores.flatMap(({ ref, place }): Finding[] => {
    if (place !== null) return [];
    const readers = byPlace
      .filter(({ p99Ms, servedBy }) => p99Ms !== null && servedBy.some(({ store }) => store === ref))
      .flatMap((one) => findPlace(one.place) ?? []);
    const km = Math.max(0, ...readers.flatMap((a) => readers.map((b) => greatCircleKm(a, b))));
    return km > FAR_KM ? [{ code: 'near-readers', store: ref, km }] : [];
  });
}
