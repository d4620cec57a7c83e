/** A plan's context from the parts of the planner that its caller has. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Archive } from '../../pricing/archive.ts';
import { resolveTransfer } from '../../pricing/sheets/resolve.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { workloadOf } from '../../workload/workload.ts';
import type { BilledMonths, Workload } from '../../workload/workload.ts';
import { candidateStores, oneStore } from './candidate-stores.ts';
import type { CandidateStore, CandidateStores } from './candidate-stores.ts';
import type { jobOutcomes } from './jobs.ts';
import { latencyGrid } from '../latency-grid.ts';
import type { GridContext } from '../latency-grid.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';
import { mixesCurrencies } from './plan-currency.ts';
import type { ReadOptions, readOptions } from './read-options.ts';
import { hasReadOptions } from './read-repeat.ts';
import { storeLimits } from '../verdicts/store-limits.ts';
import { storeParts } from '../costs/store-parts.ts';
import type { ReadsAsked } from '../costs/store-parts.ts';
import { siteOfPlace } from '../costs/usage-parts.ts';

/** Parts that only some scenarios ask for. */
export interface ContextParts {
  /** Where `hasReadOptions`. */
  reads?: typeof readOptions;
  /** Where the workload has batch jobs. */
  jobs?: typeof jobOutcomes;
}

/** As `planContext`. Throws `RangeError` besides where a part is lacking that the scenario asks for. */
export function planContextWith(
  parts: ContextParts,
  scenario: Scenario,
  archive: Archive,
  evidence: EvidenceBase,
  found: CandidateStores = candidateStores(scenario, archive),
  billed: BilledMonths = 'usual',
): PlanContext {
  const workload = workloadOf(scenario, billed);
  const { usable, excluded } = found;
  const place = (store: CandidateStore): PlacedStore => ({ ...store, parts: storeParts(store, workload) });
  const reads = readsOf(parts, scenario, evidence);
  const repeats = repeatsOf({ scenario, workload, stores: usable, reads }, evidence);
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
    reads,
    jobs: jobsOf(parts, workload),
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

function readsOf({ reads }: ContextParts, scenario: Scenario, evidence: EvidenceBase): ReadOptions | null {
  if (!hasReadOptions(scenario)) return null;
  if (!reads) throw new RangeError('this scenario has options of reads, and who plans left them out');
  return reads(scenario, evidence);
}

function jobsOf({ jobs }: ContextParts, workload: Workload): typeof jobOutcomes | null {
  if (workload.jobs.length === 0) return null;
  if (!jobs) throw new RangeError('this scenario has jobs, and who plans left them out');
  return jobs;
}

/** What reads of each store come to; undefined where each is one request. */
function repeatsOf(context: GridContext, evidence: EvidenceBase): (store: number) => ReadsAsked | undefined {
  if (!context.reads) return () => undefined;
  const grid = latencyGrid(context, evidence);
  return (s) => ({ repeat: (q, k) => grid.repeat(s, q, k), away: (q, k) => grid.away(s, q, k) });
}
