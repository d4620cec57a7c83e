/** The objects of a plan as the search counts them: how many there are and are read, up to each age at which they may be moved. */
import type { Workload } from '../../workload/workload.ts';
import { meanMonth } from '../bill/month-of.ts';
import type { PlacedPopulation } from '../context/populations.ts';
import type { PlanContext } from '../context/types.ts';
import type { Population, Tier } from '../search/problem.ts';

/** `kindOf`: the place of a size class among the uses; `tiersOf`: what holding uses besides, by store. */
export function searchPopulations(
  { populations, workload }: PlanContext,
  kindOf: (sizeClass: number) => number,
  tiersOf: (population: PlacedPopulation, ages: Float64Array) => ReadonlyMap<number, readonly Tier[]>,
): Population[] {
  const moving = Float64Array.of(0, ...workload.edges, workload.lifeDays);
  return populations.map((one): Population => {
    const common = { kind: kindOf(one.sizeClass), sizeClass: one.sizeClass };
    const mean = (of: (month: Month) => number) => meanMonth(one.workload, of);
    if (one.stream === 'old') {
      const ages = Float64Array.of(0, Infinity);
      return {
        ...common,
        stream: 1,
        ages,
        hours: Float64Array.of(
          0,
          mean(({ population }) => population.standing.objects),
        ),
        reads: Float64Array.of(
          0,
          mean(({ population }) => population.reads),
        ),
        reaching: new Float64Array(2),
        expires: false,
        tiers: tiersOf(one, ages),
      };
    }
    const by = (of: (month: Month, age: number) => number) =>
      Float64Array.from(moving, (age) => mean((month) => of(month, age)));
    return {
      ...common,
      stream: 0,
      ages: moving,
      hours: by(({ month, population }, age) => population.objectDaysBelow(age) / month.days),
      reads: by(({ population }, age) =>
        // Shares by age are of all that is read at any.
        age >= workload.lifeDays ? population.reads : population.reads * population.readShareBelow(age),
      ),
      reaching: by(({ population }, age) => (age === 0 ? population.arrivals : population.reaching(age))),
      expires: workload.expiryDays !== null,
      tiers: tiersOf(one, moving),
    };
  });
}

type Month = Workload['months'][number];
