/** Laws fitted to whole counts of a trace: what engines count is the same in all of them, and so is what follows from it. */
import { itemAt } from '../at.ts';
import { significant } from './counts.ts';
import { GAP_EDGES_SECONDS, TIME_EDGES_SECONDS } from './profile.ts';

/** Waits of a class (index into `GAP_EDGES_SECONDS`) that a read ended, and those that were cut off. */
export interface WaitClass {
  class: number;
  ended: number;
  cut: number;
}

/**
 * Kaplan–Meier by life table: upper end, share that had ended by then, standard error (Greenwood). A wait that was cut off
 * counts for half of its class. Only ends of `TIME_EDGES_SECONDS` that some wait reached are told.
 */
export function waitsBy(classes: readonly WaitClass[]): [seconds: number, share: number, error: number][] {
  const told: [number, number, number][] = [];
  let left = sum(classes.map((one) => one.ended + one.cut));
  let open = 1;
  let variance = 0;
  for (const [i, seconds] of GAP_EDGES_SECONDS.entries()) {
    const { ended, cut } = classes.find((one) => one.class === i) ?? { ended: 0, cut: 0 };
    const atRisk = left - cut / 2;
    if (left <= 0 || atRisk <= 0) break;
    const share = Math.min(1, ended / atRisk);
    open *= 1 - share;
    if (share < 1) variance += ended / (atRisk * (atRisk - ended));
    left -= ended + cut;
    if (TIME_EDGES_SECONDS.includes(seconds))
      told.push([seconds, significant(1 - open), significant(Math.min(1, open * Math.sqrt(variance)))]);
  }
  return told;
}

const LEAST_WAITS = 100;
const LEAST_CLASSES = 4;

/**
 * Lomax by most likelihood: an ended wait lies in its class, one that was cut off lasted to the middle of its own. Null where
 * too few ended to tell, or the law runs off to an edge of what is searched.
 */
