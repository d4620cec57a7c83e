/** A plan seen from today's placement: what moving to each candidate takes, when it pays, and whether to stay (design §6). */
import { itemAt } from '../at.ts';
import { namesOfContext } from '../placement/context/names.ts';
import { describeFinding } from '../findings/index.ts';
import type { Answered } from '../placement/answer/answered.ts';
import { monthlyBills } from '../placement/bill/bill-of.ts';
import type { FullDesk } from '../placement/desk.ts';
import { planContext } from '../placement/context/plan-context.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { rangesOf, withValues } from '../placement/variations/ranges.ts';
import { COMMON_CURRENCY } from '../pricing/currency.ts';
import { lossesBetween } from '../pricing/traits/losses.ts';
import type { Question } from '../question.ts';
import { currencyOf } from '../report/currency-of.ts';
import type { Candidate, Plan, Recommendation } from '../report/plan-types.ts';
import type { LostBy, MigrationAnswer, Today } from '../report/time-types.ts';
import { currentStores } from '../scenario/current.ts';
import { splitRef } from '../store-ref.ts';
import { ageOut } from './age-out.ts';
import { moveBetween } from './one-off.ts';
import { balances, paybackInterval, paybackMonths } from './payback.ts';
import { partOf } from './part.ts';
import type { PlacementPart } from './part.ts';
import { switchingOf, switchingWords } from './switching.ts';
import { monthsOfToday, todayOf } from './today.ts';
import type { TodayWorked } from './today.ts';
import { lossWords, migrationWords, verdictOf } from './words.ts';

/** The plan with `today` and each candidate's `migration`; as it is where no current placement is named. */
export function withMigration(desk: FullDesk, { plan, placements }: Answered): Plan {
  const { context, question } = desk;
  const { scenario } = question;
  if (scenario.current === null) return plan;
  const today = todayOf(
    question,
    context.stores.map(({ ref }) => ref),
  );
  if ('reason' in today)
    return {
      ...plan,
      findings: [
        ...plan.findings,
        { code: 'today-not-counted', why: describeFinding(today.reason, namesOfContext(context)) },
      ],
    };
  const bothCurrencies = withBilling(context, today);
  const months = monthsOfToday(bothCurrencies, today);
  const days = context.workload.horizon.map(({ month }) => month.days);
  const spoken = new Set([plan.recommendation?.id, plan.bestIf?.id, plan.runnerUp?.id]);
  const billedMonths = context.workload.months.length;
  const monthly = months.slice(0, billedMonths).reduce((sum, { total }) => sum + total, 0) / billedMonths;

  const nets = new Map<string, number>();
  const candidates = plan.candidates.map((candidate, i): Candidate => {
    const placement = itemAt(placements, i);
    if (candidate.id === today.id) return candidate;
    const part = partOf(bothCurrencies, placement, 1);
    const alone = monthlyBills(bothCurrencies, placement).map(({ low }) => low);
    const savings = months.map(({ total }, m) => ({
      amount: total - itemAt(alone, m),
      days: itemAt(days, m),
    }));
    const move = moveBetween(bothCurrencies, today.parts, [part]);
    // What low ends differ by is no figure.
    const isOpen = candidate.monthly.atLeast || months.some(({ atLeast }) => atLeast);
    const payback = isOpen ? null : paybackMonths(move.oneOff.total, savings, move.untilDays);
    const answer: Omit<MigrationAnswer, 'words'> = {
      oneOff: move.oneOff,
      moved: move.moved,
      copy: move.copy,
      monthlySaving: isOpen ? null : monthly - candidate.monthly.total,
      paybackMonths: payback,
      paybackInterval:
        spoken.has(candidate.id) && !isOpen
          ? paybackInterval(payback, paybacksAtEnds(today, part, question))
          : null,
      balance: balances(move.oneOff.total, savings, move.untilDays),
      exitCost: moveBetween(bothCurrencies, [part], today.parts).oneOff.total,
      lost: lostBy(question, candidate),
      switching: switchingOf(question.archive, move.oneOff, candidate.stores),
      // A cache's copies come and go by themselves.
      ageOut:
        placement.cache || isOpen
          ? null
          : ageOut(bothCurrencies, today.parts, part, alone, move.oneOff.total),
    };
    nets.set(candidate.id, savings.reduce((sum, { amount }) => sum + amount, 0) - move.oneOff.total);
    return {
      ...candidate,
      migration: {
        ...answer,
        words: [
          ...migrationWords(answer, candidate, context.workload),
          ...lossWords(answer.lost, namesOfContext(context)),
          ...switchingWords(answer.switching, scenario.asOf, candidate.monthly.currency),
        ],
      },
    };
  });
  const own = today.candidate;
  const all = own && !candidates.some(({ id }) => id === own.id) ? [...candidates, own] : candidates;
  const figures: Omit<Today, 'verdict' | 'to' | 'words'> = {
    id: today.id,
    total: monthly,
    atLeast: months.some(({ atLeast }) => atLeast),
    currency: currencyOf(plan),
    months: months.map(({ month, total }) => ({ month, total })),
    feasible: today.feasible,
  };
  return {
    ...plan,
    candidates: all,
    recommendation: plan.recommendation && savingAgainst(plan.recommendation, all, figures),
    today: {
      ...figures,
      ...verdictOf(figures, all, nets, context.workload.horizon.length, namesOfContext(context)),
    },
  };
}

