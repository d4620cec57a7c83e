/** What a marked block may show. */
import { billFigure, oneOffFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { frontierFigure } from '#core/answer/figures/frontier.ts';
import { latencyFigure } from '#core/answer/figures/latency.ts';
import { moveWords, movesFigure } from '#core/answer/figures/moves.ts';
import type { Names } from '#core/answer/words/names.ts';
import { frontierPoints } from '#core/report/frontier.ts';
import { gradeWords } from '#core/latency/types.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { formatMs } from '#core/units.ts';
import { nearest } from '#core/nearest.ts';
import { nearestOrAll } from '../choices.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { candidateOf } from '../render/plan-notes.ts';
import { headline, recommendationBlocks } from '../render/brief.ts';
import { renderBlocks } from '../render/table.ts';
import { monthsTable, timeBlocks } from '../render/time.ts';
import type { Block } from '../render/table.ts';
import { uncertaintyBlocks } from '../render/uncertainty.ts';

const VIEWS = [
  'total',
  'bill',
  'latency',
  'recommendation',
  'months',
  'migration',
  'frontier',
  'uncertainty',
] as const;
export type View = (typeof VIEWS)[number];

/** Throws `Misunderstood` for a view there is not. */
export function viewNamed(name: string | undefined): View {
  const found = VIEWS.find((view) => view === name);
  if (found) return found;
  if (name === undefined)
    throw new Misunderstood(`the block says no view; add view=${VIEWS.join(', view=')}`);
  throw new Misunderstood(`unknown view "${name}"; ${nearestOrAll(name, VIEWS)}`);
}

/** Markdown for a plan; `id` picks a candidate, otherwise the recommended one, else the best if measurements hold. */
export function planView(
  plan: Plan,
  view: View,
  { inline, id, names }: { inline: boolean; id: string | undefined; names: Names },
): string {
  const chosen =
    id === undefined
      ? (candidateOf(plan, plan.recommendation?.id) ?? candidateOf(plan, plan.bestIf?.id))
      : candidateOf(plan, id);
  if (id !== undefined && !chosen) {
    const ids = plan.candidates.map((one) => one.id);
    throw new Misunderstood(
      `the plan shows no candidate "${id}"; the nearest is ${nearest(id, ids) ?? ids[0] ?? 'none'}`,
    );
  }
  if (view === 'uncertainty') return uncertaintyView(plan, { inline, id, names });
  if (view === 'recommendation' && !inline && id === undefined)
    return markdown(recommendationBlocks(plan, names));
  if (view === 'months' || view === 'frontier') return wholePlanView(plan, view, { inline, names });
  if (!chosen)
    throw new Unanswerable(
      'the plan recommends nothing, so there is no figure to show; name a candidate with id=…',
    );
  const { monthly, read } = chosen;
  switch (view) {
    case 'total':
      return totalWords(monthly);
    case 'recommendation':
      return headline(chosen, names);
    case 'migration':
      return migrationView(plan, chosen, { inline, isNamed: id !== undefined, names });
    case 'bill':
      refuseInline(inline, view);
      return markdown([{ kind: 'table', table: billFigure(monthly, names) }]);
    case 'latency': {
      if (inline)
        return read.p99Ms === null
          ? 'p99 unknown'
          : `p99 ${formatMs(read.p99Ms)} (${gradeWords(read.grade)})`;
      const rows = [
        { name: 'all', of: read },
        ...read.byPlace.map((of) => ({ name: names.place(of.place), of })),
      ];
      return markdown([{ kind: 'table', table: latencyFigure(rows) }]);
    }
  }
}

/** Of all candidates at once. */
function wholePlanView(
  plan: Plan,
  view: 'months' | 'frontier',
  { inline, names }: { inline: boolean; names: Names },
): string {
  refuseInline(inline, view);
  if (view === 'frontier')
    return markdown([{ kind: 'table', table: frontierFigure(frontierPoints(plan), names) }]);
  const table = monthsTable(plan, names);
  if (!table)
    throw new Unanswerable('the plan has one month; add horizon: 12 months to the scenario to see more');
  return markdown([{ kind: 'table', table }, ...timeBlocks({ ...plan, today: null })]);
}

/** The move to one candidate line by line where it is named; else the verdict, and what each move takes. */
function migrationView(
  plan: Plan,
  chosen: Candidate,
  { inline, isNamed, names }: { inline: boolean; isNamed: boolean; names: Names },
): string {
  if (!plan.today)
    throw new Unanswerable(
      'the scenario says nothing of today; add current: aws/s3-standard@us-east-1, or the store it is',
    );
  if (inline) return moveWords(chosen);
  if (!isNamed)
    return markdown([
      ...timeBlocks({ ...plan, overTime: null }),
      { kind: 'table', table: movesFigure(plan.candidates, names) },
    ]);
  const { migration } = chosen;
  if (!migration) return markdown([{ kind: 'text', text: `${chosen.id} is today's placement.` }]);
  return markdown([
    { kind: 'list', items: migration.words },
    { kind: 'table', table: oneOffFigure(migration, chosen.monthly.currency, names) },
  ]);
}

function uncertaintyView(
  plan: Plan,
  { inline, id, names }: { inline: boolean; id: string | undefined; names: Names },
): string {
  refuseInline(inline, 'uncertainty');
  if (id !== undefined) throw new Misunderstood('view=uncertainty is of the whole plan; leave out id=…');
  const blocks = uncertaintyBlocks(plan, names);
  if (blocks.length === 0)
    throw new Unanswerable('nothing in the scenario is a range, such as "5 to 9", so nothing is uncertain');
  return markdown(blocks);
}

/** Markdown for a bill; a bill has a total and lines, and nothing else. */
export function billView(
  set: BillSet,
  view: View,
  { inline, names }: { inline: boolean; names: Names },
): string {
  if (view === 'total') return totalWords(set);
  if (view !== 'bill') throw new Misunderstood(`a usage has no view "${view}"; there are total and bill`);
  refuseInline(inline, view);
  return markdown([{ kind: 'table', table: billFigure(receiptOf(set), names) }]);
}

function totalWords({
  total,
  currency,
  atLeast,
}: {
  total: number;
  currency: string;
  atLeast: boolean;
}): string {
  return `${overviewMoney(total, currency, atLeast)}/month`;
}

function refuseInline(inline: boolean, view: View): void {
  if (inline) throw new Misunderstood(`view=${view} is a table; put its two marks on lines of their own`);
}

function markdown(blocks: readonly Block[]): string {
  return renderBlocks(blocks, { form: 'md' }).trimEnd();
}
