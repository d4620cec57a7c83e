import { allCandidatesFigure, plansFigure, type NamedPlan } from '#core/answer/figures/placements.ts';
import type { PlanOptions } from '#core/placement/answer/answered.ts';
import { compareDays } from '#core/placement/variations/compare-prices.ts';
import { planFrontier } from '#core/placement/variations/frontier.ts';
import { deskOf } from '#core/placement/desk.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { PlanDifference } from '#core/report/plan-difference.ts';
import { DEFAULT_DRAWS, MOST_DRAWS } from '#core/uncertainty/plan-uncertainty.ts';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import type { Deps, Outcome } from '../deps.ts';
import { oneOf } from '../choices.ts';
import { Misunderstood, within } from '../failures.ts';
import { give, jsonLine, shortJsonText } from '../formats.ts';
import { focusOfPlans } from '../render/focus.ts';
import { answerJson } from '../render/answer-json.ts';
import { allBlocks, batchWords, rowOf } from '../render/batch.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import { placementIdOf } from '#core/report/placement-id.ts';
import { goingOn } from '../keep-going.ts';
import { progressOf } from '../progress.ts';
import { settingWords } from '../input/settings.ts';
import { answerBlocks, furtherBlocks, planNames } from '../render/plan.ts';
import { differenceBlocks } from '../render/plan-difference.ts';
import { csvText, printBlocks } from '../render/table.ts';
import { flipsOf, linkWords, monthsOf, ownEvidenceOf, planOf, reasonsOf, surenessOf } from '../plans.ts';
import { asked, atDay, scenariosGiven, sourcesOf } from '../scenarios.ts';
import type { NamedScenario } from '../scenarios.ts';

/** Evaluations of a bound, and rows of a table, that may be asked for. */
const MOST_SCANS = 1e9;
const MOST_ROWS = 10_000;

/** One plan whole, several as a row each. Exit 1 when nothing can be recommended for a scenario. */
export const plan: Run = async (args, deps) => {
  const asOf = args.day('as-of');
  const atTwoDates = args.has('at-today');
  const drawsGiven = countOf(args, 'draws', MOST_DRAWS, 'draws', '1024, or 0 for none');
  const top = countOf(args, 'top', MOST_ROWS, 'rows', '10');
  const scans = countOf(args, 'scans', MOST_SCANS, 'evaluations', '60000');
  const { form } = args;
  if (atTwoDates && form !== 'jsonl') oneOf('--format', form, ['table', 'md', 'json']);
  const going = goingOn(args, deps);
  const progress = progressOf(deps);
  const read = await scenariosGiven('plan', args, going, deps);
  if (going.failed > 0 && read.length === 0) return { exit: 2 };
  const scenarios = asOf === undefined ? read : await Promise.all(read.map((one) => atDay(one, asOf)));
  if (atTwoDates) return atToday(scenarios, args, deps);
  const sources = await sourcesOf(deps, args, scenarios.length > 1);
  const why = args.has('why');
  const flips = args.has('flips') ? 'all' : why ? 'key' : 'none';
  const all = args.has('all');
  const draws = drawsGiven ?? (why ? DEFAULT_DRAWS : 0);
  const notes = args.has('notes');
  const isText = form === 'table' || form === 'md';
  const isJson = form === 'json' || form === 'jsonl';
  const isAlone = isText && scenarios.length === 1;
  const isRow = !all && !why && flips === 'none' && draws === 0 && (form === 'csv' || (isText && !isAlone));
  const options: PlanOptions = {
    ...(scans === undefined ? {} : { scans }),
    ...(all && { all }),
    ...(isRow && { isRow }),
  };
  const plans: NamedPlan[] = [];
  const answerTo = async (scenario: NamedScenario) => {
    const question = await asked(scenario, sources, deps);
    const count = scenarios.length > 1 ? `${plans.length + 1} of ${scenarios.length}, ` : '';
    progress.doing(`${count}${scenario.name}: searching for the best placement`);
    const { plan: planned, answer } = await planOf(
      question,
      Object.keys(options).length > 0 ? options : undefined,
    );
    const found = {
      ...planned,
      ...((isJson || notes) && monthsOf(question, answer)),
      ...(sources.own.length > 0 && ownEvidenceOf(question, planned, sources.own)),
    };
    progress.end();
    const names = planNames(found, question.archive, { ids: args.has('ids') });
    const shown = {
      names,
      all,
      notes,
      why,
      columns: deps.columns,
      settings: settingWords(scenario.settings),
      ...(top === undefined ? {} : { top }),
    };
    if (isAlone) printBlocks(answerBlocks(found, shown), form, deps);
    if (why) progress.doing('searching for the cheapest placement of each p99');
    const swept = why ? planFrontier(deskOf(question), found) : {};
    if (why) progress.doing('planning without each dataset, with hedging and with second zones');
    const reasons = why ? reasonsOf(question, found) : {};
    const flipped = flipsOf(question, flips, progress);
    if (draws > 0) progress.doing(`drawing ${draws} samples of your ranges`);
    const one = {
      ...found,
      ...swept,
      ...reasons,
      ...flipped,
      ...(await surenessOf(question, answer, draws)),
      settings: scenario.settings,
    };
    progress.end();
    const says = linkWords(scenario, one, names.placement);
    if (says !== null) deps.say(`stowage: ${says}`);
    const further = isAlone ? furtherBlocks(one, shown) : [];
    if (further.length > 0) {
      deps.print('\n');
      printBlocks(further, form, deps);
    }
    if (form === 'jsonl') deps.print(jsonLine(answerJson(one, { all })));
    const isWhole = all || form === 'json' || form === 'focus';
    plans.push({ name: scenario.name, plan: isWhole ? one : rowOf(one), names });
  };
  for (const scenario of scenarios) await going.attempt(() => answerTo(scenario));
  if (form === 'json') {
    const answers = plans.map((one) => answerJson(one.plan, { all }));
    deps.print(shortJsonText(scenarios.length === 1 ? answers[0] : answers));
  }
  if (form === 'csv') deps.print(csvText((all ? allCandidatesFigure : plansFigure)(plans).file));
  if (form === 'focus') deps.print(focusOfPlans(plans));
  if (isText && !isAlone)
    printBlocks(all ? allBlocks(plans) : [{ kind: 'table', table: plansFigure(plans) }], form, deps);
  if (scenarios.length > 1) deps.say(`stowage: ${batchWords(plans)}`);
  if (going.failed > 0) deps.say(`stowage: ${going.failed} failed, as said above`);
  const isAnswered = plans.every(({ plan: one }) => one.recommendation !== null);
  return { exit: isAnswered && going.failed === 0 ? 0 : 1 };
};

