/** Two answers side by side as Markdown: what a changed scenario does to cost, p99 and recommendation. */
import { later, linesOf, linesTable, signed, type Beside } from '#core/answer/figures/compare.ts';
import { perMonth } from '#core/answer/figures/figure.ts';
import { dearerBy } from '#core/answer/words/difference.ts';
import { differenceOf } from '#core/report/cost-difference.ts';
import { costWords } from '#core/answer/words/cost.ts';
import { latencyCell } from '#core/answer/words/latency.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { candidateOf } from '../render/notes.ts';
import { renderBlocks } from '../render/table.ts';

export interface PlannedSide extends Beside {
  plan: Plan;
}

/** `title` is the heading; null is a scenario that is not there on that side. */
export function differenceMarkdown(
  title: string,
  before: PlannedSide | null,
  after: PlannedSide | null,
): string {
  const sides = [before, after] as const;
  const [was, is] = [before?.candidate, after?.candidate];
  const line = linesOf(sides);
  const table = linesTable(
    ['', 'before', 'after'],
    [
      line(
        'recommended',
        ({ id }, { names }) => names.cell(id),
        was && is && was.id !== is.id ? 'another' : '',
      ),
      line(perMonth((is ?? was)?.monthly.currency), ({ monthly }) => costWords(monthly), costChange(was, is)),
      line(
        'read p99',
        ({ read }) => latencyCell(read),
        later(sides, ({ read }) => read.p99Ms),
      ),
      line('verdict', verdictWords),
      line('cheaper, if confirmed', (_, side) => rivalOf(sides.find((one) => one === side) ?? null)),
    ],
  );
  const text = renderBlocks([{ kind: 'table', table }], { form: 'md' }).trimEnd();
  return [`### ${title}`, `**${sentence(before, after)}**`, text].join('\n\n');
}

function rivalOf(side: PlannedSide | null): string {
  const rival = side ? candidateOf(side.plan, side.plan.bestIf?.id) : undefined;
  return side && rival ? `${side.names.cell(rival.id)}, ${costWords(rival.monthly)}` : 'nothing';
}

function sentence(before: PlannedSide | null, after: PlannedSide | null): string {
  const [was, is] = [before?.candidate, after?.candidate];
  if (!after) return 'The scenario is removed.';
  if (!is) return 'Nothing is recommended any more.';
  const now = `${after.names.placement(is.id)}, ${costWords(is.monthly)}/month`;
  if (!before) return `New scenario: ${now}.`;
  if (!was) return `Now something is recommended: ${now}.`;
  return was.id === is.id
    ? `The recommendation stays ${now}.`
    : `The recommendation changes from ${before.names.placement(was.id)} to ${now}.`;
}

function costChange(was: Candidate | null | undefined, is: Candidate | null | undefined): string {
  if (!was || !is || was.monthly.currency !== is.monthly.currency) return '';
  const by = differenceOf(is, was);
  if (by === null) {
    const [more, less] = [dearerBy(is, was), dearerBy(was, is)];
    if (more !== null) return `+${more}`;
    return less === null ? '' : `−${less}`;
  }
  const share =
    by !== 0 && was.monthly.total > 0 ? ` (${percent(by / was.monthly.total, { signed: true })})` : '';
  return `${signed(by, (size) => overviewMoney(size, is.monthly.currency))}${share}`;
}
