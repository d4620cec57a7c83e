/** Values of inputs as page and terminal write them, and how far they are from today's. */
import { percent } from '../text/numbers.ts';
import { formatUnitPrice } from '../text/unit-price.ts';
import { formatBytes, formatCount, formatDays, formatMs } from '../units.ts';
import type { SwitchPoint } from './switch-types.ts';

/** How far a switch point is from today's value, as a log of their ratio; farthest where today asks for none. */
export function offNow({ value, now }: SwitchPoint): number {
  return now ? Math.abs(Math.log(Math.max(value, 1e-12) / now)) : Infinity;
}

/** `12M`, `4 MB`, `30 days`, `57.3%`, `800 ms`; of a price `$0.0102 a GiB-month`. */
export function inputFigure(unit: string, value: number): string {
  switch (unit) {
    case '/day':
      return formatCount(value);
    case 'B':
      return formatBytes(value);
    case 'days':
      return formatDays(value >= 1 ? Number(value.toPrecision(3)) : value);
    case 'share':
      return percent(value, { figures: 3 });
    case 'ms':
      return formatMs(value);
    default:
      return rateWords(unit, value);
  }
}

/** `$0.0102 a GiB-month`; requests by the million, as people say it. */
function rateWords(unit: string, value: number): string {
  const [currency = '', per = ''] = unit.split('/');
  const [times, each] = per === 'request' ? [1e6, 'million'] : [1, per];
  return `${formatUnitPrice(Number((value * times).toPrecision(3)), currency)} a ${each}`;
}
