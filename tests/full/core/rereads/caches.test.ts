/** Caches of one's own: billed by hand, against every TTL by nothing but `bill`, and against reads played one by one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { candidateFor } from '#core/placement/answer/certified.ts';
import { usagesOf } from '#core/placement/bill/usages.ts';
import { NO_EFFORT } from '#core/placement/answer/effort.ts';
import { deskOf } from '#core/placement/desk.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { ask } from '#core/question.ts';
import { ttlCode } from '#core/rereads/caches/cache-codes.ts';
import { copyRuleOf } from '#core/rereads/caches/copy-rule.ts';
import { flowsIn } from '#core/rereads/caches/flows.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { usagesByHand } from '#tests/simulator/by-hand.ts';
import { simulateCache } from '#tests/simulator/cache.ts';
import type { Points, SeenCache } from '#tests/simulator/cache.ts';
import { askedInVain, usages } from '#tests/simulator/cache-usages.ts';
import type { Cached } from '#tests/simulator/cache-usages.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { differences, quantitiesOf } from '#tests/simulator/compare.ts';
import { wholeArchive } from '#tests/sources.ts';

const HALF_A_CENT = 0.005;
const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const STANDARD = 'aws/s3-standard@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

const storesOf = ({ stores }: Scenario) => (stores === 'all' ? [] : stores);
/** Where nothing is known of latencies. */
const deskIn = (text: ScenarioText) => deskOf(ask(text, { archive, evidence: evidenceBase([]) }));
/** The cheapest whatever it takes to run. */
function bestOf(text: ScenarioText) {
  const desk = deskIn(text);
  const [placement] = desk.caches(1, Infinity, { effort: NO_EFFORT });
  const writes = placement?.cache?.writes ?? '';
  return placement && { id: desk.id(placement), low: desk.judge(placement).low, writes };
}
const split = (ref: string) => {
  const [store = '', region = ''] = ref.split('@');
  return { store, region };
};
const placed = (ref: string) => ({ ...split(ref), transitionsTo: [], transitionAfterDays: 0 });

const LEAST_HOURS: Readonly<Record<string, number>> = {
  'aws/s3-standard-ia': 30 * 24,
  'aws/s3-glacier-instant-retrieval': 90 * 24,
  'aws/s3-express-one-zone': 1,
};

/** What becomes of copies: of so many reads and writes, in the proportion of the scenario's. */
function flowIn(text: ScenarioText, { hot, ttlHours, through }: Cached) {
  const { context } = deskIn(text);
  const at = context.stores.findIndex(({ ref }) => ref === hot);
  const store = context.stores[at];
  if (!store) throw new RangeError(`no store ${hot}`);
  const rule = copyRuleOf(archive, store, ttlHours);
  const found = flowsIn(context).mean({ hot: at, ttlHours, writes: through ? 'through' : 'around' });
  const flow = (reads: number, writes: number): SeenCache => {
    const times = reads / (found.hits + found.misses);
    return {
      reads,
      writes,
      hits: found.hits * times,
      fills: found.misses * times,
      writeFills: through ? writes : 0,
      renewals: found.renewals * times,
      heldHours: found.heldHours * times,
    };
  };
  return { rule, flow };
}

const authored = (points: Points) =>
  Object.fromEntries(points.map(({ hours, share }) => [`${hours} hours`, share]));

function randomPoints(chance: Chance, most: number, count: number): Points {
  const hours = Array.from({ length: count }, () => Math.round(chance.around(1, 200))).sort((a, b) => a - b);
  const shares = chance.shares(count + 1);
  let sum = 0;
  return [...new Set(hours)].map((at, i) => {
    sum += (shares[i] ?? 0) * most;
    return { hours: at, share: Number(sum.toFixed(6)) };
  });
}

const STORES = [
  'aws/s3-standard-ia@us-east-1',
  'aws/s3-glacier-instant-retrieval@us-east-1',
  STANDARD,
  EXPRESS,
  R2,
  'tigris/standard@global',
  'backblaze/b2@us-east',
  'aws/s3-standard@eu-west-1',
];

