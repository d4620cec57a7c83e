/**
 * A scenario as the search is asked it: populations by size class, standing and arriving; what one object uses of each store; the
 * stores' limits and the latencies that are required, at one level of the evidence.
 */
import { tierHoursOf } from './tier-hours.ts';
import { bookMeters } from './book-meters.ts';
import { capOf } from '#core/placement/search/pools.ts';
import type { Pool } from '#core/placement/search/pools.ts';
import type {
  Effort,
  Meter,
  Move,
  Population,
  Problem,
  StoreUse,
  Tier,
  Use,
} from '#core/placement/search/problem.ts';
import { memo } from '#core/memo.ts';
import { exchange } from '#core/pricing/currency.ts';
import { isInternet } from '#core/pricing/bills/usage.ts';
import { sheetOf } from '#core/pricing/sheets/sheet-of.ts';
import type { PriceSheet } from '#core/pricing/sheets/sheet.ts';
import { HOURS_PER_DAY } from '#core/units.ts';
import type { Workload } from '#core/workload/workload.ts';
import type { CandidateStore } from '#core/placement/context/candidate-store.ts';
import { lifecycleReaches, transitionAgeDays } from '#core/placement/context/candidate-store.ts';
import type { PlacedStore, PlanContext } from '#core/placement/context/types.ts';
import { NO_READ } from '#core/placement/context/read-repeat.ts';
import { cdnUses } from '#core/placement/costs/cdns.ts';
import { storeParts } from '#core/placement/costs/store-parts.ts';
import type { StoreParts } from '#core/placement/costs/store-parts.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { exitPart, operationPart, sumParts, transitionPart } from '#core/placement/costs/usage-parts.ts';
import type { UsagePart } from '#core/placement/costs/usage-parts.ts';
import { writerPaysEgress } from '#core/placement/costs/writer-egress.ts';
import type { LatencyGrid } from '#core/placement/latency-grid.ts';
import { latencyRequirements } from '#core/placement/verdicts/latency-requirements.ts';
import type { LatencyRequirement } from '#core/placement/verdicts/latency-requirements.ts';
import { tailOf, writeTail } from '#core/placement/verdicts/tails.ts';
import { holdsObject, largestOf } from '#core/placement/verdicts/object-size.ts';

export interface ProblemOptions {
  /** What limits are kept below, as a share of what is asked of them: 0.2 is 20 %. */
  headroom: number;
  effort: Effort;
  /** Zones that the holders of an object must stand in together; null: not stated, and one is enough for what can be made again. */
  zones: number | null;
  reproducible: boolean;
}

