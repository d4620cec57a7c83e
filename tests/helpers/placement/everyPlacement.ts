/** Small scenarios by chance, and what the best of every placement that can be written down there is worth, billed by `bill` alone. */
import { usagesOf } from '#core/placement/bill/usages.ts';
import { placed } from '#core/placement/build.ts';
import type { Held } from '#core/placement/build.ts';
import type { FullDesk } from '#core/placement/desk.ts';
import type { Placement, Timeline } from '#core/placement/placement.ts';
import { cheapestServe, serveInTime } from '#core/placement/serve.ts';
import type { Serve } from '#core/placement/serve.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { RANDOM_STORES, randomScenario } from '#tests/simulator/random-scenario.ts';

/** A free path from B2 to the first, and a contract for stores of others with the second. */
const CDNS = ['bunny/cdn', 'cloudflare/cdn'];
const STORES = [...RANDOM_STORES, 'aws/s3-glacier-instant-retrieval@us-east-1'];

/**
 * Two or three stores, one or two readers, new objects of one or more sizes and often standing ones, now and then popular ones among
 * them, for some weeks or for ever in months that differ; a latency that is asked of real evidence or of assumed figures; effort by
 * share, with its floors, or none; headroom or none.
 */
export function smallScenario(seed: number): ScenarioText {
  const chance = new Chance(seed + 31);
  const text = randomScenario(seed, STORES);
  const { objects, readers, reads } = text.workload;
  const near = readers.slice(0, 2);
  const whole = near.reduce((sum, reader) => sum + Number(reader.share), 0);
  const stores = text.stores && text.stores !== 'all' ? text.stores.slice(0, 3) : STORES.slice(0, 1);
  const ms = () => {
    const p50 = chance.between(10, 120);
    return { p50: `${p50.toFixed(1)} ms`, p99: `${(p50 * chance.between(2, 6)).toFixed(1)} ms` };
  };
  const timed = chance.pick(['no', 'assumed', 'measured', 'measured']);
  const grows = chance.happens(0.15);
  const stands = chance.happens(0.4);
  const sizes = Array.isArray(objects.size) ? objects.size.slice(0, chance.whole(1, 2)) : objects.size;
  const sizeShares = Array.isArray(sizes) ? sizes.reduce((sum, { share }) => sum + Number(share), 0) : 1;
  return {
    stowage: 1,
    name: `Small ${seed}`,
    asOf: text.asOf,
    fx: { EUR: 1.16, date: '2026-11-20' },
    ...(text.month ? { month: text.month } : {}),
    ...(grows ? { horizon: `${chance.whole(2, 6)} months` } : {}),
    workload: {
      ...text.workload,
      objects: {
        size: Array.isArray(sizes)
          ? sizes.map(({ share, size }) => ({ share: Number(share) / sizeShares, size }))
          : sizes,
        arrivals: objects.arrivals ?? '5000/day',
        ...(stands ? { standing: `${Math.round(chance.around(100, 2e4))} GB` } : {}),
        retention: grows ? 'forever' : chance.pick(['40 days', '40 days', '200 days']),
        ...(grows ? { growth: `${chance.whole(-5, 12)} %/month` } : {}),
        reproducible: chance.happens(0.2),
      },
      reads: {
        rate: reads?.rate ?? 0,
        byAge: { '2 days': 0.6, '9 days': 0.9 },
        ...(stands && chance.happens(0.3) ? { skew: { objects: 0.1, reads: 0.8 } } : {}),
      },
      readers: near.map(({ at, share }) => ({
        at,
        share: Number(share) / whole,
        ...(seed % 5 === 0 && at.startsWith('internet/') ? { via: CDNS, hitRatio: 0.7 } : {}),
      })),
    },
    stores,
    // A copy in the account of a store is filled from there.
    ...(text.copies
      ? { copies: text.copies.filter((ref) => !stores.some((own) => isOneAccount(ref, own))) }
      : {}),
    ...(timed === 'assumed' ? { assume: Object.fromEntries(stores.map((ref) => [ref, { GET: ms() }])) } : {}),
    ...(timed === 'no'
      ? {}
      : {
          requirements: {
            readP99: `${chance.around(100, 3000).toFixed(0)} ms`,
            sureness: chance.pick([0.6, 0.9]),
          },
        }),
    ...chance.pick<Pick<ScenarioText, 'effort'>>([
      {},
      { effort: 'none' },
      {
        effort: {
          rule: { share: 0.02, atLeast: 0 },
          account: { share: 0.1, atLeast: 0 },
          router: { share: 0.15, atLeast: 0 },
        },
      },
    ]),
    headroom: chance.happens(0.5) ? 0 : 0.2,
  };
}

function isOneAccount(...refs: string[]): boolean {
  return new Set(refs.map((ref) => ref.replace(/\/[^@]*/, ''))).size === 1;
}

/** How much is written down: changes of holders at so many ages, and whether sizes and popular objects may lie apart. */
interface Breadth {
  changes: number;
  ages: number;
  isApart: boolean;
}

const BREADTHS: readonly Breadth[] = [
  { changes: 2, ages: 3, isApart: false },
  { changes: 2, ages: 2, isApart: false },
  { changes: 1, ages: 3, isApart: false },
  { changes: 1, ages: 2, isApart: true },
  { changes: 1, ages: 1, isApart: true },
  { changes: 0, ages: 0, isApart: true },
];

