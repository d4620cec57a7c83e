/** A probe under way, in one line. */
import { exactMoney } from '#core/text/money.ts';
import { formatNumber } from '#core/text/numbers.ts';
import { formatMs } from '#core/units.ts';
import type { Figures } from '#probe/tally.ts';

/** `spent`: null where nothing is billed. */
export function liveLine({
  store,
  cell,
  done,
  of,
  perSecond,
  p50Ms,
  p99Ms,
  errors,
  leftS,
  spent,
  currency,
}: Figures & { spent: number | null; currency: string }): string {
  return [
    `${Math.floor((100 * done) / of)}%`,
    `${cell} on ${store}`,
    `${formatNumber(perSecond, perSecond < 10 ? 1 : 0)}/s`,
    ...(p50Ms === null ? [] : [`p50 ${formatMs(p50Ms)}`]),
    ...(p99Ms === null ? [] : [`p99 ${formatMs(p99Ms)}`]),
    errors === 1 ? '1 error' : `${errors} errors`,
    ...(spent === null ? [] : [`${exactMoney(spent, currency)} spent`]),
    ...(leftS === null || done >= of ? [] : [`${timeLeft(leftS)} left at most`]),
  ].join(' · ');
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
