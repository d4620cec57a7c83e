/** A cache worked out in full: the itemised bill, the mixture of hits and misses, verdicts and what is missing. */
import { UNADVISED } from '../unadvised.ts';
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Finding } from '../../findings/index.ts';
import { bill } from '../../pricing/bills/bill.ts';
import type { Candidate, CandidateCache, Segment } from '../../report/plan-types.ts';
import { sizeViolations } from '../judge/object-size.ts';
import { latencyViolation, placeFindings, placeViolations } from '../worked/candidate.ts';
import type { CandidateSources } from '../worked/candidate.ts';
import { jobOutcomes } from '../context/jobs.ts';
import { measurementsOf } from '../verdicts/missing.ts';
import type { Open } from '../verdicts/missing.ts';
import { dedupe, itemised, linesOf } from '../costs/monthly-cost.ts';
import { requirementsOf, sideTail } from '../partitions/judge.ts';
import { cachePlacement } from '../not-by-age/placement.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import { verdict } from '../verdicts/requirements.ts';
import type { Evaluated } from '../pairs/search.ts';
import { sideOpens } from '../verdicts/side-opens.ts';
import type { Tail } from '../verdicts/tails.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import type { OtherCandidate } from '../worked/worked-plan.ts';
import { cacheBilling } from './billing.ts';
import { cacheCuts, cacheId } from './cache.ts';
import type { Cache } from './cache.ts';
import { cacheFlows } from './flows.ts';
import type { CacheFlows } from './flows.ts';
import { answering, cacheJudge, cacheServers, cacheTail, hitShare, writtenTo } from './judge.ts';
import { cacheLimits } from './limits.ts';
import type { CacheLimits } from './limits.ts';
import { cacheSearch } from './search.ts';
import type { FoundCache } from './search.ts';
import { cacheUsages } from './usage.ts';
import type { Violation } from '../../report/verdict.ts';

/** Shown in full, by verdict. */
const SHOWN = { yes: 3, unproven: 2 };

/** The best caches of a scenario that states how objects are re-read; none where it does not. */
export function cacheCandidates(
  worked: CandidateSources,
  tariffs: PlanTariffs,
  evidence: EvidenceBase,
  singles: readonly Evaluated[],
): OtherCandidate[] {
  const { context, grid, verdicts } = worked;
  const flows = cacheFlows(context);
  if (!flows) return [];
  const limits = cacheLimits(context, flows);
  const judge = cacheJudge(context, grid, verdicts, flows, limits);
  const billed = { context, tariffs, flows, limits };
  const sources = { ...billed, judge, billing: cacheBilling(billed) };
  const cuts = cacheCuts(context, grid, evidence).all();
  return cacheSearch(sources, cuts, { count: SHOWN, singles }).map((one) => ({
    placement: cachePlacement(one),
    candidate: cacheCandidate(worked, flows, limits, one),
    totalAt: (other) => cacheCost(other, flows, limits, one).monthly.total,
  }));
}

function cacheCost(context: PlanContext, flows: CacheFlows, limits: CacheLimits, found: FoundCache) {
  return itemised(
    context,
    [found.hot, found.cold].some((s) => context.stores[s]?.parts.isLeast),
    (months, m) => {
      const one = context.workload[months][m];
      return one ? cacheUsages(context, flows, found, one, limits.subscriptions) : [];
    },
  );
}

function cacheCandidate(
  sources: CandidateSources,
  flows: CacheFlows,
  limits: CacheLimits,
  found: FoundCache,
): Candidate {
  const { context, grid, latency, verdicts } = sources;
  const { hot, cold, feasible, ttlHours } = found;
  const refs = [hot, cold].map((s) => context.stores[s]?.ref ?? '');
  const [hotRef = '', coldRef = ''] = refs;
  const held = [hot, cold].flatMap((s) => context.stores[s] ?? []);
  const hits = hitShare(found, flows);
  const cost = cacheCost(context, flows, limits, found);
  const servers = cacheServers(found, hits, context);
  const { readers, lifeDays } = context.workload;
  const everyone = (ref: string) => Object.fromEntries(readers.map(({ place }) => [place, ref]));
  const alone = (s: number) => singleStore(s, readers.length);
  const cache = figuresOf(found, flows, hits);
  const segments: Segment[] = [
    {
      fromDays: 0,
      toDays: ttlHours / 24,
      holders: [hotRef, coldRef],
      servers: everyone(hotRef),
      readShare: cache.hitShare,
    },
    {
      fromDays: ttlHours / 24,
      toDays: lifeDays,
      holders: [coldRef],
      servers: everyone(coldRef),
      readShare: 1 - cache.hitShare,
    },
  ];
  return {
    ...UNADVISED,
    id: cacheId(found, context),
    kind: 'cache',
    stores: refs,
    policy: null,
    steps: [],
    cache,
    segments,
    moves: [],
    monthly: cost.monthly,
    months: cost.months,
    read: latency.readFrom(readers.map(() => servers)),
    write:
      found.writes === 'through'
        ? latency.write({ ...alone(cold), hot, cold, thresholdDays: lifeDays, entry: 'dual' })
        : latency.write(alone(cold)),
    jobs: jobOutcomes(context, grid, alone(cold), context.limits.opsShare),
    feasible,
    violations: violations(sources, found, flows, limits, cost.monthly.total),
    missing:
      feasible === 'unproven'
        ? measurementsOf(opensOf(sources, found, hits, verdicts), sources.probeCost)
        : [],
    migration: null,
    findings: dedupe([
      ...cost.findings,
      ...limits.findings(found),
      ...placeFindings(context, alone(cold)),
      ...placeFindings(found.cut.cached.context, alone(hot)).filter(
        (one) => one.code !== 'place-unproven' || one.requirement !== 'zones',
      ),
      ...held.flatMap((store) => store.findings),
      ...pastStock(context, flows, found),
      ...lookups(context, found, cache),
    ]),
  };
}

