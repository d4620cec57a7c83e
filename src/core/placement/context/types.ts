/** What a plan is computed from, as plain data: each store with its usage parts, the limits and options of a scenario. */
import type { Discounts } from '../../pricing/sheets/discounts.ts';
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
  writer: {
    site: Site;
    egress: 'table' | 'unknown' | 'none';
    /** Whether some plan could keep the objects at the writer's provider, and send nothing out. */
    mayStay: boolean;
  };
  /** Share of a store's published operations limit that was reached where it was measured; 1 elsewhere. */
  opsShare(store: string): number;
  /** What is asked of a read besides one request on a warm connection; null where nothing is. */
  reads: ReadOptions | null;
  /** What one read of each store, then of each copy, comes to; null: one request. */
  readsAsked: ((store: number) => ReadsAsked) | null;
  billing: {
    account: AccountUsage;
    discounts: Discounts;
    fx?: Record<string, number | string>;
    /** The currency of every total. */
    into: string;
    /** Add-ons that stand beside some store. */
    beside: readonly string[];
    unrounded?: boolean;
  };
}
