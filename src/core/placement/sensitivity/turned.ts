/** A scenario's desk with one input at another value, and what of all that was billed today may be compared there. */
import type { Scenario } from '../../scenario/scenario.ts';
import { allSteps } from '../../steps.ts';
import { deskAt } from '../desk.ts';
import type { FullDesk } from '../desk.ts';
import type { Judged } from '../desk-types.ts';
import { singlePlacement } from '../ids.ts';
import { storesOf } from '../shape.ts';
import type { Placement } from '../placement.ts';
import { withinLife } from '../within-life.ts';
import type { Asked, Standing } from './known.ts';

/** A placement of other objects, or with a move after the end of their lives. */
const NOWHERE: Judged = {
  low: Infinity,
  high: null,
  effort: 0,
  sureness: null,
  notMeasured: [],
  doubt: 0,
  value: Infinity,
  feasible: 'no',
  violations: [],
  conditions: [],
};

/** `stores`: the most that a plan which is looked for may use. */
export function askedAt(desk: FullDesk, scenario: Scenario, stores: 2 | 3 = 3): Asked {
  const there = deskAt(desk, scenario);
  const isThere = (placement: Placement) =>
    withinLife(there.context, placement)?.timelines.every(
      (one, p) => one.length === placement.timelines[p]?.length,
    ) ?? false;
  return {
    asked: there.asked,
    sure: there.sure,
    judge: (placement) => (isThere(placement) ? there.judge(placement) : NOWHERE),
    best: ({ known = [] } = {}) => there.best({ known: known.filter(isThere), stores, likely: true }),
  };
}

export function standingOf(desk: FullDesk, placement: Placement): Standing {
  const judged = desk.judge(placement);
  return {
    placement,
    id: desk.id(placement),
    arrangement: desk.arrangement(placement),
    judged,
    value: judged.value,
  };
}

/** All that was billed, every store alone among it, the best first. */
export function billedOf(desk: FullDesk): Standing[] {
  allSteps(desk.shownSteps());
  const singles = desk.context.stores.map((_, store) => singlePlacement(desk.context, store));
  return [...new Map([...desk.known.values(), ...singles].map((one) => [desk.id(one), one])).values()]
    .map((one) => standingOf(desk, one))
    .sort((a, b) => a.value - b.value || (a.id < b.id ? -1 : 1));
}

export function holds({ context }: FullDesk, placement: Placement, store: number): boolean {
  return storesOf(context, placement).includes(store);
}
