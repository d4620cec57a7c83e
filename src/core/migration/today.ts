/** Today's placement worked out like any other: its parts, its bills, and whether it meets the requirements. */
import type { Finding } from '../findings/index.ts';
import { oneStore } from '../placement/context/candidate-stores.ts';
import { linesOf } from '../placement/bill/lines.ts';
import { wantedPlacement } from '../placement/answer/answered.ts';
import { candidateFor } from '../placement/answer/certified.ts';
import { deskOf } from '../placement/desk.ts';
import { storeNamesOf } from '../placement/context/store-names.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { verdictOfShort } from '../placement/judge/facts.ts';
import { askShorts } from '../placement/judge/keeps.ts';
import type { Short } from '../placement/judge/keeps.ts';
import { bill } from '../pricing/bills/bill.ts';
import type { Candidate } from '../report/plan-types.ts';
import { currentParts } from '../scenario/current.ts';
import type { CurrentPart } from '../scenario/current.ts';
import type { Question } from '../question.ts';
import { partOf, usagesOfParts } from './part.ts';
import type { PlacementPart } from './part.ts';
import type { Feasible } from '../report/verdict.ts';

export interface TodayWorked {
  id: string;
  parts: PlacementPart[];
  /** Of a placement in one part. */
  candidate: Candidate | null;
  feasible: Feasible;
}

/** Or the reason why it cannot be counted. `candidates`: stores of the plan it stands beside. */
export function todayOf(
  question: Question,
  candidates: readonly string[],
): TodayWorked | { reason: Finding } {
  const worked: { candidate: Candidate; part: PlacementPart }[] = [];
  for (const part of currentParts(question.scenario.current)) {
    const one = todaysPart(part, question, candidates);
    if ('reason' in one) return one;
    worked.push(one);
  }
  const verdicts = new Set(worked.map(({ candidate }) => candidate.feasible));
  const [only] = worked;
  return {
    id: worked.map(({ candidate }) => candidate.id).join(' + '),
    parts: worked.map(({ part }) => part),
    candidate: worked.length === 1 ? (only?.candidate ?? null) : null,
    // The tail of a mixture lies between those of its parts.
    feasible: verdicts.size === 1 ? (only?.candidate.feasible ?? 'unproven') : 'unproven',
  };
}

function todaysPart(
  { share, hot, split }: CurrentPart,
  question: Question,
  candidates: readonly string[],
): { candidate: Candidate; part: PlacementPart } | { reason: Finding } {
  const { scenario, archive } = question;
  const { exclude } = scenario.requirements;
  const requirements = { ...scenario.requirements, exclude: [] };
  const refs: string[] = [];
  const shorts: Short[] = [];
  for (const ref of split ? [hot, split.cold] : [hot]) {
    const found = oneStore(ref, { ...scenario, requirements }, archive);
    if ('reason' in found) return found;
    refs.push(found.ref);
    shorts.push(...askShorts(found));
  }
  // What rules out other stores is told of today's, which are billed all the same.
  const unasked = { features: [], certifications: [], owner: 'any', sla: undefined };
  const free = { ...scenario, requirements: { ...requirements, ...unasked } };
  const [hotRef = '', coldRef = ''] = refs;
  // Beside the other stores, so that it is judged by the same measurements as they are.
  const stores = [...new Set([...refs, ...candidates])];
  const desk = deskOf({ ...question, scenario: { ...free, stores, current: null } });
  const { context } = desk;
  const placement = split
    ? wantedPlacement(desk, {
        hot: hotRef,
        cold: coldRef,
        thresholdDays: split.afterDays,
        entry: split.entry,
      })
    : (desk.singles()[context.stores.findIndex(({ ref }) => ref === hotRef)] ?? null);
  if (!placement) {
    const left = context.excluded.find(({ store }) => refs.includes(store));
    return {
      reason: left?.reason ?? {
        code: 'store-left-out',
        store: hotRef,
        reason: 'it cannot hold these objects',
      },
    };
  }
  const candidate = candidateFor(desk, placement);
  const barred = exclude.filter((name) =>
    refs.some((ref) => ref === name || ref.startsWith(`${name}/`) || ref.startsWith(`${name}@`)),
  );
  const told = shorts.map((short) => verdictOfShort(short, storeNamesOf(context)));
  const violations = told.flatMap((one) => one.violations);
  if (barred.length > 0)
    violations.push({
      requirement: 'exclude',
      required: `without ${barred.join(', ')}`,
      found: "today's placement uses it",
    });
  const conditions = told.flatMap((one) => one.conditions);
  const { feasible } = candidate;
  const open = conditions.length > 0 && feasible === 'yes' ? 'unproven' : feasible;
  return {
    candidate: {
      ...candidate,
      feasible: violations.length > 0 ? 'no' : open,
      violations: [...candidate.violations, ...violations],
      conditions: [...candidate.conditions, ...conditions],
    },
    part: partOf(context, placement, share),
  };
}

/** Bills of every month of the horizon, all parts together. */
export function monthsOfToday(context: PlanContext, { parts }: TodayWorked) {
  return context.workload.horizon.map(({ month }, m) => {
    const set = bill(usagesOfParts(parts, m), context.archive, context.billing);
    return {
      month: month.label,
      total: set.total,
      atLeast: set.atLeast,
      lines: linesOf(set, context.scenario.fx),
    };
  });
}
