import { compared } from '#core/report/compare.ts';
import type { Comparison, Side } from '#core/report/compare.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { Run } from '../command.ts';
import { give } from '../formats.ts';
import { placementCalled, planWith } from '../input/placement-given.ts';
import { progressOf } from '../progress.ts';
import { comparisonBlocks, comparisonRows } from '../render/compare.ts';
import { planNames } from '../render/plan.ts';
import { asked, oneScenario, saySettings, sourcesOf } from '../scenarios.ts';

/** Exit 1 where nothing is recommended on one side. */
export const compare: Run = async (args, deps) => {
  const [first = '', ...others] = args.operands;
  const sources = await sourcesOf(deps, args.list('dataset'));
  const isOfPlacements = others.length === 2;
  const progress = progressOf(deps);
  const plans: Plan[] = [];
  const sides: Side[] = [];
  for (const source of isOfPlacements ? [first] : [first, ...others]) {
    const scenario = await oneScenario('compare', source, args, deps);
    saySettings(scenario, deps);
    progress.doing(`${scenario.name}: searching for the best placement`);
    const { plan } = await planWith(
      await asked(scenario, sources, deps),
      isOfPlacements ? others : ['recommended'],
    );
    progress.end();
    plans.push(plan);
    const names = planNames(plan, sources.archive);
    const side = { scenario: scenario.text, name: scenario.text.name ?? scenario.name };
    const recommended = plan.candidates.find(({ id }) => id === plan.recommendation?.id) ?? null;
    if (!isOfPlacements) sides.push({ ...side, candidate: recommended });
    else
      for (const text of others)
        sides.push({ ...side, name: text, candidate: placementCalled(text, plan, names, { source: first }) });
  }
  const [a, b] = sides;
  if (!a || !b) throw new RangeError('two sides are compared');
  const comparison = compared(a, b);
  const names = namesIn(
    sources.archive,
    plans.flatMap(({ pricing }) => pricing.map(({ store, region }) => `${store}@${region}`)),
  );
  give(args, deps, {
    json: jsonOf(a, b, comparison),
    csv: { file: comparisonRows(a, b, comparison) },
    blocks: () => comparisonBlocks(a, b, comparison, names),
  });
  return { exit: a.candidate && b.candidate ? 0 : 1 };
};

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
