/** A plan month by month over its horizon: which placement is cheapest when, in all, and from when on it is ahead. */
import type { Feasible, Plan } from '../report/plan-types.ts';
import { formatMoney } from '../report/money.ts';
import type { MonthFlip, OverTime, PlacementMonths } from '../report/time-types.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import { verdictOfChain } from './chain-judge.ts';
import { chainSearch } from './chain-search.ts';
import { isChain, placementId } from './chain.ts';
import type { Placement } from './chain.ts';
import { monthTotals } from './month-totals.ts';
import { workedPlan } from './plan.ts';
import type { PlanSources, WorkedPlan } from './plan.ts';

/** Null where the plan has one month only. `usual`: the plan itself, where it is worked out already. Throws as `plan` does. */
export function overTime(
  text: ScenarioText,
  sources: PlanSources,
  usual = workedPlan(text, sources),
): OverTime | null {
  if (usual.context.workload.timeline.length < 2) return null;
  // Kept for ever, objects are billed over the horizon anyway.
  const { months: billed, horizon } = usual.context.workload;
  const whole = billed.length === horizon.length ? usual : workedPlan(text, sources, { billed: 'horizon' });
  const last = workedPlan(text, sources, { billed: 'last' });
  const months = whole.context.workload.months.map(({ month }) => month.label);
  const totals = monthTotals(whole.context);
  const placements = placementsOf(usual, whole, last).map(({ id, placement }): PlacementMonths => {
    const bills = totals(placement);
    const feasible = verdictIn(whole, placement);
    const atLeast = bills.some((one) => one.atLeast);
    const each = bills.map(({ total }) => total);
    return { id, feasible, atLeast, totals: each, sum: each.reduce((sum, one) => sum + one, 0) };
  });
  placements.push(...notByAge(usual, months.length));
  placements.sort((a, b) => a.sum - b.sum || (a.id < b.id ? -1 : 1));
  const rivals = comparable(placements);
  const first = cheapestIn(rivals, 0);
  const [overall] = rivals;
  const currency = currencyOf(usual.plan);
  const answer = {
    currency,
    months,
    placements,
    first: first?.id ?? null,
    whole: overall?.id ?? null,
    flips: flipsOf(rivals, months),
    ahead: first && overall && first !== overall ? (months[aheadFrom(first, overall)] ?? null) : null,
  };
  return { ...answer, words: wordsOf(answer, first, overall) };
}

function placementsOf(usual: WorkedPlan, ...others: WorkedPlan[]): { id: string; placement: Placement }[] {
  const found = new Map<string, Placement>();
  const add = ({ context }: WorkedPlan, placement: Placement | null | undefined) => {
    if (placement) found.set(placementId(placement, context.stores), placement);
  };
  for (const policy of usual.policies) add(usual, policy);
  for (const other of others) {
    const best = other.plan.candidates.findIndex(({ id }) => id === other.plan.recommendation?.id);
    add(other, other.policies[best < 0 ? 0 : best]);
  }
  for (const one of new Set([usual, ...others])) add(one, bestChain(one));
  return [...found].map(([id, placement]) => ({ id, placement }));
}

/** The proven chain of three stores that costs less than what one or two do; null where there is none. */
function bestChain({ workings: { context, tariffs, exact, judged, listed } }: WorkedPlan): Placement | null {
  const proven = listed.filter(({ feasible, atLeast }) => feasible === 'yes' && !atLeast);
  const [found] = chainSearch(context, tariffs, exact, judged).best(
    { yes: Math.min(Infinity, ...proven.map(({ cost }) => cost)), unproven: -Infinity },
    { yes: 1, unproven: 0 },
  );
  return found?.chain ?? null;
}

function verdictIn(
  { evaluate, workings: { context, judged, exact } }: WorkedPlan,
  placement: Placement,
): Feasible {
  if (!isChain(placement)) return evaluate(placement).feasible;
  const { budget = Infinity } = context.scenario.requirements;
  return exact.of(placement).total > budget ? 'no' : verdictOfChain(context, judged, placement);
}

/** Splits by popularity and size, and caches: as the plan has them, month by month. */
function notByAge({ plan }: WorkedPlan, count: number): PlacementMonths[] {
  return plan.candidates.flatMap(({ id, split, cache, feasible, monthly, months }): PlacementMonths[] => {
    if ((!split && !cache) || months.length !== count) return [];
    const totals = months.map(({ total }) => total);
    const sum = totals.reduce((all, one) => all + one, 0);
    return [{ id, feasible, atLeast: monthly.atLeast, totals, sum }];
  });
}

/** Those of the best verdict there is, with totals that are known. */
function comparable(placements: readonly PlacementMonths[]): PlacementMonths[] {
  const of = (feasible: Feasible) => placements.filter((one) => one.feasible === feasible && !one.atLeast);
  const proven = of('yes');
  return proven.length > 0 ? proven : of('unproven');
}

function cheapestIn(placements: readonly PlacementMonths[], month: number): PlacementMonths | undefined {
  const total = (one: PlacementMonths) => one.totals[month] ?? Infinity;
  return placements.reduce<PlacementMonths | undefined>(
    (best, one) => (best && total(best) <= total(one) ? best : one),
    undefined,
  );
}

function flipsOf(placements: readonly PlacementMonths[], months: readonly string[]): MonthFlip[] {
  const flips: MonthFlip[] = [];
  let before = cheapestIn(placements, 0);
  for (const [m, month] of months.entries()) {
    const now = cheapestIn(placements, m);
    if (before && now && now !== before && (now.totals[m] ?? 0) < (before.totals[m] ?? 0)) {
      flips.push({ month, from: before.id, to: now.id });
      before = now;
    }
  }
  return flips;
}

/** First month from whose end on the one has cost no more in all than the other, to the last. */
export function aheadFrom(first: PlacementMonths, whole: PlacementMonths): number {
  let lead = 0;
  let from = 0;
  for (const [m, total] of whole.totals.entries()) {
    lead += (first.totals[m] ?? 0) - total;
    if (lead < 0) from = m + 1;
  }
  return from;
}

function wordsOf(
  { currency, months, flips, ahead }: Omit<OverTime, 'words'>,
  first: PlacementMonths | undefined,
  whole: PlacementMonths | undefined,
): string[] {
  if (!first || !whole) return [];
  const money = (amount: number) => formatMoney(amount, { style: 'overview', currency });
  const flip = flips.map(
    ({ month, from, to }) => `From ${month} on ${to} costs the least in a month; before, ${from} does.`,
  );
  const all = `Over ${months.length} months ${whole.id} costs the least: ${money(whole.sum)} in all`;
  if (first === whole) return [`${all}, and in the first month too.`, ...flip];
  const less = `${money(first.sum - whole.sum)} less than ${first.id}, the cheapest of the first month`;
  return [`${all}, ${less}. It is ahead from the end of ${ahead} on.`, ...flip];
}

function currencyOf({ candidates }: Plan): string {
  return candidates[0]?.monthly.currency ?? 'USD';
}
