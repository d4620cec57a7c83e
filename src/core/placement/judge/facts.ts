/** Whether a placement keeps to the limits and the facts that a scenario asks for, and what of that still has to come true. */
import type { Candidate, Condition } from '../../report/plan-types.ts';
import type { Violation } from '../../report/verdict.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement } from '../placement.ts';

export interface Judgement {
  violations: Violation[];
  conditions: Condition[];
  keeps: Candidate['keeps'];
}

/** Of the exact busiest month, with headroom. Latency, budget and bills are judged elsewhere. */
export function judgeOf(_context: PlanContext): (placement: Placement) => Judgement {
  throw new Error('not yet');
}
