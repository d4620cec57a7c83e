/**
 * Every single store and every two-store split by age, at every threshold, entry and assignment of readers, each at its
 * exact total: a policy's meter quantities are weighted sums of a few vectors per store, and the tariff book bills them
 * with tiers, allowances, rounding and pools.
 */
import { tariffBook } from '../pricing/tariff.ts';
import type { Usage } from '../pricing/usage.ts';
import type { Feasible } from '../report/plan-types.ts';
import type { LatencyGrid } from './latency-grid.ts';
import { activityOf } from './activity.ts';
import type { StoreActivity } from './activity.ts';
import { transferStore, writerPaysEgress } from './plan-context.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Policy } from './policy.ts';
import {
  jurisdictionVerdict,
  latencyRequirements,
  policyTail,
  tailOf,
  verdict,
  worst,
  zonesVerdict,
} from './requirements.ts';
import type { LatencyRequirement, Tail } from './requirements.ts';
import { movesByLifecycle } from './store-parts.ts';
import { withinFairUse } from './fair-use.ts';
import type { UsagePart } from './usage-parts.ts';

export interface Evaluated {
  policy: Policy;
  /** Mean of the exact monthly totals. */
  cost: number;
  atLeast: boolean;
  feasible: Feasible;
}

/** Above this many readers the assignments of a dual write are not enumerated but taken in order of what each saves. */
export const ENUMERATED_READERS = 6;

type Vector = Float64Array;

export interface Search {
  evaluate(policy: Policy): Evaluated;
  all(): Evaluated[];
}

