/**
 * Backwards: the values of one input at which some placement is sure enough and fits a budget and a p99, as bills are rounded. Looked for
 * between the values of a grid; what fits only between two neighbours of the grid is not seen.
 */
import { allSteps } from '../../steps.ts';
import { overviewMoney } from '../../text/money.ts';
import { capital, listing } from '../../text/words.ts';
import type { Turned } from '../../report/switch-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { formatMs } from '../../units.ts';
import { namesOfContext } from '../context/names.ts';
import { deskAt } from '../desk.ts';
import type { FullDesk } from '../desk.ts';
import { changesAlong } from './changes.ts';
import { SolveError, hotDaysDial, inputDial } from './dial.ts';
import type { Dial } from './dial.ts';
import type { KnobName } from './knobs.ts';
import type { Standing } from './known.ts';

/** `hot-days`: how long the first store of a pair holds objects. */
export type SolvedInput = KnobName | 'hot-days';

interface SolveWanted {
  input: SolvedInput;
  /** In the plan's currency, a month; the scenario's own by default, which may be none. */
  budget?: number | undefined;
  readP99Ms?: number | undefined;
  /** Of `hot-days`: `store@region` of the pair; those of the recommended placement by default. */
  pair?: readonly [hot: string, cold: string] | undefined;
}

interface Fit {
  id: string;
  total: number;
}

/** A stretch of values that fit, both ends within it. */
interface Stretch<T = Fit> {
  from: number;
  to: number;
  /** Whether it goes on past the values that were looked at. */
  fromOpen: boolean;
  toOpen: boolean;
  /** The best at either end. */
  atFrom: T;
  atTo: T;
}

export interface Solution extends Turned {
  input: SolvedInput;
  budget: number | null;
  currency: string;
  readP99Ms: number | null;
  /** Rising; empty where nothing fits. */
  stretches: Stretch[];
  /** The largest value that fits; null where nothing does. */
  largest: number | null;
  words: string[];
}

/** Throws `SolveError` where the scenario has no such input or pair. */
export function solve(desk: FullDesk, wanted: SolveWanted): Solution {
  if (desk.context.stores.length === 0) throw new SolveError('no store of this scenario has a price');
  const limited = deskAt(desk, withLimits(desk.context.scenario, wanted));
  const dial =
    wanted.input === 'hot-days' ? hotDaysDial(limited, wanted.pair) : inputDial(limited, wanted.input);
  const { grid, path, unit, now, known } = dial;
  const stretches = stretchesOf(dial);
  const { readP99 } = limited.context.scenario.requirements;
  const fit = ({ id, judged }: Standing): Fit => ({ id, total: judged.low });
  return {
    input: wanted.input,
    path,
    unit,
    now,
    budget: limited.budget ?? null,
    currency: desk.currency,
    readP99Ms: readP99 ?? null,
    low: grid[0] ?? NaN,
    high: grid.at(-1) ?? NaN,
    tried: known.asked(),
    stretches: stretches.map((one) => ({ ...one, atFrom: fit(one.atFrom), atTo: fit(one.atTo) })),
    largest: stretches.at(-1)?.to ?? null,
    words: wordsOf(stretches, dial, limited),
  };
}

function stretchesOf({ known, grid }: Dial): Stretch<Standing>[] {
  const [first = NaN, last = NaN] = [grid[0], grid.at(-1)];
  const stretches: Stretch<Standing>[] = [];
  const changes = allSteps(changesAlong(known, grid));
  let from: number | null = known.ask(first) ? first : null;
  const close = (to: number, toOpen: boolean) => {
    const [atFrom, atTo] = [from === null ? null : known.ask(from), known.ask(to)];
    if (from !== null && atFrom && atTo)
      stretches.push({ from, to, fromOpen: from === first, toOpen, atFrom, atTo });
  };
  for (const { below, low, high } of changes) {
    if (below) close(low, false);
    from = below ? null : high;
  }
  close(last, true);
  return stretches;
}

/** What is less sure than asked does not fit. */
function withLimits(scenario: Scenario, { budget, readP99Ms }: SolveWanted): Scenario {
  return {
    ...scenario,
    doubt: 'none',
    requirements: {
      ...scenario.requirements,
      ...(budget === undefined ? {} : { budget }),
      ...(readP99Ms === undefined ? {} : { readP99: readP99Ms }),
    },
  };
}

function wordsOf(
  stretches: readonly Stretch<Standing>[],
  dial: Dial,
  { context, currency, budget }: FullDesk,
): string[] {
  const { readP99 } = context.scenario.requirements;
  const money = (amount: number) => `${overviewMoney(amount, currency)}/month`;
  const limits =
    listing([
      ...(budget === undefined ? [] : [money(budget)]),
      ...(readP99 === undefined ? [] : [`a p99 of ${formatMs(readP99)}`]),
    ]) || 'the requirements';
  const [first = NaN, last = NaN] = [dial.grid[0], dial.grid.at(-1)];
  if (stretches.length === 0)
    return [`Nothing fits ${limits}, from ${dial.words(first)} to ${dial.words(last)}.`];
  return stretches.map(({ from, to, fromOpen, toOpen, atFrom, atTo }) => {
    const one = toOpen && !fromOpen ? atFrom : atTo;
    const plan = `${namesOfContext(context).placement(one.id)}, ${money(one.judged.low)}`;
    const where =
      fromOpen && toOpen
        ? `All values tried, up to ${dial.words(to)},`
        : toOpen
          ? `${dial.words(from)} and more`
          : fromOpen
            ? `Up to ${dial.words(to)}`
            : `${dial.words(from)} to ${dial.words(to)}`;
    return `${capital(where)} fit ${limits}: ${plan}.`;
  });
}
