/** Two answers beside each other, line by line: for `compare`, `docs --changed` and prices of two days. */
import type { Table } from '#core/answer/figures/figure.ts';
import type { Names } from '#core/answer/words/names.ts';
import type { Candidate } from '#core/report/plan-types.ts';

export interface Beside {
  names: Names;
  /** What is recommended; null: nothing is. */
  candidate: Candidate | null;
  /** Stores of copies that the scenario asks for. */
  copies?: readonly string[] | undefined;
}

/** `change`: what the second has more, in words. */
export interface Line {
  title: string;
  of: (one: Candidate, side: Beside) => string;
  change?: string;
}

/** `sides`: null where there is no such scenario. */
export function besideTable(
  titles: readonly [string, string],
  sides: readonly (Beside | null)[],
  lines: readonly Line[],
): Table {
  const said = (side: Beside | null, of: Line['of']) =>
    side === null ? '–' : side.candidate ? of(side.candidate, side) : 'none';
  return {
    columns: [
      { title: '' },
      ...titles.map((title) => ({ title, wrap: true })),
      { title: 'change', align: 'right' },
    ],
    rows: lines.map(({ title, of, change = '' }) => [title, ...sides.map((side) => said(side, of)), change]),
  };
}

/** `+$4.20`, `−12 ms`, `0`. `unknown`: what is said where nobody knows. */
export function signed(change: number | null, words: (by: number) => string, unknown = ''): string {
  if (change === null) return unknown;
  return Math.abs(change) < 0.005 ? '0' : `${change > 0 ? '+' : '−'}${words(Math.abs(change))}`;
}

/** What a figure has more on the second of two sides; null where one has none. */
export function more(
  sides: readonly (Beside | null)[],
  of: (one: Candidate) => number | null,
): number | null {
  const [was, is] = sides.map((side) => (side?.candidate ? of(side.candidate) : null));
  return was == null || is == null ? null : is - was;
}
