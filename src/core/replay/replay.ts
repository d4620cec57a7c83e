/**
 * A trace under a placement: each object's life walked through its stores, the sum billed as a month, beside what the plan expects
 * of the same time, and beside what an owner would do who knew all later reads. Asked by `stowage replay`.
 */
import { itemAt } from '../at.ts';
import { subscriptionsOf } from '../placement/bill/demand.ts';
import type { Term } from '../placement/bill/term.ts';
import { termsOf } from '../placement/bill/terms.ts';
import { usagesIn } from '../placement/bill/usages.ts';
import { withinLife } from '../placement/within-life.ts';
import { planContext } from '../placement/context/plan-context.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { sumParts } from '../placement/costs/usage-parts.ts';
import { transferStore } from '../placement/costs/writer-egress.ts';
import { candidateLatency } from '../placement/judge/latency.ts';
import type { LatencyGrid } from '../placement/latency-grid.ts';
import type { Placement } from '../placement/placement.ts';
import { storesOf } from '../placement/shape.ts';
import { billTotal } from '../pricing/bills/bill.ts';
import type { Question } from '../question.ts';
import type { Courses } from './course.ts';
import type { Trace } from './life.ts';
import { LEVELS, measured } from './measured.ts';
import type { Ground, Measured } from './measured.ts';
import { hotShare, movesIn } from './moves.ts';
import { chooser, choicesOf } from './optimum.ts';
import { ReplayError, walk } from './walk.ts';

/** A month of it. */
export interface Side {
  /** At the low and at the high end of unknown prices; null: open. */
  cost: number;
  high: number | null;
  p99Ms: number | null;
  /** Objects moved or copied to another store. */
  moves: number;
  /** Of reads, those that a copy or the first store of objects that move answers; null where none moves. */
  hotShare: number | null;
}

/** What the plan takes for granted: how much is written and read, evenly, for how long, and when it is read. */
export type Assumption = 'workload' | 'drift' | 'deletes' | 'bursts';

export interface Effect {
  assumption: Assumption;
  /** What the trace costs more a month by it than predicted; all effects add up to the difference. */
  cost: number;
}

export interface Replay {
  days: number;
  /** Days at the start that fill the stores and are not billed. */
  warmUpDays: number;
  objects: number;
  /** The most lives that were in memory at a time. */
  mostHeld: number;
  weight: number;
  currency: string;
  predicted: Side;
  replayed: Side;
  /** Of an owner who knows all later reads: the cheapest of a choice for each object, of each store alone, and of the placement. */
  clairvoyant: Side & { stores: string[] };
  /** Replayed over predicted, less 1; null where the plan predicts no cost. */
  error: number | null;
  effects: Effect[];
  courses: Courses;
}

/** Of objects that live so many mean lives 2 % are left: stores are as full as they get. */
const FILLS = 4;

/** `stores`: places in the plan's that the optimum may use. `made`: what the placement was made in. Throws `ReplayError`. */
export async function replay(
  { scenario, archive, evidence }: Question,
  made: PlanContext,
  grid: LatencyGrid,
  { placement: planned, stores }: { placement: Placement; stores: readonly number[] },
  trace: Trace,
): Promise<Replay> {
  const { cache, ...plain } = planned;
  const warm = Math.max(FILLS * (made.workload.expiryDays ?? 0), (cache?.ttlHours ?? 0) / 24);
  const period = { from: Math.min(warm, trace.days / 2), to: trace.days };
  const windowDays = period.to - period.from;
  const { month } = itemAt(made.workload.months, 0);
  const span = (startDay: number, days: number) => ({ ...month, startDay, days });
  const context = planContext(scenario, archive, evidence, undefined, [
    ...(period.from > 0 ? [span(0, period.from)] : []),
    span(period.from, windowDays),
  ]);
  const placement = { ...planned, ...withinLife(context, planned, made) };
  const perDay = Object.entries(trace.operations);
  const operations = perDay.map(([operation, rate]) => ({ operation, perDay: rate / trace.weight }));
  const ground: Ground = { context, placement, windowDays, operations };
  // Prices of a choice know no free units: everything in one store may cost less.
  const policies = [
    chooser(context, stores, trace.days),
    ...stores.map((store) => () => ({ stores: [store], ageDays: 0 })),
  ];
  const walked = await walk(context, placement, policies, period, trace);
  if (walked.objects === 0) throw new ReplayError('no object of the trace has a size');

  const subscriptions = subscriptionsOf(context, placement);
  const sent = context.writer.egress === 'unknown' ? transferStore(context.writer.site.provider) : null;
  const billed = (on: PlanContext, at: Placement, terms: readonly Term[], weight: number) => {
    const times = (month.days / windowDays) * weight;
    const usages = usagesIn(on, storesOf(on, at), terms, subscriptions, 'months', 0)
      .filter(({ store }) => store !== sent)
      .map((usage) => ({ ...usage, ...sumParts([{ part: usage, times }]) }));
    const { total, high } = billTotal(usages, archive, context.billing);
    return {
      cost: total,
      high,
      p99Ms: candidateLatency(on, grid).readP99(at),
      moves: movesIn(on, at) * times,
      hotShare: hotShare(on, at),
    };
  };
  const sideOf = (one: Measured) => billed(one.context, one.placement, one.terms(), trace.weight);
  const predicted = billed(context, placement, termsOf(context, placement, 'months', 0), 1);
  const timelines = walked.groups.map(({ kind }) => kind.timeline);
  const levels = LEVELS.map((level) => sideOf(measured(ground, walked.groups, timelines, level)));
  const replayed = itemAt(levels, 0);
  const costs = [...levels, predicted].map(({ cost }) => cost);
  const best = walked.choices
    .map((choices) => {
      const used = new Set(choices.flatMap((one) => one.stores));
      return { ...sideOf(choicesOf({ ...ground, placement: plain }, choices)), used };
    })
    .concat({ ...replayed, used: new Set(storesOf(context, placement)) })
    .reduce((a, b) => (b.cost < a.cost ? b : a));
  const { used, ...clairvoyant } = best;
  return {
    days: trace.days,
    warmUpDays: period.from,
    objects: walked.objects,
    mostHeld: walked.mostHeld,
    weight: trace.weight,
    currency: context.billing.into,
    predicted,
    replayed,
    clairvoyant: { ...clairvoyant, stores: [...used].map((store) => itemAt(context.stores, store).ref) },
    error: predicted.cost > 0 ? replayed.cost / predicted.cost - 1 : null,
    effects: (['bursts', 'deletes', 'drift', 'workload'] as const)
      .map((assumption, i) => ({ assumption, cost: itemAt(costs, i) - itemAt(costs, i + 1) }))
      .sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost)),
    courses: walked.course.summary(context, trace.weight),
  };
}
