/** Numbers as a person says them: three significant figures in overviews; a receipt has every digit (`every-digit.ts`). */
import { formatMs } from '#core/units.ts';

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€' };
const STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

export const symbolOf = (currency: string) => SYMBOLS[currency] ?? `${currency} `;

/** `48_214.7` → `"$48.2k"`; three significant figures, but of cents both or none: `"$18"`, `"$18.40"`. */
export function overviewMoney(amount: number, currency = 'USD'): string {
  const sign = amount < 0 ? '−' : '';
  const size = Math.abs(amount);
  const rounded = Number(size.toPrecision(3));
  const [step, suffix] = STEPS.find(([least]) => rounded >= least) ?? [1, ''];
  const hasCents = step === 1 && rounded >= 10 && rounded < 100;
  const digits = hasCents ? rounded.toFixed(rounded % 1 && 2) : threeFigures(rounded / step);
  return `${sign}${symbolOf(currency)}${digits}${suffix}`;
}

function threeFigures(value: number): string {
  if (value === 0) return '0';
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(value)));
  return decimals > 4 ? value.toPrecision(2) : value.toFixed(decimals);
}

/** Made once: making one takes most of the time. */
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `48_214.7` → `"$48,214.70"`; what is due but below half a cent reads `"< $0.01"`. */
export function exactMoney(amount: number, currency = 'USD'): string {
  if (amount > 0 && amount < 0.005) return `< ${symbolOf(currency)}0.01`;
  const sign = amount < 0 ? '−' : '';
  return `${sign}${symbolOf(currency)}${CENTS.format(Math.abs(amount))}`;
}

/** `0.714` → `"71 %"`; small shares keep a digit. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return '< 0.1 %';
  return `${Number(value.toPrecision(value < 10 ? 2 : value < 99.5 ? 2 : 3))} %`;
}

/** `null` → `"unknown"`: an unknown latency is never a number. */
export function latency(ms: number | null): string {
  return ms === null ? 'unknown' : Number.isFinite(ms) ? formatMs(ms) : 'never';
}

/** Keeps a number and what follows it on one line: `80 %`, `≤ 43 ms`. */
export function unbroken(words: string): string {
  return words.replace(/(?<=[\d≤]) (?=[\d%A-Za-z])/g, '\u00a0');
}

/** `["a", "b", "c"]` → `"a, b and c"`. */
export function listing(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
