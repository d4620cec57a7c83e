/**
 * A lower bound on the monthly cost of any plan that is proven to meet the requirements, whatever its shape: objects of each
 * size class in one or two stores at a time, entered and left at any of the ages of the search, standing ones each by its
 * popularity. Prices are replaced by linear ones that lie below them, and each limit by a price on passing it (a Lagrange
 * multiplier): every choice of such prices is a valid bound, and the best of a search along each is taken.
 */
import { sheetOf } from '../../pricing/sheets/sheet-of.ts';
import { priceFloors } from '../../pricing/totals/price-floors.ts';
import type { PriceFloors } from '../../pricing/totals/price-floors.ts';
import type { Question } from '../../question.ts';
import type { Finding } from '../../findings/index.ts';
import type { Plan, PlanBound } from '../../report/plan-types.ts';
import { cheapestPath } from './cheapest-shape.ts';
import { fixedCosts, fixedUse, usedSlots } from '../costs/fixed-use.ts';
import type { FixedUse } from '../costs/fixed-use.ts';
import { latencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../verdicts/latency-requirements.ts';
import { partOf } from '../partitions/part-of.ts';
import { planContext } from '../context/plan-context.ts';
import type { PlanContext } from '../context/types.ts';
import { SLACK } from '../verdicts/requirements.ts';
import { shapeCosts } from './shape-costs.ts';
import type { ShapeCosts } from './shape-costs.ts';
import { pathCosts, standingCost, usableStores } from './shape-prices.ts';
import type { Ground } from './shape-prices.ts';
import { planTariffs } from '../costs/tariffs.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { verdicts } from '../verdicts/verdicts.ts';
import { allSteps } from '../../steps.ts';
import type { Steps } from '../../steps.ts';

/** Beyond this many stores the paths are too many to follow beside the answer. */
const BOUNDED_STORES = 24;

/** The bound as a remark; none where there is no bound. */
export function boundRemarks({ recommendation }: Plan, bound: PlanBound | null): Finding[] {
  if (!bound || !recommendation) return [];
  return [{ code: 'any-shape-bound', id: recommendation.id, ...bound }];
}

/** Null where nothing is proven, a price is not known, copies go by re-read, reads are hedged to another holder, or there are too many stores. */
export function planBound(question: Question, plan: Plan): PlanBound | null {
  return allSteps(boundSteps(question, plan));
}

/** The same with a pause after each choice of prices. */
export function* boundSteps({ scenario, archive, evidence }: Question, plan: Plan): Steps<PlanBound | null> {
  const best = plan.candidates.find(({ id }) => id === plan.recommendation?.id);
  if (!best || best.monthly.atLeast) return null;
  // The shapes are those of age: a copy that waits for its next read is none of them.
  if (scenario.workload.reads.rereads) return null;
  const context = planContext(scenario, archive, evidence);
  const grid = latencyGrid(context, evidence);
  if (context.stores.length > BOUNDED_STORES || grid.hedgesToOther) return null;
  const judged = verdicts(context, grid);
  const tariffs = planTariffs(context);
  const floors = floorsOf(context, tariffs, best.monthly.total);
  const requirements = judged.requirements;
  const slopes = requirements.map((requirement) => slopesOf(requirement, context.workload.fanOut));
  const classes = context.workload.classes.flatMap((one, k) => (one.share > 0 ? [k] : []));
  const parts = classes.map((k) => {
    const share = context.workload.classes[k]?.share ?? 0;
    return partOf(context, grid, evidence, {
      classes: [k],
      of: (population) =>
        classes.length === 1
          ? population
          : {
              ...population,
              arrivals: population.arrivals * share,
              objectDaysBelow: (age) => population.objectDaysBelow(age) * share,
              reaching: (age) => population.reaching(age) * share,
              reads: population.reads * share,
              standing: { ...population.standing, objects: population.standing.objects * share },
            },
      holds: 'both',
    });
  });
  const worked = parts.map((part) => ({ ...part, tariffs: planTariffs(part.context) }));
  const problem: Problem = {
    context,
    judged,
    classes,
    requirements,
    tariffs,
    floors,
    fixed: fixedUse(context, tariffs),
    costs: (perUnit) =>
      worked.map((part) => shapeCosts(part.context, part.grid, part.tariffs, perUnit, requirements, slopes)),
    isFair: context.stores.map(({ edition }) => edition.rules.egress?.fairUseTimesStored !== undefined),
  };
  const total = Math.min(best.monthly.total, Math.max(0, yield* highest(problem, best.monthly.total)));
  return { total, gapShare: best.monthly.total > 0 ? 1 - total / best.monthly.total : 0 };
}

function floorsOf(context: PlanContext, tariffs: PlanTariffs, total: number): PriceFloors {
  const { book, months } = tariffs;
  const { scenario, archive, billing } = context;
  const sheets = book.tariffs.map(({ store, region }) => {
    const sheet = sheetOf(
      archive,
      { store, region, asOf: scenario.asOf, knownOn: scenario.knownOn },
      billing,
    );
    if (!('meters' in sheet)) throw new RangeError(`${store} has no prices`);
    return sheet;
  });
  const rates = book.tariffs.map(({ currency }) =>
    currency === book.currency ? 1 : Number(billing.fx?.[currency] ?? 1),
  );
  // One month may cost what all of them together may.
  const used = usedSlots(context, tariffs);
  return priceFloors(
    sheets,
    book.tariffs,
    rates,
    total * months.length,
    (s, slot) => used[s]?.[slot] === true,
  );
}

/** What one late read adds to the late actions at least, up to as many as the limit allows: their share is concave in that of reads. */
function slopesOf({ counts, weights, tail }: LatencyRequirement, fanOut: number): number[] {
  return weights.map((weight) => {
    if (counts === 'mean' || fanOut === 1 || weight === 0) return 1;
    const allowed = Math.min(1, tail / weight);
    return allowed > 0 ? allowed / (1 - (1 - allowed) ** (1 / fanOut)) : 1;
  });
}

interface Problem extends Ground {
  /** Size classes of which there are objects. */
  classes: readonly number[];
  requirements: readonly LatencyRequirement[];
  tariffs: PlanTariffs;
  floors: PriceFloors;
  fixed: FixedUse;
  /** Of each of the classes, at linear prices. */
  costs: (perUnit: readonly Float64Array[]) => ShapeCosts[];
  /** Stores whose egress is bounded by what they hold. */
  isFair: readonly boolean[];
}

/** Where a bound is taken: the share of each allowance, and the price of passing each limit of latency and of fair use. */
interface Multipliers {
  shares: readonly number[];
  late: readonly number[];
  fair: readonly number[];
}

const ROUNDS = 2;
const STEPS = 9;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Allowances worth less than this share of the total are counted whole. */
const SMALL = 1e-3;

/** The best of a search along each multiplier in turn; the bound is concave in all of them together. */
function* highest(problem: Problem, total: number): Steps<number> {
  const { requirements, context, floors, isFair } = problem;
  let at: Multipliers = {
    shares: floors.allowances.map(() => 1),
    late: requirements.map(() => 0),
    fair: context.stores.map(() => 0),
  };
  let made = { shares: at.shares, ...priced(problem, at.shares) };
  const boundOf = (next: Multipliers) => {
    if (next.shares !== made.shares) made = { shares: next.shares, ...priced(problem, next.shares) };
    return boundAt(problem, made, next);
  };
  let best = boundOf(at);
  function* take(next: Multipliers): Steps<number> {
    yield;
    const found = boundOf(next);
    if (found > best) [best, at] = [found, next];
    return found;
  }
  function* along(low: number, high: number, next: (x: number) => Multipliers): Steps<void> {
    let [a, b] = [low, high];
    let [x, y] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)];
    let [fx, fy] = [yield* take(next(x)), yield* take(next(y))];
    for (let i = 0; i < STEPS; i += 1) {
      if (fx >= fy) {
        [b, y, fy] = [y, x, fx];
        x = b - GOLDEN * (b - a);
        fx = yield* take(next(x));
      } else {
        [a, x, fx] = [x, y, fy];
        y = a + GOLDEN * (b - a);
        fy = yield* take(next(y));
      }
    }
  }
  const set = (values: readonly number[], i: number, value: number) => values.with(i, value);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [r, { tail }] of requirements.entries()) {
      if (tail === 0) continue;
      // A limit's price is worth trying where it would move the total by a little to many times over.
      const [from, unit] = [at, total / tail];
      yield* along(Math.log(1e-4), Math.log(1e3), (x) => ({
        ...from,
        late: set(from.late, r, unit * Math.exp(x)),
      }));
    }
    for (const [s, fair] of isFair.entries()) {
      if (!fair) continue;
      const from = at;
      // Prices of a byte, around those of egress.
      yield* along(Math.log(1e-13), Math.log(1e-9), (x) => ({
        ...from,
        fair: set(from.fair, s, Math.exp(x)),
      }));
    }
    for (const [i, worth] of floors.allowances.entries()) {
      if (worth <= SMALL * total) continue;
      const from = at;
      yield* along(0, 1, (share) => ({ ...from, shares: set(from.shares, i, share) }));
      yield* take({ ...at, shares: set(at.shares, i, 0) });
    }
  }
  return best;
}

interface Priced {
  perUnit: readonly Float64Array[];
  credit: number;
  costs: readonly ShapeCosts[];
}

function priced({ floors, costs }: Problem, shares: readonly number[]): Priced {
  const { perUnit, credit } = floors.at(shares);
  return { perUnit, credit, costs: costs(perUnit) };
}

function boundAt(problem: Problem, { perUnit, credit, costs }: Priced, { late, fair }: Multipliers): number {
  const { requirements, context, classes } = problem;
  const { workload } = context;
  let sum = fixedCosts(problem.fixed, perUnit) - credit;
  for (const [r, { tail }] of requirements.entries()) sum -= (late[r] ?? 0) * (tail + SLACK);
  for (const [k, own] of costs.entries()) {
    const usable = usableStores(problem, workload.classes[classes[k] ?? 0]?.sizeBytes ?? 0);
    if (workload.months.some(({ population }) => population.arrivals > 0))
      sum += cheapestPath(pathCosts(problem, own, usable, late, fair));
    sum += standingCost(problem, own, usable, late, fair);
  }
  return sum;
}
