/** What a placement does in a month, one event after the other: so often a part of what a store bills, and why. */
import { itemAt } from '../../at.ts';
import { memo, memoWith, remembered } from '../../memo.ts';
import type { Population } from '../../workload/population.ts';
import type { Month } from '../../workload/months.ts';
import type { Workload } from '../../workload/workload.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import type { PlacedPopulation } from '../context/populations.ts';
import { accessTierHours } from '../costs/access-tiers.ts';
import type { StoreParts } from '../costs/store-parts.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { keptPart, requestsPart, transitionPart } from '../costs/usage-parts.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { writerPaysEgress } from '../costs/writer-egress.ts';
import { COPY_ASKS, DELETION_ASKS } from '../movers.ts';
import { coldStore, livedStages, secondOf, staysOf } from '../placement.ts';
import type { Placement, Stay, Timeline } from '../placement.ts';
import { cacheTerms } from './cache-terms.ts';
import { entered, leaving } from './events.ts';
import type { MoveEvent } from './events.ts';
import { programTerms } from './programs.ts';
import { heldStores, populationParts } from './parts.ts';
import { WRITER } from './term.ts';
import type { Term, Which } from './term.ts';

interface Ground {
  context: PlanContext;
  held: readonly PlacedStore[];
  /** Of month `m`: object-days of all populations. */
  objectDays: number;
  which: Which;
  m: number;
}

/** Bill, limits and moves ask for the same month: it is worked out once for a placement. */
export function termsOf(
  context: PlanContext,
  placement: Placement,
  which: Which,
  m: number,
): readonly Term[] {
  return known(context)(placement)(`${which} ${m}`, () => termsIn(context, placement, which, m));
}

const known = memoWith((_: PlanContext) =>
  memoWith((_: Placement) => {
    const months = new Map<string, readonly Term[]>();
    return (month: string, make: () => readonly Term[]) => remembered(months, month, make);
  }),
);

function termsIn(context: PlanContext, placement: Placement, which: Which, m: number): Term[] {
  const { cache } = placement;
  if (!cache) return eventsIn(context, placement, which, m, true);
  const cold = coldStore(context, placement);
  return [...unreadTerms(context, placement, which, m), ...cacheTerms.of(context, cache, cold, which, m)];
}

/** Were nothing read but by jobs and the scenario's other operations. */
export function unreadTerms(context: PlanContext, placement: Placement, which: Which, m: number): Term[] {
  return eventsIn(context, placement, which, m, false);
}

function eventsIn(
  context: PlanContext,
  placement: Placement,
  which: Which,
  m: number,
  isRead: boolean,
): Term[] {
  const { timelines } = placement;
  const days = context.populations.map(({ workload }) => objectDaysIn(workload, which, m));
  const ground: Ground = {
    context,
    held: heldStores(context),
    objectDays: days.reduce((sum, one) => sum + one, 0),
    which,
    m,
  };
  return [
    ...timelines.flatMap((_, p) => new Doing(ground, p, placement).all(isRead)),
    ...programTerms(context, placement, which, m),
  ];
}

function objectDaysIn(workload: Workload, which: Which, m: number): number {
  const { month, population } = itemAt(workload[which], m);
  return population.objectDaysBelow(workload.lifeDays) + population.standing.objects * month.days;
}

const COPIED = requestsPart(COPY_ASKS.source);
const COPY = requestsPart(COPY_ASKS.target);
const LEAVING = requestsPart(DELETION_ASKS.source);

/** What one population does. */
class Doing {
  readonly #ground: Ground;
  readonly #placed: PlacedPopulation;
  readonly #month: Month;
  readonly #population: Population;
  readonly #timeline: Timeline;
  readonly #stays: readonly Stay[];
  readonly #parts: (store: number) => StoreParts;
  readonly #terms: Term[] = [];

  constructor(ground: Ground, p: number, placement: Placement) {
    const timeline = itemAt(placement.timelines, p);
    this.#ground = ground;
    this.#placed = itemAt(ground.context.populations, p);
    const { workload } = this.#placed;
    const { month, population } = itemAt(workload[ground.which], ground.m);
    this.#month = month;
    this.#population = population;
    this.#timeline = livedStages(timeline, workload.lifeDays);
    this.#stays = staysOf(timeline, workload.lifeDays);
    const parts = populationParts(ground.context);
    this.#parts = memo((store) => parts(p, store));
  }

  all(isRead: boolean): Term[] {
    for (const stay of this.#stays) {
      this.#enter(stay);
      this.#hold(stay);
      this.#leave(stay);
    }
    this.#timeline.forEach((_, k) => this.#answer(k, isRead));
    return this.#terms;
  }

