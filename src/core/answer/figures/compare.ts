/** Two answers beside each other, line by line: for `compare` in terminal and page, and for `docs --changed`. */
import type { Candidate } from '../../report/plan-types.ts';
import type { Comparison } from '../../report/compare.ts';
import { exactMoney, overviewMoney } from '../../text/money.ts';
import { formatMs } from '../../units.ts';
import { costWords } from '../words/cost.ts';
import { rangeCell } from '../words/latency.ts';
import { meterWords } from '../words/meters.ts';
import type { Names } from '../words/names.ts';
import { runCell } from '../words/run-cell.ts';
import { verdictWords } from '../words/verdict.ts';
import type { Cell, Table } from './figure.ts';

export interface Beside {
  names: Names;
  /** What is recommended; null: nothing is. */
  candidate: Candidate | null;
  /** Stores of copies that the scenario asks for. */
  copies?: readonly string[] | undefined;
}

/** Null where there is no such scenario. */
export type Sides = readonly [Beside | null, Beside | null];

/** What people read of both; `change` is empty where there is none to tell. */
export interface Line {
  title: string;
  a: string;
  b: string;
  change: string;
}

const NONE = '–';

/** Makes lines of two sides; `change`: what the second has more. */
export function linesOf(sides: Sides) {
  return (title: string, words: (one: Candidate, side: Beside) => string, change = ''): Line => {
    const said = (side: Beside | null) =>
      side === null ? NONE : side.candidate ? words(side.candidate, side) : 'none';
    return { title, a: said(sides[0]), b: said(sides[1]), change };
  };
}

/** `align`: of what both sides say; else it is wrapped. */
export function linesTable(titles: readonly string[], lines: readonly Line[], align?: 'right'): Table {
  const [of = '', ...sides] = titles;
  const both = sides.map((title) => ({ title, ...(align ? { align } : { wrap: true }) }));
  return {
    columns: [{ title: of }, ...both, { title: 'change', align: 'right' }],
    rows: lines.map(({ title, a, b, change }) => [title, a, b, change]),
  };
}

/** `+$4.20`, `−12 ms`, `0`. `unknown`: what is said where nobody knows. */
export function signed(change: number | null, words: (by: number) => string, unknown = ''): string {
  if (change === null) return unknown;
  return Math.abs(change) < 0.005 ? '0' : `${change > 0 ? '+' : '−'}${words(Math.abs(change))}`;
}

/** Milliseconds that the second of two sides takes longer, in words; empty where one has none. */
export function later(sides: Sides, of: (one: Candidate) => number | null): string {
  const [was, is] = sides.map((side) => (side?.candidate ? of(side.candidate) : null));
  return was == null || is == null ? '' : signed(is - was, formatMs);
}

const msWords = (ms: number | null) => (ms === null ? 'no data' : formatMs(ms));

/** The answers themselves, apart from their bills. */
export function answerLines(sides: Sides, { total, currency }: Comparison): Line[] {
  const line = linesOf(sides);
  const time = (title: string, of: (one: Candidate) => number | null) =>
    line(title, (one) => msWords(of(one)), later(sides, of));
  return [
    line('placement', ({ id }, { names }) => names.title(id)),
    line(
      'cost a month',
      ({ monthly }) => costWords(monthly),
      signed(total.change, (by) => overviewMoney(by, currency.a ?? 'USD')),
    ),
    time('read p99', ({ read }) => read.p99Ms),
    line('estimate', ({ read }) => rangeCell(read)),
    time('write p99', ({ write }) => write.p99Ms),
    line('verdict', verdictWords),
    line('to run', (one, { copies }) => runCell(one, copies)),
    line('must save', ({ effort, monthly }) => overviewMoney(effort.total, monthly.currency)),
  ];
}

/** The bills by meter, to the cent. */
export function meterLines({ meters, currency }: Comparison): Line[] {
  const cents = (amount: number | null, of: string | null) =>
    amount === null ? 'unknown' : exactMoney(amount, of ?? 'USD');
  return meters
    .filter(({ a, b }) => a !== 0 || b !== 0)
    .map(({ meter, a, b, change }) => ({
      title: meterWords(meter),
      a: cents(a, currency.a),
      b: cents(b, currency.b),
      change: signed(change, (by) => cents(by, currency.a)),
    }));
}

/** Words of a list that stand in a cell. */
const MOST_WORDS = 4;

/** What a key of a scenario holds; `one`: of a single value. */
export function valueWords(value: unknown, one: (value: unknown) => string = plain): string {
  if (value === null) return NONE;
  if (!Array.isArray(value)) return one(value);
  if (value.length === 0) return NONE;
  const rest = value.length - MOST_WORDS;
  return `${value.slice(0, MOST_WORDS).map(one).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Unrounded: for a program. */
export function comparisonFile(sides: Sides, { keys, meters, total }: Comparison) {
  const figure = (key: string, of: (one: Candidate, side: Beside) => string | number | null): Cell[] => {
    const [was, is] = sides.map((side) => (side?.candidate ? of(side.candidate, side) : null));
    const change = typeof was === 'number' && typeof is === 'number' ? is - was : null;
    return ['answer', key, was ?? null, is ?? null, change];
  };
  const cell = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);
  return {
    columns: ['part', 'key', 'a', 'b', 'change'],
    rows: [
      figure('placement', ({ id }) => id),
      ['answer', 'total', total.a, total.b, total.change],
      figure('p99_ms', ({ read }) => read.p99Ms),
      figure('write_p99_ms', ({ write }) => write.p99Ms),
      figure('sureness', ({ sureness }) => sureness),
      figure('effort', ({ effort }) => effort.total),
      figure('runs', (one, { copies }) => runCell(one, copies)),
      ...keys.map(({ path, a, b }) => ['scenario', path, cell(a), cell(b), null]),
      ...meters.map((line) => ['meter', line.meter, line.a, line.b, line.change]),
    ],
  };
}
