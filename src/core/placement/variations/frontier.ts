/**
 * Cost against p99 from the slowest to the fastest: at each step the cheapest placement that keeps a p99, whatever it takes to run.
 * Asked after the answer, a search for each step; what it finds joins what the answer shows.
 */
import { allSteps } from '../../steps.ts';
import type { Steps } from '../../steps.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { byRank } from '../answer/answered.ts';
import { candidateFor } from '../answer/certified.ts';
import { NO_EFFORT } from '../answer/effort.ts';
import { deskAt } from '../desk.ts';
import type { FullDesk } from '../desk.ts';

type Swept = Pick<Plan, 'candidates' | 'frontier' | 'frontierStep'>;

/** From the p99 of the cheapest to that of the fastest known; beyond it as many at most. */
const STEPS = 20;
/** p99s closer than this are not told apart. */
const LEAST_STEP = 0.01;
/** Evaluations granted to a search. */
const SCANS = 200;

export function planFrontier(desk: FullDesk, plan: Plan): Swept {
  return allSteps(frontierSteps(desk, plan));
}

/**
 * The same with a pause before each search. Without two placements of known cost and p99 there is nothing to sweep. `curves`: what is
 * found has the points of its latencies.
 */
export function* frontierSteps(desk: FullDesk, plan: Plan, curves = false): Steps<Swept> {
  const points = plan.candidates.flatMap(pointOf);
  const [slowest, fastest] = [least(points, Infinity)?.p99Ms, Math.min(...points.map(({ p99Ms }) => p99Ms))];
  if (slowest === undefined || points.length < 2) return plan;
  const step = Math.max((slowest / fastest) ** (1 / STEPS) - 1, LEAST_STEP);
  // What is found here changes no answer.
  const own = deskAt(desk, desk.scenario);
  let limitMs = slowest;
  for (let k = 0; k < 2 * STEPS; k += 1) {
    yield;
    const known = least(points, limitMs);
    const { best: found } = yield* own.at(0, known?.total ?? Infinity, {
      effort: NO_EFFORT,
      scans: SCANS,
      withinMs: limitMs,
    });
    const [point] = found ? pointOf({ ...candidateFor(own, found, curves), card: null }) : [];
    if (point && points.every(({ candidate }) => candidate.id !== point.candidate.id)) points.push(point);
    const best = point ?? known;
    if (!best) break;
    // The cheapest for a p99 is the cheapest for every shorter one that it keeps.
    limitMs = Math.min(limitMs, best.p99Ms) / (1 + step);
  }
  const shown = new Set(plan.candidates.map(({ id }) => id));
  const on = frontierOf(points, step);
  return {
    candidates: [...plan.candidates, ...on.filter(({ id }) => !shown.has(id))].sort(byRank),
    frontier: on.map(({ id }) => id),
    frontierStep: step,
  };
}

interface Point {
  candidate: Candidate;
  total: number;
  p99Ms: number;
}

/** Nothing where the cost or the p99 is not known, or something is broken. */
function pointOf(candidate: Candidate): Point[] {
  const { monthly, read, violations } = candidate;
  if (read.p99Ms === null || monthly.atLeast || violations.length > 0) return [];
  return [{ candidate, total: monthly.total, p99Ms: read.p99Ms }];
}

/** The cheapest that keeps a p99, of those the fastest. */
function least(points: readonly Point[], limitMs: number): Point | undefined {
  return points
    .filter(({ p99Ms }) => p99Ms <= limitMs)
    .sort((a, b) => a.total - b.total || a.p99Ms - b.p99Ms)[0];
}

/** Each faster by more than a step than all that cost less. */
function frontierOf(points: readonly Point[], step: number): Candidate[] {
  let fastest = Infinity;
  return points
    .toSorted((a, b) => a.total - b.total || a.p99Ms - b.p99Ms)
    .filter(({ p99Ms }) => {
      const isOn = p99Ms * (1 + step) <= fastest;
      if (isOn) fastest = p99Ms;
      return isOn;
    })
    .map(({ candidate }) => candidate);
}
