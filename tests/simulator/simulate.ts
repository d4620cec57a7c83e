/**
 * An independent simulator: objects arrive in small cohorts, are held, read, copied and deleted, and every event is written into
 * the ledger of the store it happens on. It knows the scenario and the words of the design (sections 4 and 6), and shares no
 * formula with the product; bills are made from its ledgers by the product's `bill`.
 */
import type { Usage } from '#core/pricing/bills/usage.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { calendar } from './calendar.ts';
import type { CalendarMonth } from './calendar.ts';
import { answering, asChain, origin, turns } from './chain.ts';
import type { SimulatedChain, SimulatedStay } from './chain.ts';
import { addressOf, edgesNear, road } from './geography.ts';
import type { Address } from './geography.ts';
import { jobsByPart } from './jobs.ts';
import type { SimulatedJobs } from './jobs.ts';
import { Ledger } from './ledger.ts';
import { rateIn } from './rates.ts';
import { shareReadBy } from './read-ages.ts';
import { unreadDaysOf } from './unread.ts';
import type { ReadRate } from './unread.ts';

export interface SimulatedStore {
  store: string;
  region: string;
  /** Stores that this one's lifecycle rules can move objects to. */
  transitionsTo: readonly string[];
  /** Youngest age at which they do, for all or by target. */
  transitionAfterDays: number | Readonly<Record<string, number>>;
  /** Objects below this size they leave. */
  transitionFromBytes?: number;
  /** How long it keeps what is deleted; nothing: not at all. */
  softDeleteHours?: number;
  /** Where it moves objects that nobody reads by itself. */
  accessTiers?: readonly { name: string; unreadHours: number }[];
}

/** Youngest age at which a lifecycle rule moves objects from one store to another. */
export function movesFromDays({ transitionAfterDays: days }: SimulatedStore, to: SimulatedStore): number {
  return typeof days === 'number' ? days : (days[to.store] ?? 0);
}

export interface SimulatedPolicy {
  /** Holds objects from arrival. */
  hot: SimulatedStore;
  /** Holds them after the threshold (or, written twice, from arrival); none for a single store. */
  cold?: SimulatedStore;
  thresholdDays?: number;
  entry?: 'tier' | 'dual';
  /** Per reader of the scenario: served by the cold copy while there are two. */
  coldServes?: readonly boolean[];
}

export interface SimulatedMonth {
  month: CalendarMonth;
  /** Hot, cold, copies, the writer's provider, the CDNs; stores that saw nothing are left out. */
  usages: Usage[];
}

/** What the jobs of a plan ask of a store for each object, evenly between two ages; at one age where they are the same. */
export interface SimulatedRequests {
  /** `aws/s3-standard@us-east-1` */
  ref: string;
  operation: string;
  count: number;
  fromDays: number;
  toDays: number;
}

/** One request of it for each read that reaches it, and so much time. */
export interface SimulatedRouter {
  answers(reader: number): boolean;
  isWrittenTo: boolean;
  cpuMilliseconds: number;
}

/** Objects that are placed by themselves: new or standing ones of one size, of standing ones a share with its share of their reads. */
export interface SimulatedPart {
  /** Seen of emitted files, of standing objects those of a day from the first on; else a job lists and asks as the words of the design have it. */
  requests?: readonly SimulatedRequests[];
  /** Seen of emitted files: the Worker that answers some readers, and takes writes. */
  router?: SimulatedRouter | null;
  /** Seen of emitted files: the stores that routers ask before one that has the object, `aws/s3-standard@us-east-1`. */
  asksInVain?(asker: number, ageDays: number): readonly string[];
  chain: SimulatedChain;
  stream: 'new' | 'old';
  sizeBytes: number;
  objects: number;
  reads: number;
}

interface SizeClass {
  share: number;
  sizeBytes: number;
  readBytes: number;
}

const HOUR = 1 / 24;

/** The month of a scenario with finite retention; every month of the horizon for objects kept for ever, or where rates change by month. */
export function simulate(scenario: Scenario, policy: SimulatedPolicy | SimulatedChain): SimulatedMonth[] {
  return new Simulation(scenario, asChain(policy)).run();
}

