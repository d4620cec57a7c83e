/** Everything a plan is computed from, resolved once: workload, stores with their usage parts, copies, the writer's egress. */
import type { Finding } from '../findings/index.ts';
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { Archive } from '../pricing/archive.ts';
import { resolveTransfer } from '../pricing/resolve.ts';
import type { AccountUsage } from '../pricing/usage.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { workloadOf } from '../workload/workload.ts';
import type { BilledMonths, Workload } from '../workload/workload.ts';
import { candidateStores, oneStore } from './candidate-stores.ts';
import type { CandidateStore, CandidateStores } from './candidate-stores.ts';
import { latencyGrid } from './latency-grid.ts';
import type { GridContext } from './latency-grid.ts';
import { readOptions } from './read-options.ts';
import { mixesCurrencies } from './plan-currency.ts';
import { storeParts } from './store-parts.ts';
import type { ReadsAsked, StoreParts } from './store-parts.ts';
import { storeLimits } from './store-limits.ts';
import type { StoreLimits } from './store-limits.ts';
import { siteOfPlace } from './usage-parts.ts';
import type { Site } from './usage-parts.ts';

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
  const workload = workloadOf(scenario, billed);
  const { usable, excluded } = found;
  const place = (store: CandidateStore): PlacedStore => ({ ...store, parts: storeParts(store, workload) });
  const repeats = repeatsOf({ scenario, workload, stores: usable }, evidence);
  const copies = scenario.copies.flatMap((ref) => {
    const found = oneStore(ref, scenario, archive);
    return 'reason' in found ? [] : [place(found)];
  });
  const site = siteOfPlace(workload.writer);
  const table = resolveTransfer(archive, site.provider, site.region, scenario.asOf, scenario.knownOn);
  const egress = table ? 'table' : site.provider === 'internet' ? 'none' : 'unknown';
  const stores = usable.map((store, s) => ({ ...store, parts: storeParts(store, workload, repeats(s)) }));
  return {
    scenario,
    archive,
    workload,
    stores,
    limits: storeLimits({ stores, workload }, evidence),
    copies,
    excluded,
    writer: { site, egress },
    billing: {
      account: Object.fromEntries(
        Object.entries(scenario.account).map(([provider, used]) => [
          provider,
          {
            ...(used.internetEgress !== undefined ? { internetEgressBytes: used.internetEgress } : {}),
            ...(used.stored !== undefined ? { storedBytes: used.stored } : {}),
          },
        ]),
      ),
      discounts: scenario.discounts,
      ...(scenario.fx ? { fx: scenario.fx } : {}),
      inDollars: mixesCurrencies(usable, scenario, archive),
    },
  };
}

/** What reads of each store come to; undefined where each is one request. */
function repeatsOf(context: GridContext, evidence: EvidenceBase): (store: number) => ReadsAsked | undefined {
  if (!readOptions(context.scenario, evidence)) return () => undefined;
  const grid = latencyGrid(context, evidence);
  return (s) => ({ repeat: (q, k) => grid.repeat(s, q, k), away: (q, k) => grid.away(s, q, k) });
}

/** Whether the writer pays its own provider for bytes it sends to this store. A provider's inner traffic is free where it has no transfer table. */
export function writerPaysEgress(context: PlanContext, store: CandidateStore): boolean {
  if (context.writer.egress === 'none') return false;
  if (context.writer.site.provider === store.site.provider && context.writer.egress === 'unknown')
    return false;
  return context.writer.site.provider !== store.site.provider || context.writer.site.region !== store.region;
}

/** Pseudo-store that bills a provider's data transfer alone. */
export function transferStore(provider: string): string {
  return `${provider}/transfer`;
}