export interface Tried {
  best: number;
  placement: Placement | null;
  count: number;
}

/** The least bill + effort + doubt of all. `most`: no more placements than so many are tried. */
export function triedEvery(desk: FullDesk, seed: number, most: number): Tried {
  const found: Tried = { best: Infinity, placement: null, count: 0 };
  for (const room of desk.rooms) tryEvery(desk, room, seed, most, found);
  return found;
}

/** All through the CDN of a room, or through none. */
function tryEvery(desk: FullDesk, room: FullDesk['rooms'][number], seed: number, most: number, found: Tried) {
  const { asked } = desk;
  const { context, cdn } = room;
  for (const timelines of everyTimelines(room, new Chance(seed + 555), most)) {
    const placement = { timelines, ...(cdn === undefined ? {} : { cdn }) };
    found.count += 1;
    const effort = desk.effort(placement).total;
    if (effort >= found.best) continue;
    const months = usagesOf(context, placement);
    const bills = months.map((usages) => bill(usages, context.archive, context.billing));
    const cost = bills.reduce((sum, { total }) => sum + total, 0) / bills.length;
    if (cost + effort >= found.best) continue;
    const { violations, conditions } = room.judgement(placement);
    const { level } = room.sureness(placement);
    const isShort = level !== null && level < 0.5;
    if (violations.length + conditions.length > 0 || isShort || bills.some(({ atLeast }) => atLeast))
      continue;
    const doubt = asked === null ? 0 : (Math.max(0, asked - (level ?? 1)) / asked) * desk.doubtBase();
    if (cost + effort + doubt < found.best)
      [found.best, found.placement] = [cost + effort + doubt, placement];
  }
}

function* everyTimelines(
  desk: Pick<FullDesk, 'context' | 'lateness'>,
  chance: Chance,
  most: number,
): Generator<Timeline[]> {
  const { populations, workload } = desk.context;
  const sets = subsets(desk.context.stores.length);
  const groupOf = ({ stream, sizeClass, slice }: (typeof populations)[number], isApart: boolean) =>
    isApart ? `${stream} ${sizeClass} ${slice}` : stream;
  const planned = (breadth: Breadth) => {
    const ages = chance.some(workload.edges, breadth.ages).sort((a, b) => a - b);
    const groups = new Map<string, number[]>();
    for (const [p, one] of populations.entries()) {
      const key = groupOf(one, breadth.isApart);
      groups.set(key, [...(groups.get(key) ?? []), p]);
    }
    return [...groups.values()].map((members) => ({
      members,
      stages: stagesOf(sets, ages, populations[members[0]!]?.stream === 'old' ? 0 : breadth.changes),
    }));
  };
  const sizeOf = (groups: ReturnType<typeof planned>) =>
    groups.reduce((product, { stages }) => product * stages.length, 1);
  const plans = chance.some(BREADTHS, BREADTHS.length).map(planned);
  const groups = plans.find((one) => sizeOf(one) <= most) ?? plans.sort((a, b) => sizeOf(a) - sizeOf(b))[0]!;
  for (const serve of servesOf(desk, chance)) {
    const options = groups.map(({ stages }) => stages.map((own) => placed(desk.context, () => own, serve)));
    const timelines: Timeline[] = [];
    yield* chosen(0);
    function* chosen(g: number): Generator<Timeline[]> {
      const group = groups[g];
      if (!group) return yield timelines.slice();
      for (const option of options[g]!) {
        for (const p of group.members) timelines[p] = option.timelines[p]!;
        yield* chosen(g + 1);
      }
    }
  }
}

function subsets(count: number): number[][] {
  return Array.from({ length: 2 ** count - 1 }, (_, bits) =>
    Array.from({ length: count }, (__, s) => s).filter((s) => ((bits + 1) >> s) & 1),
  );
}

/** Sets of holders at rising ages, no store entered twice. */
function stagesOf(sets: readonly number[][], ages: readonly number[], changes: number): Held[][] {
  const all: Held[][] = sets.map((holders) => [{ fromDays: 0, holders }]);
  for (let from = 0, made = 0; made < changes; made += 1) {
    const until = all.length;
    for (; from < until; from += 1) {
      const own = all[from]!;
      const { fromDays, holders: before } = own.at(-1)!;
      const left = new Set(own.flatMap(({ holders }) => holders).filter((s) => !before.includes(s)));
      for (const age of ages)
        for (const holders of sets)
          if (age > fromDays && holders.join() !== before.join() && !holders.some((s) => left.has(s)))
            all.push([...own, { fromDays: age, holders }]);
    }
  }
  return all;
}

/** By price; where a latency is asked, in time as well; and readers who ask by chance. */
function servesOf({ context, lateness }: Pick<FullDesk, 'context' | 'lateness'>, chance: Chance): Serve[] {
  const turn = chance.whole(0, 5);
  const cheapest = cheapestServe(context);
  const anyOf: Serve = (population, holders, asker) =>
    asker < context.workload.readers.length
      ? (holders[(asker + turn) % holders.length] ?? -1)
      : cheapest(population, holders, asker);
  return [
    cheapest,
    ...(lateness.isAsked ? [serveInTime(context, lateness, 0.5), serveInTime(context, lateness, 0.9)] : []),
    anyOf,
  ];
}
