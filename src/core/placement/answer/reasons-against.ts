/** Where the money goes, and why others are not recommended, though they cost less: what they break, or what running them has to save. */
import { differenceOf } from '../../report/cost-difference.ts';
import { leastBy } from '../../at.ts';
import type { Candidate, Reason } from '../../report/plan-types.ts';
import { costWords } from '../../answer/words/cost.ts';
import { violationWords } from '../../answer/words/condition.ts';
import { overviewMoney } from '../../text/money.ts';
import { capital } from '../../text/words.ts';
import { namesOfContext } from '../context/names.ts';
import type { PlanContext } from '../context/types.ts';
import { largestMeter } from './largest-meter.ts';

/** `candidates`: all that the answer shows, the chosen among them. */
export function reasonsAgainst(
  context: PlanContext,
  chosen: Candidate,
  candidates: readonly Candidate[],
): Reason[] {
  const { currency, total } = chosen.monthly;
  const money = (amount: number) => overviewMoney(amount, currency);
  const names = namesOfContext(context);
  const reasons = largestMeter(context.archive, chosen);
  const failing = leastBy(
    candidates.filter((one) => one.feasible === 'no' && mostOf(one) < total && one.violations.length > 0),
    mostOf,
  );
  if (failing) {
    const broken = new Set(failing.violations.map((one) => `${capital(violationWords(one, currency))}.`));
    reasons.push({
      code: 'cheaper-fails',
      words: `${capital(names.placement(failing.id))} (${costWords(failing.monthly)}) is out. ${[...broken].join(' ')}`,
    });
  }
  const unearned = leastBy(
    candidates.filter(
      (one) =>
        one.feasible === chosen.feasible &&
        one.monthly.total < total &&
        one.monthly.total + one.effort.total > total + chosen.effort.total,
    ),
    totalOf,
  );
  const saved = unearned && differenceOf(chosen, unearned);
  if (unearned && typeof saved === 'number')
    reasons.push({
      code: 'effort-not-earned',
      words: `Not worth running: ${names.placement(unearned.id)}. It saves ${money(saved)}/month and has to save ${money(unearned.effort.total - chosen.effort.total)}.`,
    });
  return reasons;
}

/** An open end is no saving. */
const mostOf = ({ monthly }: Candidate) => monthly.range[1] ?? Infinity;

const totalOf = ({ monthly }: Candidate) => monthly.total;
