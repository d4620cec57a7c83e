/** Placements of a plan: those that a person would weigh, all that were priced, and one row a plan of several. */
import { gradeWords } from '../../latency/types.ts';
import type { Candidate, LatencySummary, Plan } from '../../report/plan-types.ts';
import { formatMs } from '../../units.ts';
import { becauseWords } from '../words/condition.ts';
import { costCell } from '../words/cost.ts';
import { askedRead, rangeCell } from '../words/latency.ts';
import type { Names } from '../words/names.ts';
import { runCell } from '../words/run-cell.ts';
import { verdictWords } from '../words/verdict.ts';
import { figureOf, perMonth, type Column } from './figure.ts';

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
const p99Cell = ({ p99Ms }: LatencySummary) => (p99Ms === null ? 'no data' : formatMs(p99Ms));

/** The p99 that is asked about, and the range of its estimate. */
function latencyColumns(scenario: Plan['scenario'], [first]: Candidates): Column<Candidate>[] {
  const asked = ({ read }: Candidate) => askedRead(read, scenario);
  return [
    { title: `${first ? asked(first).of : 'read'} p99`, kind: 'ms', of: (one) => p99Cell(asked(one)) },
    { title: 'estimate', key: null, kind: 'ms', drop: true, of: (one) => rangeCell(asked(one)) },
  ];
}

/** Every placement that was priced. */
export function candidatesFigure(candidates: Candidates, names: Names, scenario: Plan['scenario']) {
  const currency = candidates[0]?.monthly.currency;
  const columns: Column<Candidate>[] = [
    { title: 'placement', wrap: true, of: ({ id }) => names.cell(id) },
    { title: perMonth(currency), kind: 'money', of: ({ monthly }) => costCell(monthly) },
    ...latencyColumns(scenario, candidates),
    { title: 'evidence', drop: true, of: ({ read }) => gradeWords(askedRead(read, scenario).grade) },
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
export function weighedFigure(rows: readonly WeighedRow[], names: Names, scenario: Plan['scenario']) {
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
      ...latencyColumns(scenario, [...roles.keys()]),
      verdict,
      { title: 'to run', wrap: true, of: (one) => runCell(one, scenario.copies) },
    ],
  );
}

const find = ({ candidates }: Plan, id: string | undefined) =>
  id === undefined ? undefined : candidates.find((one) => one.id === id);

/** Null where nothing is recommended, or bills are in several currencies. */
export function sumOf(plans: readonly NamedPlan[]): Candidate['monthly'] | null {
  const bills = plans.flatMap(({ plan }) => find(plan, plan.recommendation?.id)?.monthly ?? []);
  const [first] = bills;
  if (!first || bills.some(({ currency }) => currency !== first.currency)) return null;
  const total = bills.reduce((sum, bill) => sum + bill.total, 0);
  const highs = bills.map(({ range: [, high] }) => high);
  const high = highs.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  const atLeast = bills.some((bill) => bill.atLeast);
  return { total, currency: first.currency, atLeast, range: [total, high], reasons: [], lines: [] };
}

/** One row a scenario, and the sum of what is recommended; cells are empty where nothing is. */
export function plansFigure(plans: readonly NamedPlan[]) {
  const rows = plans.map(({ name, plan, names }) => ({
    name: plan.scenario.name || name,
    names,
    asOf: plan.scenario.asOf,
    best: find(plan, plan.recommendation?.id),
    rival: find(plan, plan.bestIf?.id),
    today: find(plan, plan.today?.id),
  }));
  const cost = (one: Candidate | undefined) => (one ? costCell(one.monthly) : '');
  const sum = sumOf(plans);
  const currencies = new Set(rows.flatMap(({ best }) => best?.monthly.currency ?? []));
  const perCost = currencies.size === 1 ? perMonth(...currencies) : 'a month';
  return figureOf(
    rows,
    [
      { title: 'scenario', wrap: true, of: ({ name }) => name },
      { title: '', key: 'as_of', of: ({ asOf }) => asOf },
      {
        title: 'recommended',
        beneath: 'recommended: ',
        of: ({ best }) => best?.id,
        words: ({ best, names }) => (best ? names.cell(best.id) : 'none'),
      },
      { title: '', key: 'placement', of: ({ best, names }) => best && names.placement(best.id) },
      {
        title: perCost,
        key: 'total',
        kind: 'money',
        of: ({ best }) => best?.monthly.total,
        words: ({ best }) => cost(best),
      },
      { title: '', key: 'currency', of: ({ best }) => best?.monthly.currency },
      { title: '', key: 'at_least', of: ({ best }) => best?.monthly.atLeast },
      { title: '', key: 'high', of: ({ best }) => best?.monthly.range[1] },
      { title: '', key: 'mean_ms', of: ({ best }) => best?.read.meanMs },
      { title: '', key: 'p50_ms', of: ({ best }) => best?.read.p50Ms },
      { title: '', key: 'p95_ms', of: ({ best }) => best?.read.p95Ms },
      {
        title: 'read p99',
        key: 'p99_ms',
        kind: 'ms',
        of: ({ best }) => best?.read.p99Ms,
        words: ({ best }) => (best ? p99Cell(best.read) : ''),
      },
      { title: '', key: 'p99_low_ms', of: ({ best }) => best?.read.p99BandMs?.[0] },
      { title: '', key: 'p99_high_ms', of: ({ best }) => best?.read.p99BandMs?.[1] },
      { title: '', key: 'grade', of: ({ best }) => best?.read.grade },
      { title: 'verdict', of: ({ best }) => best && verdictWords(best) },
      { title: '', key: 'sureness', of: ({ best }) => best?.sureness },
      { title: '', key: 'effort', of: ({ best }) => best?.effort.total },
      {
        title: 'cheaper, if confirmed',
        key: 'cheaper',
        beneath: 'cheaper, if confirmed: ',
        of: ({ rival }) => rival?.id,
        words: ({ rival, names }) => (rival ? names.cell(rival.id) : ''),
      },
      {
        title: `at ${perCost}`,
        key: 'cheaper_total',
        kind: 'money',
        beneath: `${perCost}, if so: `,
        of: ({ rival }) => rival?.monthly.total,
        words: ({ rival }) => cost(rival),
      },
      { title: '', key: 'today', of: ({ today }) => today?.id },
      { title: '', key: 'today_total', of: ({ today }) => today?.monthly.total },
    ],
    sum === null ? {} : { total: { scenario: 'total', [perCost]: costCell(sum) } },
  );
}
