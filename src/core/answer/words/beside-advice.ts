/** What is said below a recommendation: the placement that would be cheaper without its effort, and how far the search came. */
import { overviewMoney } from '../../text/money.ts';
import { percent } from '../../text/numbers.ts';
import type { Plan } from '../../report/plan-types.ts';

/** A search that keeps its promise ends within 1 % of the best. */
const PROMISED = 0.0101;

/** No sentence where effort decides nothing. `nameOf` names a placement by its id. */
export function bareWords({ bare, candidates, cards }: Plan, nameOf: (id: string) => string): string[] {
  const chosen = candidates.find(({ id }) => id === cards[0]);
  if (!bare || !chosen) return [];
  const { total, currency } = chosen.monthly;
  return [
    `Cheapest if running it were free: ${nameOf(bare.id)}, ${overviewMoney(bare.saves, currency)}/month less (${percent(bare.saves / total)}).`,
  ];
}

/**
 * No sentence where the search came as near to the best as it promises; and where no placement is likely: then the surest is shown, and none is
 * cheaper in the same way.
 */
export function gapWords({ gap, candidates, cards }: Plan): string[] {
  const chosen = candidates.find(({ id }) => id === cards[0]);
  if (!chosen || (chosen.sureness ?? 1) < 0.5) return [];
  if (gap === null) return ['The search ended early, so a cheaper placement may exist.'];
  if (gap <= PROMISED) return [];
  return [
    `The search ended early: the best placement of up to three stores costs at most ${percent(gap)} less.`,
  ];
}
