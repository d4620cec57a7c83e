/**
 * Lower bounds of the chains that are searched: linear underestimates of each stay, as sums by age. Where a stay's bill is its
 * own, its exact bill stands in (`bill.ts`).
 */
import { dot } from '../../dot.ts';
import type { ChainGrid } from './grid.ts';
import { worthOfSubscriptions } from '../costs/cost-bound.ts';
import type { PastTiers } from '../../pricing/totals/past-tiers.ts';
import type { PlanContext } from '../context/types.ts';
import { addTimes } from '../costs/tariffs.ts';
import type { PlanTariffs, Vector } from '../costs/tariffs.ts';

/** Of one store, means over the months; by age of the grid where they are arrays. */
export interface StayBounds {
  /** What allowances can be worth, less its fee. */
  credit: number;
  /** Written at arrival. */
  arrive: number;
  operations: number;
  /** Jobs, standing objects. */
  asLast: number;
  hold: Float64Array;
  read: Float64Array;
  readBy: Float64Array[];
  copiedIn: Float64Array;
  transitionIn: Float64Array;
  /** By destination class. */
  copyOut: Float64Array[];
  /** Deleted or moved on, once the minimum is over, and what leaving at once adds. */
  leave: Float64Array;
  leaveEarly: Float64Array;
  move: Float64Array;
  moveEarly: Float64Array;
  minimumHours: number;
}

export interface ChainBounds {
  stores: StayBounds[];
  /** For each two stores, as the cheaper serves each reader: reads below each age. */
  cheaperReads(one: number, other: number): Float64Array;
  /** Of what is billed whatever the chain. */
  fixed: number;
  /** What writing to these stores adds at least to a bill of the writer's provider. */
  sending(senders: readonly number[]): number;
}

