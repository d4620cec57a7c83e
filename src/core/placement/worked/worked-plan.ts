/**
 * The plan for a scenario: search, ranking, the candidates worth showing in full, and the recommendation (design §4, §6).
 * What only some scenarios ask for comes from the caller: a page fetches it when it is needed, `plan.ts` has all of it.
 */
import type { Finding } from '../../findings/index.ts';
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { BilledMonths } from '../../workload/workload.ts';
import { candidateLatency } from './candidate-latency.ts';
import { candidateOf } from './candidate.ts';
import type { CandidateSources } from './candidate.ts';
import { isChain } from '../chain.ts';
import type { Placement } from '../chain.ts';
import { exactCost } from '../costs/exact-cost.ts';
import type { Exact } from '../costs/exact-cost.ts';
import { inputFindings } from '../context/input-findings.ts';
import { insights } from './insights.ts';
import type { Question } from '../../question.ts';
import { latencyGrid } from '../latency-grid.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { probeCosts } from '../judge/probe-costs.ts';
import { dedupe, itemisedCost } from '../costs/monthly-cost.ts';
import { planContext } from '../context/plan-context.ts';
import type { conversionFindings } from '../context/conversions.ts';
import type { PlanContext } from '../context/types.ts';
import type { AnyPlacement, NotByAge } from '../not-by-age/placement.ts';
import type { Policy } from '../policy.ts';
import { byShownRank } from '../winners/rank.ts';
import { recommendationOf } from './reasons.ts';
import { search } from '../pairs/search.ts';
import type { Evaluated, Search } from '../pairs/search.ts';
import { shortlist } from '../winners/shortlist.ts';
import type { WantedPolicy } from '../winners/shortlist.ts';
import { planTariffs } from '../costs/tariffs.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { unsurePrices } from '../costs/unsure-prices.ts';
import { UNADVISED_PLAN } from '../unadvised.ts';
import { verdicts } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

export interface PlanOptions {
  also?: readonly WantedPolicy[];
  /** Months that cost and verdicts are taken over; default: those of the design's "monthly". */
  billed?: BilledMonths;
  /** Latencies of candidates have the points of their curves. */
  curves?: boolean;
}

/** Parts of the planner that only some scenarios ask for. */
export interface PlanParts {
  /** Where `mayBeSplit`. */
  splits?: SplitsPart;
  /** Where `mayBeCached`. */
  caches?: SplitsPart;
  /** Where there are rates of exchange. */
  conversions?: typeof conversionFindings;
}

/** What does not go by age, worked out in full, with the placement behind it. */
export interface OtherCandidate {
  placement: NotByAge;
  candidate: Candidate;
  /** Its monthly total where the context has other prices. */
  totalAt(context: PlanContext): number;
}

/** The best splits by popularity and size, or the best caches. */
export type SplitsPart = (
  worked: CandidateSources,
  tariffs: PlanTariffs,
  evidence: EvidenceBase,
  singles: readonly Evaluated[],
) => OtherCandidate[];

/** Whether objects of the scenario differ in size, or in how popular they are. */
export function mayBeSplit({ workload }: Scenario): boolean {
  return workload.objects.size.length > 1 || workload.reads.skew !== undefined;
}

/** Whether the scenario says how objects are re-read. */
export function mayBeCached({ workload }: Scenario): boolean {
  return workload.reads.rereads !== undefined;
}

/** Whether the scenario asks for any of `PlanParts`. */
export function needsParts(scenario: Scenario): boolean {
  return mayBeSplit(scenario) || mayBeCached(scenario) || scenario.fx !== undefined;
}

/** A plan with what it was worked out from, for what is asked of it afterwards. */
export interface WorkedPlan {
  plan: Plan;
  context: PlanContext;
  /** Of each candidate, in the plan's order; null of what is no single store and no split by age of two. */
  policies: readonly (Policy | null)[];
  /** The same of any. */
  placements: readonly AnyPlacement[];
  /** Of any policy over these stores: its cost and verdict. */
  evaluate(policy: Policy): Evaluated;
  /** What further search needs, and the same answer with more placements among its candidates. */
  workings: Workings;
  answerWith(more: readonly Shown[], frontier?: ExactFrontier, remarks?: readonly Finding[]): AnsweredPlan;
}

/** Ids of the cheapest placement for each p99, and each p99 looked at over the one before it. */
interface ExactFrontier {
  ids: ReadonlySet<string>;
  step: number;
}

export interface AnsweredPlan {
  plan: Plan;
  /** Of each candidate, in the plan's order. */
  placements: readonly AnyPlacement[];
}

interface ShownCandidate {
  placement: AnyPlacement;
  candidate: Candidate;
  totalAt(context: PlanContext): number;
}

/** What every placement of a plan is searched and judged with. */
export interface Workings {
  context: PlanContext;
  /** That the scenario may use. */
  evidence: EvidenceBase;
  tariffs: PlanTariffs;
  exact: Exact;
  judged: Verdicts;
  grid: LatencyGrid;
  found: Search;
  /** Found already, in rank order. */
  listed: readonly Evaluated[];
}

/** A placement to show, with its cost and verdict. */
export type Shown = Omit<Evaluated, 'policy'> & { policy: Placement };

/**
 * Throws `RangeError` for a read point past the retention, or a part that the scenario asks for and `parts` lacks.
 */
