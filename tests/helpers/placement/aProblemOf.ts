/** A scenario searched by the problem that it is, with the repository's prices and evidence. */
import { allDatasets, wholeArchive } from '#tests/sources.ts';
import { lazily } from '#core/memo.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { billOf } from '#core/placement/bill/bill-of.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { placementId } from '#core/placement/ids.ts';
import { judgeOf } from '#core/placement/judge/facts.ts';
import { latenessOf } from '#core/placement/judge/lateness.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { placementOf } from '#core/placement/problem/placement-of.ts';
import { problemOf } from '#core/placement/problem/problem-of.ts';
import type { ProblemOptions } from '#core/placement/problem/problem-of.ts';
import { search } from '#core/placement/search/search.ts';
import type { SearchOptions } from '#core/placement/search/search.ts';
import type { Placed } from '#core/placement/search/problem.ts';
import { ask } from '#core/question.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

export const NO_EFFORT = { rule: 0, account: 0, router: 0 };

const evidence = lazily(() => evidenceBase(allDatasets()));

/** `text`: without `stowage` and the date, which is 2026-11-20. */
export function aProblemOf(
  text: Omit<ScenarioText, 'stowage' | 'asOf'> & Partial<Pick<ScenarioText, 'stowage' | 'asOf'>>,
  options: Partial<ProblemOptions> = {},
  archive: Archive = wholeArchive(),
) {
  const asked = { stowage: 1 as const, asOf: '2026-11-20', ...text };
  const question = ask(asked, { archive, evidence: evidence() });
  const context = planContext(question.scenario, question.archive, question.evidence);
  const lateness = latenessOf(context, latencyGrid(context, question.evidence));
  const problem = problemOf(context, lateness, { level: 0.5, strict: true, effort: NO_EFFORT, ...options });
  const [bill, judge] = [billOf(context), judgeOf(context)];
  const told = (placed: Placed) => {
    const placement = placementOf(context, placed);
    return { id: placementId(context, placement), bill: bill(placement), judgement: judge(placement) };
  };
  return {
    context,
    lateness,
    problem,
    told,
    /** The cheapest; null: there is none. */
    best(searched: SearchOptions = {}) {
      const { best } = search(problem, { tolerance: 0, ...searched });
      return best && { ...told(best), placed: best };
    },
  };
}
