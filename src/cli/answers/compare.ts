import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  answerLines,
  comparisonFile,
  linesTable,
  meterLines,
  valueWords,
  type Beside,
} from '#core/answer/figures/compare.ts';
import { figureOf } from '#core/answer/figures/figure.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import { shareOf } from '#core/answer/words/saving.ts';
import { nearestRegion } from '#core/places.ts';
import { compared, type Comparison, type Side } from '#core/report/compare.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { storesSaid } from '#core/scenario/stores-said.ts';
import { overviewMoney } from '#core/text/money.ts';
import { shell } from '#emit/quote.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { give } from '../formats.ts';
import { noSuchFile } from '../input/file-head.ts';
import { placementCalled, planWith } from '../input/placement-given.ts';
import { progressOf } from '../progress.ts';
import { recommendedOf } from '../render/notes.ts';
import { planNames } from '../render/plan.ts';
import { heading, strong, tableOf, textOf, type Block } from '../render/table.ts';
import { questionIn } from '../scenarios.ts';

/** Exit 1 where nothing is recommended on one side. */
export const compare: Run = async (args, deps) => {
  const [first = '', ...others] = args.operands;
  const isOfPlacements = others.length === 2;
  if (!isOfPlacements) refuseStranger(others[0] ?? '', first, deps);
  const progress = progressOf(deps);
  const plans: Plan[] = [];
  const archives: Archive[] = [];
  const sides: Side[] = [];
  for (const source of isOfPlacements ? [first] : [first, ...others]) {
    const { scenario, question } = await questionIn('compare', source, args, deps);
    progress.doing(`${scenario.name}: searching for the best placement`);
    const { plan } = await planWith(question, isOfPlacements ? others : ['recommended']);
    progress.end();
    plans.push(plan);
    archives.push(question.archive);
    const names = planNames(plan, question.archive);
    const side = { scenario: scenario.text, name: scenario.text.name ?? scenario.name };
    if (!isOfPlacements) sides.push({ ...side, candidate: recommendedOf(plan) });
    else
      for (const text of others)
        sides.push({ ...side, name: text, candidate: placementCalled(text, plan, names, { source: first }) });
  }
  const [a, b] = sides;
  if (!a || !b) throw new RangeError('two sides are compared');
  const comparison = compared(a, b);
  const factsOf = (store: string) => archives.map((one) => one.facts(store)).find((facts) => facts);
  const names = namesIn(
    { facts: factsOf },
    plans.flatMap(({ pricing }) => pricing.map(({ store, region }) => `${store}@${region}`)),
  );
  const besideOf = ({ candidate, scenario: { copies } }: Side): Beside => ({ candidate, names, copies });
  const beside: [Beside, Beside] = [besideOf(a), besideOf(b)];
  give(args, deps, {
    json: jsonOf(a, b, comparison),
    csv: { file: comparisonFile(beside, comparison) },
    blocks: () => comparisonBlocks(a, b, comparison, beside),
  });
  return { exit: a.candidate && b.candidate ? 0 : 1 };
};

/** Where the second of two is neither a file nor a link: what to write, also to see a store. Throws `Misunderstood`. */
function refuseStranger(word: string, first: string, { cwd, catalog: { archive } }: Deps): void {
  if (word === '-' || looksLikePermalink(word) || existsSync(path.resolve(cwd, word))) return;
  const [store] = storesSaid(word.split('@')[0] ?? '', archive);
  const region = store && nearestRegion(archive.editions(store), 'aws/us-east-1');
  const placement = store ? `single:${store}@${region}` : 'simplest';
  throw new Misunderstood(
    `${word}: ${noSuchFile(path.resolve(cwd, word))}\ncompare takes two scenarios, or one and two of its placements: stowage compare ${shell(first)} recommended ${placement}`,
  );
}

function jsonOf(a: Side, b: Side, comparison: Comparison): unknown {
  const figures = ({ name, candidate }: Side) => ({
    name,
    id: candidate?.id ?? null,
    ...(candidate && {
      total: candidate.monthly.total,
      range: candidate.monthly.range,
      p99Ms: candidate.read.p99Ms,
      p99BandMs: candidate.read.p99BandMs,
      writeP99Ms: candidate.write.p99Ms,
      feasible: candidate.feasible,
      sureness: candidate.sureness,
      runs: candidate.runs,
      effort: candidate.effort,
    }),
  });
  return { a: figures(a), b: figures(b), ...comparison };
}

function comparisonBlocks(a: Side, b: Side, comparison: Comparison, sides: [Beside, Beside]): Block[] {
  const keysFigure = figureOf(comparison.keys, [
    { title: 'scenario', of: ({ path }) => path },
    { title: 'A', wrap: true, of: (key) => valueWords(key.a) },
    { title: 'B', wrap: true, of: (key) => valueWords(key.b) },
  ]);
  return [
    heading(`A: ${a.name}, B: ${b.name}`),
    ...textOf(a.scenario === b.scenario && (a.scenario.name ?? 'Untitled')),
    strong(summary(a, b, comparison)),
    ...tableOf(linesTable(['', 'A', 'B'], answerLines(sides, comparison))),
    ...tableOf(keysFigure),
    ...tableOf(linesTable(['meter, a month', 'A', 'B'], meterLines(comparison), 'right')),
  ];
}

function summary(a: Side, b: Side, { total, currency }: Comparison): string {
  if (!a.candidate || !b.candidate)
    return `Nothing is recommended for ${a.candidate ? 'B' : b.candidate ? 'A' : 'A and for B'}.`;
  if (total.change === null || total.a === null)
    return 'What B costs against A cannot be said: a price is not known, or the currencies differ.';
  const change = Math.abs(total.change);
  if (change < 0.005) return 'A and B cost the same.';
  return `B costs ${overviewMoney(change, currency.a ?? 'USD')}/month${shareOf(change, total.a)} ${total.change > 0 ? 'more' : 'less'} than A.`;
}
