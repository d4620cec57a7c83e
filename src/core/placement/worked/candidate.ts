/** A placement worked out in full: itemised cost, latency, verdicts, moves and what is missing. */
import type { Finding } from '../../findings/index.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { formatBytes, formatMs } from '../../units.ts';
import { hedgesToBoth } from './servers.ts';
import type { CandidateLatency } from './candidate-latency.ts';
import type { Exact } from '../costs/exact-cost.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import { missingMeasurements } from '../verdicts/missing.ts';
import type { ProbeCost } from '../judge/probe-costs.ts';
import { dedupe, itemisedCost } from '../costs/monthly-cost.ts';
import type { ItemisedCost } from '../costs/monthly-cost.ts';
import { movesOf, segmentsOf, tieringEgress } from './moves.ts';
import { chainJurisdiction, chainTail, chainZones } from '../chains/tail.ts';
import {
  chainOf,
  entersByLifecycle,
  isChain,
  placementId,
  sourceOf,
  stepsOf,
  storesOf,
  writtenTo,
} from '../chain.ts';
import type { Chain, Placement } from '../chain.ts';
import { jobOutcomes } from '../context/jobs.ts';
import { totalsCurrency } from '../context/plan-currency.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { holdsObject, largestOf, sizeViolations } from '../judge/object-size.ts';
import { hedgedTail, hedgedVerdict } from '../verdicts/hedged.ts';
import { verdict } from '../verdicts/requirements.ts';
import { stretchShares } from './served.ts';
import type { Tail } from '../verdicts/tails.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import { UNADVISED } from '../unadvised.ts';
import type { Feasible, Violation } from '../../report/verdict.ts';

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
  placement: Placement,
  found: Feasible,
): Candidate {
  const chain = chainOf(placement);
  const stores = storesOf(chain).flatMap((store) => context.stores[store] ?? []);
  const shares = stretchShares(context.workload, chain);
  const cost = itemisedCost(context, chain);
  const read = latency.read(chain, shares);
  const feasible = hedgesToBoth(grid, chain)
    ? hedgedVerdict(context, grid, verdicts, chain, shares, cost.monthly)
    : found;
  return {
    ...UNADVISED,
    id: placementId(placement, context.stores),
    kind: stores.length === 1 ? 'single' : 'age',
    stores: stores.map((store) => store.ref),
    policy:
      isChain(placement) || placement.thresholdDays === null || placement.entry === null
        ? null
        : { thresholdDays: placement.thresholdDays, entry: placement.entry },
    steps: stepsOf(context.stores, chain),
    segments: segmentsOf(context, chain, shares),
    moves: movesOf(context, exact, chain),
    monthly: cost.monthly,
    months: cost.months,
    read,
    write: latency.write(chain),
    jobs: jobOutcomes(context, grid, chain, context.limits.opsShare),
    feasible,
    violations: violations(context, grid, verdicts, chain, shares, cost, read.p99BandMs),
    missing: feasible === 'unproven' ? missingMeasurements(context, grid, chain, verdicts, probeCost) : [],
    migration: null,
    findings: dedupe([
      ...cost.findings,
      ...context.limits.findings(chain),
      ...egressFindings(context, exact, chain),
      ...placeFindings(context, chain),
      ...stores.flatMap((store) => store.findings),
      ...unreadFindings(stores),
      ...exitFindings(context, chain),
    ]),
  };
}

function violations(
  context: PlanContext,
  grid: LatencyGrid,
  verdicts: Verdicts,
  chain: Chain,
  shares: readonly number[],
  cost: ItemisedCost,
  band: [number, number] | null,
): Violation[] {
  const { requirements } = context.scenario;
  const {
    monthly: { total },
  } = cost;
  const found: Violation[] = [];
  const isHedged = hedgesToBoth(grid, chain);
  for (const [r, requirement] of verdicts.requirements.entries()) {
    const tail = isHedged
      ? hedgedTail(context, grid, verdicts, chain, shares, r)
      : chainTail(context, requirement, chain, shares, verdicts.tails[r] ?? [], verdicts.nodesMs[r]);
    if (verdict(tail, requirement) === 'no') found.push(latencyViolation(requirement, tail, band));
  }
  for (const { requirement, of } of verdicts.writes) {
    const tail = of(writtenTo(chain));
    if (verdict(tail, requirement) === 'no') found.push(latencyViolation(requirement, tail));
  }
  found.push(
    ...context.limits.violations(chain),
    ...sizeViolations(context.copies, context.workload),
    ...placeViolations(context, chain),
  );
  if (requirements.budget !== undefined && total > requirements.budget)
    found.push({ requirement: 'budget', required: `${requirements.budget}`, found: total.toFixed(2) });
  return found;
}

