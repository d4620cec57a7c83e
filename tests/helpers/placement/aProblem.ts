/** Placement problems in small numbers: GB-months of 1, prices by hand, and every plan tried and billed without the engine. */
import { capOf, poolOf, costAt } from '#core/placement/search/pools.ts';
import type { Pool } from '#core/placement/search/pools.ts';
import type { Meter, Population, Problem, StoreUse, Use, Worker } from '#core/placement/search/problem.ts';

export { capOf, poolOf };

/** Prices per GB-month, per GB read or copied out, per GB written; or the pools that those fill instead, and how fast. */
export interface StoreText {
  hold?: number;
  holdPools?: Record<string, number>;
  egress?: number;
  egressPools?: Record<string, number>;
  put?: number;
  /** Of a GB-month for which a job that copies out of it lists it. */
  list?: number;
  drop?: number;
  minimumDays?: number;
  account?: number;
  /** By reader, a further price of its reads. */
  far?: readonly number[];
  fee?: number;
}

export interface PopulationText {
  /** Standing GB. */
  gb?: number;
  /** GB that arrive a month, with the rising ages in days to the end of life. */
  arriving?: number;
  ages?: readonly number[];
  /** GB read a month, in all or by bucket of age. */
  read?: number | readonly number[];
  /** By store, what one GB read of it adds to the pools. */
  readPools?: Record<string, Record<string, number>>;
  stream?: number;
  forever?: boolean;
}

const MONTH_DAYS = 30;

export function aProblem({
  stores,
  populations,
  pools = {},
  readers = [1],
  rules = [],
  effort = { rule: 0, account: 0, router: 0 },
  router = false,
  mayHold = () => true,
  copies = 0,
  worker,
}: {
  stores: readonly StoreText[];
  populations: readonly PopulationText[];
  pools?: Record<string, Pool>;
  readers?: readonly number[];
  rules?: readonly { from: number; to: number; afterDays?: number }[];
  effort?: { rule: number; account: number; router: number };
  router?: boolean;
  mayHold?: (stores: readonly number[]) => boolean;
  /** The last so many stores hold everything. */
  copies?: number;
  /** Where the readers who ask it are answered from stores that no rule joins. No store may have a price for lists beside it. */
  worker?: Pick<Worker, 'cost' | 'asks'>;
}): Problem {
  const names = Object.keys(pools);
  const meters: Meter[] = [];
  const use = (price: number, into: Record<string, number> = {}): Use => {
    if (price === 0 && Object.keys(into).length === 0)
      return { meters: new Int32Array(0), amounts: new Float64Array(0) };
    meters.push({
      price,
      pools: Object.entries(into).map(([name, times]) => {
        const pool = names.indexOf(name);
        if (pool < 0) throw new RangeError(`no pool ${name}`);
        return { pool, times };
      }),
    });
    return { meters: Int32Array.of(meters.length - 1), amounts: Float64Array.of(1) };
  };
  const uses = populations.map((population) =>
    stores.map((store, s): StoreUse => ({
      hold: use(store.hold ?? 0, store.holdPools),
      read: readers.map((_, q) =>
        use((store.egress ?? 0) + (store.far?.[q] ?? 0), {
          ...store.egressPools,
          ...population.readPools?.[s],
        }),
      ),
      write: use(store.put ?? 0),
      put: use(store.put ?? 0),
      out: stores.map(() => use(store.egress ?? 0, store.egressPools)),
      ...(store.list ? { list: use(store.list) } : {}),
      into: use(0),
      drop: use(store.drop ?? 0),
      early: use((store.hold ?? 0) * ((store.minimumDays ?? 0) / MONTH_DAYS)),
      minimumDays: store.minimumDays ?? 0,
      earlyOnMove: true,
    })),
  );
  const buckets = stores.map((_, s) => s);
  for (const { from, to } of rules) {
    const [one, other] = [buckets[from]!, buckets[to]!];
    for (const [s, bucket] of buckets.entries()) if (bucket === other) buckets[s] = one;
  }
  const asked = worker && use(Number.isFinite(worker.cost) ? worker.cost : 0);
  const fees = (open: readonly number[]) => open.reduce((sum, s) => sum + (stores[s]?.fee ?? 0), 0);
  return {
    accounts: stores.map(({ account }, s) => account ?? 1000 + s),
    uses,
    populations: populations.map((one, p): Population => populationOf(one, p)),
    readers,
    jobs: [],
    meters,
    pools: Object.values(pools),
    fixed: { meters: new Int32Array(0), amounts: new Float64Array(0) },
    moves: stores.map((_, from) =>
      stores.map((_to, to) => {
        const rule = rules.find((one) => one.from === from && one.to === to);
        return { lifecycleAfter: rule ? (rule.afterDays ?? 0) : null };
      }),
    ),
    fees,
    mayHold,
    mayEnter: () => true,
    copies: Array.from({ length: copies }, (_, i) => stores.length - copies + i),
    effort,
    router,
    ...(worker && asked
      ? {
          worker: { ...worker, buckets },
          ...(Number.isFinite(worker.cost)
            ? { lists: (stages) => (isSplit(stages.flat(), worker, buckets) ? asked : use(0)) }
            : { accepts: ({ stages }) => !isSplit(stages.flat(), worker, buckets) }),
        }
      : {}),
  };
}

