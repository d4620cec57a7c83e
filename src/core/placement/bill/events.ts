/** What happens to objects at an age: they arrive, move, are dropped or expire. */
import { itemAt } from '../../at.ts';
import type { Move } from '../../report/plan-types.ts';
import type { Workload } from '../../workload/workload.ts';
import type { PlanContext } from '../context/types.ts';
import { staysOf } from '../placement.ts';
import type { Placement, Stay } from '../placement.ts';

/** Objects that arrive, move or leave at an age: one line of a candidate's moves. Stores are places among the holders. */
export interface MoveEvent extends Pick<Move, 'kind' | 'atDays'> {
  from: number | null;
  to: number | null;
}

/** What happens to new objects along their lives, with the bytes of the first month; of an object that is copied on and left, once. */
export function eventsOf(
  { populations }: PlanContext,
  { timelines }: Placement,
): { event: MoveEvent; bytesPerMonth: number }[] {
  return timelines.flatMap((timeline, p) => {
    const { stream, workload } = itemAt(populations, p);
    const population = workload.months[0]?.population;
    if (stream === 'old' || !population) return [];
    const bytes = (event: MoveEvent) => ({
      event,
      bytesPerMonth:
        workload.meanSizeBytes *
        (event.kind === 'arrive' ? population.arrivals : population.reaching(event.atDays)),
    });
    return staysOf(timeline, workload.lifeDays).flatMap((stay) => {
      const left = leaving(stay, workload);
      return [bytes(entered(stay.entry, stay.fromDays)), ...(left && left.to === null ? [bytes(left)] : [])];
    });
  });
}

export function entered({ store, from }: Stay['entry'], atDays: number): MoveEvent {
  return { kind: from === null ? 'arrive' : 'copy', atDays, from, to: store };
}

/** Null: objects stay for ever. */
export function leaving({ entry, toDays, into }: Stay, { expiryDays }: Workload): MoveEvent | null {
  const atDays = toDays ?? expiryDays;
  if (atDays === null) return null;
  const to = into.find(({ how }) => how === 'rule') ?? into[0];
  return to
    ? entered(to, atDays)
    : { kind: toDays === null ? 'expire' : 'drop', atDays, from: entry.store, to: null };
}
