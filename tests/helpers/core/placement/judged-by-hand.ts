/** What every limit on latency says of a placement, from mixtures of the predictions themselves. */
import { fanOut, mixture } from '#core/latency/distributions/mixture.ts';
import { slower } from '#core/latency/client/slower.ts';
import type { Distribution, Prediction } from '#core/latency/types.ts';
import type { LatencyGrid } from '#core/placement/latency-grid.ts';
import type { ReadMetric } from '#core/placement/context/read-options.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import type { Feasible } from '#core/report/verdict.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { answering, turns } from '#tests/simulator/chain.ts';
import type { SimulatedChain } from '#tests/simulator/chain.ts';
import { shareReadBy } from '#tests/simulator/read-ages.ts';
import type { SimulatedStore } from '#tests/simulator/simulate.ts';

const P = { p50: 0.5, p95: 0.95, p99: 0.99, p999: 0.999 } as const;

interface Mixed {
  share: number;
  prediction: Prediction | null;
}

/** Share of a reader's reads that each store answers, and the stores that an arriving object is written to. */
export interface ByHand {
  answered(reader: number): ReadonlyMap<number, number>;
  written: readonly number[];
}

const AT_ONCE: Distribution = { floorMs: 0, cdf: () => 1, quantile: () => 0, meanMs: 0 };
const NEVER: Distribution = { floorMs: 0, cdf: () => 0, quantile: () => Infinity, meanMs: Infinity };

/** `stores`: those of the plan, in its order. */
export function chainByHand(
  { workload: { objects, reads } }: Scenario,
  stores: readonly SimulatedStore[],
  chain: SimulatedChain,
): ByHand {
  const life = objects.retention === 'forever' ? Infinity : objects.retention.value;
  const readBy = shareReadBy(reads.byAge ?? [], life);
  const ages = [...turns(chain).filter((age) => age < life), life];
  return {
    answered(reader) {
      const shares = new Map<number, number>();
      for (const [i, age] of ages.slice(0, -1).entries()) {
        const store = answering(chain, reader, age)?.store;
        const s = stores.findIndex((one) => one === store);
        shares.set(s, (shares.get(s) ?? 0) + readBy(ages[i + 1] ?? life) - readBy(age));
      }
      return shares;
    },
    written: chain.stays.flatMap(({ store, fromDays }) =>
      fromDays === 0 ? [stores.findIndex((one) => one === store)] : [],
    ),
  };
}

function readParts(
  { workload }: PlanContext,
  grid: LatencyGrid,
  { answered }: ByHand,
  reader: number,
  metric: ReadMetric,
): Mixed[] {
  return [...answered(reader)].flatMap(([s, share]) =>
    workload.classes.map((one, k) => ({
      share: share * one.share,
      prediction: grid.read(s, reader, k, metric),
    })),
  );
}

function ends(parts: readonly Mixed[], actions: number): { low: Distribution; high: Distribution } {
  const known = parts.filter(({ share }) => share > 0);
  const of = (end: 'low' | 'high', unknown: Distribution) =>
    fanOut(
      mixture(known.map(({ share, prediction }) => ({ share, of: prediction?.[end] ?? unknown }))),
      actions,
    );
  return { low: of('low', AT_ONCE), high: of('high', NEVER) };
}

function judged(statistic: string, limitMs: number, { low, high }: ReturnType<typeof ends>): Feasible {
  const holds = (of: Distribution) =>
    statistic === 'mean'
      ? of.meanMs <= limitMs * (1 + 1e-9)
      : of.cdf(limitMs) >= P[statistic as keyof typeof P] - 1e-9;
  return holds(high) ? 'yes' : holds(low) ? 'unproven' : 'no';
}

export function worst(verdicts: readonly Feasible[]): Feasible {
  return verdicts.includes('no') ? 'no' : verdicts.includes('unproven') ? 'unproven' : 'yes';
}

/** Every limit of the scenario on reads and writes; objects have one size where writes are limited. */
export function latencyVerdict(
  { requirements: { latency = [], readP99, firstByteP99 } }: Scenario,
  context: PlanContext,
  grid: LatencyGrid,
  placed: ByHand,
): Feasible {
  const { readers, fanOut: actions } = context.workload;
  const limits = [
    ...latency,
    ...(readP99 === undefined ? [] : [{ of: 'read' as const, p99: readP99 }]),
    ...(firstByteP99 === undefined
      ? []
      : [{ of: 'read' as const, metric: 'firstByte' as const, p99: firstByteP99 }]),
  ];
  const written = placed.written.map((s) => grid.write(s, 0));
  const known = written.flatMap((one) => one ?? []);
  const writes = {
    low: known.length > 0 ? known.map(({ low }) => low).reduce(slower) : AT_ONCE,
    high: known.length < written.length ? NEVER : known.map(({ high }) => high).reduce(slower),
  };
  return worst(
    limits.flatMap((limit) => {
      const at = 'at' in limit ? limit.at : undefined;
      const metric = 'metric' in limit && limit.metric === 'firstByte' ? 'first_byte' : 'total';
      const asked = readers.flatMap(({ place, share }, q) =>
        at === undefined || at === place
          ? [{ share, of: ends(readParts(context, grid, placed, q, metric), actions) }]
          : [],
      );
      const reads = {
        low: mixture(asked.map(({ share, of }) => ({ share, of: of.low }))),
        high: mixture(asked.map(({ share, of }) => ({ share, of: of.high }))),
      };
      return Object.entries(limit).flatMap(([statistic, limitMs]) =>
        typeof limitMs === 'number'
          ? [judged(statistic, limitMs, limit.of === 'write' ? writes : reads)]
          : [],
      );
    }),
  );
}

/** Of all reads, as best estimated; null where a store that answers is not known. */
export function p99ByHand(context: PlanContext, grid: LatencyGrid, placed: ByHand): number | null {
  const { readers, fanOut: actions } = context.workload;
  const each = readers.map(({ share }, q) => ({
    share,
    parts: readParts(context, grid, placed, q, 'total').filter((one) => one.share > 0),
  }));
  if (each.some(({ parts }) => parts.some(({ prediction }) => prediction === null))) return null;
  const all = each.map(({ share, parts }) => ({
    share,
    of: fanOut(
      mixture(parts.map((one) => ({ share: one.share, of: one.prediction?.best ?? NEVER }))),
      actions,
    ),
  }));
  return mixture(all).quantile(0.99);
}
