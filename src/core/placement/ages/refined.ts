/**
 * Between the edges of the grid: the ages of a placement's moves at which it is cheapest, of those that can be put into practice.
 * Within a bucket quantities are linear in the age, so a bill bends only where a tier, an allowance or a minimum duration does, and
 * a latency requirement holds up to some age: each stretch is halved towards its least, and billed exactly (design §6).
 */
import type { Feasible } from '../../report/verdict.ts';
import { verdictOfChain } from '../chains/judge.ts';
import { chainOf, chainOfSteps, isChain } from '../chain.ts';
import type { Placement } from '../chain.ts';
import type { Exact } from '../costs/exact-cost.ts';
import type { PlanContext } from '../context/types.ts';
import { agesBetween, canBeLeft, isWhole } from './runnable.ts';
import { transitionAgeDays } from '../context/candidate-store.ts';
import type { Shown } from '../worked/worked-plan.ts';
import { VERDICTS } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

export interface RefineSources {
  context: PlanContext;
  exact: Exact;
  judged: Verdicts;
}

const HOURS_PER_DAY = 24;
/** Rounds over the ages of a chain: each finds the best age of one move while the others stay. */
const ROUNDS = 8;
/** Of a bill: what is less is the order of its sums. */
const ROUNDING = 1e-12;

/** Ages at which objects leave one store for the next, rising. */
export function agesOf(placement: Placement): number[] {
  if (!isChain(placement)) return placement.thresholdDays === null ? [] : [placement.thresholdDays];
  return placement.stays.flatMap(({ toDays }) => toDays ?? []);
}

/** The same stores, entries and servers with moves at other ages. */
export function withAges(placement: Placement, ages: readonly number[]): Placement {
  if (!isChain(placement)) return { ...placement, thresholdDays: ages[0] ?? null };
  const { stays, stretches } = placement;
  return chainOfSteps(
    stays.map(({ store }) => store),
    ages.map((thresholdDays, i) => ({
      thresholdDays,
      entry: stays[i + 1]?.fromDays === 0 ? 'dual' : 'tier',
    })),
    (stretch) => stretches[stretch]?.servers ?? [],
  );
}

/**
 * Whether anything is known of reads inside a bucket: what the scenario gives by age is joined by straight lines, and where it gives
 * nothing at all, an age between two edges would rest on nothing.
 */
export function mayRefine({ workload }: PlanContext): boolean {
  const { edges, curve, months } = workload;
  return (
    edges.length > 0 && (curve.knots.length > 2 || months.every(({ population }) => population.reads === 0))
  );
}

