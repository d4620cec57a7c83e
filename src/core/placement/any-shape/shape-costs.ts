/**
 * What any plan's steps cost at least, on linear prices: a number for each store and stretch of age between two edges, and
 * each store and edge. Of one size class, by store, beside what latency requirements and fair use sum.
 */
import { accessTierHours } from '../costs/access-tiers.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../verdicts/latency-requirements.ts';
import type { PlanContext } from '../context/types.ts';
import { lifecycleReaches } from '../context/candidate-store.ts';
import { tailOf } from '../verdicts/tails.ts';
import type { PlanTariffs, StoreVectors, Vector } from '../costs/tariffs.ts';
import { isInternet } from '../../pricing/bills/usage.ts';
import type { UsagePart } from '../costs/usage-parts.ts';

/** Indexed [store][stretch], [store][reader][stretch], [store][edge]; edge 0 is arrival. */
export interface ShapeCosts {
  hold: number[][];
  serve: number[][][];
  /** Written by a copy, or on arrival with what the writer's provider bills (kept apart: it is another's bill). */
  put: number[][];
  writerEgress: number[];
  copyOut: number[][][];
  moveIn: number[][];
  /** Surcharge that an entry cannot avoid any more. */
  entered: number[][];
  leave: number[][];
  leaveMoved: number[][];
  /** Whether a lifecycle rule may move from one store to another at an edge. */
  reaches: (from: number, to: number, edge: number) => boolean;
  end: number[];
  /** Of all standing objects and of all reads on them. */
  holdStanding: number[];
  serveStanding: number[][];
  /** By requirement: what a stretch's reads add to its sum, and the reads of standing objects. */
  late: { serve: number[][][]; standing: number[][] }[];
  /** Bytes to the internet less what fair use allows for bytes held, by store; null where none is agreed. */
  fair: ({
    hold: number[];
    serve: number[][];
    copyOut: number[][];
    holdStanding: number;
    serveStanding: number[];
  } | null)[];
  stretches: number;
}

