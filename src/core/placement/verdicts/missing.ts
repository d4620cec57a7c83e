/** What would have to be measured for an unproven plan to be proven: the figure, the probe and its price. */
import { quantileOf } from '../../evidence/statistic.ts';
import { scale } from '../../latency/distributions/transform.ts';
import type { Distribution, Prediction } from '../../latency/types.ts';
import { memo } from '../../memo.ts';
import type { MissingMeasurement } from '../../report/plan-types.ts';
import { risingRoot } from '../../rising-root.ts';
import { formatBytes } from '../../units.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import type { PlanContext } from '../context/types.ts';
import { chainTail } from '../chains/tail.ts';
import { chainOf, storesOf, writtenTo } from '../chain.ts';
import type { Chain, Placement } from '../chain.ts';
import { PROBE_READS, largestClass } from '../judge/probe-costs.ts';
import type { ProbeCost } from '../judge/probe-costs.ts';
import { excess, verdict } from './requirements.ts';
import { servedBy, stretchShares } from '../worked/served.ts';
import { tailOf, writeTail } from './tails.ts';
import type { Tail } from './tails.ts';
import type { Verdicts } from './verdicts.ts';

/** What is supposed of a request, whose shape may be known. */
type Supposed = (shape: Distribution | undefined) => Distribution;

/** An unproven requirement of a placement: what it would come to with other latencies, and whose measurement weighs most. */
export interface Open {
  context: PlanContext;
  grid: LatencyGrid;
  requirement: LatencyRequirement;
  stores: readonly number[];
  /**
   * How far it is missed where one store's requests take what `of` makes of them for certain, and every other's the most they
   * may; no more than 0 where it is met.
   */
  excess(store: number, of: Supposed): number;
  /** The reader to measure a store from; null: the writer. Undefined where the store leaves nothing open. */
  from(store: number): number | null | undefined;
}

export function missingMeasurements(
  context: PlanContext,
  grid: LatencyGrid,
  placement: Placement,
  verdicts: Verdicts,
  probeCost: ProbeCost,
): MissingMeasurement[] {
  const chain = chainOf(placement);
  return measurementsOf(
    [...openReads(context, grid, chain, verdicts), ...openWrites(context, grid, chain, verdicts)],
    probeCost,
  );
}

export function measurementsOf(opens: readonly Open[], probeCost: ProbeCost): MissingMeasurement[] {
  const asked = opens.flatMap((open) =>
    [...new Set(open.stores)].flatMap((s) => {
      const from = open.from(s);
      return from === undefined ? [] : [measurement(open, s, from, probeCost)];
    }),
  );
  // The two sides of a mean ask for the same.
  return [...new Map(asked.map((one) => [`${one.requirement} ${one.store}`, one])).values()];
}

function openReads(
  context: PlanContext,
  grid: LatencyGrid,
  chain: Chain,
  { requirements, tails, nodesMs }: Verdicts,
): Open[] {
  const stores = storesOf(chain);
  const shares = stretchShares(context.workload, chain);
  const tailsOf = (of: LatencyGrid, one: LatencyRequirement, nodes: Float64Array | undefined, s: number) =>
    context.workload.readers.map((_, q) => tailOf(context, of, one, s, q, nodes));
  const slowestGrid = atSlowest(grid);
  const sideOf = (one: LatencyRequirement, nodes: Float64Array | undefined) => ({
    one,
    nodes,
    slowest: memo((s: number) => tailsOf(slowestGrid, one, nodes, s)),
  });
  return requirements.flatMap((requirement, r): Open[] => {
    const own = tails[r] ?? [];
    const found = chainTail(context, requirement, chain, shares, own, nodesMs[r]);
    if (verdict(found, requirement) !== 'unproven') return [];
    const sides = requirements.flatMap((one, i) =>
      one === requirement || (one.counts !== 'late' && one.name === requirement.name)
        ? [sideOf(one, nodesMs[i])]
        : [],
    );
    return [
      {
        context,
        grid,
        requirement,
        stores,
        excess(store, of) {
          const other = pretending(grid, store, of);
          const each = sides.map(({ one, nodes, slowest }) => {
            const pretended: Tail[][] = [];
            for (const s of stores) pretended[s] = s === store ? tailsOf(other, one, nodes, s) : slowest(s);
            return excess(chainTail(context, one, chain, shares, pretended, nodes), one);
          });
          return Math.max(...each);
        },
        from: (s) => mostUncertain(chain, shares, requirement, own, s),
      },
    ];
  });
}

/** The reader whose reads of the store weigh most among those of unsettled latency. */
function mostUncertain(
  chain: Chain,
  shares: readonly number[],
  { weights: ofReaders }: LatencyRequirement,
  tails: readonly (readonly Tail[])[],
  s: number,
): number | undefined {
  const stay = storesOf(chain).indexOf(s);
  const weights = ofReaders.map((weight, q) => {
    const tail = tails[s]?.[q];
    const served = servedBy(chain, shares, q)[stay] ?? 0;
    return tail && tail.high - tail.low > 1e-6 ? served * weight : 0;
  });
  const heaviest = Math.max(0, ...weights);
  return heaviest > 0 ? weights.indexOf(heaviest) : undefined;
}