/** No dearer and no less proven than `start`, each age between the edges on either side of it. `count` is told of every bill. */
export function refinedAges(
  { context, exact, judged }: RefineSources,
  start: Shown,
  count: () => void = () => undefined,
): Shown {
  const { stores, workload, scenario } = context;
  const { budget = Infinity } = scenario.requirements;
  const gridAges = agesOf(start.policy);
  const steps = [...gridAges.keys()];
  const around = gridAges.map((age) => ({
    low: workload.edges.findLast((edge) => edge < age) ?? 0,
    high: workload.edges.find((edge) => edge > age) ?? workload.lifeDays,
  }));
  const worst = VERDICTS.indexOf(start.feasible);
  const wasRunnable = steps.map((k) => canBeLeft(stores, chainOf(start.policy), k));

  const known = new Map<string, Shown | null>();
  /** Null where it cannot be, or is less proven. */
  const at = (ages: readonly number[]): Shown | null => {
    const key = ages.join();
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = tried(withAges(start.policy, ages));
    known.set(key, made);
    return made;
  };
  const tried = (policy: Placement): Shown | null => {
    const feasible: Feasible = isChain(policy) ? verdictOfChain(context, judged, policy) : judged.of(policy);
    if (VERDICTS.indexOf(feasible) > worst) return null;
    count();
    const { total: cost, atLeast } = exact.of(policy);
    return atLeast !== start.atLeast || cost > budget ? null : { policy, cost, atLeast, feasible };
  };
  known.set(gridAges.join(), start);

  let best = start;
  const note = (one: Shown | null): number => {
    if (one && one.cost < best.cost * (1 - ROUNDING)) best = one;
    return one?.cost ?? Infinity;
  };

  /** The least over ages that rise together; `marks`: where the bill may bend or jump, first and last among them. */
  const search = (agesAt: (i: number) => readonly number[], marks: readonly number[]) => {
    const cost = (i: number) => note(at(agesAt(i)));
    for (const [m, from] of marks.entries()) {
      const to = marks[m + 1];
      if (to === undefined) {
        cost(from);
        continue;
      }
      let [i, j] = [from, to];
      const [first, last] = [cost(i), cost(j)];
      if (first === Infinity && last === Infinity) continue;
      // Which requirement holds up to which age: it holds at one end alone.
      if (first === Infinity) i = lastThat(j, i, cost);
      else if (last === Infinity) j = lastThat(i, j, cost);
      downhill(i, j, cost);
    }
  };
  /** The k-th move over all its ages, the others where they are. */
  const along = (ages: readonly number[], k: number) => {
    const own = pointsOf(ages, k);
    search((i) => ages.with(k, own[i] ?? NaN), marksOf(ages, k, own));
  };
  /** All moves earlier or later by as many whole days: an object's time in a store between them stays what its minimum asks for. */
  const together = (ages: readonly number[]) => {
    const fits = (days: number) =>
      ages.every((age, k) => {
        const { low, high } = around[k] ?? { low: 0, high: 0 };
        return age + days > 0 && age + days >= low && age + days <= high && age + days < workload.lifeDays;
      }) &&
      isRunnable(
        ages.map((age) => age + days),
        steps,
      );
    const days: number[] = [0];
    for (let back = -1; fits(back); back -= 1) days.unshift(back);
    const now = days.length - 1;
    for (let on = 1; fits(on); on += 1) days.push(on);
    search((i) => ages.map((age) => age + (days[i] ?? NaN)), [...new Set([0, now, days.length - 1])]);
  };
  const isRunnable = (ages: readonly number[], moved: readonly number[]) => {
    // Rules and schedules both count whole days.
    if (ages.every(isWhole)) return true;
    const chain = chainOf(withAges(start.policy, ages));
    return steps.every((k) => canBeLeft(stores, chain, k) || (!moved.includes(k) && !wasRunnable[k]));
  };
  const within = (ages: readonly number[], k: number) => ({
    low: Math.max(around[k]?.low ?? 0, ages[k - 1] ?? 0),
    high: Math.min(around[k]?.high ?? workload.lifeDays, ages[k + 1] ?? workload.lifeDays),
  });
  const points = new Map<string, number[]>();
  /** Ages of the k-th move while the others stay. */
  const pointsOf = (ages: readonly number[], k: number): number[] => {
    const key = `${k}:${ages.with(k, 0).join()}`;
    const made = points.get(key) ?? pointsBeside(ages, k);
    points.set(key, made);
    return made;
  };
  const pointsBeside = (ages: readonly number[], k: number): number[] => {
    const { low, high } = within(ages, k);
    const areWhole = ages.every((age, i) => i === k || isWhole(age));
    const inside = agesBetween(low, high, ages.slice(0, k)).filter(
      (age) => (areWhole && isWhole(age)) || isRunnable(ages.with(k, age), [k]),
    );
    const ends = [low, gridAges[k] ?? 0, high].filter(
      (age) => age > (ages[k - 1] ?? 0) && age < (ages[k + 1] ?? workload.lifeDays),
    );
    return [...new Set([...inside, ...ends])].sort((a, b) => a - b);
  };
  /** Where the bill may bend or jump: the ends, the age of the grid, minimum durations, and what lifecycle rules reach. */
  const marksOf = (ages: readonly number[], k: number, own: readonly number[]): number[] => {
    const { stays } = chainOf(withAges(start.policy, ages));
    const bends = [gridAges[k] ?? 0];
    for (const [i, { store, fromDays }] of stays.entries()) {
      const minimum = (stores[store]?.edition.rules.storage.minimumHours ?? 0) / HOURS_PER_DAY;
      bends.push(fromDays + minimum, (stays[i]?.toDays ?? workload.lifeDays) - minimum);
    }
    const [from, to] = [stores[stays[k]?.store ?? -1], stores[stays[k + 1]?.store ?? -1]];
    if (from && to) bends.push((stays[k]?.fromDays ?? 0) + transitionAgeDays(from, to));
    const marks = new Set([0, own.length - 1]);
    for (const bend of bends) {
      const next = own.findIndex((age) => age >= bend - 1e-9);
      if (next >= 0) marks.add(next);
      if (next > 0) marks.add(next - 1);
    }
    return [...marks].filter((i) => i >= 0 && i < own.length).sort((a, b) => a - b);
  };

  /** The k-th move one age earlier and one later. */
  const besides = (ages: readonly number[], k: number): number[][] => {
    const own = pointsOf(ages, k);
    const now = own.indexOf(ages[k] ?? 0);
    return [own[now - 1], own[now + 1]].flatMap((age) => (age === undefined ? [] : [ages.with(k, age)]));
  };

  // Where one requirement binds, one of the moves stays on its edge and the other comes when it must: every edge is stayed on.
  for (const k of steps)
    for (const j of steps.filter((other) => other !== k))
      for (const edge of [around[j]?.low ?? 0, gridAges[j] ?? 0, around[j]?.high ?? 0]) {
        const ages = gridAges.with(j, edge);
        if (edge > 0 && edge < workload.lifeDays && ages.every((age, i) => age > (ages[i - 1] ?? 0)))
          along(ages, k);
      }
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = best;
    for (const k of steps) along(agesOf(best.policy), k);
    if (steps.length > 1) {
      together(agesOf(best.policy));
      for (const k of steps)
        for (const aside of besides(agesOf(best.policy), k)) along(aside, steps.length - 1 - k);
    }
    if (best === before) break;
  }
  return best;
}

/** The furthest index from `from` towards `to` whose cost is known to be one. */
function lastThat(from: number, to: number, cost: (i: number) => number): number {
  let [inside, outside] = [from, to];
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.trunc((inside + outside) / 2);
    if (cost(middle) === Infinity) outside = middle;
    else inside = middle;
  }
  return inside;
}

/** Asks for the cost along its way to the least between two indexes. */
function downhill(i: number, j: number, cost: (i: number) => number): void {
  if (j - i < 2) return;
  const [first, last] = [cost(i), cost(j)];
  if (j - i <= EACH) {
    for (let m = i + 1; m < j; m += 1) cost(m);
    return;
  }
  const middle = Math.trunc((i + j) / 2);
  const between = cost(middle);
  if (between < Math.min(first, last)) {
    downhill(i, middle, cost);
    downhill(middle, j, cost);
  } else if (first <= last) downhill(i, middle, cost);
  else downhill(middle, j, cost);
}

/** So few ages are billed one by one: whole billed units make steps. */
const EACH = 8;
