/** A policy worked out in full: itemised cost, latency, verdicts, moves and what is missing. */
import type { Finding } from '../findings/index.ts';
import type { Candidate, Feasible, Violation } from '../report/plan-types.ts';
import { formatMs } from '../units.ts';
import type { CandidateLatency } from './candidate-latency.ts';
import { jobOutcomes } from './jobs.ts';
import type { Exact } from './exact-cost.ts';
import type { LatencyGrid } from './latency-grid.ts';
import { missingMeasurements } from './missing.ts';
import type { ProbeCost } from './missing.ts';
import { dedupe, itemisedCost } from './monthly-cost.ts';
import type { ItemisedCost } from './monthly-cost.ts';
import { movesOf, segmentsOf, tieringEgress } from './moves.ts';
import type { PlanContext } from './plan-context.ts';
import { policyId } from './policy.ts';
import { movesByLifecycle } from './store-parts.ts';
import type { Policy } from './policy.ts';
import { jurisdictionVerdict, policyTail, verdict, zonesVerdict } from './requirements.ts';
import type { Verdicts } from './verdicts.ts';

/** What every candidate of a plan is worked out from. */
export interface CandidateSources {
  context: PlanContext;
  exact: Exact;
  grid: LatencyGrid;
  latency: CandidateLatency;
  verdicts: Verdicts;
  probeCost: ProbeCost;
}

export function candidateOf(
  { context, exact, grid, latency, verdicts, probeCost }: CandidateSources,
  policy: Policy,
  feasible: Feasible,
): Candidate {
  const ref = (store: number) => context.stores[store]?.ref ?? '';
  const id = policyId(policy, ref);
  const young = verdicts.youngShare(policy.thresholdDays);
  const cost = itemisedCost(context, policy);
  const read = latency.read(policy, young);
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
    write: latency.write(policy),
    jobs: jobOutcomes(context, grid, policy, context.limits.opsShare),
    feasible,
    violations: violations(context, verdicts, policy, young, cost, read.p99BandMs),
    missing: feasible === 'unproven' ? missingMeasurements(context, grid, policy, verdicts, probeCost) : [],
    migration: null,
    findings: dedupe([
      ...cost.findings,
      ...context.limits.findings(policy),
      ...egressFindings(context, exact, policy),
      ...placeFindings(context, policy),
      ...storeFindings(context, policy),
      ...unreadFindings(context, policy),
      ...exitFindings(context, policy),
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

/** What the plan takes to be set otherwise than by default: what is deleted is gone, and small objects move too. */
function exitFindings(context: PlanContext, policy: Policy): Finding[] {
  const { expiryDays, meanSizeBytes, months, classes } = context.workload;
  const population = months[0]?.population;
  const [hot, cold] = [context.stores[policy.hot], context.stores[policy.cold]];
  if (!population || !hot || !cold) return [];
  const byRule = movesByLifecycle(hot, cold, policy);
  const found: Finding[] = [];
  for (const store of new Set([hot, cold])) {
    const { softDeleteHours: hours } = store.edition.rules.storage;
    const age = store === cold ? expiryDays : byRule ? null : policy.thresholdDays;
    const bytes = age === null ? 0 : population.reaching(age) * meanSizeBytes;
    if (hours !== undefined && bytes > 0)
      found.push({ code: 'soft-delete-off', store: store.ref, hours, bytes });
  }
  const least = hot.edition.transitionFromBytes;
  if (byRule && classes.some(({ sizeBytes }) => sizeBytes < least))
    found.push({ code: 'small-objects-stay', from: hot.ref, to: cold.ref, bytes: least });
  return found;
}

/** How much lies in a store's tiers for the unread is an estimate. */
function unreadFindings(context: PlanContext, policy: Policy): Finding[] {
  return [...new Set([policy.hot, policy.cold])].flatMap((s): Finding[] => {
    const store = context.stores[s];
    return store && store.edition.rules.storage.accessTiers.length > 0
      ? [{ code: 'unread-estimated', store: store.ref }]
      : [];
  });
}
