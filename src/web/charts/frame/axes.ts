/** Axes of the charts: d3's scales, held inside the drawing, and those of their values that have room for words. */
import { scaleLinear, scaleLog, type ScaleContinuousNumeric } from 'd3-scale';
import { overviewMoney } from '#core/text/money.ts';
import { latency } from '#web/words/format.ts';
import { LETTER, spaced, wordsUnder, type Tick } from './labels.ts';

export type Scale = ScaleContinuousNumeric<number, number>;

export interface Axis {
  kind: 'linear' | 'log';
  /** Of a log axis both ends are above zero. */
  domain: readonly [from: number, to: number];
  /** A value at its tick. */
  words: (value: number) => string;
  /** What people name, where that is not what d3 would; those that matter most first. */
  named?: readonly number[];
  /** What is measured and in which unit; empty where the title of the chart says it. */
  title?: string;
}

export type Point = readonly [x: number, y: number];

/** What marks of a drawing over two axes are drawn with; pixels from the left and the top. */
export interface Frame {
  x: Scale;
  y: Scale;
  width: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Values to pixels, and nothing outside the range. */
export function scaleOf({ kind, domain }: Axis, range: readonly [number, number]): Scale {
  return kind === 'log' ? scaleLog(domain, range).clamp(true) : scaleLinear(domain, range).clamp(true);
}

/** Of a log axis, the values that are labelled where they have room: all, 1–2–5, and every first, second or third power of ten. */
const LEADS = [/./, /^[125]e/, /^1e/, /^1e.\d?[02468]$/, /^1e.([0369]|12|15)$/];

/** Values to label `room` pixels apart. */
export function ticksOf({ kind }: Axis, scale: Scale, room: number): number[] {
  const [from = 0, to = 0] = scale.range();
  if (kind === 'linear') return scale.ticks(Math.max(2, Math.floor(Math.abs(to - from) / room)));
  const all = scale.ticks();
  const choices = LEADS.map((lead) => all.filter((value) => lead.test(digits(value))));
  const isRoomy = (values: number[]) => spaced(values, scale, room).length === values.length;
  return choices.find((values) => values.length > 1 && isRoomy(values)) ?? spaced(all, scale, room);
}

const digits = (value: number) => Number(value.toPrecision(6)).toExponential();

/** Pixels that capitals may take beside what their letters are counted as. */
const WIDER = 4;

/** Ticks along the bottom with their words: inside the drawing, and none over its neighbour. Of even ticks all have words, or fewer stand. */
export function bottomTicks(axis: Axis, scale: Scale, width: number): Tick[] {
  const { domain, words, named } = axis;
  const placed = (values: readonly number[]) =>
    wordsUnder(
      values.map((value) => ({ value, texts: [words(value)] })),
      scale,
      [0, width - WIDER],
    );
  if (named) return placed(named.filter((value) => value >= domain[0] && value <= domain[1]));
  const longest = Math.max(...domain.map((end) => words(end).length)) * LETTER + 14;
  for (let room = Math.min(longest, 64); ; room *= 1.3) {
    const values = ticksOf(axis, scale, room);
    const ticks = placed(values);
    if (ticks.length === values.length || room > width) return ticks;
  }
}

/** Around the values, with `beyond` times as much at either end; of times in ms, unless told. */
export function logAxis(values: readonly (number | null)[], beyond = 1.3): Axis {
  const known = values.filter((one) => one !== null && Number.isFinite(one) && one > 0) as number[];
  const domain =
    known.length === 0
      ? ([1, 1000] as const)
      : ([Math.min(...known) / beyond, Math.max(...known) * beyond] as const);
  return { kind: 'log', domain, words: latency };
}

/** From zero to the largest amount. */
export function moneyAxis(amounts: readonly number[], currency?: string): Axis {
  return {
    kind: 'linear',
    domain: [0, Math.max(0.01, ...amounts)],
    words: (amount) => tickMoney(amount, currency),
  };
}

/** Round by construction, so without the zeros that would state a precision: `40_000` → `$40k`, `0.8` → `$0.80`. */
export function tickMoney(amount: number, currency?: string): string {
  return overviewMoney(amount, currency).replace(/(\d+)\.(\d+)(\D?)$/, (_, whole, decimals, suffix) => {
    const kept = decimals.replace(/0+$/, '');
    if (kept === '') return whole + suffix;
    return `${whole}.${suffix === '' ? kept.padEnd(2, '0') : kept}${suffix}`;
  });
}
