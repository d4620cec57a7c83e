/** A plan month by month over its horizon: which placement is cheapest when, in all, and from when on it is ahead. */
import { leastBy } from '../../at.ts';
import { currencyOf } from '../../report/currency-of.ts';
import { overviewMoney } from '../../text/money.ts';
import type { MonthFlip, OverTime, PlacementMonths } from '../../report/time-types.ts';
import type { Answered } from '../answer/answered.ts';
import { monthlyBills } from '../bill/bill-of.ts';
import { namesOfContext } from '../context/names.ts';
import { deskOf } from '../desk.ts';
import type { FullDesk } from '../desk.ts';
import type { Feasible } from '../../report/verdict.ts';

/** Null where the plan has one month only. `answered`: the plan as it stands. */
export function overTime(desk: FullDesk, { plan, placements: shown }: Answered): OverTime | null {
  const { question, context } = desk;
  if (context.workload.timeline.length < 2) return null;
  // Kept for ever, objects are billed over the horizon anyway.
  const { months: billed, horizon } = context.workload;
  const whole = billed.length === horizon.length ? desk : deskOf(question, 'horizon');
  const known = new Map(shown.map((one) => [desk.id(one), one]));
  for (const other of [whole, deskOf(question, 'last')]) {
    const best = other === desk ? null : other.best({ known: [...known.values()] });
    if (best) known.set(desk.id(best.placement), best.placement);
  }
  const placements = [...known].map(([id, placement]): PlacementMonths => {
    const bills = monthlyBills(whole.roomOf(placement).context, placement);
    const each = bills.map(({ low }) => low);
    return {
      id,
      feasible: whole.judge(placement).feasible,
      atLeast: bills.some(({ low, high }) => low !== high),
      totals: each,
      sum: each.reduce((sum, one) => sum + one, 0),
    };
  });
  placements.sort((a, b) => a.sum - b.sum || (a.id < b.id ? -1 : 1));
  const months = horizon.map(({ month }) => month.label);
  const rivals = comparable(placements);
  const first = cheapestIn(rivals, 0);
  const [overall] = rivals;
  const answer = {
    currency: currencyOf(plan),
    months,
    placements,
    first: first?.id ?? null,
    whole: overall?.id ?? null,
    flips: flipsOf(rivals, months),
    ahead: first && overall && first !== overall ? (months[aheadFrom(first, overall)] ?? null) : null,
  };
  return { ...answer, words: wordsOf(answer, first, overall, namesOfContext(context).placement) };
}

/** Those of the best verdict there is, with totals that are known. */
function comparable(placements: readonly PlacementMonths[]): PlacementMonths[] {
  const of = (feasible: Feasible) => placements.filter((one) => one.feasible === feasible && !one.atLeast);
  const sure = of('yes');
  return sure.length > 0 ? sure : of('unproven');
}

function cheapestIn(placements: readonly PlacementMonths[], month: number): PlacementMonths | undefined {
  return leastBy(placements, ({ totals }) => totals[month] ?? Infinity) ?? undefined;
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
  nameOf: (id: string) => string,
): string[] {
  if (!first || !whole) return [];
  const money = (amount: number) => overviewMoney(amount, currency);
  const flip = flips.map(
    ({ month, from, to }) => `From ${month} on: ${nameOf(to)} is cheapest, not ${nameOf(from)}.`,
  );
  const all = `Cheapest over ${months.length} months: ${nameOf(whole.id)}, ${money(whole.sum)}`;
  if (first === whole) return [`${all}. It is the cheapest in the first month too.`, ...flip];
  const less = `That is ${money(first.sum - whole.sum)} less than the first month’s cheapest, ${nameOf(first.id)}`;
  return [`${all}. ${less}. It is ahead from the end of ${ahead} on.`, ...flip];
}
