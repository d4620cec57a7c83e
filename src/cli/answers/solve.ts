import { KNOB_NAMES } from '#core/placement/sensitivity/knobs.ts';
import { solve as solved, type Solution, type SolvedInput } from '#core/placement/sensitivity/solve.ts';
import { inputFigure } from '#core/report/input-figure.ts';
import { deskOf } from '#core/placement/desk.ts';
import { mustBeAboveZero } from '#core/remedies.ts';
import { parseCount, parseMs } from '#core/units.ts';
import type { Args } from '../args.ts';
import { oneOf } from '../choices.ts';
import type { Run } from '../command.ts';
import { Misunderstood, within } from '../failures.ts';
import { give } from '../formats.ts';
import { progressOf } from '../progress.ts';
import { heading, listOf, strong, textOf, type Block } from '../render/table.ts';
import { questionIn, type NamedScenario } from '../scenarios.ts';

/** Exit 1 where nothing fits. */
export const solve: Run = async (args, deps) => {
  const { scenario, question } = await questionIn('solve', args.operands[0] ?? '', args, deps);
  const wanted = oneOf(
    '--for',
    args.needed('for', `say what to solve for: --for ${WANTED.join(', ')}`),
    WANTED,
  );
  const limits = {
    budget: positive(args, 'budget', (text) => parseCount(text.replace(/^\$/, '')), '5000'),
    readP99Ms: positive(args, 'p99', parseMs, '800ms'),
  };
  const own = scenario.text.requirements ?? {};
  if (limits.budget === undefined && own.budget === undefined && limits.readP99Ms === undefined)
    throw new Misunderstood('say what must hold: --budget 2000 (a month), --p99 "800 ms", or both');
  const [hot, cold] = [args.text('hot'), args.text('cold')];
  if ((hot === undefined) !== (cold === undefined))
    throw new Misunderstood('--hot and --cold go together: the two stores of the pair');
  if (hot !== undefined && wanted !== 'hot-days')
    throw new Misunderstood('--hot and --cold belong to --for hot-days');
  const progress = progressOf(deps);
  progress.doing(`looking for the values of ${wanted} that fit`);
  const answer = await within(scenario.name, () =>
    solved(deskOf(question), {
      ...limits,
      input: inputOf(wanted, scenario),
      ...(hot === undefined || cold === undefined ? {} : { pair: [hot, cold] as const }),
    }),
  );
  progress.end();
  give(args, deps, { json: answer, blocks: () => blocksOf(answer, scenario) });
  return { exit: answer.largest === null ? 1 : 0 };
};

/** `stored`: what lies there already, else what arrives. */
const WANTED = ['stored', 'hot-days', ...KNOB_NAMES.filter((name) => !name.endsWith('p99'))] as const;

function inputOf(wanted: (typeof WANTED)[number], { text }: NamedScenario): SolvedInput {
  if (wanted !== 'stored') return wanted;
  return text.workload.objects.standing === undefined ? 'arrivals' : 'standing';
}

function positive(args: Args, flag: string, parse: (text: string) => number, example: string) {
  const value = args.read(flag, parse);
  if (value !== undefined && !(value > 0))
    throw new Misunderstood(mustBeAboveZero(`--${flag} "${args.text(flag)}"`, example));
  return value;
}

function blocksOf(
  { words, stretches, tried, low, high, unit }: Solution,
  { text, name }: NamedScenario,
): Block[] {
  const [first, second] = words;
  const isOne = first !== undefined && second === undefined;
  return [
    heading(text.name ?? name),
    ...(isOne ? [strong(first)] : listOf('Values that fit', words)),
    ...textOf(
      stretches.length > 0 &&
        `Searched ${tried} values from ${inputFigure(unit, low)} to ${inputFigure(unit, high)}, accurate to 1%.`,
    ),
  ];
}
