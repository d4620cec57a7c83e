/** What a marked block shows, as Markdown. */
import { billFigure, oneOffFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { frontierFigure } from '#core/answer/figures/frontier.ts';
import { latencyFigure } from '#core/answer/figures/latency.ts';
import { moveWords, movesFigure } from '#core/answer/figures/moves.ts';
import { costWords } from '#core/answer/words/cost.ts';
import { latencyWords } from '#core/answer/words/latency.ts';
import type { Names } from '#core/answer/words/names.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { gradeWords } from '#core/latency/types.ts';
import { nearest } from '#core/nearest.ts';
import { dearerBy } from '#core/answer/words/difference.ts';
import { differenceOf } from '#core/report/cost-difference.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import { frontierPoints } from '#core/report/frontier.ts';
import type { Candidate, Plan, ReadLatency } from '#core/report/plan-types.ts';
import { overviewMoney, roundToCents } from '#core/text/money.ts';
import { capital } from '#core/text/words.ts';
import { formatMs } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';
import { headline, recommendationBlocks } from '../render/brief.ts';
import { monthsTable, timeBlocks, uncertaintyBlocks } from '../render/further.ts';
import { candidateOf } from '../render/notes.ts';
import { renderBlocks, tableOf, type Block } from '../render/table.ts';
import { isTable, type Asked, type Format, type Quantile } from './marks.ts';

interface Shown extends Asked {
  inline: boolean;
}

/** Shows the recommended placement unless `id` names another. Where the plan has nothing of the kind, says so. */
export function planView(plan: Plan, shown: Shown, names: Names): string {
  const { view, id, inline, format, q } = shown;
  const chosen = chosenOf(plan, id);
  if (inline) refuseTable(view);
  switch (view) {
    case 'date':
      return plan.scenario.asOf;
    case 'uncertainty':
      if (id !== undefined) throw new Misunderstood('view=uncertainty is of the whole plan; leave out id=…');
      return markdown(uncertaintyBlocks(plan, names), shown) || 'No number of the scenario is a range.';
    case 'frontier':
      return markdown(tableOf(frontierFigure(frontierPoints(plan), names)), shown);
    case 'months':
      return monthsView(plan, shown, names);
    case 'recommendation':
      if (!inline && id === undefined) return markdown(recommendationBlocks(plan, names), shown);
  }
  if (!chosen) return inline ? 'nothing is recommended' : 'Nothing is recommended.';
  switch (view) {
    case 'total':
      return totalValue(chosen.monthly, format);
    case 'name':
      return nameValue(chosen, names, format);
    case 'saving':
      return savingValue(plan, chosen, format);
    case 'migration':
      return migrationView(plan, chosen, shown, names);
    case 'bill':
      return markdown(tableOf(billFigure(chosen.monthly, names)), shown);
    case 'latency':
      return inline || format !== undefined || q !== undefined
        ? latencyValue(chosen.read, format, q)
        : markdown(tableOf(latencyFigure(rowsOf(chosen, names))), shown);
    case 'summary':
      return inline ? headline(chosen, plan, names) : summary(plan, chosen, names);
    case 'recommendation':
      return headline(chosen, plan, names);
    case 'chart':
    case 'strip':
      throw new RangeError('a picture is drawn, not written');
  }
}

/** The recommended placement, else the best if measurements hold. Throws `Misunderstood` for an id there is not. */
export function chosenOf(plan: Plan, id: string | undefined): Candidate | undefined {
  if (id === undefined)
    return candidateOf(plan, plan.recommendation?.id) ?? candidateOf(plan, plan.bestIf?.id);
  const found = candidateOf(plan, id);
  if (found) return found;
  const ids = plan.candidates.map((one) => one.id);
  throw new Misunderstood(
    `the plan shows no candidate "${id}"; the nearest is ${nearest(id, ids) ?? ids[0] ?? 'none'}`,
  );
}

/** Three lines: what to do, how fast it is, at which prices. */
function summary({ scenario }: Plan, chosen: Candidate, names: Names): string {
  return [
    `- **${names.placement(chosen.id)}**: ${costWords(chosen.monthly)}/month.`,
    `- ${capital(verdictWords(chosen))}: ${latencyWords(chosen, scenario)}.`,
    `- List prices of ${scenario.asOf}.`,
  ].join('\n');
}

const rowsOf = ({ read }: Candidate, names: Names) => [
  { name: 'all', of: read },
  ...read.byPlace.map((of) => ({ name: names.place(of.place), of })),
];

function monthsView(plan: Plan, shown: Shown, names: Names): string {
  const table = monthsTable(plan, names);
  if (!table) return 'The plan has one month. With `horizon: 12 months` it has more.';
  return markdown([...tableOf(table), ...timeBlocks({ ...plan, today: null })], shown);
}

/** The move to one candidate line by line where it is named; else the verdict, and what each move takes. */
function migrationView(plan: Plan, chosen: Candidate, shown: Shown, names: Names): string {
  if (!plan.today)
    return shown.inline ? 'nothing to move' : 'The scenario names no placement of today (`current`).';
  if (shown.inline) return moveWords(chosen);
  if (shown.id === undefined)
    return markdown(
      [...timeBlocks({ ...plan, overTime: null }), ...tableOf(movesFigure(plan.candidates, names))],
      shown,
    );
  const { migration } = chosen;
  if (!migration) return `${capital(names.placement(chosen.id))} is today's placement.`;
  const steps = oneOffFigure(migration, chosen.monthly.currency, names);
  return markdown([{ kind: 'list', items: migration.words }, ...tableOf(steps)], shown);
}

/** Of a usage: its total, its lines, or the day of its prices. */
export function billView(set: BillSet, asOf: readonly string[], shown: Shown, names: Names): string {
  const { view, inline, format } = shown;
  if (view === 'total') return totalValue(set, format);
  if (view === 'date') return [...new Set(asOf)].join(', ');
  if (view !== 'bill')
    throw new Misunderstood(`a usage has no view "${view}"; there are total, bill and date`);
  if (inline) refuseTable(view);
  return markdown(tableOf(billFigure(receiptOf(set), names)), shown);
}

function refuseTable(view: Asked['view']): void {
  if (isTable(view))
    throw new Misunderstood(`view=${view} is a table; put its two marks on lines of their own`);
}

/** Of each table at most `rows`; its total stays. */
function markdown(blocks: readonly Block[], { rows = Infinity }: Pick<Asked, 'rows'>): string {
  const short = blocks.map((block): Block =>
    block.kind === 'table'
      ? { ...block, table: { ...block.table, rows: block.table.rows.slice(0, rows) } }
      : block,
  );
  return renderBlocks(short, { form: 'md' }).trimEnd();
}

interface Cost {
  total: number;
  currency: string;
  atLeast: boolean;
}

/** `$153k/month`, `$153k` or `152711.42`. */
function totalValue({ total, currency, atLeast }: Cost, format: Format = 'words'): string {
  if (format === 'number') return String(roundToCents(total));
  const amount = overviewMoney(total, currency, atLeast);
  return format === 'short' ? amount : `${amount}/month`;
}

/** `p99 126 ms (extrapolated)`, `126 ms` or `126.3`. */
function latencyValue(read: ReadLatency, format: Format = 'words', q: Quantile = 'p99'): string {
  const ms = { p50: read.p50Ms, p95: read.p95Ms, p99: read.p99Ms, mean: read.meanMs }[q];
  if (ms === null) return format === 'words' ? `${q} unknown` : 'unknown';
  if (format === 'number') return String(Number(ms.toPrecision(6)));
  return format === 'short' ? formatMs(ms) : `${q} ${formatMs(ms)} (${gradeWords(read.grade)})`;
}

/** As within a sentence, or as the cell of a table. */
const nameValue = ({ id }: Candidate, names: Names, format?: Format) =>
  format === 'short' ? names.cell(id) : names.placement(id);

/** Against today's placement where the scenario names it, else against the simplest one that holds. */
function savingValue(plan: Plan, chosen: Candidate, format: Format = 'words'): string {
  const { currency } = chosen.monthly;
  const against = candidateOf(plan, plan.today?.id ?? plan.rule.baseId ?? undefined);
  if (!against) return 'unknown';
  const saved = differenceOf(against, chosen);
  if (saved === null) {
    const ends = format === 'number' ? null : dearerBy(against, chosen);
    return ends === null ? 'unknown' : format === 'short' ? ends : `${ends}/month`;
  }
  return totalValue({ total: saved, currency, atLeast: false }, format);
}
