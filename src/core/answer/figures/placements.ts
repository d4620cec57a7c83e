/** Placements of a plan: those that a person would weigh, all that were priced, and one row a plan of several. */
import { gradeWords } from '../../latency/types.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { formatMs } from '../../units.ts';
import { becauseWords } from '../words/condition.ts';
import { costCell, rangeCell } from '../words/figures.ts';
import type { Names } from '../words/names.ts';
import { runCell } from '../words/run.ts';
import { verdictWords } from '../words/verdict.ts';
import { figureOf, perMonth } from './figure.ts';
import type { Column } from './figure.ts';

/** A scenario's plan with the name it goes by among several. */
export interface NamedPlan {
  name: string;
  plan: Plan;
  names: Names;
}

type Candidates = readonly Candidate[];

const verdict: Column<Candidate> = {
  title: 'verdict',
  key: 'feasible',
  of: ({ feasible }) => feasible,
  words: verdictWords,
};
const p99Cell = ({ read }: Candidate) => (read.p99Ms === null ? 'no data' : formatMs(read.p99Ms));
const estimate: Column<Candidate> = {
  title: 'estimate',
  key: null,
  kind: 'ms',
  drop: true,
  of: ({ read }) => rangeCell(read),
};

/** Every placement that was priced. */
export function candidatesFigure(candidates: Candidates, names: Names) {
  const currency = candidates[0]?.monthly.currency;
  const columns: Column<Candidate>[] = [
    { title: 'placement', wrap: true, of: ({ id }) => names.cell(id) },
    { title: perMonth(currency), kind: 'money', of: ({ monthly }) => costCell(monthly) },
    { title: 'read p99', kind: 'ms', of: p99Cell },
    estimate,
    { title: 'evidence', drop: true, of: ({ read }) => gradeWords(read.grade) },
    verdict,
    { title: 'must save', kind: 'money', of: ({ effort }) => effort.total || null },
    { title: 'because', beneath: '', of: (one) => becauseWords(one, names.store) },
  ];
  return figureOf(candidates, columns, currency === undefined ? {} : { currency });
}

/** Every candidate of every plan, unrounded: for a CSV. */
export function allCandidatesFigure(plans: readonly NamedPlan[]) {
  const rows = plans.flatMap(({ name, plan, names }) =>
    plan.candidates.map((one) => ({ one, names, name, plan })),
  );
  return figureOf(rows, [
    { title: 'scenario', of: ({ name, plan }) => plan.scenario.name || name },
    { title: 'candidate', of: ({ one }) => one.id },
    { title: 'kind', of: ({ one }) => one.kind },
    { title: 'total', of: ({ one }) => one.monthly.total },
    { title: 'currency', of: ({ one }) => one.monthly.currency },
    { title: 'at_least', of: ({ one }) => one.monthly.atLeast },
    { title: 'mean_ms', of: ({ one }) => one.read.meanMs },
    { title: 'p50_ms', of: ({ one }) => one.read.p50Ms },
    { title: 'p95_ms', of: ({ one }) => one.read.p95Ms },
    { title: 'p99_ms', of: ({ one }) => one.read.p99Ms },
    { title: 'p99_low_ms', of: ({ one }) => one.read.p99BandMs?.[0] ?? null },
    { title: 'p99_high_ms', of: ({ one }) => one.read.p99BandMs?.[1] ?? null },
    { title: 'grade', of: ({ one }) => one.read.grade },
    { title: 'feasible', of: ({ one }) => one.feasible },
    { title: 'sureness', of: ({ one }) => one.sureness },
    { title: 'effort', of: ({ one }) => one.effort.total },
    { title: 'high', of: ({ one }) => one.monthly.range[1] },
    { title: 'card', of: ({ one }) => one.card },
    { title: 'recommended', of: ({ one, plan }) => one.id === plan.recommendation?.id },
    { title: 'because', of: ({ one, names }) => becauseWords(one, names.store) },
  ]);
}

export interface WeighedRow {
  role: string;
  candidate: Candidate;
}

/** What a person would weigh, each in its role. */
export function weighedFigure(rows: readonly WeighedRow[], names: Names) {
  const roles = new Map(rows.map(({ candidate, role }) => [candidate, role]));
  return figureOf<Candidate>(
    [...roles.keys()],
    [
      { title: 'choice', of: (one) => roles.get(one) ?? '' },
      { title: 'placement', beneath: '', of: ({ id }) => names.cell(id) },
      {
        title: perMonth(rows[0]?.candidate.monthly.currency),
        kind: 'money',
        of: ({ monthly }) => costCell(monthly),
      },
      { title: 'read p99', kind: 'ms', of: p99Cell },
      estimate,
      verdict,
      { title: 'to run', wrap: true, of: runCell },
    ],
  );
}

/** One row a scenario. */
export function plansFigure(plans: readonly NamedPlan[]) {
  const rows = plans.map(({ name, plan, names }) => {
    const find = (id: string | undefined) => plan.candidates.find((one) => one.id === id);
    const [best, rival] = [find(plan.recommendation?.id), find(plan.bestIf?.id)];
    return { name: plan.scenario.name || name, names, best, rival };
  });
  const total = (one: Candidate | undefined) => one && costCell(one.monthly);
  return figureOf(rows, [
    { title: 'scenario', wrap: true, of: ({ name }) => name },
    {
      title: 'recommended',
      beneath: 'recommended: ',
      of: ({ best, names }) => (best ? names.cell(best.id) : 'none'),
    },
    { title: '$/month', kind: 'money', of: ({ best }) => total(best) },
    { title: 'read p99', kind: 'ms', of: ({ best }) => best && p99Cell(best) },
    { title: 'verdict', of: ({ best }) => best && verdictWords(best) },
    {
      title: 'cheaper, if confirmed',
      beneath: 'cheaper, if confirmed: ',
      of: ({ rival, names }) => rival && names.cell(rival.id),
    },
    { title: '$/month', kind: 'money', beneath: '$/month, if so: ', of: ({ rival }) => total(rival) },
  ]);
}
