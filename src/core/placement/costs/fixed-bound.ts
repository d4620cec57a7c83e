/** The part of the bound that every policy shares. */
import type { Underestimate } from '../../pricing/totals/underestimates.ts';
import type { PlanContext } from '../context/types.ts';
import type { PlanTariffs, Vector } from './tariffs.ts';
import { dot } from '../../dot.ts';

/** Copies and CDNs, the same for every policy, less what the writer's allowance can be worth. */
export function fixedBound(
  context: PlanContext,
  tariffs: PlanTariffs,
  underestimates: readonly Underestimate[],
): number {
  const { stores, copies, workload } = context;
  const least = (index: number, vector: Vector | null | undefined) => {
    const perUnit = underestimates[index]?.perUnit;
    return vector && perUnit ? dot(perUnit, vector) : 0;
  };
  const credit = (index: number) => underestimates[index]?.credit ?? 0;
  let total = tariffs.writer === null ? 0 : -credit(tariffs.writer);
  for (const [c] of copies.entries()) total -= credit(stores.length + c);
  for (const { month, population, stores: vectors, cdns } of tariffs.months) {
    let own = 0;
    for (const [c] of copies.entries()) {
      const index = stores.length + c;
      const hours =
        (population.objectDaysBelow(workload.lifeDays) + population.standing.objects * month.days) * 24;
      own +=
        population.arrivals * least(index, vectors[index]?.arrival) +
        hours *
          Math.min(
            ...[vectors[index]?.holding, ...(vectors[index]?.holdingUnread ?? [])].map((one) =>
              least(index, one),
            ),
          );
      if (tariffs.writer !== null)
        own += population.arrivals * least(tariffs.writer, vectors[index]?.writerEgress);
    }
    for (const { index, vector } of cdns) own += least(index, vector) - credit(index);
    total += own / tariffs.months.length;
  }
  return total;
}
