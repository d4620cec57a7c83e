/** Objects of one size that are placed alike, counted as their lives pass: what the replay bills and answers from. */
import { addAt, itemAt } from '../at.ts';
import type { Edition } from '../pricing/editions/edition.ts';
import type { SizeClass } from '../workload/workload.ts';
import { putRequests } from '../workload/workload.ts';
import type { Cache, Timeline } from '../placement/placement.ts';
import { deletionAsks } from '../rereads/caches/copy-rule.ts';
import type { CopyRule } from '../rereads/caches/copy-rule.ts';
import type { CacheFlow } from '../rereads/caches/flows.ts';
import type { Life, Period } from './life.ts';

/** Counts by stage of the placement. */
interface Stages {
  days: Float64Array;
  reached: Float64Array;
}

/** Objects that left a store by their deletion, those before its shortest time apart: their hours are a mean. */
export interface Exits {
  early: { objects: number; hours: number };
  late: number;
}

export interface Kind {
  /** Place of their population in the plan. */
  population: number;
  sizeClass: number;
  timeline: Timeline;
  /** The plan gives them no age. */
  isOld: boolean;
  /** Of a copy of one's own; absent: none is kept. */
  cache?: { writes: Cache['writes']; rule: CopyRule } | undefined;
  /** How a store bills what it keeps. */
  rules: (store: number) => Pick<Edition['rules']['storage'], 'minimumHours' | 'accessTiers'>;
  /** How long the plan takes an object to live. */
  modelDays: number;
}

const stagesOf = (count: number): Stages => ({
  days: new Float64Array(count),
  reached: new Float64Array(count),
});

export class Group {
  readonly kind: Kind;
  lives = 0;
  arrivals = 0;
  sent = 0;
  readonly real: Stages;
  /** Were each object to live as long as the plan takes it to. */
  readonly model: Stages;
  /** Of what was there before the trace began. */
  readonly before: Float64Array;
  readonly reads: Float64Array;
  /** Ages without a read that some store counts, in days. */
  readonly unreadDays: readonly number[];
  /** By stage, then by such an age. */
  readonly unread: Float64Array;
  readonly exits = new Map<number, Exits>();
  readonly flow: CacheFlow = {
    ...{ hits: 0, misses: 0, writeFills: 0, renewals: 0 },
    ...{ heldHours: 0, lists: 0, looks: 0 },
  };
  /** Sums over lives, weighted by their time in the period. */
  #bytes = 0;
  #weight = 0;

  constructor(kind: Kind) {
    this.kind = kind;
    const stages = kind.timeline.length;
    this.real = stagesOf(stages);
    this.model = stagesOf(stages);
    this.before = new Float64Array(stages);
    this.reads = new Float64Array(stages);
    const tiers = kind.timeline.flatMap(({ holders }) =>
      holders.flatMap((store) => kind.rules(store).accessTiers),
    );
    this.unreadDays = [...new Set(tiers.map(({ unreadHours }) => unreadHours / 24))];
    this.unread = new Float64Array(stages * this.unreadDays.length);
  }

  /** One life with stages at these ages. What is older than the trace and has no age is in the last, unless `sinceStart`. */
  add(life: Life, ages: readonly number[], { from, to }: Period, sinceStart = false): void {
    const { bornDays, endDays, sizeBytes, readDays, sentBytes } = life;
    const { cache, modelDays } = this.kind;
    this.lives += 1;
    const born = bornDays ?? (sinceStart ? 0 : -Infinity);
    const end = Math.min(endDays ?? Infinity, to);
    const stageAt = (age: number) => {
      let k = ages.length - 1;
      while (k > 0 && itemAt(ages, k) > age) k -= 1;
      return k;
    };
    const inWindow = (at: number) => at >= from && at <= to;
    for (const [k, age] of ages.entries()) {
      const next = ages[k + 1];
      const [enters, leaves] = [born + age, next === undefined ? Infinity : born + next];
      const days = Math.max(0, Math.min(end, leaves) - Math.max(from, enters));
      addAt(this.real.days, k, days);
      if (bornDays === null) addAt(this.before, k, days);
      else {
        const dies = Math.min(to, born + modelDays);
        addAt(this.model.days, k, Math.max(0, Math.min(dies, leaves) - Math.max(from, enters)));
        if (k > 0 && inWindow(enters) && enters < born + modelDays) addAt(this.model.reached, k, 1);
      }
      if (k > 0 && inWindow(enters) && enters < (endDays ?? Infinity)) addAt(this.real.reached, k, 1);
      if (this.unreadDays.length > 0)
        this.#addUnread(k, Math.max(enters, 0), Math.min(end, leaves), readDays, from);
    }
    const seen = Math.max(0, end - Math.max(from, born));
    if (bornDays !== null && inWindow(bornDays)) this.arrivals += 1;
    let reads = 0;
    for (const at of readDays)
      if (inWindow(at)) {
        addAt(this.reads, stageAt(at - born), 1);
        reads += 1;
      }
    this.sent += readDays.length > 0 ? (sentBytes * reads) / readDays.length : 0;
    // What is never held still has a size.
    this.#bytes += sizeBytes * (seen + 1e-9);
    this.#weight += seen + 1e-9;
    if (endDays !== null && inWindow(endDays))
      this.#leave(stageAt(endDays - born), bornDays === null ? Infinity : endDays - born, ages);
    if (cache) this.#keep(life, cache, { from, to });
  }