/** `past`: of the writer's tariff. What it sends is the same at all ages: its first tiers are not spread over all that may follow. */
export function chainBounds(
  context: PlanContext,
  tariffs: PlanTariffs,
  grid: ChainGrid,
  past: PastTiers | null,
): ChainBounds {
  const { stores, workload } = context;
  const { writer, months } = tariffs;
  const { ages, counts, sums, wayTo, background } = grid;
  const n = ages.length;
  const lines = past?.underestimates ?? grid.parts.underestimates;
  const price = (index: number, vector: Vector | null | undefined) =>
    vector ? dot(lines[index]?.perUnit ?? NOTHING, vector) : 0;
  const mean = (value: (m: number) => number) => {
    let sum = 0;
    for (let m = 0; m < counts.length; m += 1) sum += value(m);
    return sum / counts.length;
  };
  const byAge = (prices: readonly number[], times: (m: number) => Float64Array | undefined) => {
    const row = new Float64Array(n);
    for (let m = 0; m < counts.length; m += 1) {
      const [each, own] = [(prices[m] ?? 0) / counts.length, times(m)];
      if (own && each !== 0) for (let a = 0; a < n; a += 1) row[a] = (row[a] ?? 0) + each * (own[a] ?? 0);
    }
    return row;
  };
  const reaching = (m: number) => counts[m]?.reaching;
  const bounds = stores.map((_, s): StayBounds => {
    const of = (vector: (m: number) => Vector | null | undefined) =>
      counts.map((_month, m) => price(s, vector(m)));
    const own = (m: number) => sums[m]?.[s];
    const holding = counts.map((_month, m) =>
      Math.min(
        ...[own(m)?.own.holding, ...(own(m)?.own.holdingUnread ?? [])].map((vector) => price(s, vector)),
      ),
    );
    const leaving = (moved: boolean, early: boolean) =>
      byAge(
        of((m) => {
          const leave = own(m)?.leaves[moved ? 1 : 0];
          if (!leave || !early) return leave?.late;
          const more = leave.atOnce.slice();
          addTimes(more, leave.late, -1);
          return more;
        }),
        reaching,
      );
    const arrival = of((m) => own(m)?.own.arrival);
    return {
      credit:
        (lines[s]?.credit ?? 0) -
        (lines[s]?.fee ?? 0) +
        worthOfSubscriptions(context, tariffs, s, lines[s]?.perUnit ?? NOTHING),
      arrive: mean((m) => (counts[m]?.arrivals ?? 0) * (arrival[m] ?? 0)),
      operations: mean((m) => price(s, own(m)?.operations)),
      asLast: mean((m) => price(s, own(m)?.jobs) + (holding[m] ?? 0) * (counts[m]?.standingHours ?? 0)),
      hold: byAge(holding, (m) => counts[m]?.objectHours),
      read: byAge(
        of((m) => own(m)?.read),
        (m) => counts[m]?.reads,
      ),
      readBy: workload.readers.map((_reader, q) =>
        byAge(
          of((m) => own(m)?.readBy[q]),
          (m) => counts[m]?.reads,
        ),
      ),
      copiedIn: byAge(arrival, reaching),
      transitionIn: byAge(
        of((m) => own(m)?.own.transitionIn),
        reaching,
      ),
      copyOut: (wayTo[s] ?? []).map((to) => {
        const target = stores[to];
        return byAge(
          of((m) => (target ? own(m)?.own.copyOut(target) : null)),
          reaching,
        );
      }),
      leave: leaving(false, false),
      leaveEarly: leaving(false, true),
      move: leaving(true, false),
      moveEarly: leaving(true, true),
      minimumHours: sums[0]?.[s]?.minimumHours ?? 0,
    };
  });
  /** By store, month and reader. */
  const reading = stores.map((_, s) =>
    counts.map((_month, m) => (sums[m]?.[s]?.readBy ?? []).map((vector) => price(s, vector))),
  );
  const pairs = new Array<Float64Array | undefined>(stores.length * stores.length);
  let fixed = writer === null ? 0 : -(lines[writer]?.credit ?? 0);
  for (const own of background)
    for (const { index, vector } of own)
      fixed += ((index === writer ? 0 : price(index, vector)) - (lines[index]?.credit ?? 0)) / counts.length;
  /** What is sent to stores and replicas in a month. */
  const sent = (m: number, senders: readonly number[]): Vector => {
    const total = new Float64Array(writer === null ? 0 : (lines[writer]?.perUnit.length ?? 0));
    for (const { index, vector } of background[m] ?? []) if (index === writer) addTimes(total, vector, 1);
    for (const s of senders) {
      const one = months[m]?.stores[s]?.writerEgress;
      if (one) addTimes(total, one, counts[m]?.arrivals ?? 0);
    }
    return total;
  };
  const sendingLeast = (senders: readonly number[]) =>
    writer === null
      ? 0
      : mean((m) => {
          const all = sent(m, senders);
          return price(writer, all) + (past?.head(past.put(writer, all)) ?? 0);
        });
  const always = sendingLeast([]);
  return {
    stores: bounds,
    cheaperReads(one, other) {
      const key = one < other ? one * stores.length + other : other * stores.length + one;
      let row = pairs[key];
      if (!row) {
        row = new Float64Array(n);
        for (let m = 0; m < counts.length; m += 1) {
          const [own, its] = [reading[one]?.[m], reading[other]?.[m]];
          const reads = counts[m]?.reads;
          let each = 0;
          for (let q = 0; q < workload.readers.length; q += 1) each += Math.min(own?.[q] ?? 0, its?.[q] ?? 0);
          each /= counts.length;
          for (let a = 0; a < n; a += 1) row[a] = (row[a] ?? 0) + each * (reads?.[a] ?? 0);
        }
        pairs[key] = row;
      }
      return row;
    },
    fixed: fixed + always,
    sending: (senders) => sendingLeast(senders) - always,
  };
}

const NOTHING = new Float64Array(0);
