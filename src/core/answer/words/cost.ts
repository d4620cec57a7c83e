/** Cost of a placement as text. */
import type { MonthlyCost } from '../../report/plan-types.ts';
import { overviewMoney } from '../../text/money.ts';

/** `$48.2k`; `at least $41.2k` or `$41.2k to $45.1k` where a price is not known. */
export function costWords({ total, currency, atLeast, range: [low, high] }: MonthlyCost): string {
  if (atLeast && high !== null) {
    const [least, most] = [overviewMoney(low, currency), overviewMoney(high, currency)];
    return least === most ? least : `${least} to ${most}`;
  }
  return overviewMoney(total, currency, atLeast);
}

/** For a cell: `≥ $41.2k` where a price is not known, unless both ends read alike. */
export function costCell({ total, currency, atLeast, range: [, high] }: MonthlyCost): string {
  const least = overviewMoney(total, currency);
  return atLeast && (high === null || overviewMoney(high, currency) !== least) ? `≥ ${least}` : least;
}
