/** Splits by size and popularity against every such split worked out by hand and billed by nothing but `bill`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { ask } from '#core/question.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { formatBytes } from '#core/units.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { usagesByHand } from '#tests/simulator/by-hand.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { addressOf, road } from '#tests/simulator/geography.ts';
import { Ledger } from '#tests/simulator/ledger.ts';
import { RANDOM_STORES, randomScenario } from '#tests/simulator/random-scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const HALF_A_CENT = 0.005;

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

const planOf = (text: ScenarioText) => plan(ask(text, { archive, evidence: evidenceBase([]) }));
const storesOf = ({ stores }: Scenario) => (stores === 'all' ? [] : stores);
const placed = (ref: string) => {
  const [store = '', region = ''] = ref.split('@');
  return { store, region, transitionsTo: [], transitionAfterDays: 0 };
};

interface Billed {
  id: string;
  total: number;
  sound: boolean;
}

function billed(id: string, usages: Usage[]): Billed {
  const set = bill(usages, archive);
  const broken = set.bills.some(({ findings }) => findings.some(({ code }) => code === 'fair-use'));
  return { id, total: set.total, sound: !set.atLeast && !broken };
}

/** The cheapest split that costs less than either of its stores alone, of those that `splits` works out. */
function bestSplit(splits: readonly Billed[], singles: ReadonlyMap<string, Billed>): Billed | undefined {
  const alone = (id: string) => {
    const refs = id.slice(id.indexOf(':') + 1, id.lastIndexOf('@')).split('>');
    return Math.min(
      ...refs.map((ref) => (singles.get(ref)?.sound ? (singles.get(ref)?.total ?? Infinity) : Infinity)),
    );
  };
  return splits
    .filter((one) => one.sound && one.total < alone(one.id) - HALF_A_CENT)
    .toSorted((a, b) => a.total - b.total)[0];
}

function shownBest(candidates: readonly Candidate[], kind: Candidate['kind']): Candidate | undefined {
  return candidates.find((one) => one.kind === kind && one.feasible === 'yes' && !one.monthly.atLeast);
}

/** Small and large objects that expire, in two or three stores. */
function sizedScenario(seed: number): ScenarioText {
  const text = randomScenario(seed);
  const chance = new Chance(seed + 1000);
  const sizes = chance.shares(chance.whole(2, 4)).map((share, i) => ({
    share,
    size: `${Math.round(chance.around(1e3, 2e5) * 30 ** i)} B`,
  }));
  const [reader] = text.workload.readers;
  return aScenario({
    asOf: text.asOf,
    workload: {
      objects: { size: sizes, arrivals: `${chance.whole(1, 400)}k/day`, retention: '40 days' },
      reads: { rate: `${chance.whole(0, 3000)}k/day` },
      ...(text.workload.operations ? { operations: text.workload.operations } : {}),
      readers: [{ at: reader?.at ?? 'aws/us-east-1', share: 1 }],
      writer: text.workload.writer,
    },
    stores: chance.some(RANDOM_STORES, 3),
  });
}

/** One side as a scenario of its own. */
function sideOf(scenario: Scenario, from: number, to: number, first: boolean): Scenario {
  const { objects, reads, operations } = scenario.workload;
  const sorted = objects.size.toSorted((a, b) => a.size.value - b.size.value).slice(from, to);
  const share = sorted.reduce((sum, one) => sum + one.share, 0);
  return {
    ...scenario,
    workload: {
      ...scenario.workload,
      objects: {
        ...objects,
        size: sorted.map((one) => ({ ...one, share: one.share / share })),
        ...(objects.arrivals ? { arrivals: { value: objects.arrivals.value * share } } : {}),
      },
      reads: { ...reads, rate: { value: reads.rate.value * share } },
      operations: first ? operations : {},
    },
  };
}

