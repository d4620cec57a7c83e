/**
 * How long the bulk copy takes: at the stated rate, or at what published limits let one bucket, prefix or subscription do. What an
 * archive holds is restored first, the way that costs least.
 */
import { restoreWithin } from '../placement/context/candidate-store.ts';
import type { CopyTime } from '../report/time-types.ts';
import type { PlacedStore } from '../placement/context/types.ts';
import { sustainedRate } from '../latency/load/load.ts';
import type { Migration } from '../scenario/over-time.ts';
import { HOURS_PER_DAY, SECONDS_PER_DAY } from '../units.ts';
import type { Workload } from '../workload/workload.ts';
import type { MoveEvent } from './events.ts';

/** Events of objects that a workload describes. */
export interface Copied {
  workload: Workload;
  copies: readonly MoveEvent[];
}

export function copyTime(
  moved: readonly Copied[],
  migration: Migration | undefined,
  opsShare: (store: string) => number,
): CopyTime {
  const copies = moved.flatMap(({ workload, copies: events }) =>
    events.flatMap((event) => (event.kind === 'copy' ? [{ ...event, workload }] : [])),
  );
  const objects = copies.reduce((sum, one) => sum + one.objects, 0);
  const bytes = copies.reduce((sum, one) => sum + one.objects * one.workload.meanSizeBytes, 0);
  if (objects === 0) return { bytes, objects, days: 0, boundBy: null, restoreHours: 0 };
  const waits = copies.map(({ from }) => restoreHoursOf(from));
  const restoreHours = waits.includes(null) ? null : Math.max(...waits.map((hours) => hours ?? 0));
  const waitDays = (restoreHours ?? 0) / HOURS_PER_DAY;
  const spread = { days: migration?.over ?? 0, boundBy: 'migration.over' };
  if (migration?.rate !== undefined) {
    const copyDays = bytes / migration.rate / SECONDS_PER_DAY;
    const rated = { days: waitDays + copyDays, boundBy: 'migration.rate' };
    return { bytes, objects, ...(spread.days > rated.days ? spread : rated), restoreHours };
  }
  const bounds = copies.flatMap(({ from, to, objects: count, workload }) => {
    const putsEach = workload.classes.reduce(
      (sum, one) => sum + one.share * one.put.reduce((puts, request) => puts + request.count, 0),
      0,
    );
    const of = (store: typeof from, applies: 'read' | 'write', requestsEach: number) => {
      const each = workload.meanSizeBytes / requestsEach;
      const rate = sustainedRate(store.edition.limits, applies, each, opsShare(store.store));
      return {
        days: waitDays + (count * requestsEach) / rate / SECONDS_PER_DAY,
        boundBy: `published ${applies} limit of ${store.ref}`,
      };
    };
    return [of(from, 'read', 1), of(to, 'write', putsEach)];
  });
  const slowest = bounds.reduce((worst, one) => (one.days > worst.days ? one : worst), spread);
  const pace = slowest.days > 0 ? slowest : { days: null, boundBy: null };
  return { bytes, objects, ...pace, restoreHours };
}

/** 0: the store answers at once. */
function restoreHoursOf({ edition }: PlacedStore): number | null {
  const tiers = edition.rules.storage.accessTiers.map((tier) => tier.restoreHours ?? 0);
  const way = restoreWithin(edition, Infinity);
  return way === 'never' ? null : Math.max(0, way?.hours ?? 0, ...tiers);
}
