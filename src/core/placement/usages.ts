/** The exact usage of a policy in a month, store by store: what the bill of a plan is made from. */
import type { Usage } from '../pricing/usage.ts';
import type { Month } from '../workload/months.ts';
import type { Population } from '../workload/population.ts';
import { activityOf } from './activity.ts';
import type { StoreActivity } from './activity.ts';
import { transferStore, writerPaysEgress } from './plan-context.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Policy } from './policy.ts';
import { rolesOf } from './store-demand.ts';
import { movesByLifecycle, termsOf } from './store-parts.ts';
import { egressPart, sumParts } from './usage-parts.ts';
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
  const held: { store: PlacedStore; other: PlacedStore | null; activity: StoreActivity }[] = [];
  if (activity[0]) held.push({ store: hot, other: two ? cold : null, activity: activity[0] });
  if (activity[1]) held.push({ store: cold, other: hot, activity: activity[1] });
  for (const copy of context.copies)
    held.push({ store: copy, other: null, activity: copyActivity(context, month, population) });

  const usage = (store: string, region: string, part: UsagePart): Usage => ({
    store,
    region,
    asOf: scenario.asOf,
    ...(scenario.knownOn ? { knownOn: scenario.knownOn } : {}),
    period: month.period,
    ...part,
  });
  const usages = held.map(({ store, other, activity: own }, holder) => {
    const role = roles[holder];
    const subscriptions = role ? context.limits.subscriptions(policy, role) : 1;
    return {
      ...usage(store.store, store.region, sumParts(termsOf(store.parts, own, other))),
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
  for (const reader of workload.readers) {
    if (!reader.via) continue;
    const bytes =
      workload.classes.reduce((sum, one) => sum + one.share * one.readBytes, 0) *
      population.reads *
      reader.share;
    const [via = '', region = 'everywhere'] = reader.via.split('@');
    usages.push(usage(via, region, egressPart('internet', bytes)));
  }
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
