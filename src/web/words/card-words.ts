/** The answer's first card as lines of text: for Markdown, and for its picture. */
import { costWords } from '#core/answer/words/cost.ts';
import { askedRead, latencyWords } from '#core/answer/words/latency.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import { placementCell, placementTitle } from '#core/answer/words/placement.ts';
import { runWords } from '#core/answer/words/run.ts';
import { savingWords } from '#core/answer/words/saving.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { capital } from '#core/text/words.ts';
import { findCandidate } from './candidates.ts';
import { latency } from './format.ts';
import { scenarioSentence } from './scenario-sentence.ts';

export type CardWords = ReturnType<typeof cardWords>;

/** Of the placement on show; reasons are of the recommended alone. */
export function cardWords(plan: Plan, shown: Candidate, nameOf: NameOf) {
  const isBest = plan.recommendation?.id === shown.id;
  const reasons = plan.recommendation?.reasons.map(({ words }) => words) ?? [];
  const saving = savingWords(plan, (id) => placementCell(id, nameOf));
  return {
    label: isBest ? 'Recommended' : 'Chosen',
    placement: placementTitle(shown.id, nameOf),
    cost: `${costWords(shown.monthly)}/month`,
    p99: latencyWords(shown, plan.scenario),
    verdict: shown.sureness === null ? '' : verdictWords(shown),
    // Sentences: reasons, what it saves, what has to be run.
    why: [...(isBest ? [...reasons, ...saving] : []), runWords(shown, plan.scenario.copies)],
    question: scenarioSentence(plan.scenario),
    prices: `List prices of ${plan.scenario.asOf ?? 'today'}, no tax.`,
  };
}

/** For a ticket or a document. `today`: where everything is now, if the plan has it. */
export function cardMarkdown(plan: Plan, shown: Candidate, nameOf: NameOf, link: string): string {
  const { label, placement, cost, p99, verdict, why, question, prices } = cardWords(plan, shown, nameOf);
  const figures = [cost, p99, verdict].filter(Boolean).join(', ');
  const current = findCandidate(plan, `single:${String(plan.scenario.current)}`);
  const others = [...plan.cards.flatMap((id) => findCandidate(plan, id) ?? []), current];
  const rows = [...new Set(others)].filter((one) => one !== undefined && one.id !== shown.id);
  const row = (one: Candidate, name = '') =>
    `| ${name}${placementCell(one.id, nameOf)} | ${costWords(one.monthly)} | ${latency(askedRead(one.read, plan.scenario).p99Ms)} | ${verdictWords(one)} |`;
  const table = [
    `| Placement | A month | ${askedRead(shown.read, plan.scenario).of} p99 | Verdict |`,
    '| --- | ---: | ---: | --- |',
    row(shown, `${label}: `),
    ...rows.flatMap((one) =>
      one ? [row(one, one === current ? 'Today: ' : one.card ? `${capital(one.card)}: ` : '')] : [],
    ),
  ];
  return [
    `**${label}: ${placement}.** ${capital(figures)}.`,
    question,
    why.join(' '),
    table.join('\n'),
    `${prices} [Open it in Stowage](${link})`,
  ].join('\n\n');
}
