/** What commands ask of a question: its plan, and what takes more plans beside it. */
import { namedPlacement } from '#core/placement/named.ts';
import { answered } from '#core/placement/answer/certified.ts';
import type { Answered as PlacedAnswer, PlanOptions } from '#core/placement/answer/answered.ts';
import { withMigration } from '#core/migration/migration.ts';
import { overTime } from '#core/placement/variations/over-time.ts';
import { planAtRanges } from '#core/placement/variations/outcomes.ts';
import { furtherSteps } from '#core/placement/variations/further.ts';
import { ownEvidence } from '#core/placement/variations/own-evidence.ts';
import { planRivals } from '#core/placement/sensitivity/rivals.ts';
import { KEY_INPUTS, WATCHED_INPUTS } from '#core/placement/sensitivity/knobs.ts';
import { switchPoints, type SwitchOptions } from '#core/placement/sensitivity/switch-points.ts';
import { deskOf } from '#core/placement/desk.ts';
import type { Question } from '#core/question.ts';
import { currencyOf } from '#core/report/currency-of.ts';
import { linkSays } from '#core/report/link-says.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { MODEL } from '#core/scenario/model.ts';
import { allSteps, type Steps } from '#core/steps.ts';
import { planUncertainty } from '#core/uncertainty/plan-uncertainty.ts';
import { within } from './failures.ts';
import type { Progress } from './progress.ts';
import { answerOf } from './render/notes.ts';
import type { NamedQuestion, NamedScenario } from './scenarios.ts';

export interface PlanAnswer {
  plan: Plan;
  /** From which what hangs on the plan is worked out. */
  answer: PlacedAnswer;
}

/** `ids`: placements to show, whatever their rank. */
export function planOf(
  question: NamedQuestion,
  options?: PlanOptions,
  ids: readonly string[] = [],
): Promise<PlanAnswer> {
  return within(question.name, () => {
    const desk = deskOf(question);
    const show = ids.flatMap((id) => namedPlacement(desk, id) ?? []);
    const answer = answered(desk, show.length > 0 ? { ...options, show } : options);
    const moved = withMigration(desk, answer);
    return { answer, plan: options?.isRow ? moved : { ...moved, ranges: planAtRanges(desk) } };
  });
}

/** What is said of each month: it takes two more searches. */
export const monthsOf = (question: Question, answer: PlacedAnswer): Pick<Plan, 'overTime'> => ({
  overTime: overTime(deskOf(question), answer),
});

export function recommendedFor(question: NamedQuestion): Promise<Plan> {
  return within(question.name, () => answered(deskOf(question)).plan);
}

/** What a link says that it answered beside `plan`; null of a file, and of a link of today's rule that says nothing. */
export function linkWords(
  { answered: said, text }: NamedScenario,
  plan: Plan,
  nameOf: (id: string) => string,
): string | null {
  if (said === undefined || (said === null && text.model === MODEL)) return null;
  return linkSays(said, answerOf(plan), { nameOf, currency: currencyOf(plan) });
}

/** What the person's own datasets change: one more plan, without them. */
export const ownEvidenceOf = (
  question: Question,
  answer: Plan,
  own: readonly string[],
): Pick<Plan, 'ownEvidence'> => ({ ownEvidence: ownEvidence(deskOf(question), answer, own) });

/** What takes many more plans: on which datasets it rests, and what hedging and a second zone would do. */
export function reasonsOf(question: Question, answer: Plan): Pick<Plan, 'withoutDatasets' | 'findings'> {
  const { withoutDatasets, findings } = allSteps(furtherSteps(deskOf(question), answer));
  return { withoutDatasets, findings: [...answer.findings, ...findings] };
}

const ASKED: Record<'all' | 'key' | 'alerts', SwitchOptions> = {
  all: {},
  key: { inputs: KEY_INPUTS },
  alerts: { inputs: WATCHED_INPUTS, nearest: true },
};

/** `key`: the inputs that most often decide; `alerts`: what an alert watches. */
export function flipsOf(
  question: Question,
  which: 'all' | 'key' | 'alerts' | 'none',
  progress: Progress,
): Pick<Plan, 'switchPoints' | 'turned' | 'rivals'> {
  if (which === 'none') return { switchPoints: [], turned: [], rivals: [] };
  const desk = deskOf(question);
  const scans = progress
    .through('looking for values at which the answer changes', listed(switchPoints(desk, ASKED[which])))
    .filter((step) => step !== undefined);
  return {
    switchPoints: scans.flatMap((scan) => scan.switchPoints),
    turned: scans.map(({ switchPoints: _, ...turned }) => turned),
    rivals:
      which === 'all'
        ? progress
            .through('looking for what would bring in other stores', listed(planRivals(desk)))
            .filter((one) => one !== undefined)
        : [],
  };
}

/** What `steps` yields, all of it. */
function* listed<T>(steps: Iterable<T>): Steps<T[], T> {
  const all: T[] = [];
  for (const one of steps) {
    all.push(one);
    yield one;
  }
  return all;
}

/** `draws`: 0 leaves it out. */
export function surenessOf(
  question: NamedQuestion,
  answer: PlacedAnswer,
  draws: number,
): Promise<Pick<Plan, 'uncertainty'>> {
  return within(question.name, () => ({
    uncertainty: draws === 0 ? null : planUncertainty(deskOf(question), answer, { draws }),
  }));
}
