/** Amounts at the ticks of an axis: round by construction, so without the zeros that would state their precision. */
import { overviewMoney } from '#core/text/money.ts';

/** `40_000` → `$40k`, `0.8` → `$0.80`, `2.5` → `$2.50`. */
export function tickMoney(amount: number, currency?: string): string {
  return overviewMoney(amount, currency).replace(/(\d+)\.(\d+)(\D?)$/, (_, whole, decimals, suffix) => {
    const kept = decimals.replace(/0+$/, '');
    if (kept === '') return whole + suffix;
    return `${whole}.${suffix === '' ? kept.padEnd(2, '0') : kept}${suffix}`;
  });
}
