/**
 * What moving the objects of one placement to another takes, object by object: copies, stays in two places at once, and
 * exits. An object of an age goes to the stores that hold that age in the new placement.
 */
import { itemAt } from '../at.ts';
import type { PlacedStore } from '../placement/context/types.ts';
import { isMovedByRule, transitionAgeDays } from '../placement/context/candidate-store.ts';
import { BACKFILL_ASKS, COPY_ASKS } from '../placement/movers.ts';
import { HOURS_PER_DAY } from '../units.ts';
import type { Workload } from '../workload/workload.ts';
import { holdersAt, holds, stayAround } from './spans.ts';
import type { Parcel, Span } from './spans.ts';

export type MoveEvent =
  /** Bytes read from one store and written to another, in the bulk or while both run; `asks`: what the job asks besides. */
  | { kind: 'copy'; from: PlacedStore; to: PlacedStore; objects: number; asks: typeof COPY_ASKS }
  | { kind: 'transition'; to: PlacedStore; objects: number }
  /** Written by the writer a second time. */
  | { kind: 'write'; to: PlacedStore; objects: number }
  | { kind: 'hold'; at: PlacedStore; objects: number }
  | { kind: 'exit'; from: PlacedStore; objects: number; hoursInStore: number; deleted: boolean }
  /** An object that came late leaves the new store sooner after its arrival than others do. */
  | { kind: 'early'; from: PlacedStore; objects: number; hoursInStore: number };

interface MoveEvents {
  /** Once for the stock, all objects at once. */
  copies: MoveEvent[];
  /** Copies held besides today's, for as long as both are kept. */
  held: MoveEvent[];
  /** In a day of both being written. */
  daily: MoveEvent[];
  leaving: MoveEvent[];
  moved: Moved;
}

/** Objects that get another holder, by the ways they came about. */
export interface Moved {
  standing: number;
  /** Arrived before, and still kept. */
  arrived: number;
  /** Of both: moved by a lifecycle rule of the provider alone. */
  byRule: number;
}

/** `sourceOf` picks among several holders the one to copy from. */
export function moveEvents(
  { workload, standing, arrivalsPerDay: perDay, from, to }: Parcel,
  sourceOf: (holders: readonly PlacedStore[], to: PlacedStore) => PlacedStore | undefined,
): MoveEvents {
  const events: MoveEvents = {
    copies: [],
    held: [],
    daily: [],
    leaving: [],
    moved: { standing: 0, arrived: 0, byRule: 0 },
  };
  const { expiryDays } = workload;
  const move = (objects: number, ageDays: number, isAged: boolean) => {
    const [before, after] = [holdersAt(from, ageDays), holdersAt(to, ageDays)];
    const added = after.filter((store) => !holds(before, store));
    const byRule = new Set<string>();
    let ruled = 0;
    for (const store of added) {
      const rule = before.find(
        (one) =>
          !holds(after, one) &&
          isMovedByRule(one, store) &&
          workload.meanSizeBytes >= one.edition.transitionFromBytes &&
          ageDays >= transitionAgeDays(one, store),
      );
      const source = rule ?? sourceOf(before, store);
      if (rule) {
        byRule.add(rule.ref);
        ruled += 1;
        events.copies.push({ kind: 'transition', to: store, objects });
      } else if (source) {
        events.copies.push({ kind: 'copy', from: source, to: store, objects, asks: BACKFILL_ASKS });
        events.held.push({ kind: 'hold', at: store, objects });
      }
      if (isAged) events.leaving.push(...cameLate(workload, to, store, ageDays, objects));
    }
    if (added.length > 0) {
      events.moved[isAged ? 'arrived' : 'standing'] += objects;
      if (ruled === added.length) events.moved.byRule += objects;
    }
    for (const store of before.filter((one) => !holds(after, one))) {
      const sinceDays = isAged ? ageDays - stayAround(from, store, ageDays).fromDays : Infinity;
      events.leaving.push({
        kind: 'exit',
        from: store,
        objects,
        hoursInStore: sinceDays * HOURS_PER_DAY,
        deleted: !byRule.has(store.ref),
      });
    }
  };
  if (standing > 0) move(standing, Infinity, false);
  if (expiryDays !== null && perDay > 0) {
    const cuts = cutsOf(from, to, expiryDays);
    for (let i = 1; i < cuts.length; i += 1) {
      const [a, b] = [cuts[i - 1]!, cuts[i]!];
      // What an exit costs is a straight line between cuts, so the middle stands for all of them.
      move(perDay * (b - a), (a + b) / 2, true);
    }
  }
  if (perDay > 0) events.daily.push(...dailyEvents(workload, from, to, perDay, sourceOf));
  return events;
}