/** Features that all of today's stores have, and that a store of the candidate may not have. */
function lostBy({ archive, scenario }: Question, { stores }: Candidate): MigrationAnswer['lost'] {
  const storesOf = (refs: readonly string[]) => new Set(refs.map((ref) => splitRef(ref).store));
  const now = storesOf(currentStores(scenario.current));
  return [...storesOf(stores)].flatMap((store) => {
    const losses = now.has(store) ? [] : lossesBetween(archive, [...now], store);
    const lost: LostBy = { store };
    for (const { then, feature } of losses) (lost[then] ??= []).push(feature);
    return losses.length > 0 ? [lost] : [];
  });
}

/** What the recommended saves against what is there today. */
function savingAgainst(
  recommendation: Recommendation,
  candidates: readonly Candidate[],
  { id, total, atLeast }: Pick<Today, 'id' | 'total' | 'atLeast'>,
): Recommendation {
  const chosen = candidates.find((one) => one.id === recommendation.id);
  if (!chosen || chosen.id === id) return { ...recommendation, saving: null, against: null };
  const isOpen = atLeast || chosen.monthly.atLeast;
  return { ...recommendation, saving: isOpen ? null : total - chosen.monthly.total, against: id };
}

/** Where today's stores are counted in another currency than the candidates, all is counted in dollars. */
function withBilling(context: PlanContext, { parts }: TodayWorked): PlanContext {
  const all = [context, ...parts.map((one) => one.context)];
  const isOne = all.every(({ billing }) => billing.into === context.billing.into);
  return {
    ...context,
    billing: { ...context.billing, into: isOne ? context.billing.into : COMMON_CURRENCY },
  };
}

function paybacksAtEnds(
  today: TodayWorked,
  part: PlacementPart,
  { archive, evidence }: Question,
): [number | null, number | null][] {
  return rangesOf(part.context.scenario).map(({ path, range }) => {
    const paybackAt = (value: number) => {
      const changed = (one: PlacementPart): PlacementPart => {
        const scenario = withValues(one.context.scenario, new Map([[path, value]]));
        return partOf(planContext(scenario, archive, evidence), one.placement, one.share);
      };
      const to = changed(part);
      const from = { ...today, parts: today.parts.map(changed) };
      const context = withBilling(to.context, from);
      const now = monthsOfToday(context, from);
      const then = monthsOfToday(context, { ...from, parts: [to] });
      const move = moveBetween(context, from.parts, [to]);
      const savings = now.map(({ total }, m) => ({
        amount: total - itemAt(then, m).total,
        days: itemAt(context.workload.horizon, m).month.days,
      }));
      return paybackMonths(move.oneOff.total, savings, move.untilDays);
    };
    return [paybackAt(range.interval.low), paybackAt(range.interval.high)];
  });
}