export function search(context: PlanContext, grid: LatencyGrid): Search {
  const { stores, copies, workload } = context;
  const writerTable =
    context.writer.egress === 'table'
      ? [{ store: transferStore(context.writer.site.provider), region: context.writer.site.region }]
      : [];
  const cdns = [...new Set(workload.readers.flatMap((reader) => (reader.via ? [reader.via] : [])))].flatMap(
    (via) => {
      const [store = '', region] = via.split('@');
      return context.archive.editions(store).length > 0 ? [{ store, ...(region ? { region } : {}) }] : [];
    },
  );
  const book = tariffBook(
    context.archive,
    [...stores, ...copies, ...writerTable, ...cdns].map(({ store, region }) => ({
      store,
      ...(region ? { region } : {}),
    })),
    {
      asOf: context.scenario.asOf,
      ...(context.scenario.knownOn ? { knownOn: context.scenario.knownOn } : {}),
      ...context.billing,
    },
  );
  const usage = (index: number, part: UsagePart, period: Usage['period']): Usage => {
    const tariff = book.tariffs[index];
    if (!tariff) throw new RangeError(`no tariff ${index}`);
    return { store: tariff.store, region: tariff.region, asOf: context.scenario.asOf, period, ...part };
  };
  const vectorOf = (index: number, part: UsagePart, period: Usage['period']): Vector => {
    const tariff = book.tariffs[index];
    if (!tariff) throw new RangeError(`no tariff ${index}`);
    return tariff.quantities(usage(index, part, period));
  };

  const requirements = latencyRequirements(context);
  const tails = requirements.map((requirement) =>
    stores.map((_, s) => workload.readers.map((_, q) => tailOf(context, grid, requirement, s, q))),
  );

  const writerIndex = writerTable.length > 0 ? stores.length + copies.length : -1;
  const firstCdn = stores.length + copies.length + writerTable.length;
  const totalReads = workload.months.reduce((sum, { population }) => sum + population.reads, 0);
  const youngShare = memo((threshold: number) =>
    totalReads > 0
      ? workload.months.reduce(
          (sum, { population }) => sum + population.reads * population.readShareBelow(threshold),
          0,
        ) / totalReads
      : 0,
  );

  const months = workload.months.map(({ month, population }) => {
    const vectors = [...stores, ...copies].map((store, s) =>
      storeVectors(store, (part) => vectorOf(s, part, month.period)),
    );
    const writerEgress = stores
      .concat(copies)
      .map((store) =>
        writerIndex >= 0 && store.parts.writerEgress && writerPaysEgress(context, store)
          ? vectorOf(writerIndex, store.parts.writerEgress, month.period)
          : null,
      );
    const fixed = copies.map((_, c) => {
      const [alone] = activityOf(singleStore(0, workload.readers.length), workload, month, population);
      const sum = new Float64Array(book.tariffs[stores.length + c]?.meters.length ?? 0);
      const own = vectors[stores.length + c];
      if (alone && own) addActivity(sum, own, { ...alone, reads: [], operations: [] }, null, false);
      return sum;
    });
    const cdnVectors = cdns.map((cdn, c) => {
      const bytes =
        workload.classes.reduce((sum, one) => sum + one.share * one.readBytes, 0) * population.reads;
      const share = workload.readers.reduce(
        (sum, reader) => sum + (reader.via?.split('@')[0] === cdn.store ? reader.share : 0),
        0,
      );
      return vectorOf(
        firstCdn + c,
        {
          byteHours: 0,
          held: [],
          requests: [],
          egress: [{ to: 'internet', bytes: bytes * share }],
          deletedEarly: [],
          transitionsIn: 0,
        },
        month.period,
      );
    });
    return { month, population, vectors, writerEgress, fixed, cdnVectors };
  });
  const unknownWriter = context.writer.egress === 'unknown';
  const unknownCdn = workload.readers.some(
    (reader) => reader.via && !cdns.some((cdn) => cdn.store === reader.via?.split('@')[0]),
  );

  const evaluate = (policy: Policy): Evaluated => {
    const [hot, cold] = [stores[policy.hot], stores[policy.cold]];
    if (!hot || !cold) throw new RangeError('a policy names a store that is not a candidate');
    const two = policy.thresholdDays !== null;
    let sum = 0;
    let fairlyUsed = true;
    let atLeast =
      unknownCdn ||
      (unknownWriter &&
        [hot, ...(policy.entry === 'dual' ? [cold] : [])].some((store) => writerPaysEgress(context, store)));
    for (const { month, population, vectors, writerEgress, fixed, cdnVectors } of months) {
      const activity = activityOf(policy, workload, month, population);
      const indexes: number[] = [];
      const quantities: Vector[] = [];
      const push = (index: number, vector: Vector) => {
        indexes.push(index);
        quantities.push(vector);
      };
      const writer =
        writerIndex >= 0 ? new Float64Array(book.tariffs[writerIndex]?.meters.length ?? 0) : null;
      for (const [h, one] of activity.entries()) {
        const index = h === 0 ? policy.hot : policy.cold;
        const own = vectors[index];
        const self = stores[index];
        if (!own || !self) continue;
        const other = two ? (h === 0 ? cold : hot) : null;
        const vector = new Float64Array(own.holding.length);
        addActivity(vector, own, one, other, h === 0 && other !== null && movesByLifecycle(self, other));
        push(index, vector);
        const egress = writerEgress[index];
        if (writer && egress) add(writer, egress, one.arrivals);
        fairlyUsed &&= withinFairUse(workload, self, one, other, month.days);
      }
      for (const [c, vector] of fixed.entries()) {
        push(stores.length + c, vector);
        const egress = writerEgress[stores.length + c];
        if (writer && egress) add(writer, egress, population.arrivals);
      }
      if (writer) push(writerIndex, writer);
      for (const [c, vector] of cdnVectors.entries()) push(firstCdn + c, vector);
      sum += book.total(indexes, quantities);
      atLeast ||= book.atLeast(indexes, quantities);
    }
    const cost = sum / months.length;
    return { policy, cost, atLeast, feasible: fairlyUsed ? feasibility(policy, cost, atLeast) : 'no' };
  };

  const feasibility = (policy: Policy, cost: number, atLeast: boolean): Feasible => {
    const { budget } = context.scenario.requirements;
    const young = policy.thresholdDays === null ? 1 : youngShare(policy.thresholdDays);
    const latency = requirements.map((requirement, r) =>
      verdict(policyTail(context, policy, young, tails[r] ?? []), requirement),
    );
    const affordable: Feasible =
      budget === undefined || (cost <= budget && !atLeast) ? 'yes' : cost > budget ? 'no' : 'unproven';
    return worst([
      ...latency,
      zonesVerdict(context, policy),
      jurisdictionVerdict(context, policy),
      affordable,
    ]);
  };

  const all = (): Evaluated[] => {
    const found: Evaluated[] = stores.map((_, s) => evaluate(singleStore(s, workload.readers.length)));
    const assignments = readerAssignments(workload.readers.length);
    for (const hot of stores.keys()) {
      for (const cold of stores.keys()) {
        if (hot === cold) continue;
        for (const thresholdDays of workload.edges) {
          found.push(evaluate({ hot, cold, thresholdDays, entry: 'tier', coldServes: assignments[0] ?? [] }));
          for (const coldServes of assignments)
            found.push(evaluate({ hot, cold, thresholdDays, entry: 'dual', coldServes }));
        }
      }
    }
    return found;
  };
  return { evaluate, all };
}

