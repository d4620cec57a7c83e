/** The plans of a scenario in one draw: the same placements, billed and judged exactly at the values drawn. */
import { effortOf, effortPrices, mechanismsOf } from '../placement/answer/effort.ts';
import type { FullDesk } from '../placement/desk.ts';
import { candidateLatency } from '../placement/judge/latency.ts';
import { latenessOf } from '../placement/judge/lateness.ts';
import { surenessOf } from '../placement/judge/sureness.ts';
import { withinLife } from '../placement/ids.ts';
import type { Placement } from '../placement/placement.ts';
import { roomOf } from '../placement/room.ts';
import type { Room } from '../placement/room.ts';
import type { Archive } from '../pricing/archive.ts';
import type { Feasible } from '../report/verdict.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { gridAtLevels } from '../latency/levels.ts';
import { memo } from '../memo.ts';

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
  const roomFor = ({ cdn = '' }: Placement): Room => rooms(cdn);
  const own = (room: Room, placement: Placement) => withinLife(room.context, placement);
  const bill = (placement: Placement) => {
    const room = roomFor(placement);
    return room.bill(own(room, placement));
  };
  const base = desk.base().placement;
  const prices = memo((_once: 'once') =>
    effortPrices(scenario, base ? (bill(base).high ?? bill(base).low) : 0, desk.inDollars),
  );
  const effort = (placement: Placement) =>
    effortOf(mechanismsOf(roomFor(placement).context, placement), prices('once')).total;
  const { budget } = scenario.requirements;
  const doubtBase = base && desk.base().amount > 0 ? desk.doubtBase() / desk.base().amount : 0;
  return {
    cost: (placement) => bill(placement).low,
    value(placement) {
      const room = roomFor(placement);
      const here = own(room, placement);
      const { high } = room.bill(here);
      const { level, notMeasured } = room.sureness(here);
      const { violations, conditions } = room.judgement(here);
      const isOut =
        violations.length > 0 || conditions.length > 0 || notMeasured.length > 0 || (level ?? 1) < 0.5;
      if (isOut || high === null || (budget !== undefined && high > budget)) return Infinity;
      const { asked } = desk;
      const lacking = asked === null || level === null ? 0 : Math.max(0, (asked - level) / asked);
      if (lacking > 0 && scenario.doubt === 'none') return Infinity;
      const amount = base ? (bill(base).high ?? 0) : 0;
      return high + effort(placement) + lacking * doubtBase * amount;
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
        const room = roomFor(placement);
        const here = own(room, placement);
        const { sureness, latency } = levelled(room);
        const { low: cost, high } = room.bill(here);
        // Without bands a requirement holds at every level, or at none.
        const { byRequirement, notMeasured } = sureness(here);
        const { violations, conditions } = room.judgement(here);
        const asked = byRequirement.map(({ requirement, level }) => ({
          requirement,
          verdict: (level > 0 ? 'yes' : notMeasured.length > 0 ? 'unproven' : 'no') as Feasible,
        }));
        if (violations.length > 0) asked.push({ requirement: LIMITS, verdict: 'no' });
        if (budget !== undefined)
          asked.push({ requirement: 'budget', verdict: cost <= budget ? 'yes' : 'no' });
        const verdicts = asked.map(({ verdict }) => verdict);
        const feasible: Feasible = verdicts.includes('no')
          ? 'no'
          : verdicts.includes('unproven') || conditions.length > 0
            ? 'unproven'
            : 'yes';
        return {
          cost,
          worth: cost + effort(placement),
          atLeast: high !== cost,
          feasible,
          requirements: asked,
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
