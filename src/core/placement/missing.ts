/** What would have to be measured for an unproven plan to be proven: the figure, the probe and its price. */
import { scale } from '../latency/transform.ts';
import { memo } from '../memo.ts';
import { bill } from '../pricing/bill.ts';
import type { MissingMeasurement } from '../report/plan-types.ts';
import { formatBytes } from '../units.ts';
import type { LatencyGrid } from './latency-grid.ts';
import type { PlanContext } from './plan-context.ts';
import { chainTail } from './chain-tail.ts';
import { chainOf, storesOf } from './chain.ts';
import type { Chain, Placement } from './chain.ts';
import { SLACK, verdict } from './requirements.ts';
import { servedBy, stretchShares } from './served.ts';
import type { LatencyRequirement, Tail } from './requirements.ts';
import { destination, siteOfPlace } from './usage-parts.ts';
import type { Verdicts } from './verdicts.ts';

/** Reads of one probe: enough for a two-sided 95 % interval around a p99 (n ≥ 368), with room to spare. */
export const PROBE_READS = 2000;
export const PROBE_OBJECTS = 100;

/** List price of one probe of a store from a reader's place; null where it is not known. */
export type ProbeCost = (store: number, reader: number) => number | null;

/** An unproven requirement of a placement, and the tails of every store and reader under it. */
interface Open {
  context: PlanContext;
  grid: LatencyGrid;
  chain: Chain;
  shares: readonly number[];
  requirement: LatencyRequirement;
  tails: readonly (readonly Tail[])[];
}

export function missingMeasurements(
  context: PlanContext,
  grid: LatencyGrid,
  placement: Placement,
  { requirements, tails }: Verdicts,
  probeCost: ProbeCost,
): MissingMeasurement[] {
  const chain = chainOf(placement);
  const shares = stretchShares(context.workload, chain);
  return requirements.flatMap((requirement, r) => {
    const open: Open = { context, grid, chain, shares, requirement, tails: tails[r] ?? [] };
    if (verdict(chainTail(context, chain, shares, open.tails), requirement) !== 'unproven') return [];
    return storesOf(chain).flatMap((s) => {
      const q = mostUncertain(open, s);
      return q === undefined ? [] : [measurement(open, s, q, probeCost)];
    });
  });
}

/** The reader whose reads of the store weigh most among those of unsettled latency. */
function mostUncertain({ context, chain, shares, tails }: Open, s: number): number | undefined {
  const stay = storesOf(chain).indexOf(s);
  const weights = context.workload.readers.map((reader, q) => {
    const tail = tails[s]?.[q];
    const served = servedBy(chain, shares, q)[stay] ?? 0;
    return tail && tail.high - tail.low > 1e-6 ? served * reader.share : 0;
  });
  const heaviest = Math.max(0, ...weights);
  return heaviest > 0 ? weights.indexOf(heaviest) : undefined;
}

function measurement(open: Open, s: number, q: number, probeCost: ProbeCost): MissingMeasurement {
  const { context, requirement, grid } = open;
  const ref = context.stores[s]?.ref ?? '';
  const place = context.workload.readers[q]?.place ?? '';
  const largest = largestClass(context);
  const { readBytes = 0 } = context.workload.classes[largest] ?? {};
  const known = grid.request(s, q, largest, requirement.metric);
  const metric = requirement.metric === 'first_byte' ? ' --metric first_byte' : '';
  return {
    requirement: requirement.name,
    store: ref,
    operation: 'GET',
    place,
    sizeBytes: readBytes,
    neededP99Ms: neededP99(open, s, q, largest),
    estimateMs: known && [known.low.quantile(0.99), known.high.quantile(0.99)],
    probe: `stowage probe run --store ${ref} --op GET --size ${formatBytes(readBytes).replace(' ', '')} --from ${place} --requests ${PROBE_READS}${metric}`,
    probeCost: probeCost(s, q),
  };
}

