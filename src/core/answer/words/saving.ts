/** What the recommended placement costs less than the one it was weighed against. */
import { overviewMoney } from '../../text/money.ts';
import { percent } from '../../text/numbers.ts';
import type { Plan } from '../../report/plan-types.ts';
import { verdictWords } from './verdict.ts';

/** ` (12%)`; empty where there is nothing to take a share of. */
export function shareOf(part: number, whole: number): string {
  return whole > 0 ? ` (${percent(part / whole)})` : '';
}

/** No sentence where there is no other, or a price is not known. `nameOf` names a placement by its id. */
export function savingWords(
  { recommendation, candidates, rule }: Plan,
  nameOf: (id: string) => string,
): string[] {
  const { id, saving = null, against = null } = recommendation ?? {};
  if (saving === null || against === null || against === id) return [];
  const chosen = candidates.find((one) => one.id === id);
  const other = candidates.find((one) => one.id === against);
  if (!chosen) return [];
  const { total, currency } = chosen.monthly;
  const amount = `${overviewMoney(Math.abs(saving), currency)}/month${shareOf(Math.abs(saving), total + saving)}`;
  const asked = rule.sureness ?? 0;
  // The sure one is what a reader who does not measure first would take.
  const isSurer = other && (chosen.sureness ?? 1) < asked && (other.sureness ?? 0) >= asked;
  const sure = isSurer ? `, which ${verdictWords(other)}` : '';
  return [
    `It ${saving < 0 ? `costs ${amount} more than` : `saves ${amount} against`} ${nameOf(against)}${sure}.`,
  ];
}
