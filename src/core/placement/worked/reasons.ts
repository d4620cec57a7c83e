/** Why a plan wins, in figures taken from the plan itself. */
import { bump } from '../../at.ts';
import type { Candidate, Reason, Recommendation } from '../../report/plan-types.ts';
import { endsAtTheEdge } from '../latency-grid.ts';
import { askedWords, latencyRequirements } from '../judge/latency-requirements.ts';
import { overviewMoney } from '../../text/money.ts';
import { capital } from '../../text/words.ts';
import { formatBytes, formatDays, formatMs } from '../../units.ts';
import type { PlanContext } from '../context/types.ts';

export function recommendationOf(
  context: PlanContext,
  chosen: Candidate,
  candidates: readonly Candidate[],
): Recommendation {
  const singles = candidates.filter(
    (one) => one.kind === 'single' && one.feasible === 'yes' && !one.monthly.atLeast,
  );
  const single = cheapest(singles);
  return {
    id: chosen.id,
    reasons: reasonsFor(context, chosen, candidates),
    saving: single ? single.monthly.total - chosen.monthly.total : null,
    against: single?.id ?? null,
  };
}

const share = (of: number) => `${Number((of * 100).toPrecision(3))} %`;

function cheapest(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.toSorted((a, b) => a.monthly.total - b.monthly.total)[0];
}

function reasonsFor(context: PlanContext, chosen: Candidate, candidates: readonly Candidate[]): Reason[] {
  const { currency } = chosen.monthly;
  const money = (amount: number, atLeast = false) => overviewMoney(amount, currency, atLeast);
  const reasons: Reason[] = [provenWords(context, chosen)];
  const largest = meters(chosen)[0];
  if (largest)
    reasons.push({
      code: 'largest-meter',
      words: `${capital(meterWords(largest.meter))} is ${Math.round(largest.share * 100)} % of its bill: ${money(largest.amount)} a month.`,
    });

  const cheapestOut = cheapest(
    candidates.filter((one) => one.monthly.total < chosen.monthly.total && one.feasible === 'no'),
  );
  const violation = cheapestOut?.violations[0];
  if (cheapestOut && violation) {
    reasons.push({
      code: 'cheaper-fails',
      words: `${cheapestOut.id} would cost ${money(cheapestOut.monthly.total, cheapestOut.monthly.atLeast)} but fails ${violation.requirement}: ${violation.found} against ${violation.required}.`,
    });
  }

  const dearest = candidates
    .filter((one) => one.kind === 'single')
    .sort((a, b) => b.monthly.total - a.monthly.total)[0];
  if (dearest && dearest.id !== chosen.id)
    reasons.push({
      code: 'dearest-single',
      words: `Everything in ${dearest.stores[0]} would cost ${money(dearest.monthly.total, dearest.monthly.atLeast)} a month.`,
    });

  const [popular] = chosen.split?.parts ?? [];
  if (popular)
    reasons.push({
      code: 'split',
      words: `${popular.store} holds ${share(popular.objects)} of the objects and ${share(popular.bytes)} of the bytes, and serves ${share(popular.reads)} of the reads.`,
    });
  const { cache } = chosen;
  if (cache)
    reasons.push({
      code: 'cache',
      words: `${share(cache.hitShare)} of reads find a copy in ${chosen.stores[0]}, which holds ${formatBytes(cache.hotBytes)} of them on average.`,
    });
  const [young] = chosen.segments;
  const leftDays = chosen.steps[0]?.leftDays;
  if (leftDays !== undefined && young) {
    if (chosen.segments.length > 1)
      reasons.push({
        code: 'hot-window',
        words: `${Math.round(young.readShare * 100)} % of reads fall in the first ${formatDays(leftDays)}, on ${formatBytes(((context.workload.meanSizeBytes * (context.workload.months[0]?.population.arrivals ?? 0)) / (context.workload.months[0]?.month.days ?? 1)) * leftDays)} kept hot.`,
      });
    const split = new Set(Object.values(young.servers));
    if (split.size > 1)
      reasons.push({
        code: 'readers-split',
        words: `Readers want different copies: ${Object.entries(young.servers)
          .map(([place, store]) => `${place} reads ${store}`)
          .join('; ')}.`,
      });
  }
  const { readP99 } = context.scenario.requirements;
  if (readP99 !== undefined && chosen.read.p99BandMs) {
    reasons.push({
      code: 'latency',
      words: `Read p99 ${formatMs(chosen.read.p99BandMs[0])} to ${formatMs(chosen.read.p99BandMs[1])} (${chosen.read.grade}) against ${formatMs(readP99)}.`,
    });
  }
  reasons.push(...unknownWords(chosen, candidates, money));
  return reasons;
}

/** A plan that stands here for its cost alone says so, and names the cheapest of which more is known. */
function unknownWords(
  chosen: Candidate,
  candidates: readonly Candidate[],
  money: (amount: number, atLeast?: boolean) => string,
): Reason[] {
  const unknown = (one: Candidate) => one.missing.filter(({ estimateMs }) => estimateMs === null);
  const stores = [...new Set(unknown(chosen).map(({ store }) => store))];
  if (stores.length === 0) return [];
  const known = cheapest(
    candidates.filter((one) => one.feasible === 'unproven' && unknown(one).length === 0),
  );
  const rival = known
    ? ` Of the open plans with an estimate, ${known.id} is the cheapest: ${money(known.monthly.total, known.monthly.atLeast)} a month.`
    : '';
  return [
    {
      code: 'latency-unknown',
      words: `Nothing about the latency of ${stores.join(' and ')} is known: its cost alone puts it here.${rival}`,
    },
  ];
}

function provenWords(context: PlanContext, chosen: Candidate): Reason {
  const { zones, jurisdiction, budget } = context.scenario.requirements;
  const timed = latencyRequirements(context);
  const asked = [
    ...askedWords(timed),
    ...(zones !== undefined && zones > 1 ? [`${zones} zones`] : []),
    ...(jurisdiction === 'any' ? [] : [`jurisdiction ${jurisdiction}`]),
    ...(budget === undefined ? [] : ['the budget']),
  ];
  if (asked.length === 0)
    return { code: 'cheapest', words: 'The cheapest placement; nothing else is required.' };
  const how = chosen.feasible === 'yes' ? 'provably meets' : 'may meet';
  const aside = timed.some(({ of }) => of === 'read') && context.workload.readers.some(endsAtTheEdge);
  const words = `The cheapest placement that ${how} ${asked.join(', ')}${aside ? ", readers' last mile aside" : ''}.`;
  return { code: 'cheapest', words };
}

function meters(candidate: Candidate): { meter: string; amount: number; share: number }[] {
  const sums = new Map<string, number>();
  for (const line of candidate.monthly.lines) bump(sums, line.meter, line.amount ?? 0);
  return [...sums]
    .map(([meter, amount]) => ({
      meter,
      amount,
      share: candidate.monthly.total > 0 ? amount / candidate.monthly.total : 0,
    }))
    .filter((one) => one.amount > 0)
    .sort((a, b) => b.amount - a.amount);
}

/** `egress.internet` → `egress to the internet`, `requests.put` → `requests of class put`. */
function meterWords(meter: string): string {
  const [kind = meter, ...rest] = meter.split('.');
  const detail = rest.join('.').replaceAll('-', ' ');
  if (detail === '') return kind.replaceAll('-', ' ');
  if (kind === 'requests') return `requests of class ${detail}`;
  return `${kind} to ${detail === 'internet' ? 'the internet' : detail}`;
}
