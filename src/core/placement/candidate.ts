/** A policy worked out in full: itemised cost, latency, verdicts, moves and what is missing. */
import type { Finding } from '../findings/index.ts';
import type { Candidate, Feasible, Violation } from '../report/plan-types.ts';
import { formatMs } from '../units.ts';
import { readLatency, writeLatency } from './candidate-latency.ts';
import { jobOutcomes } from './jobs.ts';
import type { Exact } from './exact-cost.ts';
import type { LatencyGrid } from './latency-grid.ts';
import { missingMeasurements } from './missing.ts';
import { dedupe, itemisedCost } from './monthly-cost.ts';
import type { ItemisedCost } from './monthly-cost.ts';
import { movesOf, segmentsOf, tieringEgress } from './moves.ts';
import type { PlanContext } from './plan-context.ts';
import { policyId } from './policy.ts';
import type { Policy } from './policy.ts';
import { jurisdictionVerdict, policyTail, verdict, zonesVerdict } from './requirements.ts';
import type { Verdicts } from './verdicts.ts';

export function candidateOf(
  context: PlanContext,
  exact: Exact,
  grid: LatencyGrid,
  verdicts: Verdicts,
  policy: Policy,
  feasible: Feasible,
): Candidate {
  const ref = (store: number) => context.stores[store]?.ref ?? '';
  const id = policyId(policy, ref);
  const young = verdicts.youngShare(policy.thresholdDays);
  const cost = itemisedCost(context, policy);
  const read = readLatency(context, grid, policy, young);
  return {
    id,
    kind: policy.thresholdDays === null ? 'single' : 'age',
    stores: policy.thresholdDays === null ? [ref(policy.hot)] : [ref(policy.hot), ref(policy.cold)],
    policy:
      policy.thresholdDays === null || policy.entry === null
        ? null
        : { thresholdDays: policy.thresholdDays, entry: policy.entry },
    segments: segmentsOf(context, policy, young),
    moves: movesOf(context, exact, policy),
    monthly: cost.monthly,
    months: cost.months,
    read,
    write: writeLatency(context, grid, policy),
    jobs: jobOutcomes(context, grid, policy, context.limits.opsShare),
    feasible,
    violations: violations(context, verdicts, policy, young, cost, read.p99BandMs),
    missing: feasible === 'unproven' ? missingMeasurements(context, grid, policy, verdicts) : [],
    migration: null,
    findings: dedupe([
      ...cost.findings,
      ...context.limits.findings(policy),
      ...egressFindings(context, exact, policy),
      ...placeFindings(context, policy),
      ...storeFindings(context, policy),
    ]),
  };
}

function violations(
  context: PlanContext,
  verdicts: Verdicts,
  policy: Policy,
  young: number,
  cost: ItemisedCost,
  band: [number, number] | null,
): Violation[] {
  const { requirements } = context.scenario;
  const {
    monthly: { total },
  } = cost;
  const found: Violation[] = [];
  for (const [r, requirement] of verdicts.requirements.entries()) {
    const tail = policyTail(context, policy, young, verdicts.tails[r] ?? []);
    if (verdict(tail, requirement) !== 'no') continue;
    const p99 = requirement.metric === 'total' && band ? `p99 at least ${formatMs(band[0])}; ` : '';
    found.push({
      requirement: requirement.name,
      required: `≤ ${formatMs(requirement.limitMs)}`,
      found: `${p99}${percent(tail.low)} of reads take longer`,
    });
  }
  found.push(...context.limits.violations(policy));
  if (zonesVerdict(context, policy) === 'no')
    found.push({
      requirement: 'zones',
      required: `${requirements.zones}`,
      found: 'no holder in so many zones at some age',
    });
  if (jurisdictionVerdict(context, policy) === 'no')
    found.push({
      requirement: 'jurisdiction',
      required: requirements.jurisdiction,
      found: 'a holder is elsewhere',
    });
  if (requirements.budget !== undefined && total > requirements.budget)
    found.push({ requirement: 'budget', required: `${requirements.budget}`, found: total.toFixed(2) });
  return found;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

function egressFindings(context: PlanContext, exact: Exact, policy: Policy): Finding[] {
  const [hot, cold] = [context.stores[policy.hot], context.stores[policy.cold]];
  if (!hot || !cold || policy.entry !== 'tier') return [];
  const { amount, bytes } = tieringEgress(context, exact, policy);
  return amount < 1 ? [] : [{ code: 'tiering-egress', from: hot.ref, to: cold.ref, amount, bytes }];
}

/** Zones and jurisdiction that rest on a promise rather than on what is known of the stores. */
function placeFindings(context: PlanContext, policy: Policy): Finding[] {
  const { zones, jurisdiction } = context.scenario.requirements;
  const held = [...new Set([policy.hot, policy.cold])].flatMap((s) => context.stores[s] ?? []);
  const refs = (unknown: (store: (typeof held)[number]) => boolean) =>
    held.filter(unknown).map((store) => store.ref);
  const found: Finding[] = [];
  if (zonesVerdict(context, policy) === 'unproven')
    found.push({
      code: 'place-unproven',
      requirement: 'zones',
      wanted: `${zones}`,
      stores: refs((store) => store.edition.zones === null),
    });
  if (jurisdictionVerdict(context, policy) === 'unproven')
    found.push({
      code: 'place-unproven',
      requirement: 'jurisdiction',
      wanted: jurisdiction,
      stores: refs((store) => store.inJurisdiction === null),
    });
  return found;
}

function storeFindings(context: PlanContext, policy: Policy): Finding[] {
  return [context.stores[policy.hot], context.stores[policy.cold]].flatMap((store) => store?.findings ?? []);
}