export function workedPlanWith(
  parts: PlanParts,
  { text, scenario, archive, evidence, missing }: Question,
  options: PlanOptions = {},
): WorkedPlan {
  const context = planContext(scenario, archive, evidence, undefined, options.billed);
  const grid = latencyGrid(context, evidence);
  const judged = verdicts(context, grid);
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  const found = search(context, tariffs, exact, judged);
  const listed = shortlist(context, grid, found, options.also);
  const worked: CandidateSources = {
    context,
    exact,
    grid,
    latency: candidateLatency(context, grid, options),
    verdicts: judged,
    probeCost: probeCosts(context),
  };
  const whole = (one: Shown): ShownCandidate => ({
    placement: one.policy,
    candidate: candidateOf(worked, one.policy, one.feasible),
    totalAt: (other) => itemisedCost(other, one.policy).monthly.total,
  });
  const others = [
    ...(mayBeSplit(scenario) ? [asked(parts.splits, 'splits by size or popularity')] : []),
    ...(mayBeCached(scenario) ? [asked(parts.caches, 'copies by re-read')] : []),
  ].flatMap((part) => part(worked, tariffs, evidence, found.singles()));
  const usual: ShownCandidate[] = [...listed.map(whole), ...others];
  const said = insights(context, exact, grid);
  const converted = scenario.fx
    ? asked(parts.conversions, 'rates of exchange')(
        [...context.stores, ...context.copies],
        tariffs.book.currency,
        scenario,
      )
    : [];
  const answerWith: WorkedPlan['answerWith'] = (more, frontier, remarks = []) => {
    // A hedge to the other holder changes cost and verdict of what is shown; nothing else changes what the search found.
    const shown = [...usual, ...more.map(whole)].sort((a, b) => byShownRank(a.candidate, b.candidate));
    const candidates = shown.map(({ candidate }) => candidate);
    const proven =
      candidates.find((one) => one.feasible === 'yes' && !one.monthly.atLeast) ??
      candidates.find((one) => one.feasible === 'yes');
    const open = candidates.find(
      (one) => one.feasible === 'unproven' && (!proven || one.monthly.total < proven.monthly.total),
    );
    const runnerUp = candidates.find(
      (one) =>
        one.feasible === 'yes' && proven && !proven.stores.every((store) => one.stores.includes(store)),
    );

    const answer: Plan = {
      ...UNADVISED_PLAN,
      scenario: text,
      pricing: context.stores.map(({ store, region, edition }) => ({ store, region, edition: edition.id })),
      datasets: usedDatasets(candidates, evidence),
      model: scenario.model,
      candidates,
      frontier: frontierOf(frontier ? candidates.filter(({ id }) => frontier.ids.has(id)) : candidates),
      frontierStep: frontier?.step ?? null,
      switchPoints: [],
      turned: [],
      rivals: [],
      recommendation: proven ? recommendationOf(context, proven, candidates) : null,
      bestIf: open ? { ...recommendationOf(context, open, candidates), conditions: open.missing } : null,
      runnerUp:
        runnerUp && proven ? { id: runnerUp.id, more: runnerUp.monthly.total - proven.monthly.total } : null,
      excluded: context.excluded,
      ranges: [],
      uncertainty: null,
      withoutDatasets: [],
      overTime: null,
      today: null,
      findings: dedupe([
        ...missing.map((dataset): Finding => ({ code: 'dataset-missing', dataset })),
        ...remarks,
        ...said,
        ...(proven ? unsurePrices(context, shown, proven) : []),
        ...inputFindings(context),
        ...(grid.hedgesToOther ? [{ code: 'hedge-of-shown' as const, plans: candidates.length }] : []),
        ...converted,
        ...grid.findings,
      ]),
    };
    return { plan: answer, placements: shown.map(({ placement }) => placement) };
  };
  const { plan: answer, placements } = answerWith([]);
  return {
    plan: answer,
    context,
    policies: placements.map((one) => ('kind' in one || isChain(one) ? null : one)),
    placements,
    evaluate: found.evaluate,
    workings: { context, evidence, tariffs, exact, judged, grid, found, listed },
    answerWith,
  };
}

function asked<Part>(part: Part | undefined, what: string): Part {
  if (!part) throw new RangeError(`this scenario has ${what}, and who plans left them out`);
  return part;
}

/** The datasets that a plan's figures rest on. */
function usedDatasets(
  candidates: readonly Candidate[],
  evidence: EvidenceBase,
): { id: string; hash: string }[] {
  const used = new Set(
    candidates.flatMap((one) => [...one.read.evidence, ...one.write.evidence].map((ref) => ref.dataset)),
  );
  return evidence.datasets.filter((dataset) => used.has(dataset.id)).map(({ id, hash }) => ({ id, hash }));
}

/** Ids of shown plans that no other shown plan beats on both cost and p99. */
function frontierOf(candidates: readonly Candidate[]): string[] {
  const known = candidates
    .filter((one) => one.read.p99Ms !== null && !one.monthly.atLeast)
    .sort((a, b) => a.monthly.total - b.monthly.total);
  const ids: string[] = [];
  let fastest = Infinity;
  for (const one of known) {
    if ((one.read.p99Ms ?? Infinity) < fastest) {
      fastest = one.read.p99Ms ?? Infinity;
      ids.push(one.id);
    }
  }
  return ids;
}
