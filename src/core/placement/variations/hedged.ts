/** What hedging the reads of a scenario would bring, and for how much: asked after the answer, a search for each way of doing it. */
import type { Finding } from '../../findings/index.ts';
import type { Plan } from '../../report/plan-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { LATENCY_STATISTICS } from '../../scenario/latency-statistics.ts';
import { deskAt } from '../desk.ts';
import type { FullDesk as Desk } from '../desk.ts';
import type { Advised } from '../desk-types.ts';

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
  desk: Desk;
  found: Advised;
}

/**
 * The cheapest hedged plan, where it is worth more than the recommended one; empty where latency is not required, or the scenario
 * hedges already. `answer`: the plan as it stands.
 */
export function hedgingPays(desk: Desk, answer: Plan): Finding[] {
  const { scenario } = desk.question;
  const limits = readLimitsMs(scenario);
  const { reads } = scenario.workload;
  if (limits.length === 0 || reads.rate.value === 0 || reads.hedge !== undefined) return [];
  const now = desk.best();
  const known = now ? [now.placement] : [];
  const offers = SHARES_OF_LIMIT.flatMap((share) => {
    const afterMs = Number((share * Math.min(...limits)).toPrecision(2));
    const isCopied = answer.candidates.some(({ segments }) => (segments[0]?.holders.length ?? 0) > 1);
    return (['same', ...(isCopied ? (['other'] as const) : [])] as const).flatMap((to): Offer[] => {
      const hedge = { after: { ms: afterMs }, to };
      const own = deskAt(desk, {
        ...scenario,
        workload: { ...scenario.workload, reads: { ...reads, hedge } },
      });
      const found = own.best({ known });
      return found ? [{ afterMs, to, desk: own, found }] : [];
    });
  });
  const [best] = offers.sort((a, b) => a.found.judged.value - b.found.judged.value);
  if (!best || !(best.found.judged.value < (1 - LEAST_GAIN) * (now?.judged.value ?? Infinity))) return [];
  const id = best.desk.id(best.found.placement);
  const alone = answer.candidates.find((one) => one.id === id);
  const instead = answer.candidates.find((one) => one.id === answer.recommendation?.id);
  return [
    {
      code: 'hedging-pays',
      afterMs: best.afterMs,
      to: best.to,
      id,
      total: best.found.judged.low,
      currency: desk.currency,
      p99Ms: best.desk.p99Ms(best.found.placement),
      alone: alone ? { total: alone.monthly.total, p99Ms: alone.read.p99Ms } : null,
      instead: instead ? { id: instead.id, total: instead.monthly.total } : null,
    },
  ];
}
