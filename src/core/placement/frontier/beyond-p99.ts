/** What is asked besides the two things a frontier of cost against p99 shows. */
import type { PlanContext } from '../context/types.ts';

/** As violations name them. */
export const BEYOND: readonly string[] = ['readP99', 'read p99', 'budget'];

/** The same plan without a limit on the p99 of all reads, or on cost. */
export function beyondP99(context: PlanContext): PlanContext {
  const { readP99: _p99, budget: _budget, latency, ...others } = context.scenario.requirements;
  const rest = latency?.map((one) =>
    one.of === 'write' || one.metric === 'firstByte' || one.at !== undefined
      ? one
      : { ...one, p99: undefined },
  );
  const requirements = rest === undefined ? others : { ...others, latency: rest };
  return { ...context, scenario: { ...context.scenario, requirements } };
}
