/** The most that rounding up to whole billed units can add to a plan's month. */
import { sheetOf } from '../../pricing/sheets/sheet-of.ts';
import { storesOfAny } from '../not-by-age/placement.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import type { PlanContext } from '../context/types.ts';

/** In the plan's currency; 0 where nothing of it is rounded. */
export function mostRounding(context: PlanContext, placement: AnyPlacement): number {
  const { scenario, archive, billing, stores } = context;
  let most = 0;
  for (const s of storesOfAny(placement)) {
    const store = stores[s];
    if (!store) continue;
    const { asOf, knownOn } = scenario;
    const rounded = { ...billing, unrounded: false };
    const sheet = sheetOf(archive, { store: store.store, region: store.region, asOf, knownOn }, rounded);
    if (!('meters' in sheet)) continue;
    const rate =
      billing.inDollars && sheet.currency !== 'USD' ? Number(billing.fx?.[sheet.currency] ?? 1) : 1;
    const pools = new Map<string, number>();
    for (const { pool, quantum, schedule } of sheet.meters) {
      const dearest = Math.max(0, ...schedule.prices.map((price) => price ?? 0));
      pools.set(pool, Math.max(pools.get(pool) ?? 0, quantum * dearest * rate));
    }
    for (const one of pools.values()) most += one;
  }
  return most;
}
