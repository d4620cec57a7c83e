/** Meanings that we read into price lists, where another meaning would make another placement the cheapest. */
import { leastBy } from '../../at.ts';
import type { PlanFinding } from '../../findings/plan-findings.ts';
import { assumptionsOf, readOtherwise } from '../../pricing/bills/assumptions.ts';
import { billTotal } from '../../pricing/bills/bill.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { usagesOf } from '../bill/usages.ts';
import type { PlanContext } from '../context/types.ts';
import type { Contender } from './cards.ts';

/** A GB of 2^30 bytes is 7.4 % more than one of 10^9; a month of 744 h is 3.3 % more than one of 720. */
const MOVES_AT_MOST = 0.11;

/** Of rivals that cost and weigh hardly more than what is chosen. */
export function decidingAssumptions(
  context: PlanContext,
  shown: readonly { one: Contender; candidate: Candidate }[],
  chosen: Candidate,
): PlanFinding[] {
  const own = shown.find(({ candidate }) => candidate.id === chosen.id);
  if (!own) return [];
  const close = shown.filter(
    ({ one: { id, judged } }) =>
      id !== chosen.id &&
      judged.violations.length === 0 &&
      judged.notMeasured.length === 0 &&
      judged.value >= own.one.judged.value &&
      judged.value - own.one.judged.value <= MOVES_AT_MOST * own.one.judged.low,
  );
  if (close.length === 0) return [];
  const all = [own, ...close];
  const stores = [...new Set(all.flatMap(({ candidate }) => candidate.stores))].map(
    (ref) => ref.split('@')[0] ?? ref,
  );
  return assumptionsOf(context.archive, stores).flatMap(({ store, assumed }): PlanFinding[] => {
    const archive = readOtherwise(context.archive, store, assumed);
    const billed = all.map(({ one }) => {
      const months = usagesOf(context, one.placement);
      const total =
        months.reduce((sum, month) => sum + billTotal(month, archive, context.billing).total, 0) /
        months.length;
      // Effort and doubt stay as they are.
      return { id: one.id, total, value: total + one.judged.value - one.judged.low };
    });
    const [taken, ...others] = billed;
    const least = leastBy(others, ({ value }) => value);
    if (!taken || !least || least.value >= taken.value) return [];
    return [
      {
        code: 'assumption-decides',
        store,
        assumed,
        id: chosen.id,
        total: taken.total,
        rival: { id: least.id, total: least.total },
        currency: chosen.monthly.currency,
      },
    ];
  });
}
