/** Why a plan is recommended: at most three sentences, each with the figure that decides. */
import { differenceOf } from '../../report/cost-difference.ts';
import type { Candidate, Reason, Recommendation } from '../../report/plan-types.ts';
import { sureWords } from '../../answer/words/verdict.ts';
import { overviewMoney } from '../../text/money.ts';
import { formatNines, percent } from '../../text/numbers.ts';
import { askedOf } from '../../pricing/traits/asks.ts';
import { FEATURES } from '../../pricing/traits/names.ts';
import type { PlanContext } from '../context/types.ts';
import { askedWords } from '../judge/latency-requirements.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import { endsAtTheEdge } from '../latency-grid.ts';

const MOST = 3;

export interface ReasonSources {
  context: PlanContext;
  requirements: readonly LatencyRequirement[];
  /** What is asked; null: no latency is required. */
  asked: number | null;
  /** The simplest placement that holds. */
  base: Candidate | null;
}

/** `further`: what comes after the reasons that need no other placement. */
export function recommendationOf(
  sources: ReasonSources,
  chosen: Candidate,
  further: readonly Reason[],
): Recommendation {
  const against = sources.base && sources.base.id !== chosen.id ? sources.base : null;
  return {
    id: chosen.id,
    reasons: [...reasonsFor(sources, chosen), ...further].slice(0, MOST),
    saving: against && differenceOf(against, chosen),
    against: against?.id ?? null,
  };
}

function reasonsFor({ context, requirements, asked }: ReasonSources, chosen: Candidate): Reason[] {
  const { currency } = chosen.monthly;
  const money = (amount: number) => overviewMoney(amount, currency);
  const reasons: Reason[] = [first(context, requirements, asked, chosen)];
  const { monthly } = chosen;
  const isSent = context.writer.egress === 'unknown' && monthly.reasons.length === 0;
  if (monthly.atLeast)
    reasons.push({
      code: 'price-unknown',
      words: `${isSent ? 'The price of what the writer sends' : 'A price'} is not known: the bill is ${money(monthly.range[0])}${monthly.range[1] === null ? '/month or more' : ` to ${money(monthly.range[1])}/month`}.`,
    });
  return reasons;
}

function first(
  { scenario, workload }: PlanContext,
  requirements: readonly LatencyRequirement[],
  asked: number | null,
  chosen: Candidate,
): Reason {
  const { zones, durability, availability, residency, owner, sla, certifications, budget } =
    scenario.requirements;
  const { features } = askedOf(scenario);
  const wanted = [
    ...askedWords(requirements),
    ...(zones === undefined || zones <= 1 ? [] : [`${zones} zones`]),
    ...(durability === undefined ? [] : [`durability ${formatNines(durability)}`]),
    ...(availability === undefined ? [] : [`availability ${formatNines(availability)}`]),
    ...(residency === 'any' ? [] : [`residency ${residency}`]),
    ...(owner === 'any' ? [] : [`owner ${owner}`]),
    ...features.map((feature) => FEATURES[feature]),
    ...(sla === undefined ? [] : [`SLA ${percent(sla, { figures: 8 })}`]),
    ...certifications,
    ...(budget === undefined ? [] : ['the budget']),
  ].join(', ');
  const edge =
    requirements.some(({ of }) => of === 'read') && workload.readers.some(endsAtTheEdge)
      ? " (without the readers' last mile)"
      : '';
  const { sureness } = chosen;
  if (sureness === null || asked === null)
    return {
      code: 'cheapest',
      words:
        wanted === ''
          ? 'The cheapest placement that is worth running.'
          : `The cheapest placement that meets ${wanted}.`,
    };
  if (sureness >= asked)
    return {
      code: 'cheapest',
      words: `The cheapest placement that meets ${wanted}${edge}: ${sureWords(sureness)}.`,
    };
  if (sureness >= 0.5)
    return {
      code: 'likely',
      words: `Its best estimate meets ${wanted}${edge}: ${sureWords(sureness)}. Measure it first, ${percent(asked)} is required.`,
    };
  return {
    code: 'surest',
    words: `No placement is likely to meet ${wanted}${edge}. This one is the surest: ${sureWords(sureness)}.`,
  };
}
