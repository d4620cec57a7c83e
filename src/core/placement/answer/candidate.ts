/** A placement worked out in full: what it costs, how it answers, what has to be run. */
import { itemAt } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { loadOn } from '../../latency/load/load.ts';
import type {
  Candidate,
  CandidateSplit,
  Effort,
  JobOutcome,
  LatencySummary,
  MissingMeasurement,
  ReadLatency,
  Run,
  Segment,
} from '../../report/plan-types.ts';
import { cacheFlows } from '../../rereads/caches/flows.ts';
import { itemise } from '../bill/bill-of.ts';
import { demandOf } from '../bill/demand.ts';
import { monthAt } from '../bill/month-of.ts';
import { heldStores } from '../bill/parts.ts';
import { caches } from '../caches.ts';
import type { PlanContext } from '../context/types.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { dedupe } from '../bill/lines.ts';
import type { Judged } from '../desk-types.ts';
import type { Placement } from '../placement.ts';
import { hasWorkerPrices, workerUse } from '../routing.ts';
import { shapeOf, sizeOf, storesOf } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { asksInVain, countsVainReads } from '../vain-reads.ts';
import { movesOf } from './moves.ts';
import { runsOf } from './runs.ts';
import { partsOf, stepsOf } from './segments.ts';

/** What the judges and the rule say of a placement. */
export interface CandidateSources {
  id(placement: Placement): string;
  context: PlanContext;
  judge(
    placement: Placement,
  ): Pick<Judged, 'feasible' | 'sureness' | 'notMeasured' | 'violations' | 'conditions'>;
  keeps(placement: Placement): Candidate['keeps'];
  read(placement: Placement): ReadLatency;
  write(placement: Placement): LatencySummary;
  jobs(placement: Placement): JobOutcome[];
  /** Of this placement. */
  missing(): readonly MissingMeasurement[];
  effort(placement: Placement, runs: readonly Run[]): Effort;
  /** CDNs that were chosen for the readers, rather than stated. */
  chosenCdns?: readonly string[];
}

export function candidateOf(sources: CandidateSources, placement: Placement): Omit<Candidate, 'card'> {
  const { context } = sources;
  const shape = shapeOf(context, placement);
  const stores = 'stores' in shape ? shape.stores : storesOf(context, placement);
  const parts = partsOf(context, placement);
  const split = splitOf(context, shape);
  const cost = itemise(context, placement);
  const { moves, findings } = movesOf(context, placement);
  const runs = runsOf(context, placement, sources.chosenCdns);
  const judged = sources.judge(placement);
  return {
    id: sources.id(placement),
    kind: shape.kind,
    stores: stores.map((store) => itemAt(context.stores, store).ref),
    cdn: [...new Set(context.workload.readers.flatMap(({ via }) => via ?? []))],
    sureness: judged.sureness,
    notMeasured: judged.notMeasured,
    effort: sources.effort(placement, runs),
    runs,
    conditions: judged.conditions,
    asksInVain: countsVainReads(context)
      ? asksInVain(context, placement, monthAt('timeline', 0)).map(({ store, times }) => ({
          store: itemAt(heldStores(context), store).ref,
          perMonth: times,
          share: times / monthAt('timeline', 0)(context.workload, ({ population }) => population.reads),
        }))
      : [],
    keeps: sources.keeps(placement),
    parts,
    policy: policyOf(shape),
    steps: stepsOf(context, placement, shape),
    ...(placement.cache ? { cache: caches().figures(context, placement.cache) } : {}),
    ...(split
      ? { split, segments: segmentsOfSplit(context, split) }
      : { segments: parts[0]?.segments ?? [] }),
    moves,
    monthly: cost.monthly,
    months: cost.months,
    read: sources.read(placement),
    write: sources.write(placement),
    jobs: sources.jobs(placement),
    feasible: judged.feasible,
    violations: judged.violations,
    missing: [...sources.missing()],
    migration: null,
    findings: dedupe([
      ...cost.findings,
      ...limitFindings(context, placement),
      ...findings,
      ...storeFindings(context, placement),
      ...leftBehind(context, placement),
      ...pastStock(sources, placement),
      ...(workerUse(context, placement).reads && !hasWorkerPrices(context)
        ? [
            {
              code: 'worker-not-billed' as const,
              asOf: context.scenario.asOf,
              currency: context.billing.into,
            },
          ]
        : []),
    ]),
  };
}

function policyOf(shape: Shape): Candidate['policy'] {
  if (shape.kind !== 'age' || shape.steps.length > 1) return null;
  const { leftDays, entry } = itemAt(shape.steps, 0);
  return { thresholdDays: leftDays, entry: entry === 'dual' ? 'dual' : 'tier' };
}

