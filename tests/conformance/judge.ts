/** One calculator's answer to a case, laid beside what the case expects. */
import type { Answer, Case, Expectation } from './case.ts';

/** Every figure that is not the expected one, and every printed mistake that was repeated; none when the case holds. */
export function judge(one: Case, answer: Answer): string[] {
  const wrong = compare(one.expect, answer).filter(({ same }) => !same);
  const repeated = one.printed ? compare(one.printed, answer).filter(({ same }) => same) : [];
  return [
    ...wrong.map(({ what, wanted, seen }) => `${what} is ${seen}, expected ${wanted}`),
    ...repeated.map(({ what, seen }) => `${what} is ${seen}, which repeats the source's mistake`),
  ];
}

/** Whether an answer says anything of what the case expects: one without lines says totals alone. */
export function covers({ expect: { total, high, certain, noPrice } }: Case, answer: Answer): boolean {
  return answer.lines !== undefined || [total, high, certain, noPrice].some((one) => one !== undefined);
}

/** Whether an answer to a case that has one total gives one. */
function certainly({ total }: Expectation, { total: low, high = low }: Answer): boolean[] {
  if (total === undefined || low === null || low === high) return [];
  return [high !== null && high - low <= 1e-9 * Math.abs(high)];
}

interface Comparison {
  what: string;
  wanted: string;
  seen: string;
  same: boolean;
}

function compare(expected: Expectation, answer: Answer): Comparison[] {
  const of = (what: string, wanted: string, value: number): Comparison => {
    const seen = atDigitsOf(wanted, value);
    return { what, wanted, seen, same: seen === wanted };
  };
  const said = (what: string, wanted: string, other: string, same: boolean): Comparison => ({
    what,
    wanted,
    seen: same ? wanted : other,
    same,
  });
  const { high = answer.total, otherwise, reconciled } = answer;
  const { lines: given } = answer;
  const lines = (meters: string) => (given ?? []).filter(({ meter }) => meters.split('+').includes(meter));
  const amount = (meters: string) => lines(meters).reduce((sum, line) => sum + (line.amount ?? NaN), 0);
  const quantity = (meters: string) => lines(meters).reduce((sum, line) => sum + line.quantity, 0);
  return [
    ...(expected.total === undefined ? [] : [of('total', expected.total, answer.total ?? NaN)]),
    ...(expected.high === undefined ? [] : [of('high', expected.high, high ?? NaN)]),
    ...(expected.certain === undefined
      ? certainly(expected, answer).map((same) => said('answer', 'one figure', 'two ends', same))
      : [said('answer', 'two ends', 'one figure', high === null || high > (answer.total ?? NaN))]),
    ...(expected.noPrice === undefined
      ? []
      : [said('answer', 'no price', `a total of ${answer.total}`, answer.total === null)]),
    ...(otherwise === undefined ? [] : named('total with another', expected.otherwise, otherwise)),
    ...(reconciled === undefined ? [] : named('of the invoice the', expected.reconciled, reconciled)),
    ...(given === undefined ? [] : ofLines()),
  ];
  function named(
    words: string,
    wanted: Readonly<Record<string, string>> = {},
    seen: Readonly<Record<string, number | null>>,
  ): Comparison[] {
    return Object.entries(wanted).map(([what, one]) => of(`${words} ${what}`, one, seen[what] ?? NaN));
  }
  function ofLines(): Comparison[] {
    return [
      ...Object.entries(expected.amounts ?? {}).map(([meters, wanted]) =>
        of(`amount of ${meters}`, wanted, amount(meters)),
      ),
      ...Object.entries(expected.quantities ?? {}).map(([meters, wanted]) =>
        of(`quantity of ${meters}`, wanted, quantity(meters)),
      ),
      ...Object.entries(expected.tiers ?? {}).flatMap(([meter, tiers]) =>
        tiers.map((wanted, i) => of(`tier ${i + 1} of ${meter}`, wanted, lines(meter)[i]?.amount ?? NaN)),
      ),
      ...Object.entries(expected.ratios ?? {}).map(([meters, wanted]) => {
        const [over = '', under = ''] = meters.split('/');
        return of(`ratio of ${meters}`, wanted, quantity(over) / quantity(under));
      }),
    ];
  }
}

/** Rounded half up to the digits of `wanted`; what a binary fraction loses in its last bits is not a difference. */
function atDigitsOf(wanted: string, value: number): string {
  const digits = wanted.split('.')[1]?.length ?? 0;
  const scaled = value * 10 ** digits;
  return (Math.floor(scaled + 0.5 + 1e-9 + Math.abs(scaled) * 1e-13) / 10 ** digits).toFixed(digits);
}