/** Whether readers who ask a Worker together are answered from several buckets. */
function isSplit(
  stages: readonly { servers: readonly number[] }[],
  { asks }: Pick<Worker, 'asks'>,
  buckets: readonly number[],
): boolean {
  return [...new Set(asks)].some(
    (asker) =>
      asker >= 0 &&
      new Set(
        stages.flatMap(({ servers }) => servers.filter((_, q) => asks[q] === asker).map((s) => buckets[s])),
      ).size > 1,
  );
}

function populationOf(
  { gb = 0, arriving = 0, ages, read = 0, stream, forever }: PopulationText,
  p: number,
): Population {
  if (!ages) {
    return {
      kind: p,
      stream: stream ?? p,
      sizeClass: p,
      ages: Float64Array.of(0, Infinity),
      hours: Float64Array.of(0, gb),
      reads: Float64Array.of(0, typeof read === 'number' ? read : (read[0] ?? 0)),
      reaching: new Float64Array(2),
      expires: false,
    };
  }
  const days = [0, ...ages];
  const last = days[days.length - 1] ?? 0;
  const byBucket =
    typeof read === 'number' ? ages.map((age, i) => (read * (age - (days[i] ?? 0))) / last) : read;
  const sums = [0];
  for (const one of byBucket) sums.push((sums[sums.length - 1] ?? 0) + one);
  return {
    kind: p,
    stream: stream ?? p,
    sizeClass: p,
    ages: Float64Array.from(days),
    hours: Float64Array.from(days, (age) => (arriving * age) / MONTH_DAYS),
    reads: Float64Array.from(sums),
    reaching: Float64Array.from(days, () => arriving),
    expires: forever !== true,
  };
}

interface Way {
  /** For who reads a failure. */
  name: string;
  use: [Use, number][];
  stores: number;
  entry: number;
  servers: number[][];
  rules: string[];
  /** Stores whose copy is deleted, while another account holds the object. */
  drops: string[];
  /** Jobs inside an account, which copy or delete, and copies between two. */
  jobs: string[];
  between: string[];
}

