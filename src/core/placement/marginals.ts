/** What single events of a plan add to its bill. */
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';
import type { Term } from './store-parts.ts';
import type { PlanTariffs } from './tariffs.ts';
import { usagesOf } from './usages.ts';
import type { HolderTerm } from './usages.ts';

type Alter = (term: HolderTerm) => Term | null;

/** The exact total of the plan's first month less its total without what `alter` takes away. */
export function marginals(
  context: PlanContext,
  tariffs: PlanTariffs,
  policy: Policy,
): (alter: Alter) => number {
  const first = context.workload.months[0];
  if (!first) return () => 0;
  const total = (alter?: Alter) =>
    tariffs.totalOf(usagesOf(context, policy, first.month, first.population, alter), first.month.days);
  const whole = total();
  return (alter) => whole - total(alter);
}