/**
 * The largest p99 of the store, for a reader and size class, at which the plan meets the requirement, the other stores
 * staying at the high end of their evidence: all the store's distributions are stretched alike until the share of late
 * reads fits. Without evidence of their shape, the limit itself where one read in a hundred may be late; null where no
 * p99 can settle it.
 */
function neededP99(
  { context, grid, chain, shares, requirement, tails }: Open,
  s: number,
  q: number,
  k: number,
): number | null {
  const { readers, classes } = context.workload;
  const meets = (tailAt: (reader: number) => number) => {
    const pretended: Tail[][] = [];
    for (const i of storesOf(chain))
      pretended[i] ??= (tails[i] ?? []).map((tail, reader) => same(i === s ? tailAt(reader) : tail.high));
    return chainTail(context, chain, shares, pretended).high <= requirement.tail + SLACK;
  };
  if (!meets(() => 0)) return null;
  const shapes = readers.map((_, reader) =>
    classes.map((one, c) => ({ share: one.share, of: grid.request(s, reader, c, requirement.metric)?.best })),
  );
  const asked = shapes[q]?.[k]?.of;
  if (!asked || shapes.flat().some((shape) => !shape.of))
    return meets(() => 0.01) ? requirement.limitMs : null;
  const stretched = (factor: number) => (reader: number) =>
    (shapes[reader] ?? []).reduce(
      (sum, { share, of }, c) =>
        sum + share * (of ? 1 - grid.asRead(s, reader, c, scale(of, factor)).cdf(requirement.limitMs) : 1),
      0,
    );
  let [fits, fails] = [1e-3, 1e3];
  if (!meets(stretched(fits)) || meets(stretched(fails))) return null;
  while (fails / fits > 1 + 1e-6) {
    const middle = Math.sqrt(fits * fails);
    if (meets(stretched(middle))) fits = middle;
    else fails = middle;
  }
  return fits * asked.quantile(0.99);
}

function same(tail: number): Tail {
  return { low: tail, high: tail };
}

/** The size class that is read in the largest pieces: the one a probe measures. */
function largestClass({ workload: { classes } }: PlanContext): number {
  return classes.reduce((a, b, k) => (b.readBytes > (classes[a]?.readBytes ?? 0) ? k : a), 0);
}

/** List price of one probe run alone: objects written, kept an hour, read and deleted, with the bytes that leave. */
export function probeCosts(context: PlanContext): ProbeCost {
  const byStore = memo((s: number) => memo((q: number) => probeCost(context, s, q)));
  return (s, q) => byStore(s)(q);
}

function probeCost(context: PlanContext, s: number, q: number): number | null {
  const { sizeBytes: objectBytes = 0, readBytes = 0 } = context.workload.classes[largestClass(context)] ?? {};
  const store = context.stores[s];
  const reader = context.workload.readers[q];
  if (!store || !reader) return null;
  const bytes = PROBE_OBJECTS * objectBytes;
  const billed = bill(
    [
      {
        store: store.store,
        region: store.region,
        asOf: context.scenario.asOf,
        period: 'edition-month',
        byteHours: bytes,
        held: [{ sizeBytes: objectBytes, objectHours: PROBE_OBJECTS }],
        requests: [
          { operation: 'PutObject', count: PROBE_OBJECTS, bytesEach: objectBytes },
          { operation: 'GetObject', count: PROBE_READS, bytesEach: readBytes },
          { operation: 'DeleteObject', count: PROBE_OBJECTS, bytesEach: 0 },
        ],
        egress: [{ to: destination(store.site, siteOfPlace(reader.place)), bytes: PROBE_READS * readBytes }],
        deletedEarly: [{ bytes, sizeBytes: objectBytes, ageHours: 1 }],
        transitionsIn: 0,
      },
    ],
    context.archive,
  );
  return billed.atLeast ? null : billed.total;
}