describe('a split by size', () => {
  const winners: string[] = [];
  it.each(Array.from({ length: 40 }, (_, seed) => [seed]))(
    'is the cheapest of all cuts and pairs of stores, to the cent (seed %s)',
    (seed) => {
      const text = sizedScenario(seed);
      const scenario = ScenarioFile.parse(text);
      const refs = storesOf(scenario);
      const sizes = scenario.workload.objects.size.map(({ size }) => size.value).sort((a, b) => a - b);
      const singles = new Map(
        refs.map((ref) => [ref, billed(`single:${ref}`, usagesByHand(scenario, { hot: placed(ref) }))]),
      );
      const splits = sizes
        .slice(1)
        .flatMap((_, i) =>
          refs.flatMap((small) =>
            refs
              .filter((large) => large !== small)
              .map((large) =>
                billed(`size:${small}>${large}@${i}`, [
                  ...usagesByHand(sideOf(scenario, 0, i + 1, true), { hot: placed(small) }),
                  ...usagesByHand(sideOf(scenario, i + 1, sizes.length, false), { hot: placed(large) }),
                ]),
              ),
          ),
        );
      const best = bestSplit(splits, singles);
      const answer = planOf(text);
      const shown = shownBest(answer.candidates, 'size');
      expect(shown === undefined, `by hand ${best?.id} ${best?.total}`).toBe(best === undefined);
      if (best && shown) {
        expect(Math.abs(shown.monthly.total - best.total), `${shown.id} and ${best.id}`).toBeLessThan(
          HALF_A_CENT,
        );
        winners.push(answer.recommendation?.id ?? '');
      }
    },
  );

  it('wins some of them', () => {
    expect(winners.filter((id) => id.startsWith('size:')).length).toBeGreaterThan(2);
  });
});

const SKEWS = [
  { objects: 0.1, reads: 0.9 },
  [
    { objects: 0.01, reads: 0.5 },
    { objects: 0.2, reads: 0.95 },
  ],
];

/** Objects without an age, read by one place. */
function standingScenario(seed: number): ScenarioText {
  const chance = new Chance(seed + 2000);
  return aScenario({
    workload: {
      objects: { size: `${Math.round(chance.around(2e3, 2e7))} B`, standing: `${chance.whole(1, 3000)} GB` },
      reads: { rate: `${chance.whole(1, 9000)}k/day`, skew: SKEWS[seed % 2] },
      ...(chance.happens(0.5) ? { operations: { ListObjectsV2: `${chance.whole(1, 90)}k/day` } } : {}),
      readers: [{ at: chance.pick(['aws/us-east-1', 'internet/europe']), share: 1 }],
      writer: 'internet/europe',
    },
    horizon: '1 month',
    stores: chance.some(RANDOM_STORES, 3),
  });
}

/** Some of the standing objects in one store, and some of the reads on them. */
function standingUsage(
  scenario: Scenario,
  ref: string,
  objects: number,
  reads: number,
  first: boolean,
): Usage {
  const { workload } = scenario;
  const bytes = workload.objects.size[0]?.size.value ?? 0;
  const count = ((workload.objects.standing?.value ?? 0) / bytes) * objects;
  const { store, region } = placed(ref);
  const ledger = new Ledger(store, region);
  ledger.hold(count, bytes, 30 * 24);
  const asked = workload.reads.rate.value * 30 * reads;
  ledger.request('GetObject', asked, bytes);
  const from = { provider: addressOf(store).provider, region };
  ledger.send(road(from, addressOf(workload.readers[0]?.at ?? '')), asked * bytes);
  if (first)
    for (const [operation, perDay] of Object.entries(workload.operations))
      ledger.request(operation, perDay * 30, 0);
  return ledger.usage(scenario.asOf, { monthOf: '2026-11' });
}

