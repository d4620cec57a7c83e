/**
 * The whole frontier of cost against p99: for each p99 of a scale the cheapest placement that keeps it, among single stores,
 * splits by age of two and chains of three, each bounded from below and billed exactly where it may still be the cheapest
 * of some p99 (design §6).
 */
import type { Candidate } from '../../report/plan-types.ts';
import { memo } from '../../memo.ts';
import { assignmentsOf } from '../context/assignments.ts';
import { APART, BESIDE_BOTH, BESIDE_FIRST, SHAPES, chainOfCode } from '../chains/class.ts';
import type { ChainCode } from '../chains/class.ts';
import { verdictOfReads, verdictOfStores } from '../chains/judge.ts';
import { chainPrices } from '../chains/prices.ts';
import { chainSums } from '../chains/sums.ts';
import type { ChainSplit, Three } from '../chains/sums.ts';
import { HAIR } from '../chains/rows.ts';
import type { ChainTables } from '../chains/tables.ts';
import type { CostBound } from '../costs/cost-bound.ts';
import type { Exact } from '../costs/exact-cost.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import type { Evaluated } from '../pairs/search.ts';
import { splitTable } from '../pairs/table.ts';
import { lateActions } from '../verdicts/tails.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { verdicts } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import { MOST_LATE, p99Rungs } from './p99-rungs.ts';
import type { P99Rungs } from './p99-rungs.ts';
import { rungBest } from './rung-best.ts';
import type { RungBest, RungPlan } from './rung-best.ts';

/** What a frontier of cost against p99 asks for itself, as violations name it. */
const BEYOND: readonly string[] = ['readP99', 'read p99', 'budget'];

interface FrontierWorks {
  context: PlanContext;
  tariffs: PlanTariffs;
  exact: Exact;
  grid: LatencyGrid;
  bound(): CostBound;
  tables: ChainTables | null;
  /** Found already, with their exact cost. */
  listed: readonly Evaluated[];
  /** By size or popularity, as they are shown: of these only the shown are on the frontier. */
  splits: readonly Candidate[];
}

/**
 * The fastest first, each cheaper than the one before it. They meet every requirement but the p99 of all reads and the budget, or
 * may meet it. Null where no p99 can be told.
 */
export function frontierSearch(works: FrontierWorks): RungPlan[] | null {
  const { context, grid, listed, splits } = works;
  const rungs = p99Rungs(context, grid);
  if (!rungs) return null;
  const judged = verdicts(beyondP99(context), grid);
  const best = rungBest(rungs.limitsMs.length);
  for (const { policy, cost, atLeast } of listed)
    if (!atLeast && judged.of(policy) !== 'no')
      best.offer({ placement: policy, id: null, cost }, rungs.of(policy));
  for (const { id, monthly, read, violations } of splits)
    if (!monthly.atLeast && violations.every(({ requirement }) => BEYOND.includes(requirement)))
      best.offer({ placement: null, id, cost: monthly.total }, rungs.at(read.p99Ms));
  if (context.workload.edges.length > 0) offerSplits(works, rungs, judged, best);
  if (works.tables) offerChains(works, works.tables, rungs, judged, best);
  return best.plans();
}

function offerSplits(
  { context, exact, bound }: FrontierWorks,
  rungs: P99Rungs,
  judged: Verdicts,
  best: RungBest,
): void {
  const { edges, readers } = context.workload;
  const width = readers.length;
  const assignments = assignmentsOf(width);
  const table = splitTable(context, bound(), judged, assignments);
  const young = edges.map((edge) => judged.youngShare(edge));
  const { weights, fanOut } = rungs;
  for (const hot of rungs.measured)
    for (const cold of rungs.measured) {
      if (hot === cold) continue;
      const ceiling = best.ceiling(rungs.quickest([hot, cold]));
      for (const entry of ['tier', 'dual'] as const) {
        const lateOf = (code: number) => {
          const share = young[Math.floor(code / assignments.length)] ?? 1;
          const coldServes = assignments[code % assignments.length]?.coldServes ?? [];
          return (rung: number) => {
            const late = rungs.late(rung);
            let sum = 0;
            for (let q = 0; q < width; q += 1) {
              const fromHot = coldServes[q] ? 0 : share;
              const own =
                fromHot * (late[hot * width + q] ?? 0) + (1 - fromHot) * (late[cold * width + q] ?? 0);
              sum += (weights[q] ?? 0) * (fanOut === 1 || own > 1 ? own : lateActions(own, fanOut));
            }
            return sum;
          };
        };
        const found: { code: number; low: number; late: (rung: number) => number }[] = [];
        table.tell(hot, cold, entry, [ceiling, ceiling, -Infinity], (code, _verdict, bounded) => {
          const low = bounded * HAIR;
          const late = lateOf(code);
          if (mayMatter(low, late, rungs, best)) found.push({ code, low, late });
        });
        for (const { code, low, late } of found.sort((a, b) => a.low - b.low)) {
          if (!mayMatter(low, late, rungs, best)) continue;
          const policy: Policy = {
            hot,
            cold,
            entry,
            thresholdDays: edges[Math.floor(code / assignments.length)] ?? 0,
            coldServes: assignments[code % assignments.length]?.coldServes ?? [],
          };
          const { total: cost, atLeast } = exact.of(policy);
          if (!atLeast) best.offer({ placement: policy, id: null, cost }, rungs.firstKept(late));
        }
      }
    }
}

