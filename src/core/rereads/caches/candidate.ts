/** A cache worked out in full: the itemised bill, the mixture of hits and misses, what has to be run. */
import { itemAt } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { limitFindings } from '../../placement/answer/candidate.ts';
import { dedupe } from '../../placement/bill/lines.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import { singlePlacement } from '../../placement/ids.ts';
import { jobOutcomes } from '../../placement/judge/jobs.ts';
import { missingOfAsked } from '../../placement/judge/missing.ts';
import type { Lateness } from '../../placement/judge/lateness.ts';
import type { Asked } from '../../placement/judge/sureness.ts';
import type { LatencyGrid } from '../../placement/latency-grid.ts';
import type { Candidate, CandidateCache, Segment } from '../../report/plan-types.ts';
import type { SizeClass } from '../../workload/workload.ts';
import type { CacheBills } from './cache-bills.ts';
import type { CacheRule, JudgedCache } from './cache-desk-types.ts';
import { cacheId, copiedSizes, isCopied } from './cache-placement.ts';
import type { CachePlacement } from './cache-placement.ts';
import { hitShare as hitShareOf } from './flows.ts';
import type { CacheFlows } from './flows.ts';

interface Sources {
  context: PlanContext;
  grid: LatencyGrid;
  lateness: Lateness;
  bills: CacheBills;
  flows: CacheFlows;
  judged: JudgedCache;
  asked: Asked;
}

export function cacheCandidate(
  { context, grid, lateness, bills, flows, judged, asked }: Sources,
  cache: CachePlacement,
  { feasible, effort, latency }: CacheRule,
): Omit<Candidate, 'card'> {
  const { workload } = context;
  const flow = flows.mean(cache);
  const held = [cache.hot, cache.cold].map((s) => itemAt(context.stores, s));
  const [hot = '', cold = ''] = held.map(({ ref }) => ref);
  const cost = bills.itemise(cache);
  const id = cacheId(cache, context);
  const days = workload.months.reduce((sum, { month }) => sum + month.days, 0) / workload.months.length;
  /** Over an object of each size that is copied, in their shares. */
  const copied = (of: (size: SizeClass) => number) =>
    workload.classes.reduce((sum, one, k) => sum + (isCopied(cache, k) ? one.share * of(one) : 0), 0);
  const hitShare = copied(() => 1) * hitShareOf(flow);
  const segments = segmentsOf(context, cache, hot, cold, hitShare);
  const figures: CandidateCache = {
    ttlHours: cache.ttlHours,
    writes: cache.writes,
    ...copiedSizes(cache, workload),
    hitShare,
    hotBytes: (flow.heldHours / (days * 24)) * copied(({ sizeBytes }) => sizeBytes),
    fillsPerMonth: (flow.misses + flow.writeFills) * copied(() => 1),
  };
  const pastStock: Finding[] = flows.isPastStock(cache) ? [{ code: 'rereads-past-stock', id }] : [];
  return {
    id,
    kind: 'cache',
    stores: [hot, cold],
    cdn: [],
    sureness: judged.sureness,
    notMeasured: judged.notMeasured,
    effort,
    runs: [{ code: 'cache', from: cold, to: hot, atDays: null }],
    conditions: judged.conditions,
    keeps: judged.keeps,
    parts: [{ name: 'all', objects: 1, bytes: 1, reads: 1, segments }],
    policy: null,
    steps: [],
    cache: figures,
    segments,
    moves: [],
    monthly: cost.monthly,
    months: cost.months,
    read: latency.ofReads(asked.reads),
    write: latency.ofWrites(asked.writes),
    jobs: jobOutcomes(context, grid, singlePlacement(context, cache.cold)),
    feasible,
    violations: judged.violations,
    missing: feasible === 'unproven' ? missingOfAsked(context, grid, lateness)(asked) : [],
    migration: null,
    findings: dedupe([
      ...cost.findings,
      ...limitFindings(context, bills.demand(cache)),
      ...[...held, ...context.copies].flatMap(({ findings }) => findings),
      ...pastStock,
    ]),
  };
}

/** By the time since an object's last read. */
function segmentsOf(
  { workload, copies }: PlanContext,
  { ttlHours }: CachePlacement,
  hot: string,
  cold: string,
  hitShare: number,
): Segment[] {
  const kept = [cold, ...copies.map(({ ref }) => ref)];
  const everyone = (ref: string) => Object.fromEntries(workload.readers.map(({ place }) => [place, ref]));
  const ttlDays = ttlHours / 24;
  return [
    { fromDays: 0, toDays: ttlDays, holders: [hot, ...kept], servers: everyone(hot), readShare: hitShare },
    {
      fromDays: ttlDays,
      toDays: workload.lifeDays,
      holders: kept,
      servers: everyone(cold),
      readShare: 1 - hitShare,
    },
  ];
}