/** The cheapest bill and effort of all plans of at most `most` stores, each billed by its quantities. Infinite: there is none. */
export function triedAll(problem: Problem, most = 3): { total: number; plans: number; best: string[] } {
  const count = problem.accounts.length;
  const copies = problem.copies.reduce((bits, s) => bits | (1 << s), 0);
  const ways = problem.populations.map((_, p) => waysOf(problem, p, count, copies, most));
  const filled = new Float64Array(problem.pools.length);
  let dollars = 0;
  let total = Infinity;
  let best: string[] = [];
  let plans = 0;
  const add = (use: Use, times: number) => {
    for (let i = 0; i < use.meters.length; i += 1) {
      const meter = problem.meters[use.meters[i] ?? -1];
      const amount = (use.amounts[i] ?? NaN) * times;
      dollars += (meter?.price ?? NaN) * amount;
      for (const { pool, times: each } of meter?.pools ?? [])
        filled[pool] = (filled[pool] ?? NaN) + each * amount;
    }
  };
  const named = problem.accounts.map((_, s) => poolsOf(problem, s));
  const chosen: Way[] = [];
  const leaf = () => {
    plans += 1;
    const used = chosen.reduce((bits, way) => bits | way.stores, copies);
    const open = bitsOf(used);
    if (bitsOf(used & ~copies).length > most) return;
    const entries = new Map<number, number>();
    let routed = false;
    const within = bitsOf(used & ~copies);
    // A rule with a size filter tells standing objects of one account apart.
    const isRuled =
      new Set(within.map((s) => problem.accounts[s])).size === 1 &&
      within.some((a) => within.some((b) => problem.moves[a]![b]!.lifecycleAfter !== null));
    for (const [p, way] of chosen.entries()) {
      const { stream = 0, reaching } = problem.populations[p]!;
      if (entries.has(stream) && entries.get(stream) !== way.entry && !(isRuled && reaching[0] === 0))
        routed = true;
      entries.set(stream, way.entry);
    }
    if (routed && !problem.router) return;
    const { worker } = problem;
    const stages = chosen.flatMap((way) => way.servers.map((servers) => ({ servers })));
    let sum = dollars + problem.fees(open);
    if (worker && isSplit(stages, worker, worker.buckets)) sum += worker.cost;
    for (const pool of new Set(open.flatMap((s) => [...(named[s] ?? [])])))
      sum += costAt(problem.pools[pool]!, filled[pool] ?? NaN);
    const free = bitsOf(used & ~copies);
    const accounts = new Set(free.map((s) => problem.accounts[s])).size;
    const writes = chosen.map(({ entry }) => {
      const named = bitsOf(entry & ~copies).map((s) => problem.accounts[s]);
      return named.length - new Set(named).size;
    });
    const rules =
      new Set(chosen.flatMap((way) => [...way.rules, ...way.drops])).size + Math.max(0, ...writes);
    const between = new Set(chosen.flatMap((way) => way.between)).size;
    const further = chosen.map(({ entry }, p) =>
      problem.populations[p]!.reaching[0] === 0
        ? 0
        : new Set(bitsOf(entry & ~copies).map((s) => problem.accounts[s])).size - 1,
    );
    const jobs = chosen.some((way) => way.jobs.length > 0) ? 1 : 0;
    sum +=
      (Math.max(accounts - 1, between + Math.max(...further)) + jobs) * problem.effort.account +
      Math.max(free.length - accounts, rules) * problem.effort.rule +
      (routed ? problem.effort.router : 0);
    if (sum >= total) return;
    total = sum;
    best = chosen.map((way) => way.name);
  };
  const place = (p: number) => {
    if (p === ways.length) {
      leaf();
      return;
    }
    for (const way of ways[p] ?? []) {
      const [before, pools] = [dollars, filled.slice()];
      for (const [use, times] of way.use) add(use, times);
      chosen.push(way);
      place(p + 1);
      chosen.pop();
      dollars = before;
      filled.set(pools);
    }
  };
  place(0);
  return { total, plans, best };
}

const bitsOf = (mask: number) => Array.from({ length: 16 }, (_, i) => i).filter((i) => (mask >> i) & 1);

function poolsOf({ uses, meters }: Problem, s: number): Set<number> {
  const found = new Set<number>();
  for (const kind of uses) {
    const store = kind[s];
    if (!store) continue;
    const { hold, read, write, put, out, into, drop, early } = store;
    for (const use of [hold, ...read, write, put, ...out, into, drop, early])
      for (const m of use?.meters ?? []) for (const { pool } of meters[m]?.pools ?? []) found.add(pool);
  }
  return found;
}