  /** Of one object, at its size and with what one read sends. `partSize`: of uploads in parts. */
  sizeClass(partSize: number | undefined): SizeClass {
    const sizeBytes = this.#weight > 0 ? this.#bytes / this.#weight : 0;
    const all = this.reads.reduce((sum, one) => sum + one, 0);
    const readBytes = all > 0 ? this.sent / all : sizeBytes;
    return { share: 1, sizeBytes, readBytes, put: putRequests(sizeBytes, partSize) };
  }

  #leave(k: number, age: number, ages: readonly number[]): void {
    const { timeline, rules } = this.kind;
    for (const store of itemAt(timeline, k).holders) {
      let since = k;
      while (since > 0 && itemAt(timeline, since - 1).holders.includes(store)) since -= 1;
      const hours = (age - itemAt(ages, since)) * 24;
      const own = this.exits.get(store) ?? { early: { objects: 0, hours: 0 }, late: 0 };
      this.exits.set(store, own);
      if (hours >= rules(store).minimumHours) own.late += 1;
      else {
        own.early.hours = (own.early.hours * own.early.objects + hours) / (own.early.objects + 1);
        own.early.objects += 1;
      }
    }
  }

  /** From an age without a read on, up to the next read. */
  #addUnread(k: number, enters: number, leaves: number, readDays: readonly number[], from: number): void {
    const { unreadDays } = this;
    const turns = [enters, ...readDays.filter((at) => at > enters && at < leaves), leaves];
    for (const [i, days] of unreadDays.entries())
      for (let t = 1; t < turns.length; t += 1) {
        const [since, until] = [itemAt(turns, t - 1), itemAt(turns, t)];
        addAt(this.unread, k * unreadDays.length + i, Math.max(0, until - Math.max(from, since + days)));
      }
  }

  #keep(
    { bornDays, endDays, readDays }: Life,
    cache: NonNullable<Kind['cache']>,
    { from, to }: Period,
  ): void {
    const { renewHours, keepHours, lateHours } = cache.rule;
    const asks = deletionAsks(cache.rule);
    const [soonest, latest] = lateHours;
    const goneAfter = (keepHours + (soonest + latest) / 2) / 24;
    const fills = cache.writes === 'through' && bornDays !== null;
    /** When the copy was written last. */
    let since = fills ? bornDays : -Infinity;
    const filled = (by: 'misses' | 'writeFills') => {
      this.flow[by] += 1;
      this.flow.looks += asks.looks;
    };
    if (fills && since >= from) filled('writeFills');
    const held = (next: number) => {
      const until = Math.min(since + goneAfter, next, endDays ?? Infinity, to);
      const hours = 24 * Math.max(0, until - Math.max(since, from));
      this.flow.heldHours += hours;
      this.flow.lists += hours * asks.lists;
    };
    for (const at of readDays) {
      const age = 24 * (at - since);
      const isSeen = at >= from && at <= to;
      if (isSeen && age > keepHours) filled('misses');
      else if (isSeen) this.flow.hits += 1;
      if (age <= renewHours) continue;
      held(at);
      if (isSeen && age <= keepHours) this.flow.renewals += 1;
      since = at;
    }
    held(Infinity);
  }
}
