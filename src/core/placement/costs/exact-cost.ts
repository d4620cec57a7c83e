/** The exact monthly total of a placement: its meter quantities as weighted sums, billed with tiers, allowances, rounding and pools. */
import { addTimes } from './tariffs.ts';
import { vectorRoom } from '../../vector-room.ts';
import { accessTierHours, heldBy, heldByReplica } from './access-tiers.ts';
import { activityOf, replicaActivity } from './activity.ts';
import type { StoreActivity } from './activity.ts';
import { chainOf } from '../chain.ts';
import type { Chain, Placement } from '../chain.ts';
import type { Held } from '../../workload/unread.ts';
import { writerPaysEgress } from './writer-egress.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import type { PlanTariffs, StoreVectors, Vector } from './tariffs.ts';

export interface ExactCost {
  /** Mean of the exact totals of the billed months. */
  total: number;
  atLeast: boolean;
}

export function meanOf(months: readonly ExactCost[]): ExactCost {
  return {
    total: months.reduce((sum, { total }) => sum + total, 0) / months.length,
    atLeast: months.some(({ atLeast }) => atLeast),
  };
}

/**
 * What is left out of a bill, to see what it adds: events of one stay or of all, the moves into one stay or into all, one
 * reader's reads, or the egress of copies.
 */
export type Omitted =
  | { event: 'arrive' | 'leave'; stay?: number }
  | { event: 'copy'; into?: number }
  | { event: 'read'; reader: number }
  | { event: 'copy-egress' };

export interface Exact {
  of(placement: Placement): ExactCost;
  /** Total of the first billed month, whole or without some events. */
  firstMonth(placement: Placement, omitted?: Omitted): number;
}

interface FirstMonth {
  activities: readonly StoreActivity[];
  total: number | null;
}

const NOWHERE: readonly number[] = [];

export function exactCost(context: PlanContext, tariffs: PlanTariffs): Exact {
  const { stores, copies, workload } = context;
  const { book, writer, months } = tariffs;
  const room = vectorRoom();
  const blank = (index: number) => room(book.tariffs[index]?.meters.length ?? 0);
  const kept = book.tariffs.map((_, index) => blank(index));
  /** The one vector kept for a tariff, emptied: a placement is billed before the next is asked for. */
  const emptied = (index: number) => (kept[index] ?? blank(index)).fill(0);
  /** Where a store's vector counts the subscriptions past the first; −1 where it has none to count. */
  const extra = stores.map((store, s) =>
    store.edition.limits.some((limit) => limit.scope === 'subscription')
      ? (book.tariffs[s]?.meters.indexOf('extra-subscriptions') ?? -1)
      : -1,
  );
  /** Hours in each access tier of a store, which depend on when it holds objects and whom it answers, remembered by both. */
  const unreadBy = months.map(() => new Map<string, readonly number[]>());
  const isTiered = [...stores, ...copies].map((store) => store.edition.rules.storage.accessTiers.length > 0);
  const unread = (m: number, store: PlacedStore | undefined, held: Held): readonly number[] => {
    const [one, known] = [months[m], unreadBy[m]];
    if (!store || !one || !known) return [];
    const key = `${store.ref} ${JSON.stringify(held)}`;
    const before = known.get(key);
    if (before) return before;
    const { accessTiers } = store.edition.rules.storage;
    const hours = accessTierHours(accessTiers, workload, one.month, one.population, held);
    known.set(key, hours);
    return hours;
  };
  const replicas = months.map(({ month, population, stores: vectors }, m) =>
    copies.map((_, c) => {
      const sum = blank(stores.length + c);
      const own = vectors[stores.length + c];
      const activity = replicaActivity(workload, month, population);
      const lying = isTiered[stores.length + c] ? unread(m, copies[c], heldByReplica(workload)) : [];
      if (own) addActivity(sum, own, activity, null, lying);
      return sum;
    }),
  );

  const isLeast = (chain: Chain): boolean =>
    tariffs.cdnUnknown ||
    chain.stays.some(({ store }) => stores[store]?.parts.isLeast) ||
    (context.writer.egress === 'unknown' &&
      [
        ...chain.stays.flatMap(({ store, fromDays }) => (fromDays === 0 ? (stores[store] ?? []) : [])),
        ...copies,
      ].some((store) => writerPaysEgress(context, store)));
  const activitiesIn = (m: number, chain: Chain): StoreActivity[] => {
    const one = months[m];
    return one ? activityOf(chain, stores, workload, one.month, one.population) : [];
  };
  /** What a chain does in its first month, and what that costs: asked again for each event that is left out of it. */
  const first = new WeakMap<Chain, FirstMonth>();
  const firstOf = (chain: Chain) => {
    const known = first.get(chain);
    if (known) return known;
    const made: FirstMonth = { activities: activitiesIn(0, chain), total: null };
    first.set(chain, made);
    return made;
  };

  // A bill is over before the next is begun: what is billed is listed in the same two arrays.
  const indexes: number[] = [];
  const quantities: Vector[] = [];
  const monthTotal = (m: number, chain: Chain, activities: readonly StoreActivity[], omitted?: Omitted) => {
    const one = months[m];
    if (!one) throw new RangeError('a plan covers at least one month');
    const { month, population, stores: vectors, cdns } = one;
    const sent = writer === null ? null : emptied(writer);
    let n = 0;
    const put = (index: number, vector: Vector, arrivals: number) => {
      indexes[n] = index;
      quantities[n] = vector;
      n += 1;
      if (sent) addTimes(sent, vectors[index]?.writerEgress, arrivals);
    };
    for (let i = 0; i < activities.length; i += 1) {
      const index = chain.stays[i]?.store ?? -1;
      const [own, asked] = [vectors[index], activities[i]];
      if (!own || !asked) throw new RangeError('a policy names a store that is not a candidate');
      const sum = emptied(index);
      const activity = omitted ? without(asked, omitted, i) : asked;
      addActivity(
        sum,
        own,
        activity,
        stores[chain.stays[activity.copiesInto]?.store ?? -1] ?? null,
        isTiered[index] ? unread(m, stores[index], heldBy(chain, workload, i)) : NOWHERE,
        omitted?.event !== 'copy-egress',
      );
      const slot = extra[index] ?? -1;
      if (slot >= 0) sum[slot] = context.limits.subscriptions(chain, i) - 1;
      put(index, sum, activity.arrivals);
    }
    const held = replicas[m] ?? [];
    for (let c = 0; c < held.length; c += 1)
      put(stores.length + c, held[c] ?? blank(stores.length + c), population.arrivals);
    if (sent && writer !== null) put(writer, sent, 0);
    for (const { index, vector } of cdns) put(index, vector, 0);
    // Setting their length takes longer than all else here.
    while (indexes.length > n) {
      indexes.pop();
      quantities.pop();
    }
    return book.total(indexes, quantities, month.days);
  };
  return {
    of(placement) {
      const chain = chainOf(placement);
      let atLeast = isLeast(chain);
      let total = 0;
      for (let m = 0; m < months.length; m += 1) {
        total += monthTotal(m, chain, activitiesIn(m, chain));
        atLeast ||= book.atLeast(indexes, quantities, months[m]?.month.days);
      }
      return { total: total / months.length, atLeast };
    },
    firstMonth(placement, omitted) {
      const chain = chainOf(placement);
      const known = firstOf(chain);
      if (omitted) return monthTotal(0, chain, known.activities, omitted);
      return (known.total ??= monthTotal(0, chain, known.activities));
    },
  };
}

