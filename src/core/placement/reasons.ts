/** Why a plan wins, in figures taken from the plan itself. */
import type { Candidate, Reason, Recommendation } from '../report/plan-types.ts';
import { formatBytes, formatDays, formatMs } from '../units.ts';
import type { PlanContext } from './plan-context.ts';

const money = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`;

export function recommendationOf(
  context: PlanContext,
  chosen: Candidate,
  candidates: readonly Candidate[],
): Recommendation {
  const rivals = candidates.filter(
    (one) => one.kind === 'single' && one.feasible === 'yes' && one.id !== chosen.id && !one.monthly.atLeast,
  );
  const single = rivals.reduce<Candidate | null>(
    (best, one) => (best === null || one.monthly.total < best.monthly.total ? one : best),
    null,
  );
  const saving = single ? single.monthly.total - chosen.monthly.total : 0;
  return {
    id: chosen.id,
    reasons: reasonsFor(context, chosen, candidates),
    saving: single
      ? {
          perMonth: saving,
          share: single.monthly.total > 0 ? saving / single.monthly.total : 0,
          against: single.id,
        }
      : null,
  };
}

function reasonsFor(context: PlanContext, chosen: Candidate, candidates: readonly Candidate[]): Reason[] {
  const reasons: Reason[] = [];
  const largest = meters(chosen)[0];
  if (largest)
    reasons.push({
      code: 'largest-meter',
      words: `${largest.meter} is ${Math.round(largest.share * 100)} % of its bill (${money(largest.amount)} a month)`,
    });

  const cheaper = candidates.filter(
    (one) => one.monthly.total < chosen.monthly.total && one.feasible === 'no',
  );
  const cheapestOut = cheaper.sort((a, b) => a.monthly.total - b.monthly.total)[0];
  const violation = cheapestOut?.violations[0];
  if (cheapestOut && violation) {
    reasons.push({
      code: 'cheaper-fails',
      words: `${cheapestOut.id} would cost ${money(cheapestOut.monthly.total)} but fails ${violation.requirement}: ${violation.found} against ${violation.required}`,
    });
  }

  const dearest = candidates
    .filter((one) => one.kind === 'single')
    .sort((a, b) => b.monthly.total - a.monthly.total)[0];
  if (dearest && dearest.id !== chosen.id)
    reasons.push({
      code: 'dearest-single',
      words: `everything in ${dearest.stores[0]} would cost ${money(dearest.monthly.total)}`,
    });

  const [young] = chosen.segments;
  if (chosen.policy && young) {
    reasons.push({
      code: 'hot-window',
      words: `${Math.round(young.readShare * 100)} % of reads fall in the first ${formatDays(chosen.policy.thresholdDays)}, on ${formatBytes(((context.workload.meanSizeBytes * (context.workload.months[0]?.population.arrivals ?? 0)) / (context.workload.months[0]?.month.days ?? 1)) * chosen.policy.thresholdDays)} kept hot`,
    });
    const split = new Set(Object.values(young.servers));
    if (split.size > 1)
      reasons.push({
        code: 'readers-split',
        words: `readers want different copies: ${Object.entries(young.servers)
          .map(([place, store]) => `${place} reads ${store}`)
          .join(', ')}`,
      });
  }
  const { readP99 } = context.scenario.requirements;
  if (readP99 !== undefined && chosen.read.p99BandMs) {
    reasons.push({
      code: 'latency',
      words: `read p99 ${formatMs(chosen.read.p99BandMs[0])} to ${formatMs(chosen.read.p99BandMs[1])} (${chosen.read.grade}) against ${formatMs(readP99)}`,
    });
  }
  return reasons;
}

function meters(candidate: Candidate): { meter: string; amount: number; share: number }[] {
  const sums = new Map<string, number>();
  for (const line of candidate.monthly.lines)
    sums.set(line.meter, (sums.get(line.meter) ?? 0) + (line.amount ?? 0));
  return [...sums]
    .map(([meter, amount]) => ({
      meter,
      amount,
      share: candidate.monthly.total > 0 ? amount / candidate.monthly.total : 0,
    }))
    .filter((one) => one.amount > 0)
    .sort((a, b) => b.amount - a.amount);
}
