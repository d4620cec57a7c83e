/** What would have to be measured for an unproven plan to be proven: the figure, the probe and its price. */
import { bill } from '../pricing/bill.ts';
import type { Distribution } from '../latency/types.ts';
import type { MissingMeasurement } from '../report/plan-types.ts';
import { formatBytes } from '../units.ts';
import type { LatencyGrid } from './latency-grid.ts';
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';
import { hotShares } from './candidate-latency.ts';
import { policyTail, verdict } from './requirements.ts';
import type { LatencyRequirement, Tail } from './requirements.ts';
import { destination, siteOfPlace } from './usage-parts.ts';

/** Reads of one probe: enough for a two-sided 95 % interval around a p99 (n ≥ 368), with room to spare. */
export const PROBE_READS = 2000;
export const PROBE_OBJECTS = 100;

export function missingMeasurements(
  context: PlanContext,
  grid: LatencyGrid,
  policy: Policy,
  youngShare: number,
  requirements: readonly LatencyRequirement[],
  tails: readonly (readonly (readonly Tail[])[])[],
): MissingMeasurement[] {
  const found: MissingMeasurement[] = [];
  for (const [r, requirement] of requirements.entries()) {
    const own = tails[r] ?? [];
    if (verdict(policyTail(context, policy, youngShare, own), requirement) !== 'unproven') continue;
    const shares = hotShares(context, policy, youngShare);
    for (const s of new Set([policy.hot, policy.cold])) {
      const serves = (q: number) =>
        (s === policy.hot ? (shares[q] ?? 0) : 0) +
        (s === policy.cold && policy.cold !== policy.hot ? 1 - (shares[q] ?? 0) : 0);
      const uncertain = context.workload.readers.flatMap((_, q) => {
        const tail = own[s]?.[q];
        return tail && serves(q) > 0 && tail.high - tail.low > 1e-6 ? [q] : [];
      });
      const q = uncertain.sort(
        (a, b) =>
          serves(b) * (context.workload.readers[b]?.share ?? 0) -
          serves(a) * (context.workload.readers[a]?.share ?? 0),
      )[0];
      if (q === undefined) continue;
      found.push(oneMeasurement(context, grid, policy, youngShare, requirement, own, s, q));
    }
  }
  return found;
}

function oneMeasurement(
  context: PlanContext,
  grid: LatencyGrid,
  policy: Policy,
  youngShare: number,
  requirement: LatencyRequirement,
  tails: readonly (readonly Tail[])[],
  s: number,
  q: number,
): MissingMeasurement {
  const store = context.stores[s];
  const reader = context.workload.readers[q];
  const largest = context.workload.classes.reduce((a, b) => (b.readBytes > a.readBytes ? b : a));
  const ref = store?.ref ?? '';
  const metric = requirement.metric === 'first_byte' ? ' --metric first_byte' : '';
  return {
    requirement: requirement.name,
    store: ref,
    operation: 'GET',
    place: reader?.place ?? '',
    sizeBytes: largest.readBytes,
    neededP99Ms: neededP99(context, grid, policy, youngShare, requirement, tails, s),
    probe: `stowage probe run --store ${ref} --op GET --size ${formatBytes(largest.readBytes).replace(' ', '')} --from ${reader?.place ?? ''} --requests ${PROBE_READS}${metric}`,
    probeCost: probeCost(context, s, q, largest.sizeBytes, largest.readBytes),
  };
}

/**
 * The largest p99 of the store at which the plan meets the requirement, the other stores staying at the high end of their
 * evidence: the store's own tail shape is scaled until the share of late reads fits. Without any evidence of its shape, the
 * limit itself where one read in a hundred may be late; null where no p99 can settle it.
 */
function neededP99(
  context: PlanContext,
  grid: LatencyGrid,
  policy: Policy,
  youngShare: number,
  requirement: LatencyRequirement,
  tails: readonly (readonly Tail[])[],
  s: number,
): number | null {
  const { readers, classes } = context.workload;
  const meets = (tailAt: (q: number) => number) => {
    const pretended = tails.map((row, i) =>
      row.map((tail, q) => (i === s ? same(tailAt(q)) : same(tail.high))),
    );
    return policyTail(context, policy, youngShare, pretended).high <= requirement.tail + 1e-9;
  };
  if (!meets(() => 0)) return null;
  const shapes = readers.map((_, q) =>
    classes.map((one, k) => ({
      share: one.share,
      best: grid.read(s, q, k, requirement.metric)?.best ?? null,
    })),
  );
  const known = shapes.flat().flatMap((shape) => (shape.best ? [shape.best] : []));
  const reference = known[0];
  if (!reference || known.length < shapes.flat().length)
    return meets(() => 0.01) ? requirement.limitMs : null;
  const tailScaled = (scale: number) => (q: number) =>
    (shapes[q] ?? []).reduce(
      (sum, { share, best }) => sum + share * (best ? 1 - best.cdf(requirement.limitMs / scale) : 1),
      0,
    );
  let [fits, fails] = [1e-3, 1e3];
  if (!meets(tailScaled(fits))) return null;
  if (meets(tailScaled(fails))) return null;
  for (let i = 0; i < 50 && fails / fits > 1 + 1e-6; i += 1) {
    const middle = Math.sqrt(fits * fails);
    if (meets(tailScaled(middle))) fits = middle;
    else fails = middle;
  }
  return fits * largestP99(known);
}

function largestP99(shapes: readonly Distribution[]): number {
  return Math.max(...shapes.map((shape) => shape.quantile(0.99)));
}

function same(tail: number): Tail {
  return { low: tail, best: tail, high: tail };
}

/** List price of one probe run alone: objects written, kept an hour, read and deleted, with the bytes that leave. */
function probeCost(
  context: PlanContext,
  s: number,
  q: number,
  objectBytes: number,
  readBytes: number,
): number | null {
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
