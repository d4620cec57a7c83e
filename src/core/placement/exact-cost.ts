/** The exact monthly total of a policy: its meter quantities as weighted sums, billed with tiers, allowances, rounding and pools. */
import { accessTierHours, heldBy } from './access-tiers.ts';
import type { Holder } from './access-tiers.ts';
import { activityOf } from './activity.ts';
import type { StoreActivity } from './activity.ts';
import { writerPaysEgress } from './plan-context.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Policy } from './policy.ts';
import { movesByLifecycle } from './store-parts.ts';
import type { MonthTariffs, PlanTariffs, StoreVectors, Vector } from './tariffs.ts';

export interface ExactCost {
  /** Mean of the exact totals of the billed months. */
  total: number;
  atLeast: boolean;
}

/** What is left out of a bill, to see what it adds: events of one holder (0 hot, 1 cold) or of both, one reader's reads, or the egress of copies. */
export type Omitted =
  | { event: 'arrive' | 'copy' | 'leave'; holder?: number }
  | { event: 'read'; reader: number }
  | { event: 'copy-egress' };

export interface Exact {
  of(policy: Policy): ExactCost;
  /** Total of the first billed month, whole or without some events. */
  firstMonth(policy: Policy, omitted?: Omitted): number;
}

export function exactCost(context: PlanContext, tariffs: PlanTariffs): Exact {
  const { stores, copies, workload } = context;
  const { book, writer, months } = tariffs;
  const blank = (index: number) => new Float64Array(book.tariffs[index]?.meters.length ?? 0);
  const room = book.tariffs.map((_, index) => blank(index));
  /** The one vector kept for a tariff, emptied: a policy is billed before the next is asked for. */
  const emptied = (index: number) => (room[index] ?? blank(index)).fill(0);
  /** Where a store's vector counts the subscriptions past the first; −1 where it has none to count. */
  const extra = stores.map((store, s) =>
    store.edition.limits.some((limit) => limit.scope === 'subscription')
      ? (book.tariffs[s]?.meters.indexOf('extra-subscriptions') ?? -1)
      : -1,
  );
  /** Hours in each access tier of a store, which depend on when it holds objects and whom it answers, remembered by both. */
  const unreadBy = months.map(() => new Map<string, readonly number[]>());
  const unread = (
    m: number,
    store: PlacedStore | undefined,
    policy: Policy,
    holder: Holder,
  ): readonly number[] => {
    const tiers = store?.edition.rules.storage.accessTiers ?? [];
    const [one, known] = [months[m], unreadBy[m]];
    if (tiers.length === 0 || !one || !known) return [];
    const { thresholdDays, entry, coldServes } = policy;
    const key = `${store?.ref} ${holder} ${thresholdDays} ${entry} ${entry === 'dual' ? coldServes.join() : ''}`;
    const hours =
      known.get(key) ??
      accessTierHours(tiers, workload, one.month, one.population, heldBy(policy, workload, holder));
    known.set(key, hours);
    return hours;
  };
  const replicas = months.map(({ month, population, stores: vectors }, m) => {
    const [alone] = activityOf(singleStore(0, workload.readers.length), workload, month, population);
    return copies.map((_, c) => {
      const sum = blank(stores.length + c);
      const own = vectors[stores.length + c];
      const activity = alone && { ...alone, reads: [], operations: [], jobs: [] };
      const always = singleStore(0, workload.readers.length);
      if (activity && own) addActivity(sum, own, activity, null, unread(m, copies[c], always, 'replica'));
      return sum;
    });
  });

  const billed = (policy: Policy, only: readonly MonthTariffs[], omitted?: Omitted): ExactCost => {
    const [hot, cold] = [stores[policy.hot], stores[policy.cold]];
    if (!hot || !cold) throw new RangeError('a policy names a store that is not a candidate');
    const byLifecycle = movesByLifecycle(hot, cold, policy);
    const written = policy.entry === 'dual' ? [hot, cold] : [hot];
    let atLeast =
      tariffs.cdnUnknown ||
      [hot, cold].some(({ parts }) => parts.isLeast) ||
      (context.writer.egress === 'unknown' &&
        [...written, ...copies].some((store) => writerPaysEgress(context, store)));
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
      for (const [h, asked] of activityOf(policy, workload, month, population, byLifecycle).entries()) {
        const index = h === 0 ? policy.hot : policy.cold;
        const own = vectors[index];
        if (!own) continue;
        const sum = emptied(index);
        const activity = omitted ? without(asked, omitted, h) : asked;
        addActivity(
          sum,
          own,
          activity,
          policy.thresholdDays === null ? null : h === 0 ? cold : hot,
          unread(m, h === 0 ? hot : cold, policy, h === 0 ? 'hot' : 'cold'),
          omitted?.event !== 'copy-egress',
        );
        const role = h === 0 ? 'hot' : 'cold';
        const slot = extra[index] ?? -1;
        if (slot >= 0) sum[slot] = context.limits.subscriptions(policy, role) - 1;
        put(index, sum, activity.arrivals);
      }
      for (const [c, vector] of (replicas[m] ?? []).entries())
        put(stores.length + c, vector, population.arrivals);
      if (sent && writer !== null) put(writer, sent, 0);
      for (const { index, vector } of cdns) put(index, vector, 0);
      total += book.total(indexes, quantities, month.days);
      atLeast ||= book.atLeast(indexes, quantities, month.days);
    }
    return { total: total / only.length, atLeast };
  };
  return {
    of: (policy) => billed(policy, months),
    firstMonth: (policy, omitted) => billed(policy, months.slice(0, 1), omitted).total,
  };
}

function without(activity: StoreActivity, omitted: Omitted, holder: number): StoreActivity {
  if (omitted.event === 'copy-egress') return activity;
  if (omitted.event === 'read')
    return { ...activity, reads: activity.reads.map((times, q) => (q === omitted.reader ? 0 : times)) };
  if ((omitted.holder ?? holder) !== holder) return activity;
  const copied = (exit: StoreActivity['exits'][number]) =>
    exit.because === 'copied' || exit.because === 'transitioned';
  switch (omitted.event) {
    case 'arrive':
      return { ...activity, arrivals: 0 };
    case 'copy':
      return {
        ...activity,
        copiesIn: 0,
        copiesOut: 0,
        transitionsIn: 0,
        exits: activity.exits.filter((exit) => !copied(exit)),
      };
    case 'leave':
      return { ...activity, exits: activity.exits.filter(copied) };
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