export function lomaxOf(classes: readonly WaitClass[]): { shape: number; scaleSeconds: number } | null {
  const filled = classes.filter((one) => one.ended > 0);
  if (sum(filled.map((one) => one.ended)) < LEAST_WAITS || filled.length < LEAST_CLASSES) return null;
  const cells = classes.map(({ class: i, ended, cut }) => {
    const from = i === 0 ? 0 : itemAt(GAP_EDGES_SECONDS, i - 1);
    const to = GAP_EDGES_SECONDS[i] ?? Infinity;
    return { from, to, middle: to === Infinity ? from : (from + to) / 2, ended, cut };
  });
  const likelihood = (shape: number, scale: number) =>
    sum(
      cells.map(({ from, to, middle, ended, cut }) => {
        const atStart = -shape * Math.log1p(from / scale);
        const within =
          to === Infinity ? 1 : -Math.expm1(-shape * (Math.log1p(to / scale) - Math.log1p(from / scale)));
        const held = -shape * Math.log1p(middle / scale);
        return (ended > 0 ? ended * (atStart + Math.log(Math.max(within, 1e-300))) : 0) + cut * held;
      }),
    );
  // Of each scale the best shape; both on a ladder of logarithms.
  const bestShape = (scale: number) =>
    highest((log) => likelihood(Math.exp(log), scale), Math.log(0.02), Math.log(50));
  const [low, high] = [Math.log(1e-2), Math.log(1e9)];
  const scaleLog = highest((log) => likelihood(Math.exp(bestShape(Math.exp(log))), Math.exp(log)), low, high);
  const shapeLog = bestShape(Math.exp(scaleLog));
  const isAtEdge = (at: number, from: number, to: number) => at - from < 0.02 || to - at < 0.02;
  if (isAtEdge(scaleLog, low, high) || isAtEdge(shapeLog, Math.log(0.02), Math.log(50))) return null;
  return { shape: significant(Math.exp(shapeLog)), scaleSeconds: significant(Math.exp(scaleLog)) };
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Where a function with one hill is highest: golden sections down to 1e-7 of the range. */
function highest(of: (at: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atA, atB] = [of(a), of(b)];
  for (let i = 0; i < 36; i += 1)
    if (atA > atB) {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = of(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = of(b);
    }
  return (low + high) / 2;
}

/** Objects that were read so many times. */
export interface ReadCount {
  reads: number;
  objects: number;
}

/** Ranks of rarely read objects are chance; only those read at least so often are fitted. */
const LEAST_READS = 10;
const LEAST_RANKS = 20;
/** Beyond so many ranks a sum of powers is its integral. */
const SUMMED_RANKS = 1000;

/** Zipf's exponent by most likelihood over the ranks read often enough, with its standard error. */
export function zipfOf(
  counts: readonly ReadCount[],
): { exponent: number; error: number; ranks: number } | null {
  const often = counts.filter((one) => one.reads >= LEAST_READS).toSorted((a, b) => b.reads - a.reads);
  const ranks = sum(often.map((one) => one.objects));
  if (ranks < LEAST_RANKS) return null;
  const reads = sum(often.map((one) => one.objects * one.reads));
  let before = 0;
  let logs = 0;
  for (const one of often) {
    logs += one.reads * logRanks(before + 1, before + one.objects);
    before += one.objects;
  }
  const mean = logs / reads;
  // The mean logarithm of a rank falls as the exponent rises.
  let [low, high] = [0, 10];
  for (let i = 0; i < 40; i += 1) {
    const middle = (low + high) / 2;
    if (momentsOf(middle, ranks).mean > mean) low = middle;
    else high = middle;
  }
  const { variance } = momentsOf(low, ranks);
  return {
    exponent: significant((low + high) / 2),
    error: significant(variance > 0 ? 1 / Math.sqrt(reads * variance) : 0),
    ranks,
  };
}

/** Σ ln k over ranks. */
function logRanks(from: number, to: number): number {
  if (to - from < SUMMED_RANKS) {
    let all = 0;
    for (let k = from; k <= to; k += 1) all += Math.log(k);
    return all;
  }
  const integral = (k: number) => k * Math.log(k) - k;
  return integral(to + 0.5) - integral(from - 0.5);
}

/** Mean and variance of ln k where k is drawn as k^−exponent, k up to `ranks`. */
function momentsOf(exponent: number, ranks: number): { mean: number; variance: number } {
  let [weight, first, second] = [0, 0, 0];
  const add = (k: number, width: number) => {
    const w = width * k ** -exponent;
    const log = Math.log(k);
    weight += w;
    first += w * log;
    second += w * log * log;
  };
  for (let k = 1; k <= Math.min(ranks, SUMMED_RANKS); k += 1) add(k, 1);
  for (let from = SUMMED_RANKS + 1; from <= ranks;) {
    const to = Math.min(ranks, Math.floor(from * 1.01));
    add((from + to) / 2, to - from + 1);
    from = to + 1;
  }
  const mean = first / weight;
  return { mean, variance: second / weight - mean * mean };
}

/** Requests by hour of the week, in thousandths of the mean hour; each hour is weighed by how often the trace held it. */
export function weekOf(
  hours: readonly { hour: number; requests: number }[],
  fromSeconds: number,
  toSeconds: number,
): number[] {
  const HOUR = 3600;
  const held = new Array<number>(168).fill(0);
  const first = Math.floor(fromSeconds / HOUR);
  const last = Math.floor(toSeconds / HOUR);
  const whole = Math.floor((last - first + 1) / 168);
  for (let i = 0; i < held.length; i += 1)
    held[(first + 72 + i) % 168] = whole + (i < (last - first + 1) % 168 ? 1 : 0);
  const rates = held.map(
    (times, hour) => (hours.find((one) => one.hour === hour)?.requests ?? 0) / Math.max(1, times),
  );
  const mean = sum(rates) / rates.length;
  return rates.map((rate) => Math.round((1000 * rate) / mean));
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
