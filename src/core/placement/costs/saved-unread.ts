/** What access tiers that follow reads by themselves can save a holder: the bound's share of them. */
import type { Underestimate } from '../../pricing/totals/underestimates.ts';
import { chainOf } from '../chain.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import { accessTierHours, heldBy } from './access-tiers.ts';
import type { PlanTariffs } from './tariffs.ts';
import { dot } from '../../dot.ts';

/** What a holder saves at the most by what lies unread in it: it answers no more readers than it must. Zero where a store has no tiers. */
export function savedUnread(
  { workload, stores }: PlanContext,
  tariffs: PlanTariffs,
  s: number,
  { perUnit }: Underestimate,
  holding: readonly number[],
): (edge: number, holder: 'hot' | 'cold' | 'cold-dual') => number {
  const tiers = stores[s]?.edition.rules.storage.accessTiers ?? [];
  if (tiers.length === 0) return () => 0;
  const less = tariffs.months.map(({ stores: vectors }, m) =>
    (vectors[s]?.holdingUnread ?? []).map((vector) => Math.max(0, (holding[m] ?? 0) - dot(perUnit, vector))),
  );
  const nobody = workload.readers.map(() => false);
  const everybody = workload.readers.map(() => true);
  return (edge, holder) => {
    const policy: Policy = {
      hot: s,
      cold: s,
      thresholdDays: edge,
      entry: holder === 'cold' ? 'tier' : 'dual',
      coldServes: holder === 'hot' ? everybody : nobody,
    };
    const held = heldBy(chainOf(policy), workload, holder === 'hot' ? 0 : 1);
    const totals = tariffs.months.map(({ month, population }, m) =>
      accessTierHours(tiers, workload, month, population, held).reduce(
        (total, hours, t) => total + hours * (less[m]?.[t] ?? 0),
        0,
      ),
    );
    return totals.reduce((total, one) => total + one, 0) / totals.length;
  };
}
