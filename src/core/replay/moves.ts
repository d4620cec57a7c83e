/** What a placement moves in the period of a replay, and which reads its hot stores answer. */
import { itemAt } from '../at.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { staysOf } from '../placement/placement.ts';
import type { Placement } from '../placement/placement.ts';
import { flowsIn, hitShare } from '../rereads/caches/flows.ts';

/** Objects that are copied or moved to another store in the period. */
export function movesIn(context: PlanContext, { timelines, cache }: Placement): number {
  if (cache) {
    const { misses, writeFills } = flowsIn(context).mean(cache);
    return misses + writeFills;
  }
  return timelines.reduce((all, timeline, p) => {
    const { workload } = itemAt(context.populations, p);
    const { population } = itemAt(workload.months, 0);
    return staysOf(timeline, workload.lifeDays)
      .filter(({ entry }) => entry.from !== null)
      .reduce((sum, { fromDays }) => sum + population.reaching(fromDays), all);
  }, 0);
}

/** Of reads, those that a copy answers, or the first stores of objects that move; null where nothing moves. */
export function hotShare(context: PlanContext, { timelines, cache }: Placement): number | null {
  if (cache) return hitShare(context, cache);
  let [hot, all] = [0, 0];
  for (const [p, { workload, reads }] of context.populations.entries()) {
    const second = timelines[p]?.[1];
    if (!second) continue;
    all += reads;
    hot += reads * itemAt(workload.months, 0).population.readShareBelow(second.fromDays);
  }
  return all > 0 ? hot / all : null;
}