/** Means over the billed months. */
function figuresOf(found: FoundCache, flows: CacheFlows, hits: number): CandidateCache {
  const { cut, ttlHours, writes } = found;
  const { workload } = cut.cached.context;
  let [hours, days, fills] = [0, 0, 0];
  for (const { month, population } of workload.months) {
    const flow = flows.of(found, month, population, workload.lifeDays);
    hours += flow.heldHours;
    days += month.days;
    fills += flow.misses + flow.writeFills;
  }
  return {
    ttlHours,
    writes,
    fromBytes: cut.fromBytes,
    upToBytes: cut.upToBytes,
    hitShare: cut.cached.reads * hits,
    hotBytes: days > 0 ? (hours / (days * 24)) * workload.meanSizeBytes : 0,
    fillsPerMonth: fills / Math.max(1, workload.months.length),
  };
}

function pastStock(context: PlanContext, flows: CacheFlows, found: Cache): Finding[] {
  const { workload } = found.cut.cached.context;
  const is = workload.months.some(
    ({ month, population }) => flows.of(found, month, population, workload.lifeDays).pastStock,
  );
  return is ? [{ code: 'rereads-past-stock', id: cacheId(found, context) }] : [];
}

/** What it would add to ask the hot store first for every read, rather than to know where a copy is. */
function lookups(
  { stores, scenario, archive, billing }: PlanContext,
  found: Cache,
  cache: CandidateCache,
): Finding[] {
  const hot = stores[found.hot];
  const population = found.cut.cached.context.workload.months[0]?.population;
  const misses = (population?.reads ?? 0) * (1 - cache.hitShare / Math.max(found.cut.cached.reads, 1e-12));
  if (!hot || !(misses > 0)) return [];
  const answer = bill(
    [
      {
        store: hot.store,
        region: hot.region,
        asOf: scenario.asOf,
        ...(scenario.knownOn ? { knownOn: scenario.knownOn } : {}),
        period: 'edition-month',
        byteHours: 0,
        held: [],
        requests: [{ operation: 'GetObject', count: misses, bytesEach: 0, answer: 404 }],
        egress: [],
        deletedEarly: [],
        transitionsIn: 0,
      },
    ],
    archive,
    billing,
  );
  const amount = linesOf(answer, billing.fx).reduce(
    (sum, { meter, amount: of }) => sum + (meter.startsWith('requests') ? (of ?? 0) : 0),
    0,
  );
  const { currency } = answer;
  return amount < 1 ? [] : [{ code: 'cache-lookups', store: hot.ref, misses, amount, currency }];
}

function violations(
  { context, grid, verdicts }: CandidateSources,
  found: FoundCache,
  flows: CacheFlows,
  limits: CacheLimits,
  total: number,
): Violation[] {
  const { budget } = context.scenario.requirements;
  const hits = hitShare(found, flows);
  const late = requirementsOf(verdicts).flatMap(({ requirement, nodesMs }) => {
    const tail = cacheTail(context, grid, requirement, found, hits, nodesMs);
    return verdict(tail, requirement) === 'no' ? [latencyViolation(requirement, tail)] : [];
  });
  const alone = (s: number) => singleStore(s, context.workload.readers.length);
  return [
    ...late,
    ...limits.violations(found),
    ...sizeViolations(context.copies, context.workload),
    ...placeViolations(context, alone(found.cold)),
    ...placeViolations(context, alone(found.hot)).filter(({ requirement }) => requirement === 'jurisdiction'),
    ...(budget !== undefined && total > budget
      ? [{ requirement: 'budget', required: `${budget}`, found: total.toFixed(2) }]
      : []),
  ];
}

/** Its requirements that are open, for what would settle each. */
function opensOf(sources: CandidateSources, found: FoundCache, hits: number, verdicts: Verdicts): Open[] {
  const { context, grid } = sources;
  const width = ({ low, high }: Tail) => high - low;
  return sideOpens(
    { context, grid, verdicts },
    {
      storesOf: ({ of }) => (of === 'write' ? writtenTo(found) : [found.hot, found.cold]),
      tailOf: ({ requirement, nodesMs }, gridOf, whole = grid) =>
        cacheTail(context, whole, requirement, found, hits, nodesMs, sideTail(requirement, nodesMs, gridOf)),
      openOf: (tailAt, s, reader) =>
        reader === null
          ? width(tailAt(found.cut.cached, s, null))
          : answering(found, hits)
              .filter(({ store }) => store === s)
              .reduce((sum, { side, store, share }) => sum + share * width(tailAt(side, store, reader)), 0),
    },
  );
}