function randomCached(seed: number, sizes = 1) {
  const chance = new Chance(seed + 77);
  // Gaps so short and reads so few that copies are never more than objects.
  const gaps = randomPoints(chance, 0.8, chance.whole(2, 6));
  const afterWrite = randomPoints(chance, 0.9, chance.whole(1, 3));
  const arrivals = chance.whole(1, 200) * 1000;
  // First reads after a write are no more than reads with none before them.
  const reads = Math.ceil(arrivals / (1 - (gaps.at(-1)?.share ?? 0))) * chance.whole(1, 4);
  const through = chance.happens(0.6);
  const text = aScenario({
    workload: {
      objects: {
        size: chance.shares(sizes).map((share, i) => ({
          share,
          size: `${Math.round(chance.around(4e3, 1e6) * 30 ** i)} B`,
        })),
        arrivals: `${arrivals}/day`,
        retention: '400 days',
      },
      reads: {
        rate: `${reads}/day`,
        ...(chance.happens(0.2) ? { bytes: '20 kB' } : {}),
        rereads: { gaps: authored(gaps), ...(through ? { afterWrite: authored(afterWrite) } : {}) },
      },
      readers: chance.happens(0.5)
        ? [{ at: 'aws/us-east-1', share: 1 }]
        : [
            { at: 'aws/us-east-1', share: 0.6 },
            { at: 'internet/europe', share: 0.4 },
          ],
      writer: chance.pick(['aws/us-east-1', 'internet/europe']),
    },
    stores: chance.some(STORES, 3),
    // What a Worker costs is laid beside the files (tests/full/emit/month.test.ts).
    router: 'own',
  });
  return { text, scenario: ScenarioFile.parse(text), gaps, afterWrite, through };
}

/** Every cache of a scenario's stores: each pair, each TTL of its gaps, each way to write. */
function cachesOf(
  scenario: Scenario,
  { gaps, afterWrite, through }: Pick<ReturnType<typeof randomCached>, 'gaps' | 'afterWrite' | 'through'>,
): Cached[] {
  const refs = storesOf(scenario);
  const ttls = [...new Set([...gaps, ...(through ? afterWrite : [])].map(({ hours }) => hours))];
  return refs.flatMap((hot) =>
    refs
      .filter((cold) => cold !== hot)
      .flatMap((cold) =>
        // A copy that leaves before the store's shortest time is no plan.
        ttls
          .filter((hours) => hours >= (LEAST_HOURS[split(hot).store] ?? 0))
          .flatMap((ttlHours) =>
            [false, ...(through ? [true] : [])].map((fills) => ({ hot, cold, ttlHours, through: fills })),
          ),
      ),
  );
}

/** All of it has a price, and a provider lets it be used so. */
const isSound = ({ bills, atLeast }: ReturnType<typeof bill>) =>
  !atLeast && !bills.some(({ findings }) => findings.some(({ code }) => code === 'fair-use'));

describe('by hand', () => {
  it('a copy kept a day costs what its reads, fills and hours come to', () => {
    // 1M reads a day of 1 MB, 60 % within a day of the last; R2 behind S3 Standard, readers beside S3.
    const desk = deskIn(
      aScenario({
        month: '730 h',
        workload: {
          objects: { size: '1 MB', standing: '100 TB' },
          reads: { rate: '1M/day', rereads: { gaps: { '1 day': 0.6 } } },
          readers: [{ at: 'aws/us-east-1', share: 1 }],
          writer: 'aws/us-east-1',
        },
        horizon: '1 month',
        stores: [STANDARD, R2],
      }),
    );
    const placement = namedPlacement(desk, `cache:${STANDARD}>${R2}@1d`);
    if (!placement) throw new Error('both stores are there');
    const found = candidateFor(desk, placement);
    expect(found.id).toBe(`cache:${STANDARD}>${R2}@1d`);
    // The copy is deleted two days after its last write, and a read that finds it older than a day writes it again. Reads within a day
    // of that write are e^0.6 − 1; the others either find it within the second day, or never come.
    const reads = 1e6 * (730 / 24);
    const hours = reads * (32.8 - 16 * Math.exp(-0.6));
    const renewals = reads * (Math.exp(-0.6) - 0.4);
    expect(found.cache).toMatchObject({ ttlHours: 24, writes: 'around' });
    expect(found.cache?.hitShare).toBeCloseTo(0.6, 4);
    expect((found.cache?.hotBytes ?? 0) / ((hours / 730) * 1e6)).toBeCloseTo(1, 4);
    const line = (store: string, meter: string) =>
      found.monthly.lines
        .filter((one) => one.store === store && one.meter === meter)
        .reduce((sum, one) => sum + (one.amount ?? 0), 0);
    const amounts = {
      rent: (hours / 730) * (1e6 / 2 ** 30) * 0.023,
      // Those that find a copy, and those that are asked for in vain.
      hits: (reads + renewals) * 0.4e-6,
      fills: (reads * 0.4 + renewals) * 5e-6,
    };
    expect(line('aws/s3-standard', 'storage') / amounts.rent).toBeCloseTo(1, 4);
    expect(line('aws/s3-standard', 'requests.get') / amounts.hits).toBeCloseTo(1, 4);
    expect(line('aws/s3-standard', 'requests.put') / amounts.fills).toBeCloseTo(1, 4);
    // 12.2M reads of class B: 10M are free, and a million begun is a million.
    expect(line('cloudflare/r2-standard', 'requests.b')).toBeCloseTo(3 * 0.36, 6);
  });
});

