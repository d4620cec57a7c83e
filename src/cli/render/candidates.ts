/** Candidates as rows: those of one plan in a table, of several plans in another, and all of them as CSV. */
import { gradeWords } from '#core/latency/types.ts';
import { overviewMoney } from '#core/text/money.ts';
import type { Candidate, LatencySummary, Plan } from '#core/report/plan-types.ts';
import { sureCell } from '#core/report/sureness-words.ts';
import { formatMs } from '#core/units.ts';
import { becauseWords } from './plan-conditions.ts';
import { candidateOf } from './plan-notes.ts';
import type { Table } from './table.ts';

/** A scenario's plan with the name it goes by among several. */
export interface NamedPlan {
  name: string;
  plan: Plan;
}

export function candidatesTable(candidates: readonly Candidate[]): Table {
  return {
    columns: [
      { title: 'candidate', wrap: true },
      { title: '$/month', align: 'right' },
      { title: 'read p99', align: 'right' },
      { title: 'band', align: 'right' },
      { title: 'evidence' },
      { title: 'sure', align: 'right' },
      { title: 'to run', align: 'right' },
      { title: 'feasible' },
      { title: 'because', beneath: '' },
    ],
    rows: candidates.map((candidate) => [
      candidate.id,
      costCell(candidate),
      candidate.read.p99Ms === null ? 'unknown' : formatMs(candidate.read.p99Ms),
      bandWords(candidate.read),
      gradeWords(candidate.read.grade),
      sureCell(candidate),
      candidate.effort.total > 0 ? overviewMoney(candidate.effort.total, candidate.monthly.currency) : '',
      candidate.feasible,
      becauseWords(candidate),
    ]),
  };
}

/** `≥` where a price is not known. */
function costCell({ monthly }: Candidate): string {
  const amount = overviewMoney(monthly.total, monthly.currency);
  return monthly.atLeast ? `≥ ${amount}` : amount;
}

/** One row per scenario. */
export function plansTable(plans: readonly NamedPlan[]): Table {
  return {
    columns: [
      { title: 'scenario', wrap: true },
      { title: 'recommended', beneath: 'recommended: ' },
      { title: '$/month', align: 'right' },
      { title: 'read p99', align: 'right' },
      { title: 'evidence' },
      { title: 'sure', align: 'right' },
      { title: 'cheaper, if confirmed', beneath: 'cheaper, if confirmed: ' },
      { title: '$/month', align: 'right', beneath: '$ a month, if so: ' },
    ],
    rows: plans.map(({ name, plan }) => {
      const best = candidateOf(plan, plan.recommendation?.id);
      const rival = candidateOf(plan, plan.bestIf?.id);
      const cost = (one: Candidate | undefined) => (one ? costCell(one) : '');
      return [
        plan.scenario.name || name,
        best?.id ?? 'none',
        cost(best),
        !best ? '' : best.read.p99Ms === null ? 'unknown' : formatMs(best.read.p99Ms),
        best ? gradeWords(best.read.grade) : '',
        best ? sureCell(best) : '',
        rival?.id ?? '',
        cost(rival),
      ];
    }),
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
    rows: plans.flatMap(({ name, plan }) =>
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
        becauseWords(one),
      ]),
    ),
  };
}

/** `444–666 ms`, `0.499–1.53 s`: both ends in the unit of the high one. */
function bandWords({ p99BandMs }: LatencySummary): string {
  if (!p99BandMs) return '';
  const [low, high] = p99BandMs;
  if (!Number.isFinite(high)) return `≥ ${formatMs(low)}`;
  if (formatMs(low) === formatMs(high)) return '';
  const [scale, unit] = high >= 1000 ? [1000, 's'] : [1, 'ms'];
  const digits = (ms: number) => String(Number((ms / scale).toPrecision(3)));
  return `${digits(low)}–${digits(high)} ${unit}`;
}
