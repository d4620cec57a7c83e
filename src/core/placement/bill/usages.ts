/** The usages of a placement in a month: what its bill is made from. One for each store and region, and what carries bytes to them. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import type { PlanContext } from '../context/types.ts';
import { cdnUses } from '../costs/cdns.ts';
import { sumParts } from '../costs/usage-parts.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { transferStore } from '../costs/writer-egress.ts';
import { storesOf } from '../shape.ts';
import type { Placement } from '../placement.ts';
import { subscriptionsOf } from './demand.ts';
import { heldStores } from './parts.ts';
import { WORKERS } from '../routing.ts';
import { ROUTER, WRITER } from './term.ts';
import type { Term, Which } from './term.ts';
import { termsOf } from './terms.ts';

/** Of each month from the first on that is asked for. */
export function usagesOf(
  context: PlanContext,
  placement: Placement,
  which: Which = 'months',
  from = 0,
): Usage[][] {
  const subscriptions = subscriptionsOf(context, placement);
  return context.workload[which]
    .slice(from)
    .map((_, i) =>
      usagesIn(
        context,
        storesOf(context, placement),
        termsOf(context, placement, which, from + i),
        subscriptions,
        which,
        from + i,
      ),
    );
}

/** Of terms of month `m`, of which some may be left out to see what they add. `chosen`: stores that are used, whatever their terms. */
export function usagesIn(
  context: PlanContext,
  chosen: readonly number[],
  terms: readonly Term[],
  subscriptions: ReadonlyMap<number, number>,
  which: Which,
  m: number,
): Usage[] {
  const { scenario, workload, writer } = context;
  const { month, population } = itemAt(workload[which], m);
  const held = heldStores(context);
  const sites = new Map<string, { store: string; region: string; terms: Term[]; subscriptions: number }>();
  const made = (s: number) => {
    const { store, region } =
      s === WRITER
        ? { store: transferStore(writer.site.provider), region: writer.site.region }
        : s === ROUTER
          ? WORKERS
          : itemAt(held, s);
    const key = `${store}@${region}`;
    const site = sites.get(key) ?? { store, region, terms: [], subscriptions: 1 };
    sites.set(key, site);
    return site;
  };
  const siteOf = memo(made);
  const copies = context.copies.map((_, c) => context.stores.length + c);
  for (const s of [...chosen, ...copies])
    siteOf(s).subscriptions = Math.max(siteOf(s).subscriptions, subscriptions.get(s) ?? 1);
  for (const term of terms) siteOf(term.store).terms.push(term);
  const usage = (store: string, region: string, part: UsagePart, opened = 1): Usage => ({
    ...part,
    store,
    region,
    asOf: scenario.asOf,
    ...(scenario.knownOn ? { knownOn: scenario.knownOn } : {}),
    period: month.period,
    ...(opened > 1 ? { subscriptions: opened } : {}),
  });
  return [
    ...[...sites.values()].map((site) =>
      usage(site.store, site.region, sumParts(site.terms), site.subscriptions),
    ),
    ...cdnUses(context).map(({ store, region, part }) => usage(store, region, part(population))),
  ];
}