/** `grid`: latencies without bands, at the level that is asked. Prices and rates are those of the context. */
export function problemOf(context: PlanContext, grid: LatencyGrid, options: ProblemOptions): Problem {
  const { stores, copies, workload, scenario } = context;
  const held = [...stores, ...copies];
  const { book, writer } = planTariffs(context);
  const sheets = sheetsOf(context, book.tariffs);
  const { rates } = exchange(
    sheets.map((sheet) => sheet.currency),
    scenario.fx,
    context.billing.inDollars,
  );
  const month = meanMonth(workload);
  const { meters, pools, first, fees } = bookMeters(
    sheets,
    sheets.map(({ currency }) => rates.get(currency) ?? 1),
    sheets.map(() => month.days),
  );
  const vector = (tariff: number, part: UsagePart): Use => {
    const { store, region, quantities, meters: named } = book.tariffs[tariff]!;
    const amounts = quantities({ store, region, asOf: scenario.asOf, period: month.period, ...part });
    // Subscriptions are no use of an object.
    return useOf(first[tariff]!, amounts.subarray(0, named.length - 1));
  };
  /** One object held for a month: months differ in length, and editions in what they divide by. */
  const monthOf = (tariff: number, part: UsagePart): Use => {
    const { store, region, quantities, meters: named } = book.tariffs[tariff]!;
    const mean = new Float64Array(named.length - 1);
    for (const { month: one } of workload.months) {
      const usage = { store, region, asOf: scenario.asOf, period: one.period, ...part };
      const hours = (one.days * HOURS_PER_DAY) / workload.months.length;
      for (const [i, amount] of quantities(usage).subarray(0, mean.length).entries())
        mean[i] = mean[i]! + amount * hours;
    }
    return useOf(first[tariff]!, mean);
  };
  const limits = limitsOf(context, options.headroom, meters, pools);
  const requirements = latencyRequirements(context).filter(({ of }) => of === 'read' && month.reads > 0);
  const late = requirements.map((requirement) =>
    latenessOf(requirement, workload, month.reads, meters, pools),
  );
  const kinds = workload.classes.map((one): Workload => ({
    ...workload,
    classes: [{ ...one, share: 1 }],
    meanSizeBytes: one.sizeBytes,
  }));
  const uses = kinds.map((kind, k) =>
    held.map((store, s): StoreUse => {
      const parts = partsOf(context, grid, store, s, kind, k);
      const use = (part: UsagePart) => vector(s, part);
      const { minimumHours, earlyDeleteOn } = store.edition.rules.storage;
      const written = parts.writerEgress && writer !== null && writerPaysEgress(context, store);
      const reads = workload.readers.map((reader, q): Use | null => {
        const part = parts.reads[q];
        if (!part) return null;
        const tails = late.map((ofRead, r) => ofRead(tailAt(context, grid, requirements, r, s, q, k), q));
        if (tails.some((tail) => tail === null)) return null;
        const misses = reader.via ? 1 - reader.hitRatio : 1;
        const asked = (parts.repeats[q]?.requests ?? 1) * misses;
        const bytes = part.egress.reduce((sum, one) => sum + (isInternet(one.to) ? one.bytes : 0), 0);
        return joined(
          use(part),
          ...tails.flatMap((tail) => tail ?? []),
          limits.read(s, asked, kind.meanSizeBytes, bytes),
        );
      });
      const jobs = [
        ...parts.jobs.map((part) => use(part)),
        ...(parts.operations.length > 0 ? [use(operationsOf(workload))] : []),
      ];
      const puts = kind.classes[0]?.put.reduce((sum, { count }) => sum + count, 0) ?? 1;
      const put = joined(use(parts.arrival), limits.write(s, puts, kind.meanSizeBytes));
      return {
        hold: joined(monthOf(s, parts.holding), limits.hold(s, kind.meanSizeBytes)),
        read: [...reads, ...jobs],
        write: written && parts.writerEgress ? joined(put, vector(writer, parts.writerEgress)) : put,
        put,
        out: held.map((to) => {
          const part = parts.copyOut(to);
          const bytes = part.egress.reduce((sum, one) => sum + (isInternet(one.to) ? one.bytes : 0), 0);
          return joined(use(part), limits.read(s, 1, kind.meanSizeBytes, bytes));
        }),
        into: use(transitionPart),
        drop: use(operationPart('DeleteObject')),
        early: use(exitPart(kind, 0, false)),
        minimumDays: minimumHours / HOURS_PER_DAY,
        earlyOnMove: earlyDeleteOn.includes('transition'),
      };
    }),
  );
  const tiers = memo((s: number) => tierHoursOf(held[s]!, workload));
  const populations = populationsOf(
    workload,
    (s, k, isStanding) => {
      const store = held[s]!;
      const parts = storeParts(store, kinds[k]!);
      const cheaper = tiers(s);
      if (cheaper.length === 0) return [];
      return cheaper.map((hours, t): Tier => ({
        use: monthOf(s, difference(parts.holdingUnread[t], parts.holding)),
        hours: (from, to) => workload.classes[k]!.share * hours(isStanding, from, to),
      }));
    },
    held.length,
  );
  const objectHours = populations.reduce((sum, { hours }) => sum + hours[hours.length - 1]!, 0);
  const perHour = (times: number) => (objectHours > 0 ? times / objectHours : 0);
  const largest = largestOf(workload);
  const takes = held.map((store) => holdsObject(store, largest) !== 'no' && store.inJurisdiction !== false);
  const writes = latencyRequirements(context).filter(({ of }) => of === 'write' && month.arrivals > 0);
  const mayEnter = memo((key: string) => {
    const entered = key.split(',').map(Number);
    return writes.every((requirement) => {
      const { high } = writeTail({ workload }, writeGrid(grid, held, stores.length), requirement, entered);
      return high <= requirement.tail + 1e-9;
    });
  });
  return {
    accounts: numbered(held.map(({ site }) => `${site.provider}@${site.region}`)),
    uses,
    populations,
    readers: workload.readers.map(({ share }) => share),
    jobs: [
      ...workload.jobs.map((job) => perHour(job.perMonth)),
      ...(workload.operationsPerDay.length > 0 ? [perHour(month.days)] : []),
    ],
    meters,
    pools,
    fixed: joined(
      ...cdnUses(context)
        .filter(({ priced }) => priced)
        .flatMap(({ part }, c) => {
          const index = held.length + (writer === null ? 0 : 1) + c;
          return workload.months.map(({ population }) =>
            scaled(vector(index, part(population)), 1 / workload.months.length),
          );
        }),
    ),
    moves: held.map((from) => held.map((to): Move => ({ lifecycleAfter: ruleAfter(from, to) }))),
    fees: (open) => fees(open),
    mayHold: (holders) =>
      holders.every((s) => takes[s]) &&
      isSpread(
        holders.map((s) => held[s]!),
        options,
      ),
    mayEnter: (entered) => writes.length === 0 || mayEnter(entered.join()),
    copies: copies.map((_, c) => stores.length + c),
    effort: options.effort,
    router: false,
    bill: billOf(context, sheets, first, pools, meters, month.days),
  };
}

