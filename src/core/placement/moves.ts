/** Bytes moving and copies dropped along one object's life, each with what it adds to the month's bill. */
import type { Move, Segment } from '../report/plan-types.ts';
import type { PlanContext } from './plan-context.ts';
import type { Exact } from './exact-cost.ts';
import { hotShares } from './candidate-latency.ts';
import type { Policy } from './policy.ts';
import { movesByLifecycle } from './store-parts.ts';

export function movesOf(context: PlanContext, exact: Exact, policy: Policy): Move[] {
  const population = context.workload.months[0]?.population;
  const [hot, cold] = [context.stores[policy.hot], context.stores[policy.cold]];
  if (!population || !hot || !cold || context.workload.edges.length === 0) return [];
  const { expiryDays, meanSizeBytes } = context.workload;
  const threshold = policy.thresholdDays;
  const whole = exact.firstMonth(policy);
  const without = (event: 'arrive' | 'copy' | 'leave', holder?: number) =>
    whole - exact.firstMonth(policy, holder === undefined ? { event } : { event, holder });
  const move = (
    atDays: number,
    kind: Move['kind'],
    from: string | null,
    to: string | null,
    objects: number,
    amount: number,
  ): Move => ({
    atDays,
    kind,
    from,
    to,
    bytesPerMonth: objects * meanSizeBytes,
    amount,
  });

  const moves = [move(0, 'arrive', null, hot.ref, population.arrivals, without('arrive', 0))];
  if (policy.entry === 'dual')
    moves.push(move(0, 'arrive', null, cold.ref, population.arrivals, without('arrive', 1)));
  if (threshold !== null) {
    const leaving = population.reaching(threshold);
    if (policy.entry === 'tier')
      moves.push(move(threshold, 'copy', hot.ref, cold.ref, leaving, without('copy')));
    else moves.push(move(threshold, 'drop', hot.ref, null, leaving, without('leave', 0)));
  }
  if (expiryDays !== null) {
    const last = threshold === null ? 0 : 1;
    moves.push(
      move(expiryDays, 'expire', cold.ref, null, population.reaching(expiryDays), without('leave', last)),
    );
  }
  return moves;
}

/** What the egress of tiering alone adds, or would add, to the month's bill. */
export function tieringEgress(
  context: PlanContext,
  exact: Exact,
  policy: Policy,
): { amount: number; bytes: number } {
  const population = context.workload.months[0]?.population;
  const [hot, cold] = [context.stores[policy.hot], context.stores[policy.cold]];
  const tiered: Policy = { ...policy, entry: 'tier' };
  if (!population || !hot || !cold || policy.thresholdDays === null || movesByLifecycle(hot, cold, tiered))
    return { amount: 0, bytes: 0 };
  return {
    amount: exact.firstMonth(tiered) - exact.firstMonth(tiered, { event: 'copy-egress' }),
    bytes: population.reaching(policy.thresholdDays) * context.workload.meanSizeBytes,
  };
}

export function segmentsOf(context: PlanContext, policy: Policy, youngShare: number): Segment[] {
  const { lifeDays, readers } = context.workload;
  const [hot, cold] = [context.stores[policy.hot]?.ref ?? '', context.stores[policy.cold]?.ref ?? ''];
  const shares = hotShares(context, policy, 1);
  const all = (ref: string) => Object.fromEntries(readers.map((reader) => [reader.place, ref]));
  if (policy.thresholdDays === null)
    return [{ fromDays: 0, toDays: lifeDays, holders: [hot], servers: all(hot), readShare: 1 }];
  return [
    {
      fromDays: 0,
      toDays: policy.thresholdDays,
      holders: policy.entry === 'dual' ? [hot, cold] : [hot],
      servers: Object.fromEntries(readers.map((reader, q) => [reader.place, shares[q] === 0 ? cold : hot])),
      readShare: youngShare,
    },
    {
      fromDays: policy.thresholdDays,
      toDays: lifeDays,
      holders: [cold],
      servers: all(cold),
      readShare: 1 - youngShare,
    },
  ];
}
