/** How long the bulk copy takes: at the stated rate, or at what published limits let one bucket, prefix or subscription do. */
import type { CopyTime } from '../report/time-types.ts';
import { sustainedRate } from '../latency/load.ts';
import type { Migration } from '../scenario/over-time.ts';
import { SECONDS_PER_DAY } from '../units.ts';
import type { Workload } from '../workload/workload.ts';
import type { MoveEvent } from './events.ts';

export function copyTime(
  events: readonly MoveEvent[],
  workload: Workload,
  migration: Migration | undefined,
  opsShare: (store: string) => number,
): CopyTime {
  const copies = events.flatMap((event) => (event.kind === 'copy' ? [event] : []));
  const objects = copies.reduce((sum, one) => sum + one.objects, 0);
  const bytes = objects * workload.meanSizeBytes;
  if (objects === 0) return { bytes, objects, days: 0, boundBy: null };
  const spread = { days: migration?.over ?? 0, boundBy: 'migration.over' };
  if (migration?.rate !== undefined) {
    const rated = { days: bytes / migration.rate / SECONDS_PER_DAY, boundBy: 'migration.rate' };
    return { bytes, objects, ...(spread.days > rated.days ? spread : rated) };
  }
  const putsEach = workload.classes.reduce(
    (sum, one) => sum + one.share * one.put.reduce((puts, request) => puts + request.count, 0),
    0,
  );
  const bounds = copies.flatMap(({ from, to, objects: count }) => {
    const of = (store: typeof from, applies: 'read' | 'write', requestsEach: number) => {
      const each = workload.meanSizeBytes / requestsEach;
      const rate = sustainedRate(store.edition.limits, applies, each, opsShare(store.store));
      return {
        days: (count * requestsEach) / rate / SECONDS_PER_DAY,
        boundBy: `published ${applies} limit of ${store.ref}`,
      };
    };
    return [of(from, 'read', 1), of(to, 'write', putsEach)];
  });
  const slowest = bounds.reduce((worst, one) => (one.days > worst.days ? one : worst), spread);
  return slowest.days > 0 ? { bytes, objects, ...slowest } : { bytes, objects, days: null, boundBy: null };
}