/** `band`: of the p99 of all reads. */
export function latencyViolation(
  { name, of, limitMs, counts }: LatencyRequirement,
  { low }: Tail,
  band: [number, number] | null = null,
): Violation {
  const p99 = name === 'readP99' && band ? `p99 at least ${formatMs(band[0])}; ` : '';
  const found =
    counts === 'mean'
      ? `at least ${formatMs(low * limitMs)}`
      : `${p99}${Number((low * 100).toPrecision(3))} % of ${of}s take longer`;
  return { requirement: name, required: `≤ ${formatMs(limitMs)}`, found };
}

export function placeViolations(context: PlanContext, placement: Placement): Violation[] {
  const chain = chainOf(placement);
  const { zones, jurisdiction } = context.scenario.requirements;
  const found: Violation[] = [];
  if (chainZones(context, chain) === 'no')
    found.push({
      requirement: 'zones',
      required: `${zones}`,
      found: 'no holder in so many zones at some age',
    });
  if (chainJurisdiction(context, chain) === 'no')
    found.push({ requirement: 'jurisdiction', required: jurisdiction, found: 'a holder is elsewhere' });
  return found;
}

/** The egress of every copy out of a store, where it costs anything: between the stores of the first. */
function egressFindings(context: PlanContext, exact: Exact, chain: Chain): Finding[] {
  const first = chain.stays.findIndex(
    ({ fromDays }, j) => fromDays > 0 && !entersByLifecycle(context.stores, chain, j),
  );
  if (first < 0) return [];
  const ref = (stay: number) => context.stores[chain.stays[stay]?.store ?? -1]?.ref ?? '';
  const { amount, bytes } = tieringEgress(context, exact, chain);
  return amount < 1
    ? []
    : [
        {
          code: 'tiering-egress',
          from: ref(sourceOf(chain, first)),
          to: ref(first),
          amount,
          bytes,
          currency: totalsCurrency(context),
        },
      ];
}

/** Zones, jurisdiction and sizes that rest on a promise rather than on what is known of the stores. */
export function placeFindings(context: PlanContext, placement: Placement): Finding[] {
  const chain = chainOf(placement);
  const { zones, jurisdiction } = context.scenario.requirements;
  const held = storesOf(chain).flatMap((s) => context.stores[s] ?? []);
  const largest = largestOf(context.workload);
  const open = (
    requirement: Extract<Finding, { code: 'place-unproven' }>['requirement'],
    wanted: string,
    of: readonly PlacedStore[],
  ): Finding[] => [{ code: 'place-unproven', requirement, wanted, stores: of.map(({ ref }) => ref) }];
  const unsure = [...held, ...context.copies].filter((store) => holdsObject(store, largest) === 'unproven');
  return [
    ...(chainZones(context, chain) === 'unproven'
      ? open(
          'zones',
          `${zones}`,
          held.filter(({ edition }) => edition.zones === null),
        )
      : []),
    ...(chainJurisdiction(context, chain) === 'unproven'
      ? open(
          'jurisdiction',
          jurisdiction,
          held.filter(({ inJurisdiction }) => inJurisdiction === null),
        )
      : []),
    ...(unsure.length > 0 ? open('object size', formatBytes(largest), unsure) : []),
  ];
}

/** What the plan takes to be set otherwise than by default: what is deleted is gone, and small objects move too. */
function exitFindings(context: PlanContext, chain: Chain): Finding[] {
  const { expiryDays, meanSizeBytes, months, classes } = context.workload;
  const population = months[0]?.population;
  if (!population) return [];
  const found: Finding[] = [];
  for (const [i, { store: s, toDays }] of chain.stays.entries()) {
    const store = context.stores[s];
    if (!store) continue;
    const into = chain.stays.findIndex((next, j) => next.fromDays === toDays && sourceOf(chain, j) === i);
    const byRule = into >= 0 && entersByLifecycle(context.stores, chain, into);
    const { softDeleteHours: hours } = store.edition.rules.storage;
    const age = toDays === null ? expiryDays : byRule ? null : toDays;
    const bytes = age === null ? 0 : population.reaching(age) * meanSizeBytes;
    if (hours !== undefined && bytes > 0)
      found.push({ code: 'soft-delete-off', store: store.ref, hours, bytes });
    const least = store.edition.transitionFromBytes;
    const to = context.stores[chain.stays[into]?.store ?? -1];
    if (byRule && to && classes.some(({ sizeBytes }) => sizeBytes < least))
      found.push({ code: 'small-objects-stay', from: store.ref, to: to.ref, bytes: least });
  }
  return found;
}

/** How much lies in a store's tiers for the unread is an estimate. */
function unreadFindings(stores: readonly PlacedStore[]): Finding[] {
  return stores.flatMap((store): Finding[] =>
    store.edition.rules.storage.accessTiers.length > 0
      ? [{ code: 'unread-estimated', store: store.ref }]
      : [],
  );
}
