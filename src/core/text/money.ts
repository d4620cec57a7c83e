/** Money as text: the one place that rounds it, for pages, terminal, sentences and emitted files. */
import { formatNumber } from './numbers.ts';

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€' };
const STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** `$`, `€`, `GBP `. */
export const symbolOf = (currency: string) => SYMBOLS[currency] ?? `${currency} `;

/**
 * An amount at a glance, to three significant figures: `$48.2k`, `$812`, `$18.40`, `$18`. Below one dollar it has two
 * figures and at least cents: `$0.50`, `$0.012`. `atLeast` marks a lower bound: `at least $48.2k`. An amount that is due
 * never reads as nothing: `< $0.0001`.
 */
export function overviewMoney(amount: number, currency = 'USD', atLeast = false): string {
  return worded(amount, currency, atLeast, { digitsOf: overviewDigits, from: 0.0001, least: '0.0001' });
}

/** An amount to the cent: `$48,214.70`. What is due but below half a cent reads `< $0.01`. */
export function exactMoney(amount: number, currency = 'USD', atLeast = false): string {
  const digitsOf = (size: number) => formatNumber(size, 2, 2);
  return worded(amount, currency, atLeast, { digitsOf, from: 0.005, least: '0.01' });
}

/** To whole cents. */
export const roundToCents = (amount: number) => Math.round(amount * 100) / 100;

interface Rounding {
  digitsOf: (size: number) => string;
  /** Smaller amounts are said to be below `least`. */
  from: number;
  least: string;
}

function worded(amount: number, currency: string, atLeast: boolean, { digitsOf, from, least }: Rounding) {
  const size = Math.abs(amount);
  const signed = `${amount < 0 ? '−' : ''}${symbolOf(currency)}`;
  const isTiny = size > 0 && size < from;
  const text = isTiny ? `${amount < 0 ? '>' : '<'} ${signed}${least}` : `${signed}${digitsOf(size)}`;
  return atLeast ? `at least ${text}` : text;
}

function overviewDigits(size: number): string {
  if (size === 0) return '0';
  const rounded = Number(size.toPrecision(size < 1 ? 2 : 3));
  // As many decimals as the two figures need.
  if (rounded < 1) return rounded.toFixed(Math.max(2, String(rounded).length - 2));
  if (rounded >= 10 && rounded < 100) return rounded.toFixed(Number.isInteger(rounded) ? 0 : 2);
  const [step, suffix] = STEPS.find(([start]) => rounded >= start) ?? [1, ''];
  const scaled = rounded / step;
  return `${scaled.toFixed(Math.max(0, 2 - Math.floor(Math.log10(scaled))))}${suffix}`;
}