/** The same of a placement in parts, whose copies are stays like any other. A job moves what no rule does, and lists what it moves. */
export function simulateParts(scenario: Scenario, parts: readonly SimulatedPart[]): SimulatedMonth[] {
  const months = new Simulation(scenario, asPart(parts[0])).months;
  const ledgers = months.map(() => new Map<string, Ledger>());
  const { retention } = scenario.workload.objects;
  const jobs = jobsByPart(parts, retention === 'forever' ? null : retention.value);
  const lives = parts.map((part, p) => {
    const one = new Simulation(scenario, part.chain, part, ledgers, part.requests ? [] : jobs[p]);
    one.live();
    return one;
  });
  for (const m of months.keys()) {
    const all = lives.reduce((sum, one) => sum + one.lain(m), 0);
    for (const one of lives) one.callBy(m, all);
  }
  return usagesOf(scenario, months, ledgers);
}

function asPart(part: SimulatedPart | undefined): SimulatedChain {
  if (!part) throw new RangeError('a placement has a part');
  return part.chain;
}

function usagesOf(
  { asOf }: Scenario,
  months: readonly CalendarMonth[],
  ledgers: readonly ReadonlyMap<string, Ledger>[],
): SimulatedMonth[] {
  return months.map((month, m) => ({
    month,
    usages: [...(ledgers[m] ?? new Map<string, Ledger>()).values()].map((ledger) =>
      ledger.usage(asOf, month.period),
    ),
  }));
}

class Simulation {
  readonly months: CalendarMonth[];
  readonly #part: SimulatedPart | null;
  /** Object-days of each month by the turn after which they were lain. */
  readonly #lain: number[][];
  /** By stay; none where emitted files were followed. */
  readonly #jobs: readonly SimulatedJobs[];
  /** Of each stay, by month. */
  readonly #lay: ReadonlyMap<SimulatedStay, { objectDays: number }[]>;
  readonly #scenario: Scenario;
  readonly #chain: SimulatedChain;
  /** Ages at which stores change hands, from 0 on. */
  readonly #turns: readonly number[];
  readonly #first: SimulatedStore;
  readonly #last: SimulatedStore;
  readonly #classes: SizeClass[];
  readonly #retention: number | null;
  readonly #ledgers: Map<string, Ledger>[];
  /** Reads of each month by the turn after which they found their object. */
  readonly #asked: number[][];
  readonly #known = new Map<object, Ledger[]>();
  readonly #replicas: SimulatedStore[];
  readonly #readUpTo: (age: number) => number;
  readonly #standing: number;
  /** Days over which one cohort arrives. */
  #step = HOUR;
  readonly #isStaged: boolean;

