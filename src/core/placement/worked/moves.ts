/** Bytes moving and copies dropped along one object's life, each with what it adds to the month's bill. */
import type { Move, Segment } from '../../report/plan-types.ts';
import { chainOf, entersByLifecycle, serverOf, sourceOf } from '../chain.ts';
import type { Placement } from '../chain.ts';
import type { PlanContext } from '../context/types.ts';
import type { Exact, Omitted } from '../costs/exact-cost.ts';

export function movesOf(context: PlanContext, exact: Exact, placement: Placement): Move[] {
  const population = context.workload.months[0]?.population;
  if (!population || context.workload.edges.length === 0) return [];
  const { expiryDays, meanSizeBytes } = context.workload;
  const chain = chainOf(placement);
  const ref = (stay: number) => context.stores[chain.stays[stay]?.store ?? -1]?.ref ?? null;
  const whole = exact.firstMonth(chain);
  const move = (
    atDays: number,
    kind: Move['kind'],
    from: string | null,
    to: string | null,
    objects: number,
    omitted: Omitted,
  ): Move => ({
    atDays,
    kind,
    from,
    to,
    bytesPerMonth: objects * meanSizeBytes,
    amount: whole - exact.firstMonth(chain, omitted),
  });

  const moves: Move[] = [];
  for (const [i, { fromDays }] of chain.stays.entries()) {
    if (fromDays === 0)
      moves.push(move(0, 'arrive', null, ref(i), population.arrivals, { event: 'arrive', stay: i }));
    else
      moves.push(
        move(fromDays, 'copy', ref(sourceOf(chain, i)), ref(i), population.reaching(fromDays), {
          event: 'copy',
          into: i,
        }),
      );
  }
  for (const [i, { toDays }] of chain.stays.entries()) {
    const isMoved = chain.stays.some((next, j) => next.fromDays === toDays && sourceOf(chain, j) === i);
    if (toDays !== null && !isMoved)
      moves.push(
        move(toDays, toDays === expiryDays ? 'expire' : 'drop', ref(i), null, population.reaching(toDays), {
          event: 'leave',
          stay: i,
        }),
      );
    if (toDays === null && expiryDays !== null)
      moves.push(
        move(expiryDays, 'expire', ref(i), null, population.reaching(expiryDays), {
          event: 'leave',
          stay: i,
        }),
      );
  }
  return moves.sort((a, b) => a.atDays - b.atDays);
}

/** What the egress of the first copy alone adds, or would add were it tiered, to the month's bill. */
export function tieringEgress(
  context: PlanContext,
  exact: Exact,
  placement: Placement,
): { amount: number; bytes: number } {
  const population = context.workload.months[0]?.population;
  const tiered = 'entry' in placement ? { ...placement, entry: 'tier' as const } : placement;
  const chain = chainOf(tiered);
  const copied = chain.stays.filter(
    ({ fromDays }, j) => fromDays > 0 && !entersByLifecycle(context.stores, chain, j),
  );
  if (!population || copied.length === 0) return { amount: 0, bytes: 0 };
  return {
    amount: exact.firstMonth(tiered) - exact.firstMonth(tiered, { event: 'copy-egress' }),
    bytes: copied.reduce(
      (sum, { fromDays }) => sum + population.reaching(fromDays) * context.workload.meanSizeBytes,
      0,
    ),
  };
}

/** `shares`: of all reads, in each stretch. */
export function segmentsOf(context: PlanContext, placement: Placement, shares: readonly number[]): Segment[] {
  const { lifeDays, readers } = context.workload;
  const { stays, stretches } = chainOf(placement);
  const ref = (stay: number) => context.stores[stays[stay]?.store ?? -1]?.ref ?? '';
  // After the end of life nothing holds an object: two copies that are kept to it are one segment.
  const lived = stretches.filter(({ fromDays }) => fromDays < lifeDays);
  return lived.map((stretch, k) => ({
    fromDays: stretch.fromDays,
    toDays: stretch.toDays ?? lifeDays,
    holders: stretch.holders.map(ref),
    servers: Object.fromEntries(readers.map((reader, q) => [reader.place, ref(serverOf(stretch, q))])),
    readShare: shares[k] ?? 0,
  }));
}
