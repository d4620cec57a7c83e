/** Everything a plan is computed from, resolved once: workload, stores with their usage parts, copies, the writer's egress. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Archive } from '../../pricing/archive.ts';
import { accountFrom } from '../../pricing/bills/account.ts';
import { resolveTransfer } from '../../pricing/sheets/resolve.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { workloadOf } from '../../workload/workload.ts';
import type { BilledMonths } from '../../workload/workload.ts';
import { candidateStores, oneStore } from './candidate-stores.ts';
import type { CandidateStores } from './candidate-stores.ts';
import { latencyGrid } from '../latency-grid.ts';
import type { GridContext } from '../latency-grid.ts';
import type { PlacedStore, PlanContext } from './types.ts';
import { populationsOf } from './populations.ts';
import { planCurrency } from './plan-currency.ts';
import { readOptionsOf } from './options-of-reads.ts';
import { reachedShares } from '../../latency/load/load.ts';
import { refsOf } from '../costs/beside.ts';
import { storeParts } from '../costs/store-parts.ts';
import type { ReadsAsked } from '../costs/store-parts.ts';
import { siteOfPlace } from '../costs/usage-parts.ts';
import type { CandidateStore } from './candidate-store.ts';

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
  const reads = readOptionsOf(scenario, evidence);
  const demanded = scenario.copies.flatMap((ref) => {
    const copy = oneStore(ref, scenario, archive);
    return 'reason' in copy ? [] : [copy];
  });
  const grid = { scenario, archive, workload, stores: usable, reads };
  const readsAsked = askedOf({ ...grid, stores: [...usable, ...demanded] }, evidence);
  const place = (store: CandidateStore, s: number): PlacedStore => ({
    ...store,
    parts: storeParts(store, workload, readsAsked?.(s)),
  });
  const stores = usable.map(place);
  const copies = demanded.map((store, c) => place(store, stores.length + c));
  const site = siteOfPlace(workload.writer);
  const table = resolveTransfer(archive, site.provider, site.region, scenario.asOf, scenario.knownOn);
  const egress = table ? 'table' : site.provider === 'internet' ? 'none' : 'unknown';
  return {
    scenario,
    archive,
    workload,
    populations: populationsOf(workload, scenario),
    stores,
    opsShare: reachedShares(evidence),
    reads,
    readsAsked,
    copies,
    excluded,
    writer: { site, egress, mayStay: usable.some((store) => store.site.provider === site.provider) },
    billing: {
      account: accountFrom(scenario.account),
      discounts: scenario.discounts,
      ...(scenario.fx ? { fx: scenario.fx } : {}),
      beside: [...new Set([...stores, ...copies].flatMap((store) => refsOf(store.beside)))].toSorted(),
      into: planCurrency(usable, scenario, archive),
    },
  };
}

function askedOf(context: GridContext, evidence: EvidenceBase): ((store: number) => ReadsAsked) | null {
  if (!context.reads) return null;
  const grid = latencyGrid(context, evidence);
  return (s) => ({ repeat: (q, k) => grid.repeat(s, q, k), away: (q, k) => grid.away(s, q, k) });
}
