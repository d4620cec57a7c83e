/**
 * Exact bills of the chains that are searched, part by part of the tariff book. A stay that shares no pool, allowance or fee
 * with anything else in its chain has a bill of its own, remembered; the others are billed together.
 */
import { memo } from '../../memo.ts';
import { chainOfCode, hasBit } from './class.ts';
import type { ChainCode } from './class.ts';
import type { ChainGrid } from './grid.ts';
import { gridStays } from './grid-stays.ts';
import type { GridStay } from './grid-stays.ts';
import type { Exact } from '../costs/exact-cost.ts';
import type { PlanContext } from '../context/types.ts';
import { addTimes } from '../costs/tariffs.ts';
import { ARRIVES, COPIED, addLeaving } from './stay-vectors.ts';
import type { Entry } from './stay-vectors.ts';
import type { PlanTariffs, Vector } from '../costs/tariffs.ts';

export interface ChainBill {
  /** Mean of the monthly totals. */
  of(code: ChainCode): number;
  /** What a lone stay adds to the bill of the rest, by age of its end or its begin; null where others share its bill. */
  firstAlone(store: number, way: number, moved: boolean): Float64Array;
  lastAlone(store: number, entry: Entry): Float64Array;
  /** Bill of what there is whatever the chain. */
  background: number;
  /** No chain in these stores is billed less: their fees and minimums, and nothing used. */
  idle(stores: readonly number[]): number;
  part: Int32Array;
  /** Whether writing to the store makes the writer's provider bill. */
  sends(store: number): boolean;
  moves(from: number, to: number, days: number): boolean;
  /** What the writer's provider bills for writing to these stores, where none of the chain's is on its bill. */
  sending(stores: readonly number[]): number;
}