  constructor(
    scenario: Scenario,
    chain: SimulatedChain,
    part: SimulatedPart | null = null,
    ledgers: Map<string, Ledger>[] | null = null,
    jobs: readonly SimulatedJobs[] = [],
  ) {
    this.#jobs = jobs;
    this.#part = part;
    this.#scenario = scenario;
    this.#chain = chain;
    this.#turns = turns(chain);
    const [first, last] = [chain.stays[0], chain.stays.at(-1)];
    if (!first || !last) throw new RangeError('a placement has a store');
    [this.#first, this.#last] = [first.store, last.store];
    const { objects, reads } = scenario.workload;
    const sizes = objects.size.map(({ share, size }) => ({
      share,
      sizeBytes: size.value,
      readBytes: reads.bytes === 'whole' ? size.value : Math.min(reads.bytes, size.value),
    }));
    this.#classes = sizes.filter(({ sizeBytes }) => !part || part.sizeBytes === sizeBytes);
    this.#retention = objects.retention === 'forever' ? null : objects.retention.value;
    this.#isStaged = scenario.workload.timeline !== undefined || scenario.workload.season !== undefined;
    const wanted =
      this.#retention === null || this.#isStaged
        ? Math.max(1, Math.round((scenario.horizon ?? 365.25) / (365.25 / 12)))
        : 1;
    this.months = calendar(scenario.asOf, scenario.month, wanted);
    this.#ledgers = ledgers ?? this.months.map(() => new Map<string, Ledger>());
    this.#lay = new Map(chain.stays.map((stay) => [stay, this.months.map(() => ({ objectDays: 0 }))]));
    this.#lain = this.months.map(() => this.#turns.map(() => 0));
    this.#asked = this.months.map(() => this.#turns.map(() => 0));
    const demanded = part ? [] : scenario.copies;
    this.#replicas = demanded.map((ref) => {
      const [store = '', region = ''] = ref.split('@');
      return { store, region, transitionsTo: [], transitionAfterDays: 0 };
    });
    this.#readUpTo = shareReadBy(reads.byAge ?? [], this.#retention ?? this.#end());
    const bytesOfOne = sizes.reduce((sum, one) => sum + one.share * one.sizeBytes, 0);
    this.#standing = (objects.standing?.value ?? 0) / bytesOfOne;
  }

  run(): SimulatedMonth[] {
    this.live();
    this.#callOperations();
    return usagesOf(this.#scenario, this.months, this.#ledgers);
  }

  live(): void {
    if (this.#retention === null) this.#keepForever();
    else if (this.#isStaged) this.#changingMonths(this.#retention);
    else this.#steadyMonth(this.#retention);
    this.#standStill();
    for (const stay of this.#chain.stays) if (stay.store.accessTiers) this.#lieUnread(stay);
    this.#list();
    for (const [m, asked] of this.#asked.entries())
      for (const [k, reads] of asked.entries()) this.#serve(m, reads, this.#turns[k] ?? 0);
  }

  /** Cohorts of a day, and what stands: the hours in which a store has moved them to a cheaper tier. */
  #lieUnread(stay: SimulatedStay): void {
    if (this.#isStaged) throw new RangeError('objects are not followed by their reads while rates change');
    const life = this.#retention ?? Infinity;
    const until = Math.min(stay.toDays, life);
    const isOld = this.#part?.stream === 'old';
    for (const [m, { from, to }] of this.months.entries()) {
      const note = (objects: number, rate: ReadRate, since: number, ages: readonly [number, number]) => {
        const tiers = stay.store.accessTiers ?? [];
        const reached = tiers.map(({ unreadHours }) => unreadDaysOf(rate, since, ages, unreadHours / 24));
        for (const { share, sizeBytes } of this.#classes)
          for (const [t, { name }] of tiers.entries())
            this.#fast(m, stay.store).lie(
              name,
              sizeBytes,
              objects * share * ((reached[t] ?? 0) - (reached[t + 1] ?? 0)) * 24,
            );
      };
      const first = this.#retention === null ? 0 : Math.floor(from - Math.min(until, life));
      for (let born = first + 0.5; !isOld && born < to; born += 1) {
        const objects = this.#rate('arrivals', this.#monthAt(born));
        const ages = [Math.max(stay.fromDays, from - born), Math.min(until, to - born)] as const;
        note(objects, (age) => this.#readsOfOne(stay, born + age, age), stay.fromDays, ages);
      }
      if (this.#part?.stream !== 'new')
        note(
          this.#standing * (this.#part?.objects ?? 1),
          (time) => this.#readsOfOne(stay, time, null),
          -Infinity,
          [from, to],
        );
    }
  }

  #monthAt(time: number): number {
    const m = this.months.findIndex((month) => time < month.to);
    return m < 0 ? this.months.length - 1 : m;
  }

  /** Reads a day that reach one object in a store; `age` null: of those that stand. */
  #readsOfOne(stay: SimulatedStay, time: number, age: number | null): number {
    const { jobs, workload } = this.#scenario;
    const m = this.#monthAt(time);
    const month = this.months[m] ?? { from: 0, to: 1 };
    const perDay = this.#rate('arrivals', m);
    const aged = this.#retention === null ? this.#arrivedBy(Math.max(0, time)) : perDay * this.#retention;
    const all = aged + this.#standing;
    // Standing objects of their own part lie where they lie from the first day on.
    const isWhole = age === null && this.#part?.stream !== 'old';
    const isHere = (asker: number) => isWhole || answering(this.#chain, asker, age ?? 0) === stay;
    const askers = workload.readers.length;
    const byJobs = jobs.reduce(
      (sum, { read, perMonth }, j) =>
        sum + (isHere(askers + j) ? (read * perMonth) / (month.to - month.from) / all : 0),
      0,
    );
    const reaching = workload.readers.reduce(
      (sum, { share, via, hitRatio }, q) =>
        sum + (isHere(q) ? share * (via ? 1 - (hitRatio?.value ?? 0) : 1) : 0),
      0,
    );
    const reads = this.#rate('reads', m) / all;
    if (age === null)
      return byJobs + (reaching * reads * (this.#part?.reads ?? 1)) / (this.#part?.objects ?? 1);
    const reached = this.#retention === null ? this.#readUpTo(time) : 1;
    const [low, high] = [Math.max(0, age - 0.01), age + 0.01];
    const density = (this.#readUpTo(high) - this.#readUpTo(low)) / (high - low);
    return byJobs + (reaching * reads * aged * density) / reached / perDay;
  }

  #arrivedBy(time: number): number {
    return this.months.reduce(
      (sum, { from, to }, m) => sum + this.#rate('arrivals', m) * Math.max(0, Math.min(to, time) - from),
      0,
    );
  }

  #list(): void {
    for (const [stay, months] of this.#lay)
      for (const [m, { objectDays }] of months.entries())
        this.#fast(m, stay.store).request('ListObjectsV2', objectDays * (this.#jobsOf(stay)?.lists ?? 0), 0);
  }

  #jobsOf(stay: SimulatedStay): SimulatedJobs | undefined {
    return this.#jobs[this.#chain.stays.indexOf(stay)];
  }

  /** Object-days of a month. */
  lain(m: number): number {
    return (this.#lain[m] ?? []).reduce((sum, days) => sum + days, 0);
  }

  /** Jobs and other operations ask of all objects alike, of `all` object-days. */
  callBy(m: number, all: number): void {
    const { jobs, workload } = this.#scenario;
    const { from, to } = this.months[m] ?? { from: 0, to: 0 };
    const askers = workload.readers.length;
    for (const [k, days] of (this.#lain[m] ?? []).entries()) {
      if (days === 0) continue;
      const share = days / all;
      const answers = (asker: number) => {
        const stay = answering(this.#chain, askers + asker, this.#turns[k] ?? 0);
        if (!stay) throw new RangeError('nothing holds the object');
        return { ledger: this.#ledger(m, stay.store), here: this.#addressOfStore(stay.store) };
      };
      for (const [j, { at, read, size, perMonth }] of jobs.entries()) {
        const { ledger, here } = answers(j);
        ledger.request('GetObject', read * perMonth * share, size);
        ledger.send(road(here, addressOf(at)), read * perMonth * share * size);
      }
      for (const [operation, rate] of Object.entries(workload.operations))
        answers(jobs.length).ledger.request(operation, this.#perDay(rate) * (to - from) * share, 0);
    }
  }

  #end(): number {
    return this.months.at(-1)?.to ?? 0;
  }

  /** Cohorts of every age cross one month: all that arrived within a retention before it, and those that arrive in it. */
  #steadyMonth(retention: number): void {
    const length = this.#end();
    const perDay = this.#scenario.workload.objects.arrivals?.value ?? 0;
    const steps = Math.ceil(length / Math.min(HOUR, retention / 400));
    const step = length / steps;
    this.#step = step;
    const stock = perDay * retention;
    const agedShare = stock + this.#standing > 0 ? stock / (stock + this.#standing) : 0;
    const readsOfOne = perDay > 0 ? (this.#scenario.workload.reads.rate.value / perDay) * agedShare : 0;
    for (let i = -Math.ceil((this.#longest(retention) + this.#keptDays()) / step) - 1; i < steps; i += 1) {
      const born = (i + 0.5) * step;
      this.#live(born, perDay * step, retention);
      const [young, old] = [Math.max(0, -born), Math.min(retention, length - born)];
      this.#read(0, perDay * step * readsOfOne, young, old);
    }
    this.#readStanding(0, this.#scenario.workload.reads.rate.value * length * (1 - agedShare));
  }

  /** Days until no store holds an object: files may delete it later than the scenario has it. */
  #longest(retention: number): number {
    const ends = this.#chain.stays.flatMap(({ toDays }) => (Number.isFinite(toDays) ? [toDays] : []));
    return Math.max(retention, ...ends);
  }

  /** Days for which what was deleted is kept at the most. */
  #keptDays(): number {
    return Math.max(0, ...this.#chain.stays.map(({ store }) => (store.softDeleteHours ?? 0) / 24));
  }

  #rate(kind: 'arrivals' | 'reads', m: number): number {
    return rateIn(this.#scenario, kind, m);
  }

  /** Cohorts from a retention before the start, at the first month's rate, to the end; reads as the stock is from moment to moment. */
  #changingMonths(retention: number): void {
    const step = HOUR / Math.ceil((HOUR * 400) / retention);
    this.#step = step;
    const rates = this.months.map((_, m) => this.#rate('arrivals', m));
    const before = Math.ceil(retention / step);
    const born: number[] = [];
    for (let i = -before - Math.ceil(this.#keptDays() / step); i < -before; i += 1)
      this.#live((i + 0.5) * step, (rates[0] ?? 0) * step, retention);
    for (let i = -before; i < Math.round(this.#end() / step); i += 1) {
      const time = (i + 0.5) * step;
      const m = Math.max(
        0,
        this.months.findIndex((month) => time < month.to),
      );
      born.push((rates[m] ?? 0) * step);
      this.#live(time, born.at(-1) ?? 0, retention);
    }
    const shares = this.#turns.map(
      (from, k) => this.#readUpTo(this.#turns[k + 1] ?? retention) - this.#readUpTo(from),
    );
    let stock = born.slice(0, before).reduce((sum, count) => sum + count, 0);
    for (let i = before; i < born.length; i += 1) {
      stock += (born[i] ?? 0) - (born[i - before] ?? 0);
      const time = (i - before + 0.5) * step;
      const m = this.months.findIndex((month) => time < month.to);
      const reads = this.#rate('reads', m) * step;
      const aged = stock + this.#standing > 0 ? stock / (stock + this.#standing) : 0;
      for (const [k, share] of shares.entries()) this.#ask(m, reads * aged * share, k);
      this.#readStanding(m, reads * (1 - aged));
    }
  }

  /** Hourly cohorts from an empty start. */
  #keepForever(): void {
    for (const [m, month] of this.months.entries()) {
      const steps = Math.round((month.to - month.from) / HOUR);
      const objects = this.#rate('arrivals', m) * HOUR;
      for (let i = 0; objects > 0 && i < steps; i += 1)
        this.#live(month.from + (i + 0.5) * HOUR, objects, Infinity);
      this.#readWhileGrowing(m, month);
    }
  }

  /**
   * Short moments, the shorter the younger the stock: at each, standing and arrived objects are read in proportion to their
   * number, and the arrived ones by the curve as far as the oldest of them reaches.
   */
  #readWhileGrowing(m: number, month: CalendarMonth): void {
    const [perDay, readsPerDay] = [this.#rate('arrivals', m), this.#rate('reads', m)];
    let arrived = this.months
      .slice(0, m)
      .reduce((sum, { from, to }, i) => sum + this.#rate('arrivals', i) * (to - from), 0);
    for (let start = month.from; start < month.to;) {
      const length = Math.min(HOUR, Math.max(1e-4, start / 100), month.to - start);
      const now = start + length / 2;
      const objects = arrived + perDay * (length / 2);
      const reads = readsPerDay * length;
      const readsOfAged = objects > 0 ? (reads * objects) / (objects + this.#standing) : 0;
      const reached = this.#readUpTo(now);
      for (const [k, from] of this.#turns.entries()) {
        const to = this.#turns[k + 1];
        const upTo = (age: number) => (reached > 0 ? this.#readUpTo(Math.min(age, now)) / reached : 0);
        this.#ask(m, readsOfAged * ((to === undefined ? 1 : upTo(to)) - upTo(from)), k);
      }
      this.#readStanding(m, reads - readsOfAged);
      arrived += perDay * length;
      start += length;
    }
  }

  /** One cohort from its arrival to its end: writes, stays, moves, exits. */
  #live(born: number, objects: number, retention: number): void {
    if (this.#part?.stream === 'old') return;
    for (const one of this.#classes) {
      const count = objects * one.share;
      for (const [k, from] of this.#turns.entries())
        this.#lie(k, born + from, born + Math.min(this.#turns[k + 1] ?? retention, retention), count);
      for (const stay of this.#chain.stays) {
        // Objects end when they end in every plan: no file's rule is later in the bill.
        const until = Math.min(stay.toDays, retention);
        this.#hold(stay.store, born + stay.fromDays, born + until, count, one, stay);
        this.#when(born + stay.fromDays, count, (m, entering) => this.#enter(m, entering, one, stay));
        this.#when(born + until, count, (m, leaving) => this.#leave(m, leaving, one, stay, until));
        if (this.#isKept(stay)) this.#keep(stay.store, born + until, count, one, until - stay.fromDays);
      }
      for (const asked of this.#part?.requests ?? []) this.#asAsked(asked, born, count);
      for (const copy of this.#replicas) {
        this.#hold(copy, born, born + retention, count, one);
        this.#when(born, count, (m, arriving) => this.#write(m, copy, arriving, one));
        this.#when(born + retention, count, (m, leaving) => this.#expire(m, copy, retention, leaving, one));
      }
    }
  }

  #asAsked(
    { ref, operation, count: each, fromDays, toDays }: SimulatedRequests,
    born: number,
    count: number,
  ): void {
    const [store = '', region = ''] = ref.split('@');
    const ask = (m: number, times: number) =>
      this.#ledger(m, { store, region }).request(operation, each * times, 0);
    if (fromDays === toDays) return this.#when(born + fromDays, count, ask);
    const [from, to] = [born + fromDays, born + toDays];
    for (const [m, month] of this.months.entries()) {
      const days = Math.min(to, month.to) - Math.max(from, month.from);
      if (days > 0) ask(m, (count * days) / (to - from));
    }
  }

  /** A cohort comes about over one step of time, so what happens to it around `time` may fall into two months. */
  #when(time: number, count: number, happen: (m: number, count: number) => void): void {
    for (const [m, month] of this.months.entries()) {
      const days = Math.min(month.to, time + this.#step / 2) - Math.max(month.from, time - this.#step / 2);
      if (days > 1e-9 * this.#step) happen(m, (count * days) / this.#step);
    }
  }

  /** Written on arrival, or filled from another store: by requests, or by a lifecycle rule. */
  #enter(m: number, count: number, one: SizeClass, stay: SimulatedStay): void {
    const came = origin(this.#chain, stay);
    if (!came) {
      this.#write(m, stay.store, count, one);
      return;
    }
    const into = this.#ledger(m, stay.store);
    if (came.byRule) {
      into.transitionsIn += count;
      return;
    }
    const from = this.#ledger(m, came.from.store);
    const [a, b] = [this.#addressOfStore(came.from.store), this.#addressOfStore(stay.store)];
    from.request('GetObject', count, one.sizeBytes);
    from.send(road(a, b), count * one.sizeBytes);
    this.#put(into, count, one);
    // The job that we write looks at the source, and at the target before and after.
    if (!this.#part || this.#part.requests) return;
    from.request('HeadObject', count, 0);
    into.request('HeadObject', 2 * count, 0);
  }

  #isMovedByRule(stay: SimulatedStay): boolean {
    return this.#chain.stays.some((next) => {
      const came = origin(this.#chain, next);
      return came !== null && came.byRule && came.from === stay;
    });
  }

  #isKept(stay: SimulatedStay): boolean {
    return stay.store.softDeleteHours !== undefined && !this.#isMovedByRule(stay);
  }

  #leave(m: number, count: number, one: SizeClass, stay: SimulatedStay, untilDays: number): void {
    const ledger = this.#ledger(m, stay.store);
    if (!this.#isMovedByRule(stay)) ledger.request('DeleteObject', count, 0);
    const deletion = this.#jobsOf(stay)?.deletion;
    if (deletion) {
      ledger.request('HeadObject', count, 0);
      if (deletion.keeper) this.#ledger(m, deletion.keeper.store).request('HeadObject', count, 0);
    }
    if (this.#isKept(stay)) return;
    ledger.leave(count, one.sizeBytes, untilDays - stay.fromDays);
  }

  #expire(m: number, store: SimulatedStore, daysInStore: number, count: number, one: SizeClass): void {
    const ledger = this.#ledger(m, store);
    ledger.request('DeleteObject', count, 0);
    ledger.leave(count, one.sizeBytes, daysInStore);
  }

  /** The writer's upload, with the egress that its own provider bills. */
  #write(m: number, store: SimulatedStore, count: number, one: SizeClass): void {
    if (this.#part?.router?.isWrittenTo) this.#route(m, count);
    this.#put(this.#ledger(m, store), count, one);
    const writer = addressOf(this.#scenario.workload.writer);
    if (writer.provider === 'internet') return;
    const to = road(writer, this.#addressOfStore(store));
    if (to !== 'same-region')
      this.#ledger(m, { store: `${writer.provider}/transfer`, region: writer.region }).send(
        to,
        count * one.sizeBytes,
      );
  }

  #put(ledger: Ledger, count: number, { sizeBytes }: SizeClass): void {
    const part = this.#scenario.workload.writes.partSize;
    if (part === undefined || part === 0 || sizeBytes <= part) {
      ledger.request('PutObject', count, sizeBytes);
      return;
    }
    ledger.request('CreateMultipartUpload', count, 0);
    for (let sent = 0; sent < sizeBytes; sent += part)
      ledger.request('UploadPart', count, Math.min(part, sizeBytes - sent));
    ledger.request('CompleteMultipartUpload', count, 0);
  }

  #lie(turn: number, from: number, to: number, count: number): void {
    for (const [m, month] of this.months.entries()) {
      const days = Math.min(to, month.to) - Math.max(from, month.from);
      const lain = this.#lain[m];
      if (days > 0 && lain) lain[turn] = (lain[turn] ?? 0) + count * days;
    }
  }

  /** What was deleted at `time` stays for a while, and is billed. */
  #keep(store: SimulatedStore, time: number, count: number, { sizeBytes }: SizeClass, ageDays: number): void {
    const { softDeleteHours: hours = 0 } = store;
    for (const [m, month] of this.months.entries()) {
      const days = Math.min(time + hours / 24, month.to) - Math.max(time, month.from);
      if (days > 0) this.#fast(m, store).keep(count * sizeBytes * days * 24, ageDays, hours);
    }
  }

  #hold(
    store: SimulatedStore,
    from: number,
    to: number,
    count: number,
    one: SizeClass,
    stay?: SimulatedStay,
  ): void {
    for (const [m, month] of this.months.entries()) {
      const days = Math.min(to, month.to) - Math.max(from, month.from);
      if (!(days > 0)) continue;
      this.#fast(m, store).hold(count, one.sizeBytes, days * 24);
      const lay = stay && this.#lay.get(stay)?.[m];
      if (lay) lay.objectDays += count * days;
    }
  }

  /** Reads of objects whose ages run from `fromAge` to `toAge` while they are watched. */
  #read(m: number, reads: number, fromAge: number, toAge: number): void {
    if (!(toAge > fromAge)) return;
    for (const [k, from] of this.#turns.entries()) {
      const within = (age: number) => this.#readUpTo(Math.min(Math.max(age, fromAge), toAge));
      this.#ask(m, reads * (within(this.#turns[k + 1] ?? toAge) - within(from)), k);
    }
  }

  #readStanding(m: number, reads: number): void {
    if (this.#part?.stream === 'new') return;
    this.#note(m, reads * (this.#part?.reads ?? 1), this.#turns.length - 1);
  }

  /** Reads of objects with an age. */
  #ask(m: number, reads: number, turn: number): void {
    if (this.#part?.stream !== 'old') this.#note(m, reads, turn);
  }

  #note(m: number, reads: number, turn: number): void {
    const asked = this.#asked[m];
    if (asked) asked[turn] = (asked[turn] ?? 0) + reads;
  }

  /** Each reader place asks its own holder of objects as old as the turn. */
  #serve(m: number, reads: number, ageDays: number): void {
    if (reads === 0) return;
    for (const [q, reader] of this.#scenario.workload.readers.entries()) {
      const server = answering(this.#chain, q, ageDays)?.store ?? this.#last;
      const ledger = this.#ledger(m, server);
      const here = this.#addressOfStore(server);
      for (const one of this.#classes) {
        const asked = reads * reader.share * one.share;
        const reaching = reader.via ? asked * (1 - (reader.hitRatio?.value ?? 0)) : asked;
        if (this.#part?.router?.answers(q)) this.#route(m, reaching);
        this.#askInVain(m, reaching, this.#part?.asksInVain?.(q, ageDays) ?? []);
        ledger.request('GetObject', reaching, one.readBytes);
        if (!reader.via) {
          ledger.send(road(here, addressOf(reader.at)), reaching * one.readBytes);
          continue;
        }
        const [network = '', region = edgesNear(reader.at, reader.via)] = reader.via.split('@');
        const owner = addressOf(network).provider;
        const isFree = here.provider === 'backblaze' && owner === 'bunny';
        const fetched = owner === here.provider ? 'cdn' : isFree ? 'partner' : 'internet';
        ledger.send(fetched, reaching * one.readBytes);
        const edge = this.#ledger(m, { store: network, region });
        edge.request('GetObject', asked, one.readBytes);
        edge.send('internet', asked * one.readBytes);
      }
    }
  }

  /** A store that has not the object says so, and is asked once for each read. */
  #askInVain(m: number, reads: number, refs: readonly string[]): void {
    for (const ref of refs) {
      const [store = '', region = ''] = ref.split('@');
      this.#ledger(m, { store, region }).request('GetObject', reads, 0, 404);
    }
  }

  #route(m: number, requests: number): void {
    const ledger = this.#ledger(m, { store: 'cloudflare/workers', region: 'everywhere' });
    ledger.request('Invocation', requests, 0);
    ledger.request('CpuMillisecond', requests * (this.#part?.router?.cpuMilliseconds ?? 0), 0);
  }

  /** Objects without an age lie whole in the store that holds the old ones, and in every copy. */
  #standStill(): void {
    for (const month of this.months) {
      for (const one of this.#classes) {
        if (this.#part?.stream === 'new') continue;
        const count = this.#standing * one.share * (this.#part?.objects ?? 1);
        const holders = this.#part
          ? this.#chain.stays.map((stay) => [stay.store, stay] as const)
          : [[this.#last, undefined] as const];
        for (const [store, stay] of holders) this.#hold(store, month.from, month.to, count, one, stay);
        for (const { ref, operation, count: each, fromDays, toDays } of this.#part?.requests ?? []) {
          const [store = '', region = ''] = ref.split('@');
          const times = (count * (month.to - month.from)) / (toDays - fromDays);
          this.#ledger(this.months.indexOf(month), { store, region }).request(operation, each * times, 0);
        }
        this.#lie(this.#turns.length - 1, month.from, month.to, count);
        for (const copy of this.#replicas)
          this.#hold(copy, month.from, month.to, this.#standing * one.share, one);
      }
    }
  }

  #callOperations(): void {
    for (const [m, month] of this.months.entries()) {
      for (const [operation, rate] of Object.entries(this.#scenario.workload.operations)) {
        this.#ledger(m, this.#first).request(operation, this.#perDay(rate) * (month.to - month.from), 0);
      }
    }
  }

  /** A rate per month is what the mean of the months that are billed comes to; it was read as that of a mean month. */
  #perDay({ value, perMonth }: { value: number; perMonth?: boolean | undefined }): number {
    const days = this.months.reduce((sum, { from, to }) => sum + to - from, 0) / this.months.length;
    return perMonth ? (value * (365.25 / 12)) / days : value;
  }

  #addressOfStore(store: { store: string; region: string }): Address {
    return { provider: addressOf(store.store).provider, region: store.region };
  }

  /** The same ledger, remembered by the store's own object. */
  #fast(m: number, store: SimulatedStore): Ledger {
    let row = this.#known.get(store);
    if (!row) this.#known.set(store, (row = []));
    return (row[m] ??= this.#ledger(m, store));
  }

  #ledger(m: number, { store, region }: { store: string; region: string }): Ledger {
    const ledgers = this.#ledgers[m];
    if (!ledgers) throw new RangeError(`there is no month ${m}`);
    const key = `${store}@${region}`;
    const ledger = ledgers.get(key) ?? new Ledger(store, region);
    ledgers.set(key, ledger);
    return ledger;
  }
}