/** Zones unstated: a store of one zone is no only holder of what cannot be made again. */
function isSpread(holders: readonly CandidateStore[], { zones, reproducible }: ProblemOptions): boolean {
  const known = holders.map(({ edition }) => edition.zones);
  const all = known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  if (zones !== null) return zones <= 1 || all >= zones;
  return reproducible || known.some((one) => one !== 1) || all >= 2;
}

function ruleAfter(from: CandidateStore, to: CandidateStore): number | null {
  return from !== to && lifecycleReaches(from, to, Infinity) ? transitionAgeDays(from, to) : null;
}

function operationsOf({ operationsPerDay }: Workload): UsagePart {
  return sumParts(
    operationsPerDay.map(({ operation, perDay }) => ({ part: operationPart(operation), times: perDay })),
  );
}

/** Demanded copies stand after the stores, and have latencies of their own that nobody asked: their stores' are taken. */
function writeGrid(grid: LatencyGrid, held: readonly CandidateStore[], count: number): LatencyGrid {
  const twin = held.map((store, s) => (s < count ? s : held.findIndex(({ ref }) => ref === store.ref)));
  return { ...grid, write: (s, k) => (twin[s]! < count ? grid.write(twin[s]!, k) : null) };
}

function partsOf(
  { stores, reads }: PlanContext,
  grid: LatencyGrid,
  store: PlacedStore,
  s: number,
  kind: Workload,
  k: number,
): StoreParts {
  if (!reads || s >= stores.length) return storeParts(store, kind);
  return storeParts(store, kind, { repeat: (q) => grid.repeat(s, q, k), away: () => NO_READ });
}

/** Null: nothing is known of it. */
function tailAt(
  { workload, stores }: PlanContext,
  grid: LatencyGrid,
  requirements: readonly LatencyRequirement[],
  r: number,
  s: number,
  q: number,
  k: number,
): number | null {
  const requirement = requirements[r]!;
  if (s >= stores.length || !grid.read(s, q, k, requirement.metric)) return null;
  const alone = { ...workload, classes: [{ ...workload.classes[k]!, share: 1 }] };
  return tailOf(
    { workload: alone },
    { ...grid, read: (_s, _q, _k, metric) => grid.read(s, q, k, metric) },
    requirement,
    s,
    q,
  ).low;
}

/** What one read of a reader adds; null where the requirement counts it and nothing is known of it. */
type Lateness = (tail: number | null, reader: number) => Use | null;

/** One pool for a requirement: Σ over reads of what is too late, of all that may be. Capped at 1. */
function latenessOf(
  { weights, tail, counts }: LatencyRequirement,
  { fanOut, readers }: Workload,
  reads: number,
  meters: Meter[],
  pools: Pool[],
): Lateness {
  const pool = pools.push(capOf(1)) - 1;
  const meter = meters.push({ price: 0, pools: [{ pool, times: 1 }] }) - 1;
  const shares = readers.map(({ share }) => share);
  // An action that waits for several reads is late where one of them is.
  const most = counts === 'late' && fanOut > 1 ? 1 - (1 - tail) ** (1 / fanOut) : Math.max(tail, 1e-12);
  return (own, reader) => {
    const weight = (weights[reader] ?? 0) / (shares[reader] ?? 1) / reads;
    if (weight === 0) return NOTHING;
    return own === null ? null : listed([[meter, (own * weight) / most]]);
  };
}

const NOTHING: Use = { meters: new Int32Array(0), amounts: new Float64Array(0) };

