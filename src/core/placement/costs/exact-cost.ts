/** The exact monthly total of a placement: its meter quantities as weighted sums, billed with tiers, allowances, rounding and pools. */
import { vectorRoom } from '../../vector-room.ts';
import { accessTierHours, heldBy, heldByReplica } from './access-tiers.ts';
import { activityOf, replicaActivity } from './activity.ts';
import type { StoreActivity } from './activity.ts';
import { chainOf } from '../chain.ts';
import type { Chain, Placement } from '../chain.ts';
import type { Held } from '../../workload/unread.ts';
import { writerPaysEgress } from './writer-egress.ts';
import type { PlacedStore, PlanContext } from '../plan-context.ts';
import type { MonthTariffs, PlanTariffs, StoreVectors, Vector } from './tariffs.ts';

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
  const unread = (m: number, store: PlacedStore | undefined, held: () => Held): readonly number[] => {
    const tiers = store?.edition.rules.storage.accessTiers ?? [];
    const [one, known] = [months[m], unreadBy[m]];
    if (tiers.length === 0 || !one || !known) return [];
    const what = held();
    const key = `${store?.ref} ${JSON.stringify(what)}`;
    const hours = known.get(key) ?? accessTierHours(tiers, workload, one.month, one.population, what);
    known.set(key, hours);
    return hours;
  };
  const replicas = months.map(({ month, population, stores: vectors }, m) =>
    copies.map((_, c) => {
      const sum = blank(stores.length + c);
      const own = vectors[stores.length + c];
      const activity = replicaActivity(workload, month, population);
      const lying = unread(m, copies[c], () => heldByReplica(workload));
      if (own) addActivity(sum, own, activity, null, lying);
      return sum;
    }),
  );

  const firstOnly = months.slice(0, 1);
  const isLeast = (chain: Chain): boolean =>
    tariffs.cdnUnknown ||
    chain.stays.some(({ store }) => stores[store]?.parts.isLeast) ||
    (context.writer.egress === 'unknown' &&
      [
        ...chain.stays.flatMap(({ store, fromDays }) => (fromDays === 0 ? (stores[store] ?? []) : [])),
        ...copies,
      ].some((store) => writerPaysEgress(context, store)));
  /** What a chain does in its first month, and what that costs: asked again for each event that is left out of it. */
  const first = new WeakMap<Chain, { activities: readonly StoreActivity[]; total: number | null }>();
  const firstOf = (chain: Chain) => {
    const known = first.get(chain);
    const [one] = months;
    if (known || !one) return known;
    const made = { activities: activityOf(chain, stores, workload, one.month, one.population), total: null };
    first.set(chain, made);
    return made;
  };

  const billed = (chain: Chain, only: readonly MonthTariffs[], omitted?: Omitted): ExactCost => {
    let atLeast = omitted === undefined && isLeast(chain);
    let total = 0;
    for (const [m, { month, population, stores: vectors, cdns }] of only.entries()) {
      const indexes: number[] = [];
      const quantities: Vector[] = [];
      const sent = writer === null ? null : emptied(writer);
      const put = (index: number, vector: Vector, arrivals: number) => {
        indexes.push(index);
        quantities.push(vector);
        if (sent) addTimes(sent, vectors[index]?.writerEgress, arrivals);
      };
      const activities =
        only === firstOnly
          ? (firstOf(chain)?.activities ?? [])
          : activityOf(chain, stores, workload, month, population);
      for (const [i, asked] of activities.entries()) {
        const index = chain.stays[i]?.store ?? -1;
        const own = vectors[index];
        if (!own) throw new RangeError('a policy names a store that is not a candidate');
        const sum = emptied(index);
        const activity = omitted ? without(asked, omitted, i) : asked;
        addActivity(
          sum,
          own,
          activity,
          stores[chain.stays[activity.copiesInto]?.store ?? -1] ?? null,
          unread(m, stores[index], () => heldBy(chain, workload, i)),
          omitted?.event !== 'copy-egress',
        );
        const slot = extra[index] ?? -1;
        if (slot >= 0) sum[slot] = context.limits.subscriptions(chain, i) - 1;
        put(index, sum, activity.arrivals);
      }
      for (const [c, vector] of (replicas[m] ?? []).entries())
        put(stores.length + c, vector, population.arrivals);
      if (sent && writer !== null) put(writer, sent, 0);
      for (const { index, vector } of cdns) put(index, vector, 0);
      total += book.total(indexes, quantities, month.days);
      atLeast ||= omitted === undefined && book.atLeast(indexes, quantities, month.days);
    }
    return { total: total / only.length, atLeast };
  };
  return {
    of: (placement) => billed(chainOf(placement), months),
    firstMonth(placement, omitted) {
      const chain = chainOf(placement);
      if (omitted) return billed(chain, firstOnly, omitted).total;
      const known = firstOf(chain);
      const total = known?.total ?? billed(chain, firstOnly).total;
      if (known) known.total = total;
      return total;
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
  addTimes(sum, own.arrival, activity.arrivals);
  let first = activity.objectHours;
  for (const [t, hours] of unread.entries()) {
    addTimes(sum, own.holdingUnread[t], hours);
    first -= hours;
  }
  addTimes(sum, own.holding, first);
  for (const [q, times] of activity.reads.entries()) addTimes(sum, own.reads[q], times);
  for (const [i, times] of activity.operations.entries()) addTimes(sum, own.operations[i], times);
  for (const [i, times] of activity.jobs.entries()) addTimes(sum, own.jobs[i], times);
  addTimes(sum, own.arrival, activity.copiesIn);
  addTimes(sum, own.transitionIn, activity.transitionsIn);
  if (other && activity.copiesOut > 0)
    addTimes(sum, withEgress ? own.copyOut(other) : own.copyOutWithin(other), activity.copiesOut);
  for (const exit of activity.exits)
    addTimes(sum, own.exit(exit.hoursInStore, exit.because !== 'transitioned'), exit.objects);
}

function addTimes(sum: Vector, vector: Vector | null | undefined, times: number): void {
  if (!vector || times === 0) return;
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) * times;
}
