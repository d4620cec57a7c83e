/** The exact usage of a policy in a month, store by store: what the bill of a plan is made from. */
import type { Usage } from '../pricing/usage.ts';
import type { Month } from '../workload/months.ts';
import type { Population } from '../workload/population.ts';
import { accessTierHours, heldBy } from './access-tiers.ts';
import type { Holder } from './access-tiers.ts';
import { activityOf } from './activity.ts';
import type { StoreActivity } from './activity.ts';
import { cdnUses } from './cdns.ts';
import { transferStore, writerPaysEgress } from './plan-context.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Policy } from './policy.ts';
import { rolesOf } from './store-demand.ts';
import { movesByLifecycle, termsOf } from './store-parts.ts';
import { sumParts } from './usage-parts.ts';
import type { UsagePart } from './usage-parts.ts';

/** Usages of the policy's stores (hot first), the copies, the writer's provider and the CDNs that readers come through. */
export function usagesOf(
  context: PlanContext,
  policy: Policy,
  month: Month,
  population: Population,
): Usage[] {
  const roles = rolesOf(policy);
  const { workload, stores, scenario } = context;
  const [hot, cold] = [stores[policy.hot], stores[policy.cold]];
  if (!hot || !cold) throw new RangeError('a policy names a store that is not a candidate');
  const two = policy.thresholdDays !== null;
  const activity = activityOf(
    policy,
    workload,
    month,
    population,
    two && movesByLifecycle(hot, cold, policy),
  );
  const held: { store: PlacedStore; other: PlacedStore | null; activity: StoreActivity; as: Holder }[] = [];
  if (activity[0]) held.push({ store: hot, other: two ? cold : null, activity: activity[0], as: 'hot' });
  if (activity[1]) held.push({ store: cold, other: hot, activity: activity[1], as: 'cold' });
  for (const store of context.copies)
    held.push({ store, other: null, activity: copyActivity(context, month, population), as: 'replica' });

  const usage = (store: string, region: string, part: UsagePart): Usage => ({
    store,
    region,
    asOf: scenario.asOf,
    ...(scenario.knownOn ? { knownOn: scenario.knownOn } : {}),
    period: month.period,
    ...part,
  });
  const usages = held.map(({ store, other, activity: own, as }, holder) => {
    const role = roles[holder];
    const tiers = store.edition.rules.storage.accessTiers;
    const unread =
      tiers.length > 0
        ? accessTierHours(tiers, workload, month, population, heldBy(policy, workload, as))
        : [];
    const subscriptions = role ? context.limits.subscriptions(policy, role) : 1;
    return {
      ...usage(store.store, store.region, sumParts(termsOf(store.parts, own, other, unread))),
      ...(subscriptions > 1 ? { subscriptions } : {}),
    };
  });

  const writerTerms = held.flatMap(({ store, activity: { arrivals } }) =>
    store.parts.writerEgress && writerPaysEgress(context, store)
      ? [{ part: store.parts.writerEgress, times: arrivals }]
      : [],
  );
  if (writerTerms.some((term) => term.times > 0)) {
    usages.push(
      usage(transferStore(context.writer.site.provider), context.writer.site.region, sumParts(writerTerms)),
    );
  }
  for (const { store, region, part } of cdnUses(context)) usages.push(usage(store, region, part(population)));
  return usages;
}

/** A replica holds every object from arrival and is never read. */
function copyActivity(context: PlanContext, month: Month, population: Population): StoreActivity {
  const [alone] = activityOf(
    singleStore(0, context.workload.readers.length),
    context.workload,
    month,
    population,
  );
  if (!alone) throw new RangeError('a single store has one activity');
  return {
    ...alone,
    reads: alone.reads.map(() => 0),
    operations: alone.operations.map(() => 0),
    jobs: alone.jobs.map(() => 0),
  };
}