/** `slopes`: by requirement and reader, what one late read adds at least to the sum. */
export function shapeCosts(
  context: PlanContext,
  grid: LatencyGrid,
  tariffs: PlanTariffs,
  perUnit: readonly Float64Array[],
  requirements: readonly LatencyRequirement[],
  slopes: readonly (readonly number[])[],
): ShapeCosts {
  const { stores, workload } = context;
  const { ages, readers, expiryDays, lifeDays } = workload;
  const { months } = tariffs;
  const edges = ages.slice(0, -1);
  const mean = (of: (month: (typeof months)[number], m: number) => number) =>
    months.reduce((sum, month, m) => sum + of(month, m), 0) / months.length;
  const priced = tariffs.book.tariffs.map(() => new WeakMap<Vector, number>());
  const price = (index: number, vector: Vector | null | undefined) => {
    if (!vector) return 0;
    const known = priced[index]?.get(vector) ?? dot(perUnit[index], vector);
    priced[index]?.set(vector, known);
    return known;
  };
  const times = (
    s: number,
    vector: (own: StoreVectors) => Vector | null | undefined,
    count: (m: number) => number,
  ) => mean(({ stores: own }, m) => (own[s] ? price(s, vector(own[s])) * count(m) : 0));

  const hours = edges.map((from, b) =>
    months.map(
      ({ population }) =>
        (population.objectDaysBelow(ages[b + 1] ?? from) - population.objectDaysBelow(from)) * 24,
    ),
  );
  const reads = edges.map((from, b) =>
    months.map(
      ({ population }) =>
        population.reads * (population.readShareBelow(ages[b + 1] ?? from) - population.readShareBelow(from)),
    ),
  );
  const reaching = edges.map((edge, e) =>
    months.map(({ population }) => (e === 0 ? population.arrivals : population.reaching(edge))),
  );
  const standingReads = months.map(({ population }) => population.reads * population.standing.readShare);
  const standingHours = months.map(({ month, population }) => population.standing.objects * month.days * 24);
  const allReads = months.reduce((sum, { population }) => sum + population.reads, 0);
  const share = (of: readonly number[]) =>
    allReads > 0 ? of.reduce((sum, one) => sum + one, 0) / allReads : 0;
  const each = <T>(of: (store: PlanContext['stores'][number], s: number) => T) => stores.map(of);
  const byEdge = (of: (edge: number, e: number) => number) => edges.map(of);

  /** Per hour of early leaving the price falls to nothing at the minimum duration. */
  const surcharge = (s: number, hoursShort: number, count: (m: number) => number) => {
    const minimum = stores[s]?.edition.rules.storage.minimumHours ?? 0;
    if (!(hoursShort > 0) || minimum === 0) return 0;
    return (
      times(s, (own) => own.exit(Math.max(0, minimum - hoursShort), true), count) -
      times(s, (own) => own.exit(minimum, true), count)
    );
  };
  const lifeHours = lifeDays * 24;
  const minimumOf = (s: number) => stores[s]?.edition.rules.storage.minimumHours ?? 0;
  const count = (e: number) => (m: number) => reaching[e]?.[m] ?? 0;
  const least = each((_, s) => {
    const saved = savedUnread(context, tariffs, s, (vector) => price(s, vector));
    return edges.map(
      (_edge, b) =>
        times(
          s,
          (own) => own.holding,
          (m) => hours[b]?.[m] ?? 0,
        ) - (saved[b] ?? 0),
    );
  });
  const tails = requirements.map((requirement) =>
    each((_, s) =>
      readers.map(
        (_reader, q) => (requirement.weights[q] ?? 0) * tailOf(context, grid, requirement, s, q).high,
      ),
    ),
  );
  const lateOf = (r: number, s: number, q: number, of: readonly number[]) =>
    (tails[r]?.[s]?.[q] ?? 0) * (slopes[r]?.[q] ?? 1) * share(of);

  return {
    stretches: edges.length,
    hold: least,
    serve: each((_, s) =>
      readers.map((reader, q) =>
        edges.map((_edge, b) =>
          times(
            s,
            (own) => own.reads[q],
            (m) => (reads[b]?.[m] ?? 0) * reader.share,
          ),
        ),
      ),
    ),
    put: each((_, s) => byEdge((_edge, e) => times(s, (own) => own.arrival, count(e)))),
    writerEgress: each((_, s) =>
      mean(({ stores: own }, m) =>
        tariffs.writer === null ? 0 : price(tariffs.writer, own[s]?.writerEgress) * count(0)(m),
      ),
    ),
    copyOut: each((_, s) =>
      stores.map((to) => byEdge((_edge, e) => times(s, (own) => own.copyOut(to), count(e)))),
    ),
    moveIn: each((_, s) => byEdge((_edge, e) => times(s, (own) => own.transitionIn, count(e)))),
    entered: each((_, s) =>
      byEdge((edge, e) =>
        expiryDays === null ? 0 : surcharge(s, minimumOf(s) - (lifeHours - edge * 24), count(e)),
      ),
    ),
    leave: each((_, s) =>
      byEdge(
        (edge, e) =>
          times(s, (own) => own.exit(Infinity, true), count(e)) + surcharge(s, shortAt(s, edge), count(e)),
      ),
    ),
    leaveMoved: each((store, s) =>
      byEdge((edge, e) =>
        store.edition.rules.storage.earlyDeleteOn.includes('transition')
          ? surcharge(s, shortAt(s, edge), count(e))
          : 0,
      ),
    ),
    reaches(from, to, edge) {
      const [a, b] = [stores[from], stores[to]];
      return a !== undefined && b !== undefined && lifecycleReaches(a, b, edges[edge] ?? 0);
    },
    end: each((_, s) =>
      expiryDays === null
        ? 0
        : times(
            s,
            (own) => own.exit(Infinity, true),
            (m) => months[m]?.population.reaching(expiryDays) ?? 0,
          ),
    ),
    holdStanding: each((_, s) =>
      mean(({ stores: own }, m) => {
        const prices = [own[s]?.holding, ...(own[s]?.holdingUnread ?? [])].map((vector) => price(s, vector));
        return Math.min(...prices) * (standingHours[m] ?? 0);
      }),
    ),
    serveStanding: each((_, s) =>
      readers.map((reader, q) =>
        times(
          s,
          (own) => own.reads[q],
          (m) => (standingReads[m] ?? 0) * reader.share,
        ),
      ),
    ),
    late: requirements.map((_requirement, r) => ({
      serve: each((_, s) => readers.map((_reader, q) => reads.map((own) => lateOf(r, s, q, own)))),
      standing: each((_, s) => readers.map((_reader, q) => lateOf(r, s, q, standingReads))),
    })),
    fair: each((store, s) => {
      const allowed = store.edition.rules.egress?.fairUseTimesStored;
      if (allowed === undefined) return null;
      const stored = (of: readonly number[]) =>
        -allowed * mean(({ month }, m) => ((of[m] ?? 0) / (month.days * 24)) * workload.meanSizeBytes);
      const sent = (part: UsagePart | undefined, of: (m: number) => number) =>
        mean((_month, m) => internetBytes(part) * of(m));
      const read = (q: number) => store.parts.reads[q];
      return {
        hold: hours.map(stored),
        serve: readers.map((reader, q) =>
          reads.map((own) => sent(read(q), (m) => (own[m] ?? 0) * reader.share)),
        ),
        copyOut: stores.map((to, t) =>
          byEdge((_edge, e) => (t === s ? 0 : sent(store.parts.copyOut(to), count(e)))),
        ),
        holdStanding: stored(standingHours),
        serveStanding: readers.map((reader, q) =>
          sent(read(q), (m) => (standingReads[m] ?? 0) * reader.share),
        ),
      };
    }),
  };

  /** Hours that an object leaving at an age is short of the minimum even if it came on arrival; none that its entry has paid. */
  function shortAt(s: number, edge: number): number {
    const until = expiryDays === null ? minimumOf(s) : Math.min(minimumOf(s), lifeHours);
    return until - edge * 24;
  }
}