interface Limits {
  read(store: number, requests: number, bytes: number, internetBytes: number): Use;
  write(store: number, requests: number, bytes: number): Use;
  hold(store: number, bytes: number): Use;
}

/** Fair use, and what buckets and accounts take a second, as pools with caps. */
function limitsOf(
  { stores, copies, workload, limits: own }: PlanContext,
  headroom: number,
  meters: Meter[],
  pools: Pool[],
): Limits {
  const held = [...stores, ...copies];
  const meterOf = memo((pool: number) => meters.push({ price: 0, pools: [{ pool, times: 1 }] }) - 1);
  const named = new Map<string, number>();
  const capped = (key: string, cap: number) => {
    const pool = named.get(key) ?? pools.push(capOf(cap)) - 1;
    named.set(key, pool);
    return meterOf(pool);
  };
  const busiest = Math.max(
    ...workload.months.map(({ month, population }) => (population.reads + population.arrivals) / month.days),
  );
  const mean = meanMonth(workload);
  const growth = mean.reads + mean.arrivals > 0 ? (busiest * mean.days) / (mean.reads + mean.arrivals) : 1;
  const perSecond = (growth * workload.peak * (1 + headroom)) / (mean.days * 86_400);
  const rates = held.map((store, s) =>
    store.edition.limits
      .filter(
        (limit) =>
          limit.quantity !== 'object-size' && (limit.scope === 'bucket' || limit.scope === 'account'),
      )
      .map((limit, i) => ({
        limit,
        meter: capped(
          `${store.ref} ${s} ${i}`,
          (limit.value * (limit.quantity === 'operations' ? own.opsShare(store.store) : 1)) / perSecond,
        ),
      })),
  );
  const fair = held.map((store) => {
    const times = store.edition.rules.egress?.fairUseTimesStored;
    return times === undefined ? null : { times, meter: capped(`fair use ${store.site.provider}`, 0) };
  });
  const ofRates = (
    s: number,
    applies: 'read' | 'write',
    requests: number,
    bytes: number,
  ): [number, number][] =>
    (rates[s] ?? [])
      .filter(({ limit }) => limit.applies === 'any' || limit.applies === applies)
      .map(({ limit, meter }) => [meter, limit.quantity === 'operations' ? requests : bytes]);
  const GB = 1e9;
  return {
    read(s, requests, bytes, internetBytes) {
      const use = fair[s];
      return listed([
        ...ofRates(s, 'read', requests, bytes),
        ...(use ? [[use.meter, ((1 + headroom) * internetBytes) / GB] as [number, number]] : []),
      ]);
    },
    write: (s, requests, bytes) => listed(ofRates(s, 'write', requests, bytes)),
    hold(s, bytes) {
      const use = fair[s];
      return use ? listed([[use.meter, -(use.times * bytes) / GB]]) : NOTHING;
    },
  };
}

function listed(entries: readonly (readonly [number, number])[]): Use {
  const used = entries.filter(([, amount]) => amount !== 0);
  return {
    meters: Int32Array.from(used, ([meter]) => meter),
    amounts: Float64Array.from(used, ([, amount]) => amount),
  };
}

function useOf(first: number, amounts: Float64Array): Use {
  return listed([...amounts].map((amount, slot) => [first + slot, amount] as const));
}

function joined(...uses: readonly Use[]): Use {
  if (uses.length === 1) return uses[0]!;
  return {
    meters: Int32Array.from(uses.flatMap(({ meters }) => [...meters])),
    amounts: Float64Array.from(uses.flatMap(({ amounts }) => [...amounts])),
  };
}

function scaled({ meters, amounts }: Use, times: number): Use {
  return { meters, amounts: amounts.map((amount) => amount * times) };
}

function difference(one: UsagePart | undefined, other: UsagePart): UsagePart {
  return sumParts([
    { part: one ?? other, times: 1 },
    { part: other, times: -1 },
  ]);
}

function numbered(names: readonly string[]): number[] {
  const distinct = [...new Set(names)];
  return names.map((name) => distinct.indexOf(name));
}

interface MeanMonth {
  period: Workload['months'][number]['month']['period'];
  days: number;
  arrivals: number;
  reads: number;
}

/** The first billed month, with the means of all. */
export function meanMonth({ months }: Workload): MeanMonth {
  const first = months[0]?.month;
  if (!first) throw new RangeError('a plan covers at least one month');
  const mean = (of: (one: Workload['months'][number]) => number) =>
    months.reduce((sum, one) => sum + of(one), 0) / months.length;
  return {
    period: first.period,
    days: first.days,
    arrivals: mean(({ population }) => population.arrivals),
    reads: mean(({ population }) => population.reads),
  };
}

