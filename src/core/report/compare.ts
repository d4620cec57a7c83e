/** Two answers side by side, line by line: what was asked, what is recommended, and the bill by meter. */
import { withoutDefaults } from '../scenario/difference.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import type { Candidate, MonthlyCost } from './plan-types.ts';

/** One of two that are compared; the candidate is null where nothing is recommended. */
export interface Side {
  name: string;
  scenario: ScenarioText;
  candidate: Candidate | null;
}

export interface Comparison {
  /** What the scenarios say otherwise; null: one of them says nothing. Of lists of words, what the other lacks. */
  keys: { path: string; a: unknown; b: unknown }[];
  currency: { a: string | null; b: string | null };
  /** A month, by meter, the largest change first. Null: a price is not known, or the currencies differ. */
  meters: { meter: string; a: number | null; b: number | null; change: number | null }[];
  total: { a: number | null; b: number | null; change: number | null };
}

export function compared(a: Side, b: Side): Comparison {
  const [one, other] = [a.candidate?.monthly, b.candidate?.monthly];
  const isAlike = one !== undefined && other !== undefined && one.currency === other.currency;
  const change = (before: number | null, after: number | null) =>
    isAlike && before !== null && after !== null ? after - before : null;
  const [before, after] = [byMeter(one), byMeter(other)];
  const meters = [...new Set([...before.keys(), ...after.keys()])].map((meter) => {
    const [was, is] = [before, after].map((bill) => (bill.has(meter) ? (bill.get(meter) ?? null) : 0));
    return { meter, a: was ?? null, b: is ?? null, change: change(was ?? null, is ?? null) };
  });
  const known = ({ atLeast, total }: MonthlyCost) => (atLeast ? null : total);
  return {
    keys: keysThatDiffer(a.scenario, b.scenario),
    currency: { a: one?.currency ?? null, b: other?.currency ?? null },
    meters: meters.toSorted((x, y) => Math.abs(y.change ?? Infinity) - Math.abs(x.change ?? Infinity)),
    total: {
      a: one?.total ?? null,
      b: other?.total ?? null,
      change: one && other ? change(known(one), known(other)) : null,
    },
  };
}

/** A month; null where one of its lines has no price. */
function byMeter(bill: MonthlyCost | undefined): Map<string, number | null> {
  const sums = new Map<string, number | null>();
  for (const { meter, amount } of bill?.lines ?? []) {
    const sum = sums.get(meter);
    sums.set(meter, amount === null || sum === null ? null : (sum ?? 0) + amount);
  }
  return sums;
}

/** Apart from their names, and from what stands as a default. */
function keysThatDiffer(a: ScenarioText, b: ScenarioText): Comparison['keys'] {
  const [one, other] = [a, b].map((text) => {
    const { name: _, ...said } = withoutDefaults(text);
    return new Map(leaves(said));
  });
  if (!one || !other) return [];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((path) => {
    const [was, is] = [one.get(path) ?? null, other.get(path) ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (isWords(was) && isWords(is)) return [{ path, a: lacking(was, is), b: lacking(is, was) }];
    return [{ path, a: was, b: is }];
  });
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const lacking = (own: readonly string[], other: readonly string[]) =>
  own.filter((word) => !other.includes(word));

/** Every value by its path, such as `workload.readers[0].at`; a list of words is one value. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (value === null || typeof value !== 'object' || isWords(value)) return [[path, value]];
  const step = (key: string) =>
    Array.isArray(value)
      ? `${path}[${key}]`
      : /^[\w-]+$/.test(key)
        ? `${path === '' ? '' : `${path}.`}${key}`
        : `${path}["${key}"]`;
  return Object.entries(value).flatMap(([key, one]) => leaves(one, step(key)));
}