function splitOf({ stores, populations }: PlanContext, shape: Shape): CandidateSplit | null {
  if (shape.kind !== 'size' && shape.kind !== 'popularity') return null;
  return {
    by: shape.kind,
    upToBytes: shape.kind === 'size' ? Math.max(...shape.first.map(sizeOf)) : null,
    parts: shape.stores.map((store, i) => {
      const own = populations.filter((one) => shape.first.includes(one) === (i === 0));
      const sum = (of: 'objects' | 'bytes' | 'reads') => own.reduce((all, one) => all + one[of], 0);
      return {
        store: itemAt(stores, store).ref,
        objects: sum('objects'),
        bytes: sum('bytes'),
        reads: sum('reads'),
      };
    }),
  };
}

function segmentsOfSplit({ workload }: PlanContext, { parts }: CandidateSplit): Segment[] {
  return parts.map(({ store, reads }) => ({
    fromDays: 0,
    toDays: workload.lifeDays,
    holders: [store],
    servers: Object.fromEntries(workload.readers.map(({ place }) => [place, store])),
    readShare: reads,
  }));
}

/** More copies than objects. */
function pastStock({ context, id }: CandidateSources, placement: Placement): Finding[] {
  return placement.cache && cacheFlows(context)?.isPastStock(placement.cache)
    ? [{ code: 'rereads-past-stock', id: id(placement) }]
    : [];
}

/** Stores that publish a limit of one bucket or account allow 100 to 10,000 requests a second. */
const MANY_PER_SECOND = 1000;

type RateFinding = Extract<Finding, { code: 'rate-limit' | 'rate-unknown' }>;

/** Rates that are passed, kept by opening more, or many where no limit is known, each in the month that asks most. */
function limitFindings(context: PlanContext, placement: Placement): Finding[] {
  const held = heldStores(context);
  const kept = new Map<string, RateFinding>();
  for (const month of demandOf(context, placement))
    for (const [s, demand] of month) {
      const { ref, store, edition } = itemAt(held, s);
      const found: RateFinding[] = loadOn(ref, edition.limits, demand, context.opsShare(store)).findings;
      const demandPerSecond = demand.readsPerSecond + demand.writesPerSecond;
      if (demandPerSecond > MANY_PER_SECOND && context.archive.facts(store)?.requestRate)
        found.push({ code: 'rate-unknown', store: ref, demandPerSecond });
      for (const one of found) {
        const key =
          one.code === 'rate-limit' ? `${ref} ${one.scope} ${one.quantity} ${one.limitPerSecond}` : ref;
        const known = kept.get(key);
        if (!known || one.demandPerSecond > known.demandPerSecond) kept.set(key, one);
      }
    }
  return [...kept.values()];
}

/** What to know of a store: how long a restore takes, and that what lies in its tiers for the unread is an estimate. */
function storeFindings(context: PlanContext, placement: Placement): Finding[] {
  return [...storesOf(context, placement).map((s) => itemAt(context.stores, s)), ...context.copies].flatMap(
    ({ ref, edition, restore, findings }): Finding[] => [
      ...findings,
      ...(restore === null
        ? []
        : [
            {
              code: 'restore-takes' as const,
              store: ref,
              hours: restore === 'never' ? (edition.restoreHours ?? null) : restore.hours,
            },
          ]),
      ...(edition.rules.storage.accessTiers.length > 0
        ? [{ code: 'unread-estimated' as const, store: ref }]
        : []),
      ...edition.rules.storage.accessTiers.flatMap(({ name, unreadHours, restoreHours: hours }) =>
        hours === undefined
          ? []
          : [
              {
                code: 'archive-tier' as const,
                store: ref,
                tier: name,
                days: unreadHours / HOURS_PER_DAY,
                hours,
              },
            ],
      ),
    ],
  );
}

/** Objects too small for the rules that move others out of their store. */
function leftBehind({ stores, populations }: PlanContext, { timelines }: Placement): Finding[] {
  return timelines.flatMap((timeline) =>
    timeline.flatMap(({ entered }) =>
      entered.flatMap(({ how, from, store }): Finding[] => {
        if (how !== 'rule' || from === null) return [];
        const [source, to] = [itemAt(stores, from), itemAt(stores, store)];
        const { transitionFromBytes: bytes } = source.edition;
        const stay = timelines.some(
          (other, p) =>
            sizeOf(itemAt(populations, p)) < bytes &&
            itemAt(populations, p).stream === 'new' &&
            other[other.length - 1]?.holders.includes(from),
        );
        return stay ? [{ code: 'small-objects-stay', from: source.ref, to: to.ref, bytes }] : [];
      }),
    ),
  );
}
