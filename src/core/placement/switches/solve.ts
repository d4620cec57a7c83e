/**
 * Backwards: the values of one input at which a proven plan fits a budget and a p99, as bills are rounded. Looked for between
 * the values of a grid and bounded by halving; what fits only between two neighbours of the grid is not seen.
 */
import type { Question } from '../../question.ts';
import { overviewMoney } from '../../text/money.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { formatMs } from '../../units.ts';
import { SolveError, inputDial } from './dial.ts';
import type { Dial } from './dial.ts';
import { stretchesOf } from './fit-stretches.ts';
import type { Stretch } from './fit-stretches.ts';
import { hotDaysDial } from './hot-days.ts';
import type { KnobName } from '../along/knobs.ts';
import { placed } from './switch-words.ts';
import { pricedScenario } from './priced-scenario.ts';
import type { Winner, PricedScenario } from './priced-scenario.ts';

/** `hot-days`: how long the first store of a pair holds objects; where the best plan is a cache, how long a copy waits for its next read. */
export type SolvedInput = KnobName | 'hot-days';

interface SolveWanted {
  input: SolvedInput;
  /** In the plan's currency, a month; the scenario's own by default, which may be none. */
  budget?: number | undefined;
  readP99Ms?: number | undefined;
  /** Of `hot-days`: `store@region` of the pair; those of the proven best by default. */
  pair?: readonly [hot: string, cold: string] | undefined;
}

interface Fit {
  id: string;
  total: number;
}

/** A stretch of values that fit, both ends within it. */
interface FitStretch {
  from: number;
  to: number;
  /** Whether it goes on past the values that were looked at. */
  fromOpen: boolean;
  toOpen: boolean;
  /** The cheapest proven plan at either end. */
  atFrom: Fit;
  atTo: Fit;
}

export interface Solution {
  input: SolvedInput;
  path: string;
  unit: string;
  now: number | null;
  budget: number | null;
  currency: string;
  readP99Ms: number | null;
  low: number;
  high: number;
  /** Values the search was asked at. */
  tried: number;
  /** Rising; empty where nothing fits. */
  stretches: FitStretch[];
  /** The largest value that fits; null where nothing does. */
  largest: number | null;
  words: string[];
}

/** Throws `SolveError` where the scenario has no such input or pair, else as `plan` does. */
export function solve(question: Question, wanted: SolveWanted): Solution {
  const scenario = withLimits(question.scenario, wanted);
  const base = pricedScenario(scenario, question);
  if (base.context.stores.length === 0) throw new SolveError('no store of this scenario has a price');
  const dial =
    wanted.input === 'hot-days'
      ? hotDaysDial(
          base,
          pricedScenario(
            { ...scenario, requirements: { ...scenario.requirements, budget: undefined } },
            question,
          ),
          wanted.pair,
        )
      : inputDial(scenario, wanted.input, (turned) => pricedScenario(turned, question, { like: base }));
  const known = new Map<number, Winner | null>();
  const at = (x: number): Winner | null => {
    const found = known.has(x) ? (known.get(x) ?? null) : dial.at(x);
    known.set(x, found);
    return found;
  };
  const stretches = stretchesOf(at, dial.grid);
  const { budget, readP99 } = scenario.requirements;
  return {
    input: wanted.input,
    path: dial.path,
    unit: dial.unit,
    now: dial.now,
    budget: budget ?? null,
    currency: base.currency,
    readP99Ms: readP99 ?? null,
    low: dial.grid[0] ?? NaN,
    high: dial.grid.at(-1) ?? NaN,
    tried: known.size,
    stretches: stretches.map(({ from, to, fromOpen, toOpen, atFrom, atTo }) => ({
      from,
      to,
      fromOpen,
      toOpen,
      atFrom: { id: atFrom.id, total: atFrom.total },
      atTo: { id: atTo.id, total: atTo.total },
    })),
    largest: stretches.at(-1)?.to ?? null,
    words: wordsOf(stretches, dial, scenario, base),
  };
}

function withLimits(scenario: Scenario, { budget, readP99Ms }: SolveWanted): Scenario {
  const { requirements } = scenario;
  return {
    ...scenario,
    requirements: {
      ...requirements,
      ...(budget === undefined ? {} : { budget }),
      ...(readP99Ms === undefined ? {} : { readP99: readP99Ms }),
    },
  };
}

function wordsOf(
  stretches: readonly Stretch[],
  dial: Dial,
  { requirements }: Scenario,
  { currency }: PricedScenario,
): string[] {
  const { budget, readP99 } = requirements;
  const money = (amount: number) => overviewMoney(amount, currency);
  const limits = [
    ...(budget === undefined ? [] : [`${money(budget)} a month`]),
    ...(readP99 === undefined ? [] : [`a p99 of ${formatMs(readP99)}`]),
  ].join(' and ');
  if (stretches.length === 0)
    return [
      `Nothing fits ${limits || 'the requirements'}, from ${dial.words(dial.grid[0] ?? 0)} to ${dial.words(dial.grid.at(-1) ?? 0)}.`,
    ];
  const by = (winner: Winner, x: number) =>
    `there it is ${placed(dial.contextAt(x), winner.placement)} for ${money(winner.total)} a month`;
  return stretches.map(({ from, to, fromOpen, toOpen, atFrom, atTo }) => {
    if (fromOpen && toOpen)
      return `Everything looked at fits ${limits || 'the requirements'}, up to ${dial.words(to)}; ${by(atTo, to)}.`;
    if (toOpen) return `From ${dial.words(from)} on, ${limits} is kept; ${by(atFrom, from)}.`;
    if (fromOpen) return `Up to ${dial.words(to)}, ${limits} is kept; ${by(atTo, to)}.`;
    return `From ${dial.words(from)} to ${dial.words(to)}, ${limits} is kept; ${by(atTo, to)}.`;
  });
}
