/** What hedging the reads of a scenario would prove, and for how much: asked after the answer, a search for each way of doing it. */
import type { Finding } from '../../findings/index.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { LATENCY_STATISTICS } from '../../scenario/latency-statistics.ts';
import type { Question } from '../../question.ts';
import { plan } from '../plan.ts';
import { provenBest } from '../winners/proven-best.ts';

/** A hedge sent this far into the time that is allowed leaves the second request the rest of it. */
const SHARES_OF_LIMIT = [0.25, 0.5] as const;

/** Below this share of the cost a gain is not worth a second request. */
const LEAST_GAIN = 0.01;

/** Every latency that reads are asked to keep to. */
function readLimitsMs({ requirements }: Scenario): number[] {
  const { readP99, firstByteP99, latency = [] } = requirements;
  const listed = latency
    .filter(({ of }) => of === 'read')
    .flatMap((one) => LATENCY_STATISTICS.map((statistic) => one[statistic]));
  return [readP99, firstByteP99, ...listed].flatMap((limit) => limit ?? []);
}

interface Offer {
  afterMs: number;
  to: 'same' | 'other';
  total: number;
}

function provenOf({ candidates, recommendation }: Plan): Candidate | undefined {
  return candidates.find(({ id }) => id === recommendation?.id);
}

/**
 * The cheapest hedged plan, where it is proven and none is without, or none so cheap; empty where latency is not
 * required, or the scenario hedges already. `answer`: the plan as it stands. Throws as `plan` does.
 */
export function hedgingPays(question: Question, answer: Plan): Finding[] {
  const { scenario, archive, evidence } = question;
  const limits = readLimitsMs(scenario);
  const { reads } = scenario.workload;
  if (limits.length === 0 || reads.rate.value === 0 || reads.hedge !== undefined) return [];
  const withHedge = (afterMs: number, to: 'same' | 'other'): Scenario => ({
    ...scenario,
    workload: { ...scenario.workload, reads: { ...reads, hedge: { after: { ms: afterMs }, to } } },
  });
  const hedgedPlan = (afterMs: number, to: 'same' | 'other') =>
    provenOf(plan({ ...question, scenario: withHedge(afterMs, to) }));
  const delays = SHARES_OF_LIMIT.map((share) => Number((share * Math.min(...limits)).toPrecision(2)));
  const offers: Offer[] = delays.map((afterMs) => {
    const { total } = provenBest(withHedge(afterMs, 'same'), archive, evidence);
    return { afterMs, to: 'same', total: total ?? Infinity };
  });
  if (answer.candidates.some(({ policy }) => policy?.entry === 'dual'))
    for (const afterMs of delays.slice(-1)) {
      const found = hedgedPlan(afterMs, 'other');
      offers.push({ afterMs, to: 'other', total: found?.monthly.total ?? Infinity });
    }
  const now = provenOf(answer);
  const [cheapest] = offers.sort((a, b) => a.total - b.total);
  if (!cheapest || !(cheapest.total < (1 - LEAST_GAIN) * (now?.monthly.total ?? Infinity))) return [];
  const { afterMs, to } = cheapest;
  const found = hedgedPlan(afterMs, to);
  if (!found || found.monthly.atLeast) return [];
  const alone = answer.candidates.find(({ id }) => id === found.id);
  return [
    {
      code: 'hedging-pays',
      afterMs,
      to,
      id: found.id,
      total: found.monthly.total,
      currency: found.monthly.currency,
      p99Ms: found.read.p99Ms,
      alone: alone ? { total: alone.monthly.total, p99Ms: alone.read.p99Ms } : null,
      instead: now ? { id: now.id, total: now.monthly.total } : null,
    },
  ];
}
