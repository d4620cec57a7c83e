/** Figures that stand in a sentence: in words, short, or as a number alone. */
import type { Names } from '#core/answer/words/names.ts';
import { gradeWords } from '#core/latency/types.ts';
import type { Candidate, Plan, ReadLatency } from '#core/report/plan-types.ts';
import { overviewMoney, roundToCents } from '#core/text/money.ts';
import { formatMs } from '#core/units.ts';
import { candidateOf } from '../render/plan-notes.ts';
import type { Format, Quantile } from './marks.ts';

interface Cost {
  total: number;
  currency: string;
  atLeast: boolean;
}

/** `$153k/month`, `$153k` or `152711.42`. */
export function totalValue({ total, currency, atLeast }: Cost, format: Format = 'words'): string {
  if (format === 'number') return String(roundToCents(total));
  const amount = overviewMoney(total, currency, atLeast);
  return format === 'short' ? amount : `${amount}/month`;
}

/** `p99 126 ms (extrapolated)`, `126 ms` or `126.3`. */
export function latencyValue(read: ReadLatency, format: Format = 'words', q: Quantile = 'p99'): string {
  const ms = { p50: read.p50Ms, p95: read.p95Ms, p99: read.p99Ms, mean: read.meanMs }[q];
  if (ms === null) return format === 'words' ? `${q} unknown` : 'unknown';
  if (format === 'number') return String(Number(ms.toPrecision(6)));
  return format === 'short' ? formatMs(ms) : `${q} ${formatMs(ms)} (${gradeWords(read.grade)})`;
}

/** As within a sentence, or as the cell of a table. */
export function nameValue({ id }: Candidate, names: Names, format: Format = 'words'): string {
  return format === 'short' ? names.cell(id) : names.placement(id);
}

/** Against today's placement where the scenario names it, else against the simplest one that holds. */
export function savingValue(plan: Plan, chosen: Candidate, format: Format = 'words'): string {
  const { total, currency } = chosen.monthly;
  const against = candidateOf(plan, plan.today?.id ?? plan.rule.baseId ?? undefined);
  if (!against) return 'unknown';
  const saving = against.monthly.total - total;
  if (format === 'number') return String(roundToCents(saving));
  const amount = overviewMoney(saving, currency);
  return format === 'short' ? amount : `${amount}/month`;
}