function openWrites(context: PlanContext, grid: LatencyGrid, chain: Chain, { writes }: Verdicts): Open[] {
  const stores = writtenTo(chain);
  return writes.flatMap(({ requirement, of }): Open[] => {
    if (verdict(of(stores), requirement) !== 'unproven') return [];
    const sides = writes.flatMap(({ requirement: one }) =>
      one === requirement || (one.counts !== 'late' && one.name === requirement.name) ? [one] : [],
    );
    const isOpen = (s: number) => of([s]).high - of([s]).low > 1e-6;
    return [
      {
        context,
        grid,
        requirement,
        stores,
        excess(store, of) {
          const other = pretending(grid, store, of);
          return Math.max(...sides.map((one) => excess(writeTail(context, other, one, stores), one)));
        },
        from: (s) => (isOpen(s) ? null : undefined),
      },
    ];
  });
}

function measurement(open: Open, s: number, from: number | null, probeCost: ProbeCost): MissingMeasurement {
  const { context, requirement } = open;
  const ref = context.stores[s]?.ref ?? '';
  const { readers, writer, classes } = context.workload;
  const place = from === null ? writer : (readers[from]?.place ?? '');
  const largest = classes[largestClass(context)];
  const sizeBytes = (from === null ? largest?.sizeBytes : largest?.readBytes) ?? 0;
  const known = asked(open, open.grid, s, from);
  const metric = requirement.metric === 'first_byte' ? ' --metric first_byte' : '';
  const operation = from === null ? 'PUT' : 'GET';
  return {
    requirement: requirement.name,
    metric: requirement.metric === 'first_byte' ? 'firstByte' : 'total',
    statistic: requirement.statistic,
    store: ref,
    operation,
    place,
    sizeBytes,
    ...needed(open, s, from),
    estimateMs: known && [
      statisticOf(requirement.statistic, known.low),
      statisticOf(requirement.statistic, known.high),
    ],
    probe: `stowage probe run --store ${ref} --op ${operation} --size ${formatBytes(sizeBytes).replace(' ', '')} --from ${place} --requests ${PROBE_READS}${metric}`,
    probeCost: probeCost(s, from),
  };
}

function asked({ context, requirement }: Open, grid: LatencyGrid, s: number, from: number | null) {
  const largest = largestClass(context);
  return from === null ? grid.write(s, largest) : grid.request(s, from, largest, requirement.metric);
}

function statisticOf(statistic: string, of: Distribution): number {
  const p = quantileOf(statistic);
  return p === null ? of.meanMs : of.quantile(p);
}

/**
 * The largest figure of the store, for a reader (or the writer) and size class, at which the plan meets the requirement,
 * the other stores staying at the high end of their evidence: all the store's distributions are stretched alike until the
 * sum fits. Without evidence of their shape, the limit itself where every answer may be as late as it allows; null where
 * no figure can settle it.
 */
function needed(
  open: Open,
  s: number,
  from: number | null,
): { neededMs: number | null; neededP99Ms: number | null } {
  const { grid, requirement, context } = open;
  const { readers, classes } = context.workload;
  const never = { neededMs: null, neededP99Ms: null };
  const shapes = classes.flatMap((_, k) =>
    from === null
      ? [grid.write(s, k)]
      : readers.map((_reader, q) => grid.request(s, q, k, requirement.metric)),
  );
  const best = asked(open, grid, s, from)?.best;
  if (!best || shapes.some((shape) => !shape)) {
    const { limitMs, statistic } = requirement;
    if (open.excess(s, () => justWithin(requirement)) > 0) return never;
    return { neededMs: limitMs, neededP99Ms: statistic === 'p99' ? limitMs : null };
  }
  // In the logarithm of the factor; what just meets the requirement is still below.
  const missedBy = (x: number) =>
    open.excess(s, (shape) => scale(shape ?? best, Math.exp(x))) - Number.MIN_VALUE;
  const [least, most] = [missedBy(-FARTHEST), missedBy(FARTHEST)];
  if (least >= 0 || most < 0) return never;
  const ends = { below: -FARTHEST, above: FARTHEST };
  const fits = Math.exp(risingRoot(missedBy, ends, [least, most], RELATIVE).below);
  return {
    neededMs: fits * statisticOf(requirement.statistic, best),
    neededP99Ms: fits * best.quantile(0.99),
  };
}

/** Of factors, as logarithms. */
const FARTHEST = Math.log(1e3);
const RELATIVE = 1e-9;

/** As many answers later than the limit as it allows; of a mean, every answer at the limit. */
function justWithin({ limitMs, counts, tail }: LatencyRequirement): Distribution {
  const within = counts === 'late' ? 1 - tail : 1;
  return {
    floorMs: 0,
    cdf: (ms) => (ms < limitMs ? 0 : within),
    quantile: (p) => (p <= within ? limitMs : Infinity),
    meanMs: limitMs,
  };
}

const slowest = (known: Prediction | null) => known && { ...known, low: known.high, best: known.high };

/** The grid if every store's requests took the high end of theirs. */
function atSlowest(grid: LatencyGrid): LatencyGrid {
  return {
    ...grid,
    read: (s, q, k, metric) => slowest(grid.read(s, q, k, metric)),
    write: (s, k) => slowest(grid.write(s, k)),
  };
}

/** The grid if one store's requests took what `of` makes of them for certain, and every other's the high end of theirs. */
export function pretending(grid: LatencyGrid, store: number, of: Supposed): LatencyGrid {
  const certain = (one: Distribution): Prediction => ({ ...NOTHING, low: one, best: one, high: one });
  return {
    ...grid,
    read(s, q, k, metric) {
      if (s !== store) return slowest(grid.read(s, q, k, metric));
      return certain(grid.asRead(s, q, k, of(grid.request(s, q, k, metric)?.best)));
    },
    write: (s, k) => (s === store ? certain(of(grid.write(s, k)?.best)) : slowest(grid.write(s, k))),
  };
}

const NOTHING = { grade: 'assumed' as const, evidence: [], adjustments: [], findings: [] };