function without(activity: StoreActivity, omitted: Omitted, stay: number): StoreActivity {
  switch (omitted.event) {
    case 'copy-egress':
      return activity;
    case 'read':
      return { ...activity, reads: activity.reads.map((times, q) => (q === omitted.reader ? 0 : times)) };
    case 'arrive':
      return (omitted.stay ?? stay) === stay ? { ...activity, arrivals: 0 } : activity;
    case 'leave':
      return (omitted.stay ?? stay) === stay
        ? { ...activity, exits: activity.exits.filter(({ into }) => into >= 0) }
        : activity;
    case 'copy': {
      const isOmitted = (into: number) => into >= 0 && (omitted.into ?? into) === into;
      const [entered, copied] = [isOmitted(stay), isOmitted(activity.copiesInto)];
      return {
        ...activity,
        copiesIn: entered ? 0 : activity.copiesIn,
        transitionsIn: entered ? 0 : activity.transitionsIn,
        copiesOut: copied ? 0 : activity.copiesOut,
        exits: activity.exits.filter(({ into }) => !isOmitted(into)),
      };
    }
  }
}

function addActivity(
  sum: Vector,
  own: StoreVectors,
  activity: StoreActivity,
  other: PlacedStore | null,
  unread: readonly number[],
  withEgress = true,
): void {
  const { reads, operations, jobs, exits } = activity;
  addTimes(sum, own.arrival, activity.arrivals);
  let first = activity.objectHours;
  for (let t = 0; t < unread.length; t += 1) {
    addTimes(sum, own.holdingUnread[t], unread[t] ?? 0);
    first -= unread[t] ?? 0;
  }
  addTimes(sum, own.holding, first);
  for (let q = 0; q < reads.length; q += 1) addTimes(sum, own.reads[q], reads[q] ?? 0);
  for (let i = 0; i < operations.length; i += 1) addTimes(sum, own.operations[i], operations[i] ?? 0);
  for (let i = 0; i < jobs.length; i += 1) addTimes(sum, own.jobs[i], jobs[i] ?? 0);
  addTimes(sum, own.arrival, activity.copiesIn);
  addTimes(sum, own.transitionIn, activity.transitionsIn);
  if (other && activity.copiesOut > 0)
    addTimes(sum, withEgress ? own.copyOut(other) : own.copyOutWithin(other), activity.copiesOut);
  for (let e = 0; e < exits.length; e += 1) {
    const exit = exits[e];
    if (exit) addTimes(sum, own.exit(exit.hoursInStore, exit.because !== 'transitioned'), exit.objects);
  }
}
