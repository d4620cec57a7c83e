/** Where the answer changes, as bands, rows and a title. */
import type { SwitchPoint, SwitchScan } from '#core/report/switch-types.ts';
import type { Figures } from '#web/words/csv.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import { inputName, inputValue } from '#web/words/switches.ts';

/** Prices start at nothing, which no ratio reaches. */
const LEAST_OF_NOW = 0.01;

/** What is recommended from where to where along an input, and where the drawing of it begins. */
export function bandsOf({ low, high, unit, now, switchPoints }: SwitchScan, best: string | null) {
  const from = low > 0 || unit === 'share' ? low : (now ?? 1) * LEAST_OF_NOW;
  const ends = [from, ...switchPoints.map(({ value }) => value), high];
  const ids = [switchPoints[0]?.below.id ?? best, ...switchPoints.map(({ above }) => above.id)];
  return { from, bands: ids.map((id, i) => ({ id, from: ends[i] ?? from, to: ends[i + 1] ?? high })) };
}

/** How far from today's value, as a ratio; Infinity where there is none today. */
export const offOf = ({ value, now }: SwitchPoint): number =>
  now ? Math.abs(Math.log(Math.max(value, 1e-12) / now)) : Infinity;

export function flipTitle(all: readonly SwitchPoint[], storeName: NameOf): string {
  const [nearest] = all.filter(({ now }) => now).sort((a, b) => offOf(a) - offOf(b));
  if (!nearest) return 'No input turned by itself changes which stores are best';
  const { unit, value, now } = nearest;
  return `The answer changes first with ${lower(nearest, storeName)}, at ${inputValue(unit, value)} instead of ${inputValue(unit, now ?? 0)}`;
}

/** Brands and products keep their capital. */
function lower({ input, path }: SwitchPoint, storeName: NameOf): string {
  const words = inputName({ input, path }, storeName);
  const [of, price] = words.split(': ');
  return input === 'price' ? `the ${price} of ${of}` : words.charAt(0).toLowerCase() + words.slice(1);
}

export function flipFigures(all: readonly SwitchPoint[]): Figures {
  return {
    columns: [
      'input',
      'unit',
      'now',
      'changes at',
      'recommended below',
      'a month below',
      'recommended above',
      'a month above',
      'decided by',
    ],
    rows: all.map(({ path, unit, now, value, below, above, unproven }) => [
      path,
      unit,
      now,
      value,
      below.id ?? 'nothing',
      below.total,
      above.id ?? 'nothing',
      above.total,
      unproven === null ? 'the bills' : 'a requirement or limit',
    ]),
  };
}