const minimumDays = (store: PlacedStore) => store.edition.rules.storage.minimumHours / HOURS_PER_DAY;

/** Ages at which holders change, lifecycle rules begin to reach, or minimum durations are served. */
function cutsOf(from: readonly Span[], to: readonly Span[], lifeDays: number): number[] {
  const cuts = new Set([0, lifeDays]);
  for (const { fromDays, holders } of from)
    for (const store of holders) {
      cuts.add(fromDays).add(stayAround(from, store, fromDays).fromDays + minimumDays(store));
      for (const other of to.flatMap((span) => span.holders))
        if (isMovedByRule(store, other)) cuts.add(transitionAgeDays(store, other));
    }
  for (const { fromDays, holders } of to) {
    cuts.add(fromDays);
    for (const store of holders) cuts.add(stayAround(to, store, fromDays).toDays - minimumDays(store));
  }
  return [...cuts].filter((age) => age >= 0 && age <= lifeDays).sort((a, b) => a - b);
}

/** Hours of the minimum duration that are wanting because an object came at `ageDays`, besides those always wanting. */
function cameLate(
  { expiryDays }: Workload,
  to: readonly Span[],
  store: PlacedStore,
  ageDays: number,
  objects: number,
): MoveEvent[] {
  const { fromDays, toDays } = stayAround(to, store, ageDays);
  if (expiryDays === null && toDays >= (to.at(-1)?.toDays ?? 0)) return [];
  const minimum = minimumDays(store);
  const wanting = (stayDays: number) => Math.max(0, minimum - stayDays);
  const more = wanting(toDays - ageDays) - wanting(toDays - fromDays);
  if (more <= 0) return [];
  return [{ kind: 'early', from: store, objects, hoursInStore: (minimum - more) * HOURS_PER_DAY }];
}

/** While both placements are written, what the new one does besides: writes, its own moves by age, exits. */
function dailyEvents(
  { expiryDays }: Workload,
  from: readonly Span[],
  to: readonly Span[],
  perDay: number,
  sourceOf: (holders: readonly PlacedStore[], to: PlacedStore) => PlacedStore | undefined,
): MoveEvent[] {
  const events: MoveEvent[] = [];
  const extra = (age: number) => holdersAt(to, age).filter((store) => !holds(holdersAt(from, age), store));
  const bounds = [...new Set([...from, ...to].map(({ fromDays }) => fromDays))].sort((a, b) => a - b);
  for (const [i, age] of bounds.entries()) {
    if (i === 0) {
      for (const store of extra(age)) events.push({ kind: 'write', to: store, objects: perDay });
      continue;
    }
    const justBefore = (age + itemAt(bounds, i - 1)) / 2;
    const there = [...holdersAt(to, justBefore), ...holdersAt(from, justBefore)];
    for (const store of extra(age)) {
      if (holds(there, store)) continue;
      const source = sourceOf(there, store);
      if (source) events.push({ kind: 'copy', from: source, to: store, objects: perDay, asks: COPY_ASKS });
    }
    for (const store of extra(justBefore))
      if (!holds(holdersAt(to, age), store)) events.push(exitOf(to, store, justBefore, perDay));
  }
  if (expiryDays !== null) {
    const justBefore = (expiryDays + (bounds.at(-1) ?? 0)) / 2;
    for (const store of extra(justBefore)) events.push(exitOf(to, store, justBefore, perDay));
  }
  return events;
}

function exitOf(to: readonly Span[], store: PlacedStore, ageDays: number, objects: number): MoveEvent {
  const { fromDays, toDays } = stayAround(to, store, ageDays);
  return {
    kind: 'exit',
    from: store,
    objects,
    hoursInStore: (toDays - fromDays) * HOURS_PER_DAY,
    deleted: true,
  };
}
