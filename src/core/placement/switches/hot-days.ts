/** What `solve` turns for hot days: the age at which the first store of a pair lets go, or of a cache how long a copy waits. */
import { formatDays } from '../../units.ts';
import { ageEdges } from '../../workload/age-edges.ts';
import { assignmentsOf } from '../context/assignments.ts';
import { isChain } from '../chain.ts';
import { isByAge } from '../not-by-age/placement.ts';
import type { CachePlacement } from '../not-by-age/placement.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import { spread } from './course.ts';
import { FAR, STEPS, SolveError } from './dial.ts';
import type { Dial } from './dial.ts';
import { contenderOf } from './priced-scenario.ts';
import type { Winner, PricedScenario } from './priced-scenario.ts';

/** Of a cache: how long a copy waits for its next read, as far as the scenario says how objects are re-read. */
function copyDays({ context, ground, evaluate }: PricedScenario, cache: CachePlacement): Dial {
  const least = context.stores[cache.hot]?.edition.rules.storage.minimumHours ?? 0;
  const ttls = (ground.notByAge.caches?.flows.ttls ?? []).filter((hours) => hours >= least);
  const [first = cache.ttlHours, last = cache.ttlHours] = [ttls[0], ttls.at(-1)];
  const ends = first < last ? spread(Math.max(first / FAR, least, 1 / 60), last, STEPS, 'log') : [];
  const grid = [...new Set([...ends, ...ttls])].sort((a, b) => a - b).map((hours) => hours / 24);
  const hot = context.stores[cache.hot]?.ref;
  return {
    path: `copies in ${hot} of ${context.stores[cache.cold]?.ref}`,
    unit: 'days',
    now: cache.ttlHours / 24,
    grid,
    at(days) {
      const placement = { ...cache, ttlHours: days * 24 };
      const found = evaluate(placement);
      return found?.feasible === 'yes'
        ? { ...contenderOf(context, placement), total: found.cost, atLeast: found.atLeast }
        : null;
    },
    words: (days) => `copies kept ${formatDays(days >= 1 ? Number(days.toPrecision(4)) : days)} in ${hot}`,
    contextAt: () => context,
  };
}

/**
 * The cheaper of tiering and dual write, under the best assignment of readers, by the age at which the first store lets go.
 * `unlimited`: the same scenario without a budget, whose best plan names the stores where `pair` does not. Throws `SolveError`.
 */
export function hotDaysDial(
  base: PricedScenario,
  unlimited: PricedScenario,
  pair: readonly [hot: string, cold: string] | undefined,
): Dial {
  const { context } = base;
  const { lifeDays, edges, readers, curve } = context.workload;
  const best = unlimited.winner()?.placement;
  if (best && !isByAge(best) && best.kind === 'cache' && !pair) return copyDays(base, best);
  const { hot, cold, now } = pairOf(context, best, pair);
  if (edges.length === 0) throw new SolveError('its objects have no age: nothing arrives');
  const [first = 0] = edges;
  const ends: [number, number] = [first, lifeDays * (1 - 1e-9)];
  const inside = ageEdges(lifeDays, curve.knots).filter((age) => age > first);
  const grid = [...new Set([...spread(...ends, STEPS, 'log'), ...inside])].sort((a, b) => a - b);
  const assignments = assignmentsOf(readers.length).map(({ coldServes }) => coldServes);
  const policies = (thresholdDays: number): Policy[] =>
    assignments.flatMap((coldServes, a) => [
      ...(a === 0 ? [{ hot, cold, thresholdDays, entry: 'tier' as const, coldServes }] : []),
      { hot, cold, thresholdDays, entry: 'dual' as const, coldServes },
    ]);
  return {
    path: `${context.stores[hot]?.ref} before ${context.stores[cold]?.ref}`,
    unit: 'days',
    now,
    grid,
    at: (days) =>
      policies(days)
        .flatMap((policy): Winner[] => {
          const found = base.evaluate(policy);
          return found?.feasible === 'yes'
            ? [{ ...contenderOf(context, policy), total: found.cost, atLeast: found.atLeast }]
            : [];
        })
        .sort((a, b) => Number(a.atLeast) - Number(b.atLeast) || a.total - b.total)[0] ?? null,
    words: (days) =>
      `${formatDays(days >= 1 ? Number(days.toPrecision(4)) : days)} in ${context.stores[hot]?.ref}`,
    contextAt: () => context,
  };
}

/** The stores named, else those of the best plan; with the age at which that one moves objects, where it is of them. */
function pairOf(
  { stores }: PlanContext,
  best: Winner['placement'] | undefined,
  pair: readonly [hot: string, cold: string] | undefined,
): { hot: number; cold: number; now: number | null } {
  if (best && !isByAge(best) && !pair)
    throw new SolveError(
      'the best plan goes by the size or popularity of objects, and moves none by age; name a pair of stores',
    );
  if (best && isByAge(best) && isChain(best) && !pair)
    throw new SolveError('the best plan moves objects twice; name a pair of stores');
  const own = best && isByAge(best) && !isChain(best) ? best : undefined;
  const [hot, cold] = pair
    ? pair.map((ref) => stores.findIndex((store) => store.ref === ref))
    : own?.thresholdDays === null || !own
      ? []
      : [own.hot, own.cold];
  if (hot === undefined || cold === undefined)
    throw new SolveError('the best plan holds objects in one store; name a pair of stores');
  const missing = pair?.find((_, i) => [hot, cold][i] === -1);
  if (missing !== undefined)
    throw new SolveError(`${missing} is not a candidate of this scenario with a price`);
  if (hot === cold) throw new SolveError('a pair is two different stores');
  return { hot, cold, now: own && own.hot === hot && own.cold === cold ? own.thresholdDays : null };
}
