/** Everything a plan is computed from, resolved once: workload, stores with their usage parts, copies, the writer's egress. */
import type { Finding } from '../../findings/index.ts';
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Archive } from '../../pricing/archive.ts';
import type { AccountUsage } from '../../pricing/bills/usage.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { BilledMonths, Workload } from '../../workload/workload.ts';
import { candidateStores } from './candidate-stores.ts';
import type { CandidateStore, CandidateStores } from './candidate-stores.ts';
import { jobOutcomes } from './jobs.ts';
import { planContextWith } from './plan-context-with.ts';
import { readOptions } from './read-options.ts';
import type { ReadOptions } from './read-options.ts';
import type { StoreParts } from '../costs/store-parts.ts';
import type { StoreLimits } from '../verdicts/store-limits.ts';
import type { Site } from '../costs/usage-parts.ts';

export interface PlacedStore extends CandidateStore {
  parts: StoreParts;
}

export interface PlanContext {
  scenario: Scenario;
  archive: Archive;
  workload: Workload;
  stores: PlacedStore[];
  /** Replicas that must exist besides, whatever the plan. */
  copies: PlacedStore[];
  excluded: { store: string; reason: Finding }[];
  /** Who bills the writer's egress: a provider with a transfer table, one whose price is unknown, or nobody. */
  writer: { site: Site; egress: 'table' | 'unknown' | 'none' };
  /** Limits its stores keep to, or are opened several times to pass. */
  limits: StoreLimits;
  /** What is asked of a read besides one request on a warm connection; null where nothing is. */
  reads: ReadOptions | null;
  /** How long batch jobs take under a placement; null where there are none. */
  jobs: typeof jobOutcomes | null;
  billing: {
    account: AccountUsage;
    discounts: Record<string, number>;
    fx?: Record<string, number | string>;
    inDollars: boolean;
    unrounded?: boolean;
  };
}

/**
 * `evidence` says how much of a published operations limit is really reached; `found` are the stores to take where they were looked
 * for before. Throws `RangeError` as `workloadOf` does.
 */
export function planContext(
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase = { datasets: [], named: [] },
  found: CandidateStores = candidateStores(scenario, archive),
  billed: BilledMonths = 'usual',
): PlanContext {
  return planContextWith(
    { reads: readOptions, jobs: jobOutcomes },
    scenario,
    archive,
    evidence,
    found,
    billed,
  );
}
