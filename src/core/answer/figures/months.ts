/** Cost over the months of the horizon: a column a placement, by the month or added up from the first. */
import type { OverTime } from '../../report/time-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { figureOf } from './figure.ts';

export interface MonthLine {
  id: string;
  name: string;
  atLeast: boolean;
  /** It is not as sure as asked to meet the requirements. */
  isOpen: boolean;
  values: number[];
}

/** The cheapest over the horizon and in the first month, those of `spoken`, and then the cheapest, without repeats. */
export function monthLines(
  { placements, first, whole }: OverTime,
  spoken: readonly (string | undefined)[],
  nameOf: (id: string) => string,
  { most, isSum = false }: { most: number; isSum?: boolean },
): MonthLine[] {
  const named = [whole, first, ...spoken].flatMap((id) => placements.find((one) => one.id === id) ?? []);
  const all = [...named, ...placements.filter(({ feasible }) => feasible !== 'no')];
  return [...new Set(all)].slice(0, most).map(({ id, atLeast, feasible, totals }) => ({
    id,
    name: nameOf(id),
    atLeast,
    isOpen: feasible !== 'yes',
    values: isSum ? addedUp(totals) : totals,
  }));
}

function addedUp(totals: readonly number[]): number[] {
  let sum = 0;
  return totals.map((total) => (sum += total));
}

/** `isSum`: the lines are added up already, and have no sum of their own. */
export function monthsFigure({ months, currency }: OverTime, lines: readonly MonthLine[], isSum = false) {
  const money = (amount: number, { atLeast }: MonthLine) => overviewMoney(amount, currency, atLeast);
  const sums = lines.map((line): [string, string] => [
    line.name,
    money(
      line.values.reduce((sum, one) => sum + one, 0),
      line,
    ),
  ]);
  return figureOf(
    months.map((month, m) => ({ month, m })),
    [
      { title: 'month', of: ({ month }) => month },
      ...lines.map((line) => ({
        title: line.name,
        kind: 'money' as const,
        of: ({ m }: { m: number }) => line.values[m] ?? null,
        words: ({ m }: { m: number }) => money(line.values[m] ?? NaN, line),
      })),
    ],
    isSum ? {} : { total: { month: 'sum', ...Object.fromEntries(sums) } },
  );
}

export function monthsTitle(
  { first, whole, flips, months, ahead, placements }: OverTime,
  nameOf: (id: string) => string,
): string {
  const [flip] = flips;
  if (first === null || whole === null) return 'No placement has a known cost over these months';
  const of = placements.some(({ feasible }) => feasible === 'yes') ? 'Of what is sure enough, ' : '';
  if (first === whole && !flip) return `${of}${nameOf(whole)} stays the cheapest for ${months.length} months`;
  if (first === whole) return `${of}${nameOf(flip?.to ?? '')} costs less by the month from ${flip?.month} on`;
  return `${of}${nameOf(whole)} costs the least over ${months.length} months, ahead from ${ahead} on`;
}
