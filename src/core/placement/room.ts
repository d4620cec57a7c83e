/** One scenario with its CDNs settled, and everything that a placement in it is searched, billed and judged with. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { Question } from '../question.ts';
import { lazily } from '../memo.ts';
import { cacheFlows } from '../rereads/caches/flows.ts';
import type { cacheSearch } from '../rereads/caches/search.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { BilledMonths } from '../workload/workload.ts';
import { billOf } from './bill/bill-of.ts';
import type { PlacedBill } from './bill/bill-of.ts';
import { caches } from './caches.ts';
import { planContext } from './context/plan-context.ts';
import type { PlanContext } from './context/types.ts';
import { judgeOf } from './judge/facts.ts';
import type { Judgement } from './judge/facts.ts';
import { LIKELY, latenessOf, withReadsWithin } from './judge/lateness.ts';
import type { Lateness } from './judge/lateness.ts';
import { heldAt, surenessOf } from './judge/sureness.ts';
import type { Sureness } from './judge/sureness.ts';
import { candidateLatency } from './judge/latency.ts';
import type { CandidateLatency } from './judge/latency.ts';
import { singlePlacement } from './ids.ts';
import { latencyGrid } from './latency-grid.ts';
import type { LatencyGrid } from './latency-grid.ts';
import type { Placement } from './placement.ts';
import type { EffortPrices } from './answer/effort.ts';
import { problemOf } from './problem/problem-of.ts';
import type { Problem } from './search/problem.ts';

export interface Room {
  context: PlanContext;
  /** Of readers that leave it open; absent: none. */
  cdn?: string;
  grid: LatencyGrid;
  lateness: Lateness;
  /** Without the points of curves. */
  latency(): CandidateLatency;
  bill(placement: Placement): PlacedBill;
  sureness(placement: Placement): Sureness;
  judgement(placement: Placement): Judgement;
  /** Whether every latency that is asked is met at a level of the evidence. */
  holds(placement: Placement, level: number): boolean;
  /** Caches of one's own; `singles`: everything in each store. */
  caches(singles: readonly Placement[]): ReturnType<typeof cacheSearch>;
  /** `withinMs`: the p99 of reads that the best estimate is to keep, besides what the scenario requires. */
  problem(level: number, isStrict: boolean, effort: EffortPrices, withinMs?: number): Problem;
}

/** One for each CDN that readers who leave it open may use, the first for none. Throws `RangeError` as `planContext` does. */
export function roomsOf(question: Question, scenario: Scenario, billed: BilledMonths | undefined): Room[] {
  return cdnsOf(scenario, question).map((cdn) => roomOf(question, scenario, { cdn, billed }));
}

/** None, or one of those with prices. */
function cdnsOf({ workload }: Scenario, { archive }: Question): (string | undefined)[] {
  const open = workload.readers.flatMap(({ viaAny }) => viaAny ?? []);
  if (open.length === 0) return [undefined];
  const named = open.includes('any')
    ? archive.stores.filter((one) => archive.editions(one).at(-1)?.kind === 'cdn')
    : open;
  return [undefined, ...new Set(named)];
}

interface RoomOptions {
  cdn?: string | undefined;
  billed?: BilledMonths | undefined;
  /** At which size a request of so many bytes is taken to be answered; at its own by default. */
  sizeOf?: (bytes: number) => number;
}

export function roomOf(question: Question, scenario: Scenario, options: RoomOptions): Room {
  const { archive, evidence } = question;
  const { cdn, billed } = options;
  const settled = cdn === undefined ? scenario : withCdn(scenario, cdn);
  const context = planContext(settled, archive, evidence, undefined, billed);
  const room = roomIn(context, evidence, options);
  return context.writer.egress !== 'unknown' || mayStay(room)
    ? room
    : roomIn({ ...context, writer: { ...context.writer, mayStay: false } }, evidence, options);
}

/** Whether a store of the writer's own provider may be the answer: then sending objects elsewhere, at a price nobody knows, is a choice. */
function mayStay({ context, judgement, sureness }: Room): boolean {
  const { stores, writer } = context;
  return stores.some(({ site }, s) => {
    if (site.provider !== writer.site.provider) return false;
    const there = singlePlacement(context, s);
    const { violations, conditions } = judgement(there);
    const { level, notMeasured } = sureness(there);
    return violations.length + conditions.length + notMeasured.length === 0 && (level ?? 1) >= LIKELY;
  });
}

function roomIn(context: PlanContext, evidence: EvidenceBase, { cdn, sizeOf }: RoomOptions): Room {
  const grid = latencyGrid(context, evidence, sizeOf);
  const lateness = latenessOf(context, grid);
  let search: ReturnType<typeof cacheSearch> | undefined;
  return {
    context,
    ...(cdn === undefined ? {} : { cdn }),
    grid,
    lateness,
    latency: lazily(() => candidateLatency(context, grid)),
    bill: billOf(context),
    sureness: surenessOf(context, lateness),
    judgement: judgeOf(context),
    holds: heldAt(context, lateness),
    caches: (singles) => (search ??= cacheFlows(context) ? caches().search(context, singles) : () => []),
    problem: (level, isStrict, effort, withinMs) =>
      problemOf(
        context,
        withinMs === undefined ? lateness : withReadsWithin(context, grid, lateness, withinMs),
        { level, strict: isStrict, effort },
      ),
  };
}

/** With a CDN for readers who leave it open. */
export function withCdn(scenario: Scenario, cdn: string): Scenario {
  const { workload } = scenario;
  const readers = workload.readers.map((one) => (one.viaAny === undefined ? one : { ...one, via: cdn }));
  return { ...scenario, workload: { ...workload, readers } };
}
