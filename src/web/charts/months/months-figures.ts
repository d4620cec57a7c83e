/** Cost over months as lines: by the month, or added up from the first. */
import type { OverTime } from '#core/report/time-types.ts';
import type { Figures } from '#web/words/csv.ts';

interface MonthLine {
  id: string;
  name: string;
  atLeast: boolean;
  /** It is not as sure as asked to meet the requirements. */
  isOpen: boolean;
  values: number[];
}

const MONTH_LINES = 5;

/** The cheapest over the horizon and in the first month, those of `spoken`, and then the cheapest, without repeats. */
export function monthLines(
  { placements, first, whole }: OverTime,
  spoken: readonly (string | undefined)[],
  nameOf: (id: string) => string,
  isSum: boolean,
): MonthLine[] {
  const named = [whole, first, ...spoken].flatMap((id) => placements.find((one) => one.id === id) ?? []);
  const all = [...named, ...placements.filter(({ feasible }) => feasible !== 'no')];
  return [...new Set(all)].slice(0, MONTH_LINES).map(({ id, atLeast, feasible, totals }) => ({
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

export function monthFigures({ months }: OverTime, lines: readonly MonthLine[]): Figures {
  return {
    columns: ['month', ...lines.map(({ name }) => name)],
    rows: months.map((month, m) => [
      month,
      ...lines.map(({ values }) => Math.round((values[m] ?? 0) * 100) / 100),
    ]),
  };
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
