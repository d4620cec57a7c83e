/** What is looked up in a plan, and its remarks. */
import type { Names } from '#core/answer/words/names.ts';
import { describeFinding, type Finding } from '#core/findings/index.ts';
import { notesOf as remarksOf } from '#core/findings/notes.ts';
import type { Answered } from '#core/report/link-says.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';

export function candidateOf(plan: Plan, id: string | undefined): Candidate | undefined {
  return id === undefined ? undefined : plan.candidates.find((candidate) => candidate.id === id);
}

export const recommendedOf = (plan: Plan): Candidate | null =>
  candidateOf(plan, plan.recommendation?.id) ?? null;

/** What a link keeps of an answer; null where nothing is recommended. */
export function answerOf(plan: Plan): Answered | null {
  const chosen = recommendedOf(plan);
  if (!chosen) return null;
  return { id: chosen.id, total: chosen.monthly.total, sureness: chosen.sureness, model: plan.model };
}

/** Each sentence once. */
export function findingWords(findings: readonly Finding[], names: Names): string[] {
  return [...new Set(findings.map((one) => describeFinding(one, names)))];
}

/** A finding may name the store it is about. */
export function leftOutWords(store: string, words: string): string {
  return words.startsWith(store) ? words : `${store}: ${words}`;
}

/** Findings about the scenario and about the placements the text speaks of, or the first where it speaks of none. */
export function notesOf(plan: Plan, names: Names): string[] {
  const named = plan.cards.flatMap((id) => candidateOf(plan, id) ?? []);
  const spokenOf = named.length > 0 ? named : plan.candidates.slice(0, 1);
  const stores = new Set(
    [...spokenOf, candidateOf(plan, plan.rule.baseId ?? undefined)].flatMap(
      (one) => one?.stores.map((ref) => ref.split('@')[0] ?? '') ?? [],
    ),
  );
  const about = new Set(plan.findings.map(({ code }) => code));
  // The plan says once, for all its placements, what moving by age sends out.
  const own = spokenOf
    .flatMap((one) => one.findings)
    .filter(({ code }) => code !== 'tiering-egress' || !about.has(code));
  const others = [...plan.findings, ...own].filter(({ code }) => !SAID_WITH_THE_ANSWER.has(code));
  return remarksOf(others, names, stores);
}

const SAID_WITH_THE_ANSWER = new Set<Finding['code']>(['unmeasured-cheaper', 'rate-unknown']);