/** Arriving and standing objects of each size class. Ages are those at which a plan may move objects. */
function populationsOf(
  workload: Workload,
  tiersOf: (store: number, kind: number, isStanding: boolean) => readonly Tier[],
  stores: number,
): Population[] {
  const { months, classes, ages, expiryDays } = workload;
  const mean = (of: (one: Workload['months'][number]) => number) =>
    months.reduce((sum, one) => sum + of(one), 0) / months.length;
  const held = Float64Array.from(ages, (age) =>
    mean(({ month, population }) => population.objectDaysBelow(age) / month.days),
  );
  const read = Float64Array.from(ages, (age) =>
    mean(({ population }) => population.reads * population.readShareBelow(age)),
  );
  const reaching = Float64Array.from(ages, (age) =>
    mean(({ population }) => (age === 0 ? population.arrivals : population.reaching(age))),
  );
  const standing = mean(({ population }) => population.standing.objects);
  const standingReads = mean(({ population }) => population.reads * population.standing.readShare);
  const tiers = (k: number, isStanding: boolean) => {
    const found = new Map<number, readonly Tier[]>();
    for (let s = 0; s < stores; s += 1) {
      const own = tiersOf(s, k, isStanding);
      if (own.length > 0) found.set(s, own);
    }
    return found;
  };
  const times = (of: Float64Array, share: number) => of.map((one) => one * share);
  const arrives = reaching[0]! > 0 || held[held.length - 1]! > 0;
  return classes.flatMap(({ share }, kind): Population[] => [
    ...(arrives
      ? [
          {
            kind,
            stream: 0,
            sizeClass: kind,
            ages: Float64Array.from(ages),
            hours: times(held, share),
            reads: times(read, share),
            reaching: times(reaching, share),
            expires: expiryDays !== null,
            tiers: tiers(kind, false),
          },
        ]
      : []),
    ...(standing > 0
      ? [
          {
            kind,
            stream: 1,
            sizeClass: kind,
            ages: Float64Array.of(0, Infinity),
            hours: Float64Array.of(0, standing * share),
            reads: Float64Array.of(0, standingReads * share),
            reaching: new Float64Array(2),
            expires: false,
            tiers: tiers(kind, true),
          },
        ]
      : []),
  ]);
}

/** The sheets behind a book's tariffs, in its order. */
function sheetsOf(
  { archive, scenario, billing }: PlanContext,
  tariffs: readonly { store: string; region: string }[],
): PriceSheet[] {
  const { asOf, knownOn } = scenario;
  return tariffs.map(({ store, region }) => {
    const sheet = sheetOf(archive, { store, region, asOf, ...(knownOn ? { knownOn } : {}) }, billing);
    if (!('meters' in sheet)) throw new RangeError(`no prices of ${store} in ${region}`);
    return sheet;
  });
}

/** The book's total, with tiers, allowances, rounding and fees; infinite past a limit. */
function billOf(
  context: PlanContext,
  sheets: readonly PriceSheet[],
  first: readonly number[],
  pools: readonly Pool[],
  meters: readonly Meter[],
  days: number,
): NonNullable<Problem['bill']> {
  const { book } = planTariffs(context);
  const held = context.stores.length + context.copies.length;
  const always = Array.from({ length: sheets.length - held }, (_, i) => held + i);
  const width = sheets.map(({ meters: own }) => own.length + 3);
  const capped = pools.flatMap(({ cap }, k) => (Number.isFinite(cap) ? [k] : []));
  const feeding = capped.map((k) =>
    meters.flatMap(({ pools: into }, m) =>
      into.flatMap(({ pool, times }) => (pool === k ? [{ m, times }] : [])),
    ),
  );
  return (open, quantities) => {
    for (const [i, k] of capped.entries()) {
      let filled = 0;
      for (const { m, times } of feeding[i]!) filled += times * quantities[m]!;
      const { cap } = pools[k]!;
      if (filled > cap + 1e-9 * Math.max(1, Math.abs(cap))) return Infinity;
    }
    const indexes = [...open, ...always];
    return book.total(
      indexes,
      indexes.map((s) => quantities.subarray(first[s]!, first[s]! + width[s]!)),
      days,
    );
  };
}
