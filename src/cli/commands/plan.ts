import type { PlanDifference } from '#core/report/plan-difference.ts';
import { DEFAULT_DRAWS, MOST_DRAWS } from '#core/uncertainty/plan-uncertainty.ts';
import { readArgs } from '../args.ts';
import type { Args } from '../args.ts';
import type { Deps, Outcome, Run } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { formatOf, jsonLine, jsonText } from '../formats.ts';
import { focusOfPlans, leftOutWords } from '../render/focus.ts';
import { candidateRows, plansTable } from '../render/candidates.ts';
import type { NamedPlan } from '../render/candidates.ts';
import { planBlocks } from '../render/plan.ts';
import { differenceBlocks } from '../render/plan-difference.ts';
import { csvText, printBlocks } from '../render/table.ts';
import type { Block } from '../render/table.ts';
import {
  asked,
  atDay,
  comparisonOf,
  flipsOf,
  planOf,
  readScenarios,
  reasonsOf,
  sourcesOf,
  surenessOf,
} from '../scenarios.ts';
import type { NamedScenario } from '../scenarios.ts';

/** Exit 1 when a scenario has no placement that is proven to meet its requirements. */
export const plan: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'plan',
    flags: {
      json: 'boolean',
      jsonl: 'boolean',
      format: 'string',
      all: 'boolean',
      'as-of': 'string',
      'at-today': 'boolean',
      why: 'boolean',
      flips: 'boolean',
      draws: 'string',
      dataset: 'list',
    },
    operands: { name: 'a scenario FILE', least: 1, most: Infinity },
  });
  const asOf = args.day('as-of');
  const atTwoDates = args.has('at-today');
  const drawsGiven = drawsOf(args);
  const format = formatOf(
    args,
    atTwoDates ? ['table', 'md', 'json'] : ['table', 'md', 'csv', 'json', 'focus'],
  );
  const read = (await Promise.all(args.operands.map((source) => readScenarios(source, deps)))).flat();
  const scenarios = asOf === undefined ? read : await Promise.all(read.map((one) => atDay(one, asOf)));
  if (atTwoDates) return atToday(scenarios, format, args, deps);
  const sources = await sourcesOf(deps, args.list('dataset'));
  const plans: NamedPlan[] = [];
  const why = args.has('why');
  const flips = args.has('flips') ? 'all' : why ? 'key' : 'none';
  const draws = drawsGiven ?? (why ? DEFAULT_DRAWS : 0);
  for (const scenario of scenarios) {
    const question = await asked(scenario, sources, deps);
    const answer = await planOf(question);
    const one = {
      ...answer,
      ...(why ? reasonsOf(question, answer) : {}),
      ...flipsOf(question, flips),
      ...(await surenessOf(question, draws)),
    };
    plans.push({ name: scenario.name, plan: one });
    if (format === 'jsonl') deps.print(jsonLine(one));
  }
  if (format === 'json')
    deps.print(jsonText(plans.length === 1 ? plans[0]?.plan : plans.map((one) => one.plan)));
  if (format === 'csv') {
    const { columns, rows } = candidateRows(plans);
    deps.print(csvText(columns, rows));
  }
  if (format === 'focus') {
    const file = focusOfPlans(plans);
    deps.print(file.csv);
    if (file.leftOut > 0) deps.say(leftOutWords(file));
  }
  if (format === 'table' || format === 'md')
    printBlocks(plansBlocks(plans, { all: args.has('all'), why }), format, deps);
  return { exit: plans.every((one) => one.plan.recommendation) ? 0 : 1 };
};

/** How many draws of what is a range; 0 for none. */
function drawsOf(args: Args): number | undefined {
  const text = args.text('draws');
  if (text === undefined) return undefined;
  const draws = Number(text);
  if (!/^\d+$/.test(text) || draws > MOST_DRAWS)
    throw new Misunderstood(
      `--draws "${text}" is not a number of draws; write a whole number up to ${MOST_DRAWS}, such as 1024, or 0 for none`,
    );
  return draws;
}

/** One plan whole, several as a row each. */
function plansBlocks(plans: readonly NamedPlan[], options: { all: boolean; why: boolean }): Block[] {
  const [only, second] = plans;
  return only && !second ? planBlocks(only.plan, options) : [{ kind: 'table', table: plansTable(plans) }];
}

/** Each scenario at its own prices beside today's, line by line. Exit 1 when one has no proven answer today. */
async function atToday(
  scenarios: readonly NamedScenario[],
  format: string,
  args: Args,
  deps: Deps,
): Promise<Outcome> {
  const sources = await sourcesOf(deps, args.list('dataset'));
  const differences: { scenario: string; difference: PlanDifference }[] = [];
  for (const one of scenarios) {
    const difference = await comparisonOf(await asked(one, sources, deps), deps.today());
    const scenario = one.text.name ?? one.name;
    differences.push({ scenario, difference });
    if (format === 'jsonl') deps.print(jsonLine({ scenario, ...difference }));
  }
  if (format === 'json') {
    const answers = differences.map(({ scenario, difference }) => ({ scenario, ...difference }));
    deps.print(jsonText(answers.length === 1 ? answers[0] : answers));
  }
  if (format === 'table' || format === 'md')
    printBlocks(
      differences.flatMap(({ scenario, difference }) =>
        differenceBlocks(difference, `${scenario}: prices of ${difference.from} and of ${difference.to}`),
      ),
      format,
      deps,
    );
  return { exit: differences.every(({ difference }) => difference.winner.to !== null) ? 0 : 1 };
}