/** Every sequence of holders with at most two changes that enters no store twice, every server, every source that may be copied from. */
function waysOf(problem: Problem, p: number, count: number, copies: number, most: number): Way[] {
  const population = problem.populations[p]!;
  const { ages, hours, reads, reaching, expires, kind } = population;
  const uses = problem.uses[kind]!;
  const last = ages.length - 1;
  const free = count - problem.copies.length;
  const mayBe = (mask: number) => (mask & ~copies) !== 0 && problem.mayHold(bitsOf(mask));
  const masks: number[] = [];
  for (let own = 1; own < 1 << free; own += 1)
    if (bitsOf(own).length <= most && mayBe(own | copies)) masks.push(own | copies);
  const serversOf = (mask: number): number[][] =>
    problem.readers.reduce<number[][]>(
      (all, _, q) =>
        all.flatMap((before) =>
          bitsOf(mask)
            .filter(
              (s) =>
                // Who asks a Worker may be answered from a dearer store, to spare it.
                (problem.worker?.asks[q] ?? -1) >= 0 ||
                !bitsOf(mask).some((other) => other !== s && isDearer(problem, uses[s]!, uses[other]!, q)),
            )
            .map((s) => [...before, s]),
        ),
      [[]],
    );
  const ways: Way[] = [];
  const build = (sets: readonly number[], changes: readonly number[]) => {
    for (let i = 1; i < sets.length; i += 1) if (sets[i] === sets[i - 1]) return;
    if (sets.length === 3 && (sets[0]! & sets[2]! & ~sets[1]!) !== 0) return;
    if (bitsOf(sets.reduce((all, one) => all | one, 0) & ~copies).length > most) return;
    const from = [0, ...changes];
    const options = sets.map(serversOf);
    const sources = sets.slice(1).map((to, i) => sourcesOf(problem, uses, sets[i]!, to));
    const walk = (i: number, servers: number[][], moves: Moves[]) => {
      if (i < sets.length) {
        for (const one of options[i] ?? [])
          for (const move of i === 0 ? [null] : (sources[i - 1] ?? []))
            walk(i + 1, [...servers, one], move ? [...moves, move] : moves);
        return;
      }
      for (const s of bitsOf(sets.reduce((all, one) => all | one, 0) & ~copies)) {
        const serves = servers.some((one) => one.includes(s));
        if (!serves && !sets.some((one) => (one >> s) & 1 && !mayBe(one & ~(1 << s)))) return;
      }
      const use: [Use, number][] = [];
      const since = new Map<number, number>();
      const leave = (s: number, at: number) => {
        const store = uses[s]!;
        const held = ages[at]! - ages[since.get(s)!]!;
        if (held < store.minimumDays) use.push([store.early, reaching[at]! * (1 - held / store.minimumDays)]);
      };
      for (const s of bitsOf(sets[0]!)) {
        use.push([uses[s]!.write, reaching[0]!]);
        since.set(s, 0);
      }
      for (const [i, set] of sets.entries()) {
        const [start, end] = [from[i]!, from[i + 1] ?? last];
        const move = moves[i - 1];
        if (i > 0 && move) {
          for (const { to, source, native } of move) {
            if (native) {
              const after = problem.moves[source]![to]!.lifecycleAfter ?? Infinity;
              if (ages[start]! - ages[since.get(source)!]! < after * (1 - 1e-9)) return;
              use.push([uses[to]!.into, reaching[start]!]);
            } else {
              use.push([uses[source]!.out[to]!, reaching[start]!], [uses[to]!.put, reaching[start]!]);
              const left = sets.findIndex((one, j) => j >= i && !((one >> source) & 1));
              const lain = hours[left < 0 ? last : from[left]!]! - hours[since.get(source)!]!;
              const { list } = uses[source]!;
              if (list) use.push([list, lain]);
            }
          }
          for (const s of bitsOf(sets[i - 1]! & ~set)) {
            const native = move.some((one) => one.native && one.source === s);
            if (!native) use.push([uses[s]!.drop, reaching[start]!]);
            leave(s, start);
          }
          for (const { to } of move) since.set(to, start);
        }
        for (const s of bitsOf(set)) use.push([uses[s]!.hold, hours[end]! - hours[start]!]);
        for (const [q, share] of problem.readers.entries())
          use.push([uses[servers[i]![q]!]!.read[q]!, share * (reads[end]! - reads[start]!)]);
      }
      if (expires)
        for (const s of bitsOf(sets[sets.length - 1]!)) {
          use.push([uses[s]!.drop, reaching[last]!]);
          leave(s, last);
        }
      const all = moves.flat();
      const copied = all.filter(({ native }) => !native);
      const isWithin = ({ source, to }: Moves[number]) => problem.accounts[source] === problem.accounts[to];
      const named = ({ source, to }: Moves[number]) => `${source} ${to}`;
      const drops = sets.flatMap((set, i) =>
        i === 0
          ? []
          : bitsOf(sets[i - 1]! & ~set)
              .filter((s) => !moves[i - 1]!.some(({ source }) => source === s))
              .map((s) => ({
                s,
                within: bitsOf(set & ~copies).some(
                  (other) => problem.accounts[other] === problem.accounts[s],
                ),
              })),
      );
      ways.push({
        name: JSON.stringify({ sets, changes, servers, moves }),
        use,
        stores: sets.reduce((bits, one) => bits | one, 0),
        entry: sets[0]!,
        servers,
        rules: all.filter((one) => one.native).map(named),
        drops: drops.filter(({ within }) => !within).map(({ s }) => `${s}`),
        jobs: [
          ...copied.filter(isWithin).map(named),
          ...drops.filter(({ within }) => within).map(({ s }) => `${s}`),
        ],
        between: copied.filter((one) => !isWithin(one)).map(named),
      });
    };
    walk(0, [], []);
  };
  for (const a of masks) {
    build([a], []);
    for (const b of masks)
      for (let x = 1; x < last; x += 1) {
        build([a, b], [x]);
        for (const c of masks) for (let y = x + 1; y < last; y += 1) build([a, b, c], [x, y]);
      }
  }
  return ways;
}