/** Whether what costs no less than `low` may be the cheapest of a rung that it keeps. */
function mayMatter(low: number, late: (rung: number) => number, rungs: P99Rungs, best: RungBest): boolean {
  const last = best.lastAbove(low);
  return last >= 0 && late(last) <= MOST_LATE;
}

function offerChains(
  { context, tariffs, exact }: FrontierWorks,
  { bill, rows, beyondRows, end, divided, young, dearer }: ChainTables,
  rungs: P99Rungs,
  judged: Verdicts,
  best: RungBest,
): void {
  const { workload } = context;
  const isLeast = chainPrices(context, tariffs, exact);
  const sums = memo((rung: number) => chainSums(rungs, rungs.late(rung), young));
  for (const { stores: three, shape, quickest, low: lowest } of triples(rungs, rows, best)) {
    if (lowest >= best.ceiling(quickest)) continue;
    const [A, B, C] = three;
    rows.set(A, B, C, shape);
    const older = shape === BESIDE_FIRST ? B : C;
    const found: (ChainSplit & { low: number })[] = [];
    const split: ChainSplit = { first: 0, second: 0, before: 0, until: 0 };
    const lateOf = (one: ChainSplit) => (rung: number) => sums(rung).of(three, shape, one);
    const late = lateOf(split);
    const most = best.ceiling(quickest);
    const add = (low: number) => {
      if (mayMatter(low, late, rungs, best)) found.push({ ...split, low });
    };
    for (let first = 1; first < end - 1; first += 1) {
      if (rows.leastFrom(first) >= most) continue;
      split.first = first;
      for (let second = first + 1; second < end; second += 1) {
        const low = rows.bound(first, second);
        if (low >= most) continue;
        const last = best.lastAbove(low);
        if (last < 0 || sums(last).leastAt(three, shape, first, second) > MOST_LATE) continue;
        split.second = second;
        split.before = split.until = 0;
        if (shape === APART) {
          found.push({ ...split, low });
          continue;
        }
        for (const before of divided) {
          split.before = before;
          split.until = 0;
          const more = low + dearer(A, older, before, 0, first) * HAIR;
          if (more >= most) continue;
          if (shape !== BESIDE_BOTH) add(more);
          else
            for (const until of divided) {
              split.until = until;
              add(more + dearer(B, C, until, first, second) * HAIR);
            }
        }
      }
    }
    if (found.length === 0) continue;
    const codeOf = ({ first, second, before, until }: ChainSplit): ChainCode => ({
      stores: three,
      shape,
      first,
      second,
      olderServes: [before, until],
    });
    found.sort((a, b) => a.low - b.low);
    const [one] = found;
    if (!one || verdictOfStores(context, judged, chainOfCode(workload, codeOf(one))) === 'no') continue;
    for (const own of found) {
      const ownLate = lateOf(own);
      if (!mayMatter(own.low, ownLate, rungs, best)) continue;
      const code = codeOf(own);
      if (!mayMatter(own.low + beyondRows(code), ownLate, rungs, best)) continue;
      const chain = chainOfCode(workload, code);
      if (isLeast(code, chain) || verdictOfReads(context, judged, chain) === 'no') continue;
      best.offer({ placement: chain, id: null, cost: bill.of(code) }, rungs.firstKept(ownLate));
    }
  }
}

/** In order of their bounds: those that may be the cheapest at the first rung that their stores could keep. */
function triples(rungs: P99Rungs, rows: ChainTables['rows'], best: RungBest) {
  const found: { stores: Three; shape: number; quickest: number; low: number }[] = [];
  for (const [a, A] of rungs.measured.entries())
    for (const [b, B] of rungs.measured.entries())
      for (const [c, C] of rungs.measured.entries()) {
        if (a === b || b === c || a === c) continue;
        const quickest = rungs.quickest([A, B, C]);
        const most = best.ceiling(quickest);
        for (const shape of SHAPES.keys()) {
          const low = rows.least(A, B, C, shape, most);
          if (low < most) found.push({ stores: [A, B, C], shape, quickest, low });
        }
      }
  return found.sort((a, b) => a.low - b.low);
}

/** The same plan without a limit on the p99 of all reads, or on cost. */
function beyondP99(context: PlanContext): PlanContext {
  const { readP99: _p99, budget: _budget, latency, ...others } = context.scenario.requirements;
  const rest = latency?.map((one) =>
    one.of === 'write' || one.metric === 'firstByte' || one.at !== undefined
      ? one
      : { ...one, p99: undefined },
  );
  const requirements = rest === undefined ? others : { ...others, latency: rest };
  return { ...context, scenario: { ...context.scenario, requirements } };
}
