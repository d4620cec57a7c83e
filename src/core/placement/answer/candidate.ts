/** A placement worked out in full: what it costs, how it answers, what has to be run. */
import type {
  Candidate,
  Effort,
  JobOutcome,
  LatencySummary,
  MissingMeasurement,
  ReadLatency,
  Run,
} from '../../report/plan-types.ts';
import type { PlanContext } from '../context/types.ts';
import type { Judged } from '../desk-types.ts';
import type { Placement } from '../placement.ts';

/** What the judges and the rule say of a placement. */
export interface CandidateSources {
  context: PlanContext;
  judge(
    placement: Placement,
  ): Pick<Judged, 'feasible' | 'sureness' | 'notMeasured' | 'violations' | 'conditions'>;
  keeps(placement: Placement): Candidate['keeps'];
  read(placement: Placement): ReadLatency;
  write(placement: Placement): LatencySummary;
  jobs(placement: Placement): JobOutcome[];
  missing(placement: Placement): MissingMeasurement[];
  effort(placement: Placement, runs: readonly Run[]): Effort;
}

export function candidateOf(_sources: CandidateSources, _placement: Placement): Omit<Candidate, 'card'> {
  throw new Error('not yet');
}

/** What has to be set up and kept running; none for one store. */
export function runsOf(_context: PlanContext, _placement: Placement): Run[] {
  throw new Error('not yet');
}