export function chainBill(
  context: PlanContext,
  tariffs: PlanTariffs,
  exact: Exact,
  grid: ChainGrid,
): ChainBill {
  const { stores, workload } = context;
  const { book, writer, months } = tariffs;
  const { ages, counts, sums, ways, wayTo, lifecycleDays, background } = grid;
  const { part, among } = grid.parts;
  const end = ages.length - 1;
  const N = stores.length;
  const room = book.tariffs.map((tariff) => new Float64Array(tariff.meters.length));
  const tiered = stores.map((store) => store.edition.rules.storage.accessTiers.length > 0);
  const tieredCopies = context.copies.some((one) => one.edition.rules.storage.accessTiers.length > 0);
  /** What lies unread in a store of tiers is asked of the whole chain. */
  const isTiered = (store: number) => tieredCopies || tiered[store] === true;
  const extra = stores.map((store, s) =>
    store.edition.limits.some((limit) => limit.scope === 'subscription')
      ? (book.tariffs[s]?.meters.indexOf('extra-subscriptions') ?? -1)
      : -1,
  );
  const writerPart = writer === null ? -1 : (part[writer] ?? -1);

  const fill = (m: number, stay: GridStay): Vector => {
    const [count, own] = [counts[m], sums[m]?.[stay.store]];
    const sum = (room[stay.store] ?? new Float64Array(0)).fill(0);
    if (!count || !own) return sum;
    const { from, to } = stay;
    if (stay.entry === ARRIVES) addTimes(sum, own.own.arrival, count.arrivals);
    else if (stay.entry === COPIED) addTimes(sum, own.own.arrival, count.reaching[from] ?? 0);
    else addTimes(sum, own.own.transitionIn, count.reaching[from] ?? 0);
    const hours = (count.objectHours[to] ?? 0) - (count.objectHours[from] ?? 0);
    addTimes(sum, own.own.holding, hours + (stay.isLast ? count.standingHours : 0));
    for (const { from: a, to: b, bits, on } of stay.answers) {
      const reads = (count.reads[b] ?? 0) - (count.reads[a] ?? 0);
      if (on === null) addTimes(sum, own.read, reads);
      else
        for (let q = 0; q < own.readBy.length; q += 1) {
          const one = own.readBy[q];
          if (one && hasBit(bits, q) === on) addTimes(sum, one, reads);
        }
    }
    const leaving = count.reaching[to] ?? 0;
    if (leaving > 0) addLeaving(sum, own, ((ages[to] ?? 0) - (ages[from] ?? 0)) * 24, leaving, stay.moved);
    const to_ = stores[stay.copiedTo];
    if (to_) addTimes(sum, own.own.copyOut(to_), leaving);
    if (stay.isFirst) addTimes(sum, own.operations, 1);
    if (stay.isLast) addTimes(sum, own.jobs, 1);
    return sum;
  };

  /** By month and part: what is billed there whatever the chain. */
  const besides = background.map((own, m) => {
    const byPart = new Map<number, { index: number; vector: Vector }[]>();
    for (const one of own) {
      const p = part[one.index] ?? -1;
      byPart.set(p, [...(byPart.get(p) ?? []), one]);
    }
    return new Map(
      [...byPart].map(([p, members]) => {
        const [indexes, vectors] = [members.map(({ index }) => index), members.map(({ vector }) => vector)];
        return [p, { members, total: among(indexes)(vectors, counts[m]?.days ?? 30) }] as const;
      }),
    );
  });
  const totalOf = memo((store: number) => among([store]));

  /** Mean over the months of what members of one part of the book cost with the background, less the background alone. */
  const billPart = (
    p: number,
    stays: readonly GridStay[],
    senders: readonly number[],
    more: (stay: GridStay) => number,
  ): number => {
    const sent = writer !== null && writerPart === p && senders.length > 0 ? room[writer] : undefined;
    let total = 0;
    for (let m = 0; m < counts.length; m += 1) {
      const days = counts[m]?.days ?? 30;
      const beside = besides[m]?.get(p);
      const vectors: Vector[] = [];
      for (const stay of stays) {
        const vector = fill(m, stay);
        const slot = extra[stay.store] ?? -1;
        if (slot >= 0) vector[slot] = more(stay);
        vectors.push(vector);
      }
      const [only] = stays;
      if (only && stays.length === 1 && !sent && !beside) {
        total += totalOf(only.store)(vectors, days);
        continue;
      }
      const indexes = stays.map(({ store }) => store);
      if (sent && writer !== null) {
        sent.fill(0);
        for (const s of senders) {
          const one = months[m]?.stores[s]?.writerEgress;
          if (one) addTimes(sent, one, counts[m]?.arrivals ?? 0);
        }
      }
      let isSent = false;
      for (const { index, vector } of beside?.members ?? []) {
        indexes.push(index);
        if (sent && index === writer) {
          addTimes(sent, vector, 1);
          isSent = true;
          vectors.push(sent);
        } else vectors.push(vector);
      }
      if (sent && !isSent && writer !== null) {
        indexes.push(writer);
        vectors.push(sent);
      }
      total += among(indexes)(vectors, days) - (beside?.total ?? 0);
    }
    return total / counts.length;
  };

  const backgroundTotal =
    besides.reduce((sum, own) => [...own.values()].reduce((all, { total }) => all + total, sum), 0) /
    counts.length;

  const idleOf = memo((store: number) => {
    const p = part[store] ?? -1;
    // Beside what is there anyway a fee may be charged already.
    if (besides.some((own) => own.has(p))) return 0;
    const nothing = (room[store] ?? new Float64Array(0)).slice().fill(0);
    const each = counts.map(({ days }) => totalOf(store)([nothing], days));
    return each.reduce((sum, one) => sum + one, 0) / counts.length;
  });
  /** Stores of one part may share a fee: the highest is asked at the least. */
  const idle = (of: readonly number[]) => {
    let sum = backgroundTotal;
    for (let i = 0; i < of.length; i += 1) {
      let highest = 0;
      for (let j = 0; j < of.length; j += 1) {
        if (part[of[j] ?? -1] !== part[of[i] ?? -1]) continue;
        if (j < i) {
          highest = 0;
          break;
        }
        highest = Math.max(highest, idleOf(of[j] ?? -1));
      }
      sum += highest;
    }
    return sum;
  };

  const moves = (from: number, to: number, days: number) =>
    days >= (lifecycleDays[from * N + to] ?? Infinity);
  const paysToSend = stores.map((_, s) => months[0]?.stores[s]?.writerEgress != null);
  const sends = (store: number) => paysToSend[store] === true;

  const staysOf = gridStays(ages, moves);

  const alone = new Map<number, Float64Array>();
  const rowOf = (key: number): Float64Array => {
    let known = alone.get(key);
    if (!known) alone.set(key, (known = new Float64Array(ages.length * ages.length).fill(NaN)));
    return known;
  };
  const senderAlone = new Map<string, number>();
  const sending = (senders: readonly number[]): number => {
    if (senders.length === 0) return 0;
    const key = senders.join();
    const own = senderAlone.get(key) ?? billPart(writerPart, [], senders, () => 0);
    senderAlone.set(key, own);
    return own;
  };

  const of = (code: ChainCode): number => {
    if (code.stores.some(isTiered)) return exact.of(chainOfCode(workload, code)).total;
    const stays = staysOf(code);
    const more = (stay: GridStay) =>
      context.limits.subscriptions(chainOfCode(workload, code), stays.indexOf(stay)) - 1;
    const senders: number[] = [];
    for (const { store, entry } of stays) if (entry === ARRIVES && sends(store)) senders.push(store);
    let total = backgroundTotal;
    let open = 7;
    for (let i = 0; i < 3; i += 1) {
      const stay = stays[i];
      if ((open & (1 << i)) === 0 || !stay) continue;
      const p = part[stay.store] ?? -1;
      let together = 1 << i;
      for (let j = i + 1; j < 3; j += 1) if (part[stays[j]?.store ?? -1] === p) together |= 1 << j;
      open &= ~together;
      const writes = writerPart === p && senders.length > 0;
      if (together === 1 << i && !writes && stay.answers.length === 1 && stay.answers[0]?.on === null) {
        // Key: where it goes, how it came, which store.
        const way = stay.copiedTo < 0 ? (stay.moved ? 30 : 31) : (ways[stay.store]?.[stay.copiedTo] ?? 0);
        const role = stay.isFirst ? 0 : stay.isLast ? 2 : 1;
        const known = rowOf(((stay.store * 3 + stay.entry) * 3 + role) * 32 + way);
        const at = stay.from * ages.length + stay.to;
        let own = known[at] ?? NaN;
        if (Number.isNaN(own)) known[at] = own = billPart(p, [stay], [], more);
        total += own;
      } else
        total += billPart(
          p,
          stays.filter((_, j) => (together & (1 << j)) > 0),
          writes ? senders : [],
          more,
        );
    }
    return stays.every(({ store }) => part[store] !== writerPart) ? total + sending(senders) : total;
  };

  const rows = new Map<string, Float64Array>();
  const row = (key: string, make: (a: number) => GridStay): Float64Array => {
    let known = rows.get(key);
    if (known) return known;
    known = new Float64Array(ages.length).fill(-Infinity);
    for (let a = 1; a < end; a += 1) {
      const stay = make(a);
      if ((extra[stay.store] ?? -1) >= 0 || isTiered(stay.store)) continue;
      known[a] = billPart(part[stay.store] ?? -1, [stay], [], () => 0);
    }
    rows.set(key, known);
    return known;
  };
  return {
    of,
    background: backgroundTotal,
    idle,
    part,
    sends,
    moves,
    sending,
    firstAlone: (store, way, moved) =>
      row(`first ${store} ${way} ${moved}`, (a) => ({
        store,
        from: 0,
        to: a,
        entry: ARRIVES,
        moved,
        copiedTo: moved ? -1 : (wayTo[store]?.[way] ?? -1),
        isFirst: true,
        isLast: false,
        answers: [{ from: 0, to: a, bits: 0, on: null }],
      })),
    lastAlone: (store, entry) =>
      row(`last ${store} ${entry}`, (a) => ({
        store,
        from: a,
        to: end,
        entry,
        moved: false,
        copiedTo: -1,
        isFirst: false,
        isLast: true,
        answers: [{ from: a, to: end, bits: 0, on: null }],
      })),
  };
}