/** Throws `Misunderstood` for what is no whole number up to `most`. */
function countOf(args: Args, flag: string, most: number, what: string, usual: string): number | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > most)
    throw new Misunderstood(
      `--${flag} "${text}" is not a number of ${what}; write a whole number up to ${most}, such as ${usual}`,
    );
  return count;
}

/** Each scenario at its own prices beside today's, line by line. Exit 1 when nothing can be recommended for one today. */
async function atToday(scenarios: readonly NamedScenario[], args: Args, deps: Deps): Promise<Outcome> {
  const sources = await sourcesOf(deps, args, scenarios.length > 1);
  const progress = progressOf(deps);
  const differences: { scenario: string; difference: PlanDifference; archive: Archive }[] = [];
  for (const one of scenarios) {
    progress.doing(`${one.name}: planning at the prices of both days`);
    const question = await asked(one, sources, deps);
    const difference = await within(one.name, () => compareDays(question, deps.today()));
    progress.end();
    const scenario = one.text.name ?? one.name;
    differences.push({ scenario, difference, archive: question.archive });
    if (args.form === 'jsonl') deps.print(jsonLine({ scenario, ...difference }));
  }
  const answers = differences.map(({ scenario, difference }) => ({ scenario, ...difference }));
  const blocksOf = ({ scenario, difference, archive }: (typeof differences)[number]) =>
    differenceBlocks(
      difference,
      `${scenario}: prices of ${difference.from} and of ${difference.to}`,
      namesIn(
        archive,
        difference.candidates.flatMap(({ id }) => placementIdOf(id)?.stores ?? []),
      ),
    );
  if (args.form !== 'jsonl')
    give(args, deps, {
      json: answers.length === 1 ? answers[0] : answers,
      blocks: () => differences.flatMap(blocksOf),
    });
  return { exit: differences.every(({ difference }) => difference.winner.to !== null) ? 0 : 1 };
}