describe('a split of standing objects by popularity', () => {
  const winners: string[] = [];
  it.each(Array.from({ length: 40 }, (_, seed) => [seed]))(
    'is the cheapest of all points and pairs of stores, to the cent (seed %s)',
    (seed) => {
      const text = standingScenario(seed);
      const scenario = ScenarioFile.parse(text);
      const refs = storesOf(scenario);
      const singles = new Map(
        refs.map((ref) => [ref, billed(`single:${ref}`, [standingUsage(scenario, ref, 1, 1, true)])]),
      );
      const splits = [scenario.workload.reads.skew ?? []]
        .flat()
        .flatMap(({ objects, reads }) =>
          refs.flatMap((hot) =>
            refs
              .filter((cold) => cold !== hot)
              .map((cold) =>
                billed(`popular:${hot}>${cold}@${objects}`, [
                  standingUsage(scenario, hot, objects, reads, true),
                  standingUsage(scenario, cold, 1 - objects, 1 - reads, false),
                ]),
              ),
          ),
        );
      const best = bestSplit(splits, singles);
      const answer = planOf(text);
      const shown = shownBest(answer.candidates, 'popularity');
      expect(shown === undefined, `by hand ${best?.id} ${best?.total}`).toBe(best === undefined);
      if (best && shown) {
        expect(Math.abs(shown.monthly.total - best.total), `${shown.id} and ${best.id}`).toBeLessThan(
          HALF_A_CENT,
        );
        winners.push(answer.recommendation?.id ?? '');
      }
      expect(answer.findings.filter(({ code }) => code === 'input-unused')).toEqual([]);
    },
  );

  it('wins some of them', () => {
    expect(winners.filter((id) => id.startsWith('popular:')).length).toBeGreaterThan(2);
  });
});

describe('what a split by popularity says', () => {
  const [hot, cold] = ['aws/s3-express-one-zone@us-east-1', 'aws/s3-standard-ia@us-east-1'];
  const text = aScenario({
    workload: {
      objects: { size: '1 MB', standing: '500 TB' },
      reads: { rate: '100M/day', skew: { objects: 0.1, reads: 0.9 } },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    assume: {
      [hot]: { GET: { p50: '6 ms', p99: '20 ms' } },
      [cold]: { GET: { p50: '40 ms', p99: '300 ms' } },
    },
    stores: [hot, cold],
    requirements: { latency: [{ p50: '10 ms', mean: '15 ms' }] },
  });

  it('mixes the latencies by shares of reads, and judges them so', () => {
    const one = planOf(text).candidates.find(({ kind }) => kind === 'popularity');
    expect(one?.id).toBe(`popular:${hot}>${cold}@10%`);
    expect(one?.read.byPlace[0]?.servedBy).toEqual([
      { store: hot, share: 0.9 },
      { store: cold, share: expect.closeTo(0.1, 9) as number },
    ]);
    expect(one?.feasible).toBe('yes');
    expect(one?.read.p50Ms).toBeLessThan(10);
    expect(one?.split?.parts.map(({ objects, reads }) => [objects, reads])).toEqual([
      [expect.closeTo(0.1, 9), expect.closeTo(0.9, 9)],
      [expect.closeTo(0.9, 9), expect.closeTo(0.1, 9)],
    ]);
    expect(one?.moves).toEqual([]);
  });

  it('holds zones and jurisdiction for both sides', () => {
    const zoned = planOf({ ...text, requirements: { zones: 3 } });
    expect(
      zoned.candidates.filter(({ kind, feasible }) => kind === 'popularity' && feasible === 'yes'),
    ).toEqual([]);
  });

  it.each([
    [{ objects: 0.5, reads: 0.2 }, /most popular objects come first/],
    [
      [
        { objects: 0.2, reads: 0.5 },
        { objects: 0.1, reads: 0.9 },
      ],
      /must rise from point to point/,
    ],
  ])('is refused where the popular are not popular: %j', (skew, message) => {
    const workload = { ...text.workload, reads: { rate: '1M/day', skew } };
    expect(() => parseScenario({ ...text, workload })).toThrow(message);
  });

  it('names a size boundary exactly', () => {
    const sized = aScenario({
      workload: {
        ...aScenario().workload,
        objects: {
          size: [
            { share: 0.9, size: '64 KiB' },
            { share: 0.1, size: '32 MB' },
          ],
          arrivals: '9M/day',
          retention: '60 days',
        },
      },
    });
    const ids = planOf(sized).candidates.flatMap(({ kind, id }) => (kind === 'size' ? [id] : []));
    for (const id of ids) expect(id).toMatch(/@64KiB$/);
    expect(formatBytes(65_536)).toBe('64 KiB');
  });
});
