/** The costs of any plan's steps at given prices of latency and fair use, among what a proven plan may do. */
import type { PathCosts } from './cheapest-shape.ts';
import type { PlanContext } from '../context/types.ts';
import { SLACK } from '../verdicts/requirements.ts';
import type { ShapeCosts } from './shape-costs.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

export interface Ground {
  context: PlanContext;
  judged: Verdicts;
}

/** What a proven plan may do with objects of a size, as far as single stores and sets of two tell. */
export function usableStores({ context, judged }: Ground, sizeBytes: number) {
  const meets = (s: number) => {
    const zones = context.stores[s]?.edition.zones;
    return typeof zones === 'number' && zones >= context.scenario.requirements.zones;
  };
  const copied = context.copies.some(
    ({ edition }) => edition.zones !== null && edition.zones >= context.scenario.requirements.zones,
  );
  const everywhere = copied || context.scenario.requirements.zones <= 1;
  const holds = (s: number) =>
    context.stores[s]?.inJurisdiction === true &&
    context.stores[s].edition.limits.every(
      ({ quantity, value }) => quantity !== 'object-size' || sizeBytes <= value,
    );
  return {
    indexes: [...context.stores.keys()].filter(holds),
    mayHold: (a: number, b: number) => everywhere || meets(a) || (b >= 0 && meets(b)),
    mayWrite: (s: number) =>
      context.workload.classes.length > 1 ||
      judged.writes.every(({ requirement, of }) => of([s]).high <= requirement.tail + SLACK),
    mayServe: (s: number, q: number) =>
      judged.requirements.every(
        ({ counts, weights }, r) =>
          counts !== 'unbounded' ||
          (weights[q] ?? 0) === 0 ||
          (judged.tails[r]?.[s]?.[q]?.high ?? 1) <= SLACK,
      ),
  };
}

export type Usable = ReturnType<typeof usableStores>;

export function pathCosts(
  { context }: Ground,
  own: ShapeCosts,
  usable: Usable,
  late: readonly number[],
  fair: readonly number[],
): PathCosts {
  const { indexes } = usable;
  const edges = Array.from({ length: own.stretches }, (_, e) => e);
  const enter = (s: number, e: number) => own.entered[s]?.[e] ?? 0;
  return {
    stretches: own.stretches,
    hold: indexes.map((s) =>
      edges.map((b) => (own.hold[s]?.[b] ?? 0) + (fair[s] ?? 0) * (own.fair[s]?.hold[b] ?? 0)),
    ),
    serve: indexes.map((s) =>
      context.workload.readers.map((_, q) => {
        const mayServe = usable.mayServe(s, q);
        return edges.map((b) =>
          mayServe
            ? (own.serve[s]?.[q]?.[b] ?? 0) +
              (fair[s] ?? 0) * (own.fair[s]?.serve[q]?.[b] ?? 0) +
              late.reduce((sum, price, r) => sum + price * (own.late[r]?.serve[s]?.[q]?.[b] ?? 0), 0)
            : Infinity,
        );
      }),
    ),
    copy: indexes.map((from) =>
      indexes.map((to) =>
        edges.map(
          (e) =>
            (own.copyOut[from]?.[to]?.[e] ?? 0) +
            (fair[from] ?? 0) * (own.fair[from]?.copyOut[to]?.[e] ?? 0) +
            (own.put[to]?.[e] ?? 0) +
            enter(to, e),
        ),
      ),
    ),
    move: indexes.map((from) =>
      indexes.map((to) =>
        edges.map((e) =>
          own.reaches(from, to, e)
            ? (own.leaveMoved[from]?.[e] ?? 0) + (own.moveIn[to]?.[e] ?? 0) + enter(to, e)
            : Infinity,
        ),
      ),
    ),
    write: indexes.map((s) => (own.put[s]?.[0] ?? 0) + (own.writerEgress[s] ?? 0) + enter(s, 0)),
    leave: indexes.map((s) => edges.map((e) => own.leave[s]?.[e] ?? 0)),
    end: indexes.map((s) => own.end[s] ?? 0),
    mayHold: (a, b) => usable.mayHold(indexes[a] ?? -1, b < 0 ? -1 : (indexes[b] ?? -1)),
    mayWrite: indexes.map(usable.mayWrite),
  };
}

/** Standing objects, each share of them that is read alike in the one or two stores that are best for it. */
export function standingCost(
  { context }: Ground,
  own: ShapeCosts,
  { indexes, mayHold, mayServe }: Usable,
  late: readonly number[],
  fair: readonly number[],
): number {
  const points = [context.scenario.workload.reads.skew ?? []].flat();
  const knots = [{ objects: 0, reads: 0 }, ...points, { objects: 1, reads: 1 }];
  if (!context.workload.months.some(({ population }) => population.standing.objects > 0)) return 0;
  const hold = (s: number) => (own.holdStanding[s] ?? 0) + (fair[s] ?? 0) * (own.fair[s]?.holdStanding ?? 0);
  const serve = (s: number, q: number) =>
    mayServe(s, q)
      ? (own.serveStanding[s]?.[q] ?? 0) +
        (fair[s] ?? 0) * (own.fair[s]?.serveStanding[q] ?? 0) +
        late.reduce((sum, price, r) => sum + price * (own.late[r]?.standing[s]?.[q] ?? 0), 0)
      : Infinity;
  const readers = [...context.workload.readers.keys()];
  const held = new Map(indexes.map((s) => [s, { hold: hold(s), serve: readers.map((q) => serve(s, q)) }]));
  let total = 0;
  for (const [i, { objects, reads }] of knots.entries()) {
    const before = knots[i - 1];
    if (!before) continue;
    const [share, read] = [objects - before.objects, reads - before.reads];
    if (share <= 0 && read <= 0) continue;
    let best = Infinity;
    for (const a of indexes)
      for (const b of indexes) {
        if (b < a || !mayHold(a, b === a ? -1 : b)) continue;
        const [x, y] = [held.get(a), held.get(b)];
        let cost = share * ((x?.hold ?? 0) + (b === a ? 0 : (y?.hold ?? 0)));
        for (const q of readers)
          if (read > 0) cost += read * Math.min(x?.serve[q] ?? Infinity, y?.serve[q] ?? Infinity);
        best = Math.min(best, cost);
      }
    total += best;
  }
  return total;
}
