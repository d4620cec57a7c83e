/** The exact usage of a placement in a month, store by store: what the bill of a plan is made from. */
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import type { Held } from '../../workload/unread.ts';
import { accessTierHours, heldBy, heldByReplica } from './access-tiers.ts';
import { activityOf, replicaActivity } from './activity.ts';
import type { StoreActivity } from './activity.ts';
import { cdnUses } from './cdns.ts';
import { chainOf, serverOf } from '../chain.ts';
import type { Chain, Placement } from '../chain.ts';
import { secondOf } from '../worked/served.ts';
import { transferStore, writerPaysEgress } from './writer-egress.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { termsOf } from './store-parts.ts';
import type { Term } from './store-parts.ts';
import { sumParts } from './usage-parts.ts';
import type { UsagePart } from './usage-parts.ts';

interface Holding {
  store: PlacedStore;
  /** Where copies go. */
  other: PlacedStore | null;
  activity: StoreActivity;
  /** Second requests of reads that another holder was asked for first. */
  hedges: readonly Term[];
  held(): Held;
  subscriptions: number;
}

/** Usages of the placement's stores (hot first), the copies, the writer's provider and the CDNs that readers come through. */
export function usagesOf(
  context: PlanContext,
  placement: Placement,
  month: Month,
  population: Population,
): Usage[] {
  const { workload, stores, scenario } = context;
  const chain = chainOf(placement);
  const activities = activityOf(chain, stores, workload, month, population);
  const holdings = chain.stays.flatMap((stay, i): Holding[] => {
    const [store, activity] = [stores[stay.store], activities[i]];
    if (!store || !activity) throw new RangeError('a policy names a store that is not a candidate');
    return [
      {
        store,
        other: stores[chain.stays[activity.copiesInto]?.store ?? -1] ?? null,
        activity,
        hedges: hedgesAt(context, chain, i, store, population),
        held: () => heldBy(chain, workload, i),
        subscriptions: context.limits.subscriptions(chain, i),
      },
    ];
  });
  for (const store of context.copies)
    holdings.push({
      store,
      other: null,
      activity: replicaActivity(workload, month, population),
      hedges: [],
      held: () => heldByReplica(workload),
      subscriptions: 1,
    });

  const usage = (store: string, region: string, part: UsagePart, subscriptions = 1): Usage => ({
    store,
    region,
    asOf: scenario.asOf,
    knownOn: scenario.knownOn,
    period: month.period,
    byteHours: part.byteHours,
    held: part.held,
    accessTiers: part.accessTiers,
    requests: part.requests,
    egress: part.egress,
    deletedEarly: part.deletedEarly,
    transitionsIn: part.transitionsIn,
    subscriptions: subscriptions > 1 ? subscriptions : undefined,
  });
  const usages = holdings.map(({ store, other, activity, hedges, held, subscriptions }) => {
    const tiers = store.edition.rules.storage.accessTiers;
    const unread = tiers.length > 0 ? accessTierHours(tiers, workload, month, population, held()) : [];
    const terms = termsOf(store.parts, activity, other, unread);
    const part = sumParts(hedges.length > 0 ? [...terms, ...hedges] : terms);
    return usage(store.store, store.region, part, subscriptions);
  });

  const writerTerms = holdings.flatMap(({ store, activity: { arrivals } }) =>
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

function hedgesAt(
  { workload, stores }: PlanContext,
  { stays, stretches }: Chain,
  stay: number,
  store: PlacedStore,
  population: Population,
): Term[] {
  const hedges: Term[] = [];
  let below = 0;
  for (const stretch of stretches) {
    const through = stretch.toDays === null ? 1 : population.readShareBelow(stretch.toDays);
    const share = through - below;
    below = through;
    // Where one store holds, there is no other to ask.
    if (stretch.holders.length < 2) continue;
    for (const [q, reader] of workload.readers.entries()) {
      if (secondOf(stretch, q) !== stay) continue;
      const first = stores[stays[serverOf(stretch, q)]?.store ?? -1];
      const part = first?.parts.readAway(store, q);
      if (part) hedges.push({ part, times: population.reads * reader.share * share });
    }
  }
  return hedges;
}
