/** The simplest placement that holds: the single store that effort and doubt are shares of. Asked by a desk, once. */
import { leastBy } from '../at.ts';
import type { Placement } from './placement.ts';
import type { PlacedBill } from './bill/bill-of.ts';
import type { Judgement } from './judge/facts.ts';
import type { Sureness } from './judge/sureness.ts';

export interface Base {
  /** A month; 0 where there is none. */
  amount: number;
  /** The single store; null: there is none. */
  placement: Placement | null;
}

/** What is known of a placement whatever it takes to run. */
type Checked = Pick<PlacedBill, 'high'> &
  Pick<Sureness, 'level' | 'notMeasured'> &
  Pick<Judgement, 'violations' | 'conditions'>;

/**
 * The cheapest of `singles` that breaks no limit and is as sure as `asked`; else the surest that was measured; else the cheapest.
 * `asked`: null where no latency is required.
 */
export function baseOf(
  checks: (placement: Placement) => Checked,
  singles: readonly Placement[],
  asked: number | null,
): Base {
  const holding = singles.flatMap((placement) => {
    const { violations, conditions, high, level, notMeasured } = checks(placement);
    if (violations.length > 0 || conditions.length > 0 || high === null) return [];
    return [{ placement, amount: high, level: level ?? 1, isMeasured: notMeasured.length === 0 }];
  });
  /** To the cent: of one price the first. */
  const cheapest = (list: typeof holding) => leastBy(list, ({ amount }) => Math.round(amount * 100));
  const sure = holding.filter(({ level }) => level >= (asked ?? 0));
  const measured = holding.filter(({ isMeasured, level }) => isMeasured && level > 0);
  const surest = Math.max(...measured.map(({ level }) => level));
  const found =
    cheapest(sure) ?? cheapest(measured.filter(({ level }) => level === surest)) ?? cheapest(holding);
  return { amount: found?.amount ?? 0, placement: found?.placement ?? null };
}
