/** Several scenarios at once: a row each, their sum, and what a person has to look at. */
import { costCell } from '#core/answer/words/figures.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { listing } from '#core/text/words.ts';
import { formatMs } from '#core/units.ts';
import { candidatesTable } from './candidates.ts';
import type { NamedPlan } from './candidates.ts';
import { candidateOf } from './plan-notes.ts';
import type { Block, Table } from './table.ts';

const nameOf = ({ plan, name }: NamedPlan) => plan.scenario.name || name;
const recommendedOf = (plan: Plan) => candidateOf(plan, plan.recommendation?.id);

/** What a row needs: of thousands of scenarios no more is kept. */
export function rowOf(plan: Plan): Plan {
  const needed = [plan.recommendation?.id, plan.bestIf?.id, plan.today?.id];
  return { ...plan, candidates: plan.candidates.filter(({ id }) => needed.includes(id)) };
}

/** One row a scenario, and the sum of what is recommended. */
export function plansTable(plans: readonly NamedPlan[]): Table {
  const sum = sumOf(plans);
  return {
    columns: [
      { title: 'scenario', wrap: true },
      { title: 'recommended', beneath: 'recommended: ' },
      { title: '$/month', align: 'right' },
      { title: 'read p99', align: 'right' },
      { title: 'verdict' },
      { title: 'cheaper, if confirmed', beneath: 'cheaper, if confirmed: ' },
      { title: '$/month', align: 'right', beneath: '$/month, if so: ' },
    ],
    rows: plans.map((one) => {
      const { plan, names } = one;
      const best = recommendedOf(plan);
      const rival = candidateOf(plan, plan.bestIf?.id);
      const cost = (candidate: Candidate | undefined) => (candidate ? costCell(candidate.monthly) : '');
      return [
        nameOf(one),
        best ? names.cell(best.id) : 'none',
        cost(best),
        !best ? '' : best.read.p99Ms === null ? 'no data' : formatMs(best.read.p99Ms),
        best ? verdictWords(best) : '',
        rival ? names.cell(rival.id) : '',
        cost(rival),
      ];
    }),
    ...(sum === null ? {} : { footer: ['total', '', costCell(sum), '', '', '', ''] }),
  };
}

/** `--all`: every placement of every scenario, under its name. */
export const allBlocks = (plans: readonly NamedPlan[]): Block[] =>
  plans.flatMap((one): Block[] => [
    { kind: 'heading', text: nameOf(one) },
    { kind: 'table', table: candidatesTable(one.plan.candidates, one.names) },
  ]);

/** Null where nothing is recommended, or bills are in several currencies. */
function sumOf(plans: readonly NamedPlan[]): Candidate['monthly'] | null {
  const bills = plans.flatMap(({ plan }) => recommendedOf(plan)?.monthly ?? []);
  const [first] = bills;
  if (!first || bills.some(({ currency }) => currency !== first.currency)) return null;
  const total = bills.reduce((sum, bill) => sum + bill.total, 0);
  const highs = bills.map(({ range: [, high] }) => high);
  const high = highs.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  const atLeast = bills.some((bill) => bill.atLeast);
  return { total, currency: first.currency, atLeast, range: [total, high], reasons: [], lines: [] };
}

/** `11 scenarios, $1.2M/month in all; nothing is recommended for geo-readers.yaml`. */
export function batchWords(plans: readonly NamedPlan[]): string {
  const sum = sumOf(plans);
  const without = plans.filter(({ plan }) => plan.recommendation === null).map(nameOf);
  const named = without.length > 5 ? [...without.slice(0, 5), `${without.length - 5} more`] : without;
  const cost = sum === null ? '' : `, ${overviewMoney(sum.total, sum.currency, sum.atLeast)}/month together`;
  const none = without.length === 0 ? '' : `; nothing is recommended for ${listing(named)}`;
  return `${plans.length} scenarios${cost}${none}`;
}

const COLUMNS = [
  'scenario',
  'as_of',
  'recommended',
  'placement',
  'total',
  'currency',
  'at_least',
  'high',
  'mean_ms',
  'p50_ms',
  'p95_ms',
  'p99_ms',
  'p99_low_ms',
  'p99_high_ms',
  'grade',
  'verdict',
  'sureness',
  'effort',
  'cheaper',
  'cheaper_total',
  'today',
  'today_total',
] as const;

/** One row a scenario, unrounded; empty cells where nothing is recommended. */
export function scenarioRows(plans: readonly NamedPlan[]): {
  columns: readonly string[];
  rows: (string | number | boolean | null)[][];
} {
  return {
    columns: COLUMNS,
    rows: plans.map((one) => {
      const { plan, names } = one;
      const best = recommendedOf(plan);
      const rival = candidateOf(plan, plan.bestIf?.id);
      const today = candidateOf(plan, plan.today?.id);
      const [low, high] = best?.read.p99BandMs ?? [null, null];
      return [
        nameOf(one),
        plan.scenario.asOf,
        best?.id ?? null,
        best ? names.placement(best.id) : null,
        best?.monthly.total ?? null,
        best?.monthly.currency ?? null,
        best?.monthly.atLeast ?? null,
        best?.monthly.range[1] ?? null,
        best?.read.meanMs ?? null,
        best?.read.p50Ms ?? null,
        best?.read.p95Ms ?? null,
        best?.read.p99Ms ?? null,
        low,
        high,
        best?.read.grade ?? null,
        best ? verdictWords(best) : null,
        best?.sureness ?? null,
        best?.effort.total ?? null,
        rival?.id ?? null,
        rival?.monthly.total ?? null,
        today?.id ?? null,
        today?.monthly.total ?? null,
      ];
    }),
  };
}