describe('of all TTLs, pairs of stores and ways to write, the cheapest is found', () => {
  const kinds = new Set<string>();
  it.each(Array.from({ length: 40 }, (_, seed) => [seed]))('to the cent (seed %s)', (seed) => {
    const { text, scenario, gaps, afterWrite, through } = randomCached(seed);
    const all = cachesOf(scenario, { gaps, afterWrite, through }).map((cache) => {
      const { rule, flow } = flowIn(text, cache);
      const set = bill(usages(scenario, cache, rule, flow), archive);
      return { ...cache, total: set.total, sound: isSound(set) };
    });
    const best = all.filter(({ sound }) => sound).toSorted((a, b) => a.total - b.total)[0];
    const found = bestOf(text);
    if (!best || !found) throw new Error(`seed ${seed}: nothing to compare`);
    const name = `${best.hot}>${best.cold}@${ttlCode(best.ttlHours)}${best.through ? ':through' : ''}`;
    expect(Math.abs(found.low - best.total), `${found.id} and ${name}`).toBeLessThan(HALF_A_CENT);
    const alone = storesOf(scenario).map((ref) =>
      bill(usagesByHand(scenario, { hot: placed(ref) }), archive),
    );
    const single = Math.min(...alone.filter(isSound).map(({ total }) => total));
    kinds.add(found.writes).add(found.low < single ? 'saves' : 'costs more');
  });

  it('some save, some do not, and some fill by writes', () => {
    expect([...kinds].sort()).toEqual(['around', 'costs more', 'saves', 'through']);
  });
});

describe('objects of one size pass the cache by', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => [seed]))(
    'where that is cheapest of all, to the cent (seed %s)',
    (seed) => {
      const { text, scenario, gaps, afterWrite, through } = randomCached(seed + 900, 2);
      const { objects, reads } = scenario.workload;
      /** One of the two sizes as a scenario of its own. */
      const only = (k: number): Scenario => {
        const one = objects.size[k];
        if (!one || !objects.arrivals) throw new RangeError('two sizes arrive');
        const times = one.share;
        return {
          ...scenario,
          workload: {
            ...scenario.workload,
            objects: {
              ...objects,
              size: [{ ...one, share: 1 }],
              arrivals: { value: objects.arrivals.value * times },
            },
            reads: { ...reads, rate: { value: reads.rate.value * times } },
          },
        };
      };
      const sound = cachesOf(scenario, { gaps, afterWrite, through })
        .flatMap((cache) => {
          const { rule, flow } = flowIn(text, cache);
          const alone = (k: number) => usagesByHand(only(k), { hot: placed(cache.cold) });
          return [
            usages(scenario, cache, rule, flow),
            ...[0, 1].map((k) => [
              ...usages(only(k), cache, rule, flow),
              ...alone(1 - k),
              ...askedInVain(only(1 - k), cache),
            ]),
          ].map((own) => bill(own, archive));
        })
        .filter(isSound);
      const found = bestOf(text);
      const best = Math.min(...sound.map(({ total }) => total));
      expect(Math.abs((found?.low ?? Infinity) - best), found?.id).toBeLessThan(HALF_A_CENT);
    },
  );
});

describe('reads played one by one', () => {
  const CASES = Number(process.env['STOWAGE_CACHES'] ?? 6);
  it.each(Array.from({ length: CASES }, (_, seed) => [seed]))(
    'use what the plan bills, each quantity within 0.5 %% (seed %s)',
    { timeout: 600_000 },
    (seed) => {
      const { text, scenario, gaps, afterWrite, through } = randomCached(seed + 500);
      const [hot = '', cold = ''] = storesOf(scenario);
      const ttls = [...gaps, ...(through ? afterWrite : [])].map(({ hours }) => hours);
      const chance = new Chance(seed);
      const cache = { hot, cold, ttlHours: chance.pick(ttls), through };
      const { objects, reads } = scenario.workload;
      const writesPerRead = (objects.arrivals?.value ?? 0) / reads.rate.value;
      const { rule } = flowIn(text, cache);
      const seen = simulateCache({ gaps, afterWrite, writesPerRead }, rule, through, chance, 2_000_000);
      const played = usages(scenario, cache, rule, (asked, written) => {
        // Of what comes from writes, by writes; of the rest, by reads.
        const times = asked / seen.reads;
        return {
          reads: asked,
          writes: written,
          hits: seen.hits * times,
          fills: seen.fills * times,
          writeFills: through ? written : 0,
          renewals: seen.renewals * times,
          heldHours: seen.heldHours * times,
        };
      });
      const desk = deskIn(text);
      const how = through ? ':through' : '';
      const placement = namedPlacement(desk, `cache:${hot}>${cold}@${ttlCode(cache.ttlHours)}${how}`);
      if (!placement) throw new Error('both stores are there');
      const billed = usagesOf(desk.context, placement);
      const apart = differences(
        quantitiesOf(billed, () => 0),
        quantitiesOf([played], () => 0),
      );
      expect(apart.filter(({ relative }) => relative > 0.005)).toEqual([]);
      expect(apart.length).toBeGreaterThan(6);
    },
  );
});
