/** Candidates as rows: those of one plan in a table, and those of several as CSV. */
import { gradeWords } from '#core/latency/types.ts';
import { becauseWords } from '#core/answer/words/condition.ts';
import { costCell, rangeCell } from '#core/answer/words/figures.ts';
import type { Names } from '#core/answer/words/names.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { overviewMoney } from '#core/text/money.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { formatMs } from '#core/units.ts';
import type { Table } from './table.ts';

/** A scenario's plan with the name it goes by among several. */
export interface NamedPlan {
  name: string;
  plan: Plan;
  names: Names;
}

export function candidatesTable(candidates: readonly Candidate[], names: Names): Table {
  return {
    columns: [
      { title: 'placement', wrap: true },
      { title: '$/month', align: 'right' },
      { title: 'read p99', align: 'right' },
      { title: 'estimate', align: 'right', drop: true },
      { title: 'evidence', drop: true },
      { title: 'verdict' },
      { title: 'must save', align: 'right' },
      { title: 'because', beneath: '' },
    ],
    rows: candidates.map((candidate) => [
      names.cell(candidate.id),
      costCell(candidate.monthly),
      candidate.read.p99Ms === null ? 'no data' : formatMs(candidate.read.p99Ms),
      rangeCell(candidate.read),
      gradeWords(candidate.read.grade),
      verdictWords(candidate),
      candidate.effort.total > 0 ? overviewMoney(candidate.effort.total, candidate.monthly.currency) : '',
      becauseWords(candidate, names.store),
    ]),
  };
}

const CSV_COLUMNS = [
  'scenario',
  'candidate',
  'kind',
  'total',
  'currency',
  'at_least',
  'mean_ms',
  'p50_ms',
  'p95_ms',
  'p99_ms',
  'p99_low_ms',
  'p99_high_ms',
  'grade',
  'feasible',
  'sureness',
  'effort',
  'high',
  'card',
  'recommended',
  'because',
] as const;

/** Every candidate of every plan, unrounded. */
export function candidateRows(plans: readonly NamedPlan[]): {
  columns: readonly string[];
  rows: (string | number | boolean | null)[][];
} {
  return {
    columns: CSV_COLUMNS,
    rows: plans.flatMap(({ name, plan, names }) =>
      plan.candidates.map((one) => [
        plan.scenario.name || name,
        one.id,
        one.kind,
        one.monthly.total,
        one.monthly.currency,
        one.monthly.atLeast,
        one.read.meanMs,
        one.read.p50Ms,
        one.read.p95Ms,
        one.read.p99Ms,
        one.read.p99BandMs?.[0] ?? null,
        one.read.p99BandMs?.[1] ?? null,
        one.read.grade,
        one.feasible,
        one.sureness,
        one.effort.total,
        one.monthly.range[1],
        one.card,
        one.id === plan.recommendation?.id,
        becauseWords(one, names.store),
      ]),
    ),
  };
}