interface StoreVectors {
  arrival: Vector;
  holding: Vector;
  reads: Vector[];
  operations: Vector[];
  copyOut(to: PlacedStore): Vector;
  copyIn(from: PlacedStore | null): Vector;
  exit(hoursInStore: number, deleted: boolean): Vector;
}

function storeVectors(store: PlacedStore, vector: (part: UsagePart) => Vector): StoreVectors {
  const { parts } = store;
  const forgetful = store.edition.rules.storage.minimumHours === 0;
  const exit = memo((key: number) => vector(parts.exit(Math.abs(key) - 1, key > 0)));
  const copyOut = memo((to: PlacedStore) => vector(parts.copyOut(to)));
  const copyIn = memo((from: PlacedStore | null) => vector(parts.copyIn(from)));
  return {
    arrival: vector(parts.arrival),
    holding: vector(parts.holding),
    reads: parts.reads.map(vector),
    operations: parts.operations.map(vector),
    copyOut,
    copyIn,
    exit: (hours, deleted) => exit((deleted ? 1 : -1) * (1 + (forgetful ? 0 : hours))),
  };
}

function addActivity(
  sum: Vector,
  own: StoreVectors,
  activity: StoreActivity,
  other: PlacedStore | null,
  byLifecycle: boolean,
): void {
  add(sum, own.arrival, activity.arrivals);
  add(sum, own.holding, activity.objectHours);
  for (let q = 0; q < activity.reads.length; q += 1) add(sum, own.reads[q], activity.reads[q] ?? 0);
  for (let i = 0; i < activity.operations.length; i += 1)
    add(sum, own.operations[i], activity.operations[i] ?? 0);
  if (activity.copiesIn > 0) add(sum, own.copyIn(other), activity.copiesIn);
  if (activity.copiesOut > 0 && other && !byLifecycle) add(sum, own.copyOut(other), activity.copiesOut);
  for (const exit of activity.exits)
    add(sum, own.exit(exit.hoursInStore, !(exit.because === 'moved' && byLifecycle)), exit.objects);
}

function add(sum: Vector, vector: Vector | undefined, times: number): void {
  if (!vector || times === 0) return;
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) * times;
}

/** Every way to let the cold copy serve some readers but not all; with many readers, none and each one alone. */
function readerAssignments(readers: number): boolean[][] {
  if (readers > ENUMERATED_READERS)
    return Array.from({ length: readers + 1 }, (_, only) =>
      Array.from({ length: readers }, (_, q) => q === only - 1),
    );
  return Array.from({ length: 2 ** readers - 1 }, (_, mask) =>
    Array.from({ length: readers }, (_, q) => (mask & (1 << q)) !== 0),
  );
}

function memo<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}

export type { LatencyRequirement, Tail };
