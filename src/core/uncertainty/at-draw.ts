/** The plans of a scenario in one draw: the same placements, billed and judged exactly at the values drawn. */
import { effortOf, effortPrices, mechanismsOf } from '../placement/answer/effort.ts';
import type { FullDesk } from '../placement/desk.ts';
import { candidateLatency } from '../placement/judge/latency.ts';
import { latenessOf } from '../placement/judge/lateness.ts';
import { surenessOf } from '../placement/judge/sureness.ts';
import { weighed } from '../placement/judge/weighed.ts';
import { withinLife } from '../placement/within-life.ts';
import type { Placement } from '../placement/placement.ts';
import { roomOf } from '../placement/room.ts';
import type { Room } from '../placement/room.ts';
import type { Archive } from '../pricing/archive.ts';
import type { Feasible } from '../report/verdict.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { atLevel } from '../latency/levels.ts';
import type { Prediction } from '../latency/types.ts';
import { lazily, memo, remembered } from '../memo.ts';

export interface PlanAtDraw {
  /** The bill, and the bill with what has to be run for it. */
  cost: number;
  worth: number;
  atLeast: boolean;
  feasible: Feasible;
  requirements: { requirement: string; verdict: Feasible }[];
  p99Ms: number | null;
}

/** Operations and bytes a second that a store publishes: no requirement of the scenario's, but none of its plans may pass them. */
const LIMITS = 'limits';

/** A scenario at the values drawn. */
export interface Draw {
  cost(placement: Placement): number;
  /** Bill + effort + doubt, as the rule would see it there: infinite where it would not be recommended. */
  value(placement: Placement): number;
  /** `levelOf`: by store, where its latencies lie in their band. */
  judge(levelOf: (store: number) => number): (placement: Placement) => PlanAtDraw;
}

/** Stores keep their places: which may be used does not hang on a draw. */
export function drawOf(desk: FullDesk, scenario: Scenario, archive: Archive): Draw {
  const sizes = new Set(desk.context.workload.classes.flatMap((one) => [one.sizeBytes, one.readBytes]));
  const sizeOf = (bytes: number) => (sizes.has(bytes) || bytes === 0 ? bytes : inSteps(bytes));
  const rooms = memo((cdn: string) =>
    roomOf({ ...desk.question, archive }, scenario, { cdn: cdn === '' ? undefined : cdn, sizeOf }),
  );
  /** Of a placement, with its life as it is there: bill, effort and hard facts. */
  const there = memo((placement: Placement) => {
    const room = rooms(placement.cdn ?? '');
    const here = withinLife(room.context, placement);
    return { room, here, ...room.bill(here), ...room.judgement(here) };
  });
  const base = desk.base().placement;
  const baseBill = lazily(() => (base ? (there(base).high ?? there(base).low) : 0));
  const prices = lazily(() => effortPrices(scenario, baseBill(), desk.inDollars));
  const effort = (placement: Placement) =>
    effortOf(mechanismsOf(there(placement).room.context, placement), prices()).total;
  const { asked, budget } = desk;
  const doubtBase = desk.base().amount > 0 ? desk.doubtBase() / desk.base().amount : 0;
  const doubtOf = (level: number | null) => {
    if (asked === null || level === null || level >= asked) return 0;
    return scenario.doubt === 'none' ? Infinity : ((asked - level) / asked) * doubtBase * baseBill();
  };
  return {
    cost: (placement) => there(placement).low,
    value(placement) {
      const { room, here, ...found } = there(placement);
      const { level, notMeasured } = room.sureness(here);
      const facts = { ...found, effort: effort(placement), sureness: level, notMeasured };
      if (notMeasured.length > 0) return Infinity;
      return weighed(facts, { budget, asked, doubt: doubtOf(level) }).value;
    },
    judge(levelOf) {
      const levelled = memo((room: Room) => {
        const grid = gridAtLevels(room.grid, levelOf);
        return {
          sureness: surenessOf(room.context, latenessOf(room.context, grid)),
          latency: candidateLatency(room.context, grid),
        };
      });
      return (placement) => {
        const { room, here, low: cost, high, violations, conditions } = there(placement);
        const { sureness, latency } = levelled(room);
        // Without bands a requirement holds at every level, or at none.
        const { byRequirement, notMeasured } = sureness(here);
        const verdicts = byRequirement.map(({ requirement, level }) => ({
          requirement,
          verdict: (level > 0 ? 'yes' : notMeasured.length > 0 ? 'unproven' : 'no') as Feasible,
        }));
        if (violations.length > 0) verdicts.push({ requirement: LIMITS, verdict: 'no' });
        if (budget !== undefined)
          verdicts.push({ requirement: 'budget', verdict: cost <= budget ? 'yes' : 'no' });
        const has = (wanted: Feasible) => verdicts.some(({ verdict }) => verdict === wanted);
        return {
          cost,
          worth: cost + effort(placement),
          atLeast: high !== cost,
          feasible: has('no') ? 'no' : has('unproven') || conditions.length > 0 ? 'unproven' : 'yes',
          requirements: verdicts,
          p99Ms: latency.readP99(here),
        };
      };
    },
  };
}

/** Hundreds of draws share the latencies of some hundred sizes, 4.4 % apart: none is more than 2.2 % off its own. */
function inSteps(bytes: number): number {
  return 2 ** (Math.round(16 * Math.log2(bytes)) / 16);
}

/** Predictions by store, of those that a plan asks for. */
interface Grid<Metric extends string> {
  read(store: number, reader: number, sizeClass: number, metric: Metric): Prediction | null;
  write(store: number, sizeClass: number): Prediction | null;
  job(store: number, job: number): Prediction | null;
}

/** A grid without bands: every store at its level. */
export function gridAtLevels<Metric extends string, G extends Grid<Metric>>(
  grid: G & Grid<Metric>,
  levelOf: (store: number) => number,
): G {
  const certain = (prediction: Prediction | null, store: number): Prediction | null => {
    if (!prediction) return null;
    const one = atLevel(prediction, levelOf(store));
    return { ...prediction, low: one, best: one, high: one };
  };
  const reads = new Map<string, Prediction | null>();
  return {
    ...grid,
    read(store: number, reader: number, sizeClass: number, metric: Metric) {
      return remembered(reads, `${store} ${reader} ${sizeClass} ${metric}`, () =>
        certain(grid.read(store, reader, sizeClass, metric), store),
      );
    },
    write: (store: number, sizeClass: number) => certain(grid.write(store, sizeClass), store),
    job: (store: number, job: number) => certain(grid.job(store, job), store),
  };
}
