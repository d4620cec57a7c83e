/** One side of all objects divided in two: a workload of its own, and how much of the whole it is. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Population } from '../../workload/population.ts';
import type { Workload } from '../../workload/workload.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import { partOf } from './part-of.ts';

export interface Side {
  context: PlanContext;
  grid: LatencyGrid;
  /** What of a population is on this side. */
  of(population: Population): Population;
  /** Shares of all objects, bytes and reads, over the billed months. */
  objects: number;
  bytes: number;
  reads: number;
  /** Share of arriving objects. */
  arrivals: number;
  /** Its size classes, as indexes of the whole workload's. */
  classes: readonly number[];
}

export type MakeSide = (
  classes: readonly number[],
  of: (population: Population) => Population,
  holds: 'operations' | 'jobs',
) => Side;

/** Other operations go to the first side, jobs to the second: as with a split by age. */
export function sideMaker(context: PlanContext, grid: LatencyGrid, evidence: EvidenceBase): MakeSide {
  const { workload } = context;
  return (classes, of, holds) => {
    const own = partOf(context, grid, evidence, { classes, of, holds });
    const share = (count: (one: Workload) => number) => {
      const all = count(workload);
      return all > 0 ? count(own.context.workload) / all : 0;
    };
    return {
      ...own,
      of,
      classes,
      objects: share(objectDays),
      bytes: share((one) => objectDays(one) * one.meanSizeBytes),
      reads: share((one) => sumOf(one, ({ reads }) => reads)),
      arrivals: share((one) => sumOf(one, ({ arrivals }) => arrivals)),
    };
  };
}

function objectDays(workload: Workload): number {
  return workload.months.reduce(
    (sum, { month, population }) =>
      sum + population.objectDaysBelow(workload.lifeDays) + population.standing.objects * month.days,
    0,
  );
}

function sumOf({ months }: Workload, count: (population: Population) => number): number {
  return months.reduce((sum, { population }) => sum + count(population), 0);
}

/** Shares of the whole workload's classes among what a side holds. */
export function sharesOf({ classes, context }: Side, whole: PlanContext): number[] {
  return whole.workload.classes.map((_, k) => {
    const at = classes.indexOf(k);
    return at < 0 ? 0 : (context.workload.classes[at]?.share ?? 0);
  });
}
