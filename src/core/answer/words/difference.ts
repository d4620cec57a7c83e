/** What two monthly bills differ by, in words: an amount, its ends, or its least. */
import { differenceEnds } from '../../report/cost-difference.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { overviewMoney } from '../../text/money.ts';

type Billed = Pick<Candidate, 'monthly'>;

/** `$918`, `$918 to $921`, `at least $918`: how much dearer the one is. Null where it may be cheaper, or nothing says. */
export function dearerBy(one: Billed, other: Billed): string | null {
  const { currency } = one.monthly;
  const [low, high] = differenceEnds(one, other);
  if (low === null || low < 0) return null;
  const least = overviewMoney(low, currency);
  if (high === null) return low > 0 ? `at least ${least}` : null;
  const most = overviewMoney(high, currency);
  return least === most ? least : `${least} to ${most}`;
}
