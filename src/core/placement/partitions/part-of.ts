/** A part of the objects of a plan: a workload and a context of its own. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Population } from '../../workload/population.ts';
import type { Workload } from '../../workload/workload.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import { storeLimits } from '../verdicts/store-limits.ts';
import { storeParts } from '../costs/store-parts.ts';

export interface Part {
  /** Its size classes, as indexes of the whole workload's. */
  classes: readonly number[];
  /** What of a population is in it. */
  of(population: Population): Population;
  /** What else of the workload goes there. */
  holds: 'operations' | 'jobs' | 'both';
}

/** A part of the objects as a plan's context of its own, beside the grid of its classes. */
export function partOf(
  context: PlanContext,
  grid: LatencyGrid,
  evidence: EvidenceBase,
  part: Part,
): { context: PlanContext; grid: LatencyGrid } {
  const workload = partWorkload(context.workload, part);
  const at = (k: number) => part.classes[k] ?? 0;
  const whole =
    part.classes.every((k, i) => k === i) && part.classes.length === context.workload.classes.length;
  const stores = whole
    ? context.stores
    : context.stores.map((store, s) => ({
        ...store,
        parts: storeParts(store, workload, {
          repeat: (q, k) => grid.repeat(s, q, at(k)),
          away: (q, k) => grid.away(s, q, at(k)),
        }),
      }));
  const copies = whole
    ? context.copies
    : context.copies.map((store) => ({ ...store, parts: storeParts(store, workload) }));
  return {
    context: { ...context, workload, stores, copies, limits: storeLimits({ stores, workload }, evidence) },
    grid: {
      ...grid,
      read: (s, q, k, metric) => grid.read(s, q, at(k), metric),
      request: (s, q, k, metric) => grid.request(s, q, at(k), metric),
      asRead: (s, q, k, of) => grid.asRead(s, q, at(k), of),
      repeat: (s, q, k) => grid.repeat(s, q, at(k)),
      away: (s, q, k) => grid.away(s, q, at(k)),
      either: (s, other, q, k, metric) => grid.either(s, other, q, at(k), metric),
      write: (s, k) => grid.write(s, at(k)),
    },
  };
}

function partWorkload(workload: Workload, { classes, of, holds }: Part): Workload {
  const kept = classes.flatMap((k) => workload.classes[k] ?? []);
  const share = kept.reduce((sum, one) => sum + one.share, 0);
  const own = kept.map((one) => ({ ...one, share: one.share / share }));
  const made = new Map<Population, Population>();
  const once = (population: Population) => {
    const known = made.get(population) ?? of(population);
    made.set(population, known);
    return known;
  };
  const each = (months: Workload['months']) =>
    months.map((one) => ({ ...one, population: once(one.population) }));
  return {
    ...workload,
    classes: own,
    meanSizeBytes: own.reduce((sum, one) => sum + one.share * one.sizeBytes, 0),
    months: each(workload.months),
    timeline: each(workload.timeline),
    operationsPerDay: holds === 'jobs' ? [] : workload.operationsPerDay,
    jobs: holds === 'operations' ? [] : workload.jobs,
  };
}

/** A share of all objects, alike in everything else. */
export function shareOf(population: Population, share: number): Population {
  return {
    ...population,
    arrivals: population.arrivals * share,
    objectDaysBelow: (age) => population.objectDaysBelow(age) * share,
    reaching: (age) => population.reaching(age) * share,
    reads: population.reads * share,
    standing: { ...population.standing, objects: population.standing.objects * share },
  };
}