/** What lies unread costs less: at the most what it would be if nobody ever read it and it had come on arrival. */
function savedUnread(
  { stores, workload }: PlanContext,
  tariffs: PlanTariffs,
  s: number,
  price: (vector: Vector | undefined) => number,
): number[] {
  const tiers = stores[s]?.edition.rules.storage.accessTiers ?? [];
  if (tiers.length === 0) return [];
  const upTo = (age: number) =>
    tariffs.months.reduce((sum, { month, population, stores: own }) => {
      const held = { fromDays: 0, toDays: age, answers: [], standing: false, otherReads: 0 };
      const hours = accessTierHours(tiers, workload, month, population, held);
      return (
        sum +
        hours.reduce(
          (all, one, t) => all + one * Math.max(0, price(own[s]?.holding) - price(own[s]?.holdingUnread[t])),
          0,
        )
      );
    }, 0) / tariffs.months.length;
  const through = workload.ages.map(upTo);
  return workload.ages.slice(0, -1).map((_, b) => (through[b + 1] ?? 0) - (through[b] ?? 0));
}

function internetBytes(part: UsagePart | undefined): number {
  return (part?.egress ?? []).reduce((sum, one) => sum + (isInternet(one.to) ? one.bytes : 0), 0);
}

function dot(a: Vector | undefined, b: Vector): number {
  let total = 0;
  for (let i = 0; i < b.length; i += 1) total += (a?.[i] ?? 0) * (b[i] ?? 0);
  return total;
}
