/** Two answers side by side as Markdown: what a changed scenario does to cost, p99 and recommendation. */
import { costWords, latencyWords } from '#core/answer/words/figures.ts';
import type { Names } from '#core/answer/words/names.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { percent } from '#core/text/numbers.ts';
import { overviewMoney } from '#core/text/money.ts';
import { formatMs } from '#core/units.ts';
import { candidateOf } from '../render/notes.ts';
import { renderBlocks } from '../render/table.ts';

export interface NamedAnswer {
  plan: Plan;
  names: Names;
}

/** `title` is the heading; null is a scenario that is not there on that side. */
export function differenceMarkdown(
  title: string,
  before: NamedAnswer | null,
  after: NamedAnswer | null,
): string {
  const [was, is] = [recommendedOf(before), recommendedOf(after)];
  const row = (name: string, of: (one: Candidate, names: Names) => string, change = '') => [
    name,
    ...[[before, was] as const, [after, is] as const].map(([answer, one]) =>
      !answer ? '–' : one ? of(one, answer.names) : 'none',
    ),
    change,
  ];
  const rows = [
    row('recommended', (one, names) => names.cell(one.id), was && is && was.id !== is.id ? 'another' : ''),
    row('$/month', ({ monthly }) => costWords(monthly), costChange(was, is)),
    row('read p99', ({ read }) => latencyWords(read).replace(/^p99 /, ''), latencyChange(was, is)),
    row('verdict', verdictWords),
    row('cheaper, if confirmed', (_, names) => rivalOf(names === before?.names ? before : after)),
  ];
  return [
    `### ${title}`,
    '',
    `**${sentence(was, is, before, after)}**`,
    '',
    renderBlocks(
      [
        {
          kind: 'table',
          table: {
            columns: [
              { title: '' },
              { title: 'before' },
              { title: 'after' },
              { title: 'change', align: 'right' },
            ],
            rows,
          },
        },
      ],
      { form: 'md' },
    ).trimEnd(),
  ].join('\n');
}

const recommendedOf = (answer: NamedAnswer | null) =>
  answer ? candidateOf(answer.plan, answer.plan.recommendation?.id) : undefined;

function rivalOf(answer: NamedAnswer | null): string {
  const rival = answer ? candidateOf(answer.plan, answer.plan.bestIf?.id) : undefined;
  return answer && rival ? `${answer.names.cell(rival.id)}, ${costWords(rival.monthly)}` : 'nothing';
}

function sentence(
  was: Candidate | undefined,
  is: Candidate | undefined,
  before: NamedAnswer | null,
  after: NamedAnswer | null,
): string {
  if (!after) return 'The scenario is removed.';
  if (!is) return 'Nothing is recommended any more.';
  const now = `${after.names.placement(is.id)}, ${costWords(is.monthly)}/month`;
  if (!before) return `New scenario: ${now}.`;
  if (!was) return `Now something is recommended: ${now}.`;
  return was.id === is.id
    ? `The recommendation stays ${now}.`
    : `The recommendation changes from ${before.names.placement(was.id)} to ${now}.`;
}

function costChange(was: Candidate | undefined, is: Candidate | undefined): string {
  if (!was || !is || was.monthly.currency !== is.monthly.currency) return '';
  const more = is.monthly.total - was.monthly.total;
  if (more === 0) return '0';
  const share = was.monthly.total > 0 ? ` (${percent(more / was.monthly.total, { signed: true })})` : '';
  return `${more > 0 ? '+' : ''}${overviewMoney(more, is.monthly.currency)}${share}`;
}

function latencyChange(was: Candidate | undefined, is: Candidate | undefined): string {
  const [before, after] = [was?.read.p99Ms ?? null, is?.read.p99Ms ?? null];
  if (before === null || after === null) return '';
  if (before === after) return '0';
  return `${after > before ? '+' : '−'}${formatMs(Math.abs(after - before))}`;
}
