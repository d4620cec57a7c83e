/** What a plan is computed from, as plain data: each store with its usage parts, the limits and options of a scenario. */
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import type { Violation } from '../../report/verdict.ts';
import type { Placement } from '../chain.ts';
import type { Finding } from '../../findings/index.ts';
import type { Archive } from '../../pricing/archive.ts';
import type { AccountUsage } from '../../pricing/bills/usage.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Workload } from '../../workload/workload.ts';
import type { ReadOptions } from './read-options.ts';
import type { ReadsAsked, StoreParts } from '../costs/store-parts.ts';
import type { Site } from '../costs/usage-parts.ts';
import type { CandidateStore } from './candidate-store.ts';
import type { PlacedPopulation } from './populations.ts';

export interface StoreLimits {
  /** Share of a store's published operations limit that was reached where it was measured; 1 elsewhere. */
  opsShare(store: string): number;
  /** Whether no limit that cannot be scaled past stands in the way. */
  within(placement: Placement): boolean;
  /** The same of one of its stays. */
  stayWithin(placement: Placement, stay: number): boolean;
  /** Whether no placement comes near a store's limits. */
  isFree(store: number): boolean;
  /** Subscriptions of one of its stays that the busiest month needs side by side. */
  subscriptions(placement: Placement, stay: number): number;
  violations(placement: Placement): Violation[];
  findings(placement: Placement): LatencyFinding[];
}

export interface PlacedStore extends CandidateStore {
  parts: StoreParts;
}

export interface PlanContext {
  scenario: Scenario;
  archive: Archive;
  workload: Workload;
  /** All objects in parts that are placed independently. */
  populations: PlacedPopulation[];
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
  /** What one read of each store, then of each copy, comes to; null: one request. */
  readsAsked: ((store: number) => ReadsAsked) | null;
  billing: {
    account: AccountUsage;
    discounts: Record<string, number>;
    fx?: Record<string, number | string>;
    inDollars: boolean;
    unrounded?: boolean;
  };
}
