/** Placements by name: what each is called, and those that an id or an architect names. */
import type { Candidate } from '../report/plan-types.ts';
import type { PlanContext } from './context/types.ts';
import type { Placement } from './placement.ts';

/** Which holder answers: `what` is a reader, then a job, then the other operations, as in `Stage.servers`; −1: none may. */
export type Serve = (population: number, holders: readonly number[], what: number) => number;

export interface AgeSplit {
  hot: number;
  cold: number;
  thresholdDays: number;
  entry: 'tier' | 'dual';
}

/** Everything in one store, and in the demanded copies. */
export function singlePlacement(_context: PlanContext, _store: number, _serve?: Serve): Placement {
  throw new Error('not yet');
}

/** New objects in one store until an age and in another from then on; standing ones in the other. */
export function agePlacement(_context: PlanContext, _split: AgeSplit, _serve?: Serve): Placement {
  throw new Error('not yet');
}

export function placementId(_context: PlanContext, _placement: Placement): string {
  throw new Error('not yet');
}

/** The id without its ages: what stays when only a move comes earlier or later. */
export function arrangementOf(_context: PlanContext, _placement: Placement): string {
  throw new Error('not yet');
}

export function kindOf(_context: PlanContext, _placement: Placement): Candidate['kind'] {
  throw new Error('not yet');
}

/** Chosen stores, not the demanded copies: in the order in which they are entered. */
export function storesOf(_context: PlanContext, _placement: Placement): number[] {
  throw new Error('not yet');
}

/** A placement made for another variation of the scenario: moves at ages that no object reaches do not happen. Null: its populations are others. */
export function withinLife(_context: PlanContext, _placement: Placement): Placement | null {
  throw new Error('not yet');
}
