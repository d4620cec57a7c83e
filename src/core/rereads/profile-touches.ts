/** A profile's re-read gaps as touches, class of size by class of size. */
import { itemAt } from '../at.ts';
import { SIZE_EDGES_BYTES, TIME_EDGES_SECONDS } from '../workload/profile.ts';
import type { Profile } from '../workload/profile.ts';
import { NO_GAPS, gapHistogram } from './gaps.ts';
import type { GapCell } from './gaps.ts';
import type { Touches } from './ttl-cost.ts';

const SECONDS_PER_HOUR = 3600;

interface SizeTouches {
  /** Mean of the class: by bytes of the objects. */
  sizeBytes: number;
  touches: Touches;
  readsPerHour: number;
}

/**
 * One entry for each class of size that was read. A profile does not tell a gap after a write from one after a read: all
 * count as after reads, as they are to a cache that writes fill; where `writesSeen`, nothing follows for other caches. The
 * last touch of an object in the trace counts as its last of all, and a deleted object's copy as held on: both make long
 * TTLs look worse than they are. Empty where the profile has no gaps.
 */
export function touchesOfProfile(profile: Profile): { sizes: SizeTouches[]; writesSeen: boolean } {
  const sizes = profile.sizes.flatMap((one): SizeTouches[] => {
    const objects = one.created + one.standing;
    const cells = cellsOf(profile, sizeIndex(one.upToBytes));
    if (one.reads === 0 || objects === 0 || (cells.length === 0 && one.standing === 0)) return [];
    return [
      {
        sizeBytes: Math.max(1, Math.round((one.createdBytes + one.standingBytes) / objects)),
        touches: {
          afterRead: gapHistogram(cells),
          afterWrite: NO_GAPS,
          endedAfterRead: NO_GAPS,
          endedAfterWrite: NO_GAPS,
          writes: one.created,
          firstReads: one.standing,
          lastReads: objects,
          lastWrites: 0,
        },
        readsPerHour: one.reads / (profile.source.seconds / SECONDS_PER_HOUR),
      },
    ];
  });
  const requests = profile.source.detail === 'requests';
  return { sizes: requests ? sizes : [], writesSeen: profile.sizes.some((one) => one.created > 0) };
}

function sizeIndex(upToBytes: number | null): number {
  return upToBytes === null ? SIZE_EDGES_BYTES.length : SIZE_EDGES_BYTES.indexOf(upToBytes);
}

/** Means are by bytes, as rent is. Classes that were put together keep the upper edge of the last. */
function cellsOf({ rereads }: Profile, size: number): GapCell[] {
  const own = rereads.filter((row) => row[0] === size).toSorted((a, b) => a[1] - b[1]);
  let fromHours = 0;
  return own.map(([, gap, count, bytes, byteHours]): GapCell => {
    const lower = (gap === 0 ? 0 : itemAt(TIME_EDGES_SECONDS, gap - 1)) / SECONDS_PER_HOUR;
    const upper = (TIME_EDGES_SECONDS[gap] ?? Infinity) / SECONDS_PER_HOUR;
    const mean = bytes > 0 ? byteHours / bytes : undefined;
    const low = mean === undefined || mean >= lower ? lower : fromHours;
    // The last class has no end: as far beyond its mean as the mean is beyond its start.
    const toHours = upper < Infinity ? upper : Math.max(low, 2 * (mean ?? low) - low);
    fromHours = toHours;
    return {
      fromHours: low,
      toHours,
      count,
      ...(mean === undefined ? {} : { meanHours: Math.min(toHours, Math.max(low, mean)) }),
    };
  });
}