/** What a use costs at the lowest and at the highest prices of its pools, and what it takes of each limit. */
function ends({ meters, pools }: Problem, use: Use | null | undefined) {
  let [low, high] = [0, 0];
  const limits = new Map<number, number>();
  for (const [i, m] of (use?.meters ?? []).entries()) {
    const amount = use?.amounts[i] ?? NaN;
    low += (meters[m]?.price ?? NaN) * amount;
    high += (meters[m]?.price ?? NaN) * amount;
    for (const { pool, times } of meters[m]?.pools ?? []) {
      const { below, above, cap } = pools[pool]!;
      if (cap < Infinity) limits.set(pool, (limits.get(pool) ?? 0) + times * amount);
      else {
        low += Math.min(below, above) * times * amount;
        high += Math.max(below, above) * times * amount;
      }
    }
  }
  return { low, high, limits };
}

/** Whether a read of the second costs no more, and takes no more of any limit, whatever the prices of the pools, and one of the first may. */
function isDearer(problem: Problem, one: StoreUse, other: StoreUse, q: number): boolean {
  const isNever = (a: StoreUse, b: StoreUse) => leastMore(problem, a.read[q], b.read[q]) >= 0;
  return isNever(other, one) && !isNever(one, other);
}

/** The least that the second use can cost more than the first. */
function leastMore({ meters, pools }: Problem, one: Use | null | undefined, other: Use | null | undefined) {
  let sum = 0;
  const more = new Map<number, number>();
  for (const [use, sign] of [
    [one, -1],
    [other, 1],
  ] as const)
    for (const [i, m] of (use?.meters ?? []).entries()) {
      const amount = sign * (use?.amounts[i] ?? NaN);
      sum += (meters[m]?.price ?? NaN) * amount;
      for (const { pool, times } of meters[m]?.pools ?? [])
        more.set(pool, (more.get(pool) ?? 0) + times * amount);
    }
  for (const [pool, amount] of more) {
    const { below, above, cap } = pools[pool]!;
    if (amount === 0) continue;
    sum += Math.min(below * amount, (cap < Infinity ? Infinity : above) * amount);
  }
  return sum;
}

type Moves = { to: number; source: number; native: boolean }[];

/** Every way for each new holder to be filled: by a rule, or by the copy that is cheapest at list price. */
function sourcesOf(problem: Problem, uses: readonly StoreUse[], from: number, to: number): Moves[] {
  return bitsOf(to & ~from).reduce<Moves[]>(
    (all, entered) => {
      const cost = (source: number) => ends(problem, uses[source]!.out[entered]).high;
      const cheapest = (sources: readonly number[]) =>
        sources.length > 0 ? [sources.reduce((one, other) => (cost(other) < cost(one) ? other : one))] : [];
      const elsewhere = bitsOf(from).filter((s) => problem.accounts[s] !== problem.accounts[entered]);
      // Inside an account it takes a copy job.
      const copied = new Set([...cheapest(bitsOf(from)), ...cheapest(elsewhere)]);
      const ruled = bitsOf(from & ~to).filter(
        (source) => problem.moves[source]![entered]!.lifecycleAfter !== null,
      );
      return all.flatMap((before) => [
        ...ruled
          .filter((source) => !before.some((one) => one.native && one.source === source))
          .map((source) => [...before, { to: entered, source, native: true }]),
        ...[...copied].map((source) => [...before, { to: entered, source, native: false }]),
      ]);
    },
    [[]],
  );
}
