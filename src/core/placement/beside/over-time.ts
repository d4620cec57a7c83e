/** A plan month by month over its horizon: which placement is cheapest when, in all, and from when on it is ahead. */
import { currencyOf } from '../../report/currency-of.ts';
import { overviewMoney } from '../../text/money.ts';
import type { MonthFlip, OverTime, PlacementMonths } from '../../report/time-types.ts';
import type { Question } from '../../question.ts';
import { chainTables } from '../chains/tables.ts';
import { contestOf } from '../winners/contest.ts';
import type { Contest } from '../winners/contest.ts';
import { monthTotals } from '../costs/month-totals.ts';
import { anyId } from '../not-by-age/placement.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import { notByAgeGround } from '../not-by-age/kinds.ts';
import { workedPlan } from '../plan.ts';
import type { WorkedPlan } from '../plan.ts';
import type { Feasible } from '../../report/verdict.ts';

/** Null where the plan has one month only. `usual`: the plan itself, where it was worked out with options. Throws as `plan` does. */
export function overTime(question: Question, usual = workedPlan(question)): OverTime | null {
  if (usual.context.workload.timeline.length < 2) return null;
  // Kept for ever, objects are billed over the horizon anyway.
  const { months: billed, horizon } = usual.context.workload;
  const whole = billed.length === horizon.length ? usual : workedPlan(question, { billed: 'horizon' });
  const last = workedPlan(question, { billed: 'last' });
  const months = whole.context.workload.months.map(({ month }) => month.label);
  const totals = monthTotals(whole.context, whole.workings.evidence);
  const contest = contestIn(whole);
  const placements = placementsOf(usual, [whole, contest], [last, contestIn(last)]).map(
    ({ id, placement }): PlacementMonths => {
      const bills = totals(placement);
      const feasible = contest.evaluate(placement)?.feasible ?? 'no';
      const atLeast = bills.some((one) => one.atLeast);
      const each = bills.map(({ total }) => total);
      return { id, feasible, atLeast, totals: each, sum: each.reduce((sum, one) => sum + one, 0) };
    },
  );
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

/** Of the plan, and the best of every kind where other months are billed. */
function placementsOf(
  usual: WorkedPlan,
  ...others: [WorkedPlan, Contest][]
): { id: string; placement: AnyPlacement }[] {
  const found = new Map<string, AnyPlacement>();
  const add = (placement: AnyPlacement | undefined) => {
    if (placement) found.set(anyId(placement, usual.context), placement);
  };
  for (const placement of usual.placements) add(placement);
  add(contestIn(usual).winner()?.placement);
  for (const [other, contest] of others) add(contest.winner()?.placement ?? other.placements[0]);
  return [...found].map(([id, placement]) => ({ id, placement }));
}

function contestIn({ workings }: WorkedPlan): Contest {
  const { context, tariffs, exact, grid } = workings;
  const tables = () => chainTables(context, tariffs, exact);
  const ground = { context, tariffs, exact, tables, notByAge: notByAgeGround(workings) };
  return contestOf(ground, context, grid);
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
  const money = (amount: number) => overviewMoney(amount, currency);
  const flip = flips.map(
    ({ month, from, to }) => `From ${month} on ${to} costs the least in a month; before, ${from} does.`,
  );
  const all = `Over ${months.length} months ${whole.id} costs the least: ${money(whole.sum)} in all`;
  if (first === whole) return [`${all}, and in the first month too.`, ...flip];
  const less = `${money(first.sum - whole.sum)} less than ${first.id}, the cheapest of the first month`;
  return [`${all}, ${less}. It is ahead from the end of ${ahead} on.`, ...flip];
}
