/** What the search found, as a placement of the plan. */
import { itemAt } from '../../at.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement, Stage } from '../placement.ts';
import type { Placed } from '../search/problem.ts';
import { groundOf } from './ground.ts';

export function placementOf(context: PlanContext, { stages }: Pick<Placed, 'stages'>): Placement {
  const { populations } = groundOf(context);
  const asksMore = context.workload.operationsPerDay.length > 0;
  return {
    timelines: stages.map((own, p) => {
      const { ages } = itemAt(populations, p);
      return own.map((stage): Stage => ({
        fromDays: ages[stage.from]!,
        holders: [...stage.holders].sort((a, b) => a - b),
        // Where nothing else is asked of stores, none answers it.
        servers: asksMore ? stage.servers : [...stage.servers, -1],
        entered: stage.entered,
      }));
    }),
  };
}