  #add(store: number, part: UsagePart | null, times: number, event: MoveEvent | null = null, isJob = false) {
    if (part && times !== 0) this.#terms.push({ store, part, times, event, isJob });
  }

  #enter({ entry, fromDays }: Stay): void {
    const { context, held } = this.#ground;
    const { store, how, from } = entry;
    const parts = this.#parts(store);
    const event = entered(entry, fromDays);
    if (how === 'write' || from === null) {
      const { arrivals } = this.#population;
      this.#add(store, parts.arrival, arrivals, event);
      if (writerPaysEgress(context, itemAt(held, store)))
        this.#add(WRITER, parts.writerEgress, arrivals, event);
      return;
    }
    const moving = this.#population.reaching(fromDays);
    if (how === 'rule') return this.#add(store, transitionPart, moving, event);
    this.#add(store, parts.arrival, moving, event);
    this.#add(from, this.#parts(from).copyOut(itemAt(held, store)), moving, event);
    this.#add(from, COPIED, moving, event);
    this.#add(store, COPY, moving, event);
  }

  #hold(stay: Stay): void {
    const { store } = stay.entry;
    const parts = this.#parts(store);
    const { accessTiers } = itemAt(this.#ground.held, store).edition.rules.storage;
    const { lifeDays } = this.#placed.workload;
    const hours = 24 * (this.#objectDays(stay.fromDays, stay.toDays ?? lifeDays) + this.#standingDays());
    if (accessTiers.length === 0) return this.#add(store, parts.holding, hours);
    const tiers = this.#unread(stay);
    this.#add(
      store,
      parts.holding,
      tiers.reduce((left, ofTier) => left - ofTier, hours),
    );
    tiers.forEach((ofTier, t) => this.#add(store, itemAt(parts.holdingUnread, t), ofTier));
  }

  #leave(stay: Stay): void {
    const { store } = stay.entry;
    const { workload } = this.#placed;
    const event = leaving(stay, workload);
    if (!event) return;
    const { atDays } = event;
    const objects = this.#population.reaching(atDays);
    const rule = stay.into.some(({ how }) => how === 'rule');
    if (!rule && stay.toDays !== null) this.#add(store, LEAVING, objects, event);
    const hours = (atDays - stay.fromDays) * 24;
    const exit = this.#parts(store).exit(hours, !rule);
    const { softDeleteHours } = itemAt(this.#ground.held, store).edition.rules.storage;
    if (rule || softDeleteHours === undefined) return this.#add(store, exit, objects, event);
    this.#add(store, { ...exit, deletedEarly: [] }, objects, event);
    const kept = keptObjects(this.#population, atDays, softDeleteHours, workload.expiryDays);
    this.#add(store, keptPart(workload, hours), kept, event);
  }

  /** Reads, their second requests, and of jobs and other operations the share that falls on what is held in a stage. */
  #answer(k: number, isRead: boolean): void {
    const { context, held, objectDays } = this.#ground;
    const { readers, jobs, operationsPerDay, lifeDays } = context.workload;
    const stage = itemAt(this.#timeline, k);
    const next = this.#timeline[k + 1]?.fromDays;
    const { reads } = this.#population;
    const share =
      (next === undefined ? 1 : this.#population.readShareBelow(next)) -
      (k === 0 ? 0 : this.#population.readShareBelow(stage.fromDays));
    for (const [q, reader] of readers.entries()) {
      const first = itemAt(stage.servers, q);
      if (first < 0 || !isRead) continue;
      const asked = reads * reader.share * share;
      this.#add(first, itemAt(this.#parts(first).reads, q), asked);
      const second = secondOf(stage, first);
      if (second >= 0) this.#add(second, this.#parts(first).readAway(itemAt(held, second), q), asked);
    }
    if (objectDays === 0) return;
    const days = this.#objectDays(stage.fromDays, next ?? lifeDays) + (k === 0 ? this.#standingDays() : 0);
    for (const [j, { perMonth }] of jobs.entries()) {
      const server = itemAt(stage.servers, readers.length + j);
      if (server >= 0)
        this.#add(
          server,
          itemAt(itemAt(held, server).parts.jobs, j),
          (perMonth * days) / objectDays,
          null,
          true,
        );
    }
    const asked = itemAt(stage.servers, readers.length + jobs.length);
    if (asked < 0) return;
    for (const [i, { perDay }] of operationsPerDay.entries())
      this.#add(
        asked,
        itemAt(itemAt(held, asked).parts.operations, i),
        (perDay * this.#month.days * days) / objectDays,
      );
  }

  #objectDays(fromDays: number, toDays: number): number {
    return this.#population.objectDaysBelow(toDays) - this.#population.objectDaysBelow(fromDays);
  }

  #standingDays(): number {
    return this.#population.standing.objects * this.#month.days;
  }

  /** Object-hours in each of the store's tiers for the unread. */
  #unread({ entry: { store }, fromDays, toDays }: Stay): number[] {
    const { context, held, objectDays } = this.#ground;
    const { readers, jobs } = context.workload;
    const { workload } = this.#placed;
    const until = toDays ?? workload.lifeDays;
    let otherReads = 0;
    for (const [k, { fromDays: since, servers }] of this.#timeline.entries()) {
      const days =
        this.#objectDays(since, this.#timeline[k + 1]?.fromDays ?? workload.lifeDays) +
        (k === 0 ? this.#standingDays() : 0);
      for (const [j, { reads, perMonth }] of jobs.entries())
        if (itemAt(servers, readers.length + j) === store && objectDays > 0)
          otherReads += (reads * perMonth * days) / objectDays;
    }
    const own = {
      fromDays,
      toDays: until,
      answers: this.#timeline.map(({ fromDays: sinceDays, servers }) => ({
        sinceDays,
        share: readers.reduce(
          (sum, one, q) => sum + (itemAt(servers, q) === store ? one.share * (1 - one.hitRatio) : 0),
          0,
        ),
      })),
      standing: true,
      otherReads,
    };
    const { accessTiers } = itemAt(held, store).edition.rules.storage;
    return accessTierHours(accessTiers, workload, this.#month, this.#population, own);
  }
}

/** Objects that were deleted at an age within the last hours, on average over them: what is kept is these for as long. */
function keptObjects(
  population: Population,
  atDays: number,
  hours: number,
  expiryDays: number | null,
): number {
  const days = hours / HOURS_PER_DAY;
  if (expiryDays === null)
    return (population.objectDaysBelow(atDays + days) - population.objectDaysBelow(atDays)) / days;
  // Past the end of life nobody counts days: arrivals change from month to month at the most.
  let sum = 0;
  for (let i = 0; i < PIECES; i += 1) sum += population.reaching(atDays + ((i + 0.5) * days) / PIECES);
  return sum / PIECES;
}

const PIECES = 16;
