/** What the search found, as a placement of the plan. */
import { itemAt } from '../../at.ts';
import { memoWith } from '../../memo.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement, Stage } from '../placement.ts';
import type { Placed } from '../search/problem.ts';
import { groundOf } from './ground.ts';

/** Made once for the stages of a plan: its bill asks for it, then what accepts it. */
export function placementOf(context: PlanContext, { stages }: Pick<Placed, 'stages'>): Placement {
  return placedIn(context)(stages);
}

const placedIn = memoWith((context: PlanContext) =>
  memoWith((stages: Placed['stages']) => made(context, stages)),
);

function made(context: PlanContext, stages: Placed['stages']): Placement {
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
