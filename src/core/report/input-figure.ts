/** Values of inputs as page and terminal write them. */
import { percent } from '../text/numbers.ts';
import { formatBytes, formatCount, formatDays, formatMs } from '../units.ts';

/** `12M`, `4 MB`, `30 days`, `57.3 %`, `800 ms`; null for the unit of a price. */
export function inputFigure(unit: string, value: number): string | null {
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
      return null;
  }
}
