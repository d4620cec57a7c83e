/**
 * Several limits on latency at once: the plan by its own rule, and against every placement in one or two stores, each judged from the
 * predictions themselves and billed by `bill`.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { plan } from '#core/placement/plan.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { ask } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { formatMs } from '#core/units.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { usagesByHand } from '#tests/simulator/by-hand.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { asChain } from '#tests/simulator/chain.ts';
import type { SimulatedPolicy } from '#tests/simulator/simulate.ts';
import { simulatedStore } from '#tests/helpers/core/placement/brute-force.ts';
import { chainByHand, latencyVerdict } from '#tests/helpers/core/placement/judged-by-hand.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';
import type { Feasible } from '#core/report/verdict.ts';

const STORES = [
  'aws/s3-standard@us-east-1',
  'aws/s3-express-one-zone@us-east-1',
  'cloudflare/r2-standard@enam',
  'tigris/standard@global',
  'wasabi/pay-as-you-go@us-east-1',
];
const READERS = ['aws/us-east-1', 'internet/europe', 'aws/eu-west-1'];

/**
 * What moves 1.2M objects a month asks of each twice whether it is there, at $0.50 a million at most, and lists the bucket 8,400 times,
 * at $5 a million at most.
 */
const MOVER = 2.4 * 0.5 + 0.0084 * 5;

type Limits = NonNullable<NonNullable<ScenarioText['requirements']>['latency']>;

let archive: Archive;
const evidence = evidenceBase(allDatasets());
beforeAll(() => {
  archive = wholeArchive();
});

/** Two or three stores, few ages, one or two readers, and limits near what the stores can do. */
function randomCase(seed: number): ScenarioText {
  const chance = new Chance(seed);
  const readers = chance.some(READERS, chance.whole(1, 2));
  const shares = chance.shares(readers.length);
  const ms = (from: number, to: number) => `${chance.around(from, to).toPrecision(4)} ms`;
  const limits = Array.from({ length: chance.whole(1, 3) }, (): Limits[number] => {
    const of = chance.happens(0.25) ? ('write' as const) : ('read' as const);
    const common = {
      of,
      ...(chance.happens(0.5) ? { mean: ms(20, 400) } : {}),
      ...(chance.happens(0.3) ? { p50: ms(15, 300) } : {}),
      ...(chance.happens(0.4) ? { p95: ms(40, 900) } : {}),
    };
    const asked = Object.keys(common).length > 1 ? common : { ...common, p999: ms(100, 3000) };
    return of === 'write'
      ? asked
      : {
          ...asked,
          ...(chance.happens(0.3) ? { metric: 'firstByte' as const } : {}),
          ...(chance.happens(0.4) ? { at: chance.pick(readers) } : {}),
        };
  });
  return aScenario({
    workload: {
      objects: { size: chance.pick(['16 KiB', '1 MB']), arrivals: '40k/day', retention: '20 days' },
      reads: {
        rate: `${chance.whole(50, 900)}k/day`,
        byAge: { '1 day': chance.around(0.3, 0.7), '7 days': 0.9 },
        fanOut: seed % 5 === 0 ? 4 : 1,
      },
      readers: readers.map((at, q) => ({ at, share: shares[q] ?? 0 })),
      writer: 'aws/us-east-1',
    },
    requirements: { zones: 1, latency: limits, ...(chance.happens(0.3) ? { readP99: ms(60, 1500) } : {}) },
    stores: chance.some(STORES, 3),
    headroom: 0,
    ...(seed % 2 === 0 ? { effort: 'none' as const } : {}),
  });
}

/** Every placement with its verdict and total, cheapest first. */
function everyPlacement(text: ScenarioText) {
  const scenario = ScenarioFile.parse(text);
  const context = planContext(scenario, archive, evidence);
  const grid = latencyGrid(context, evidence);
  const { readers, edges } = context.workload;
  const stores = context.stores.map(simulatedStore);
  const all: { single: string | null; verdict: Feasible; total: number }[] = [];
  const place = (policy: SimulatedPolicy) => {
    const placed = chainByHand(scenario, stores, asChain(policy));
    const set = bill(usagesByHand(scenario, policy), archive, {});
    const broken = set.bills.some(({ findings }) => findings.some(({ code }) => code === 'fair-use'));
    const single = policy.cold === undefined ? `single:${policy.hot.store}@${policy.hot.region}` : null;
    if (!set.atLeast && !broken)
      all.push({
        single,
        verdict: latencyVerdict(scenario, context, grid, placed),
        total: set.total + (policy.entry === 'tier' ? MOVER : 0),
      });
  };
  for (const [hot, store] of stores.entries()) {
    place({ hot: store });
    for (const [cold, other] of stores.entries()) {
      if (cold === hot) continue;
      for (const days of edges) {
        place({ hot: store, cold: other, thresholdDays: days, entry: 'tier' });
        for (let mask = 0; mask < 2 ** readers.length; mask += 1) {
          const coldServes = readers.map((_, q) => (mask & (1 << q)) > 0);
          place({ hot: store, cold: other, thresholdDays: days, entry: 'dual', coldServes });
        }
      }
    }
  }
  return all.toSorted((a, b) => a.total - b.total);
}

/** Bill, effort and doubt of each that may be recommended. */
function valuesOf({ candidates, rule: { sureness: asked, doubtBase } }: Plan) {
  if (asked === null) throw new Error('latency is required');
  return candidates.flatMap(({ id, monthly, effort, sureness, violations, conditions }) => {
    const [u, high] = [sureness ?? 0, monthly.range[1]];
    if (violations.length + conditions.length > 0 || u < 0.5 || high === null) return [];
    return [{ id, value: high + effort.total + (Math.max(0, asked - u) / asked) * doubtBase }];
  });
}

describe('several limits on latency at once', () => {
  const verdicts: Feasible[] = [];
  it.each(Array.from({ length: 40 }, (_, seed) => [seed]))(
    'the answer is worth the most of all that is likely to meet all of them (seed %s)',
    (seed) => {
      const text = randomCase(seed);
      const all = everyPlacement(text);
      const answer = plan(ask(text, { archive, evidence }), { all: true });
      verdicts.push(...new Set(all.map(({ verdict }) => verdict)));
      const values = valuesOf(answer);
      const recommended = values.find(({ id }) => id === answer.recommendation?.id);
      if (values.length > 0) expect(recommended).toBeDefined();
      for (const { id, value } of values)
        expect(recommended?.value, id).toBeLessThanOrEqual(value * (1 + 1e-6));
      const best = all.find(({ verdict }) => verdict === 'yes');
      if (best && text.effort === 'none') expect(recommended?.value).toBeLessThanOrEqual(best.total * 1.0101);
      for (const { single, verdict } of all.filter((one) => one.single !== null)) {
        const one = answer.candidates.find(({ id }) => id === single);
        if (verdict === 'yes') expect(one?.sureness, `${single}`).toBe(1);
        else expect(one?.sureness, `${single}`).toBeLessThan(1);
        if (verdict === 'no' && one?.notMeasured.length === 0) expect(one.sureness, `${single}`).toBe(0);
      }
      for (const one of answer.candidates.filter(({ feasible }) => feasible === 'no'))
        expect(one.violations, one.id).not.toEqual([]);
      for (const one of answer.candidates.filter(({ feasible }) => feasible === 'unproven'))
        expect([...one.missing, ...one.conditions], one.id).not.toEqual([]);
    },
  );

  it('and the cases had placements of every verdict', () => {
    for (const verdict of ['yes', 'no', 'unproven'] as const)
      expect(verdicts.filter((one) => one === verdict).length).toBeGreaterThan(5);
  });
});

describe('a limit in the list', () => {
  const assume = {
    'aws/s3-standard@us-east-1': {
      GET: { p50: '20 ms', p99: '100 ms' },
      PUT: { p50: '40 ms', p99: '200 ms' },
    },
    'cloudflare/r2-standard@enam': {
      GET: { p50: '50 ms', p99: '400 ms' },
      PUT: { p50: '90 ms', p99: '700 ms' },
    },
  };
  const answerOf = (latency: Limits, requirements: ScenarioText['requirements'] = {}) =>
    plan(ask(aScenario({ assume, requirements: { ...requirements, latency } }), { archive, evidence }));
  const verdictOf = (answer: Plan, store: string) =>
    answer.candidates.find(({ id }) => id === `single:${store}`);

  it('says the same of a p99 as the key of old', () => {
    const old = plan(ask(aScenario({ assume, requirements: { readP99: '300 ms' } }), { archive, evidence }));
    const listed = answerOf([{ p99: '300 ms' }]);
    expect(listed.candidates.map(({ id, feasible }) => [id, feasible])).toEqual(
      old.candidates.map(({ id, feasible }) => [id, feasible]),
    );
  });

  it('names what is broken, in its own figure', () => {
    const one = verdictOf(answerOf([{ p50: '30 ms', mean: '60 ms' }]), 'cloudflare/r2-standard@enam');
    expect(one?.feasible).toBe('no');
    expect(one?.violations.map(({ requirement, required }) => [requirement, required])).toEqual([
      ['read mean', '≤ 60 ms'],
      ['read p50', '≤ 30 ms'],
    ]);
    // Of an assumption both ends are the assumption.
    expect(one?.violations[0]?.found).toMatch(/^at least \d+/);
    expect(one?.violations.map(({ found }) => found)).toEqual([
      `at least ${formatMs(one?.read.meanMs ?? NaN)}, at the fast end of the evidence`,
      'at least 50 ms, at the fast end of the evidence',
    ]);
  });

  it('holds for writes, for which a dual write waits twice', () => {
    const answer = answerOf([{ of: 'write', p99: '300 ms' }]);
    expect(verdictOf(answer, 'aws/s3-standard@us-east-1')?.feasible).toBe('yes');
    expect(verdictOf(answer, 'cloudflare/r2-standard@enam')?.violations[0]?.requirement).toBe('write p99');
    expect(
      answer.candidates
        .filter(({ policy }) => policy?.entry === 'dual')
        .every(({ feasible }) => feasible === 'no'),
    ).toBe(true);
    expect(answer.recommendation?.reasons[0]?.words).toContain('write p99 ≤ 300 ms');
  });

  it('asks for the figure that is missing, of a write with its probe and price', () => {
    const open = plan(
      ask(
        aScenario({
          stores: ['wasabi/pay-as-you-go@us-east-1'],
          // Each object is read once: as much as Wasabi allows.
          headroom: 0,
          requirements: { zones: 1, latency: [{ of: 'write', p95: '250 ms' }, { mean: '80 ms' }] },
        }),
        { archive, evidence },
      ),
    ).candidates[0];
    expect(
      open?.missing.map(({ requirement, operation, statistic, neededMs }) => [
        requirement,
        operation,
        statistic,
        neededMs,
      ]),
    ).toEqual([
      ['write p95', 'PUT', 'p95', 250],
      ['read mean', 'GET', 'mean', 80],
    ]);
    expect(open?.missing[0]?.probe).toContain('--op PUT');
    expect(open?.missing[0]?.probeCost).not.toBeNull();
  });

  it('asks for the largest figure that does: a hair less is proven, a hair more is not', () => {
    const text = aScenario({
      stores: ['cloudflare/r2-standard@enam'],
      requirements: { latency: [{ p95: '400 ms' }] },
    });
    const sources = { archive, evidence };
    const [open] = plan(ask(text, sources)).candidates;
    const condition = open?.missing.find(({ operation }) => operation === 'GET');
    expect(condition?.neededMs).toBeGreaterThan(0);
    const at = (factor: number) =>
      plan(
        ask(
          {
            ...text,
            assume: {
              'cloudflare/r2-standard@enam': { GET: { p95: `${(condition?.neededMs ?? 0) * factor} ms` } },
            },
          },
          sources,
        ),
      ).candidates[0]?.feasible;
    expect(at(1 - 1e-6)).toBe('yes');
    expect(at(1 + 1e-6)).not.toBe('yes');
  });

  it.each([
    [
      { at: 'internet/asia', p50: '100 ms' },
      /nobody reads from "internet\/asia"; readers are at aws\/us-east-1/,
    ],
    [{ of: 'read' }, /say what may not be longer/],
    [{ of: 'write', at: 'aws/us-east-1', p50: '100 ms' }, /leave out metric and at/],
  ])('is refused where it makes no sense: %j', (limit, message) => {
    const text = aScenario({ requirements: { latency: [limit as Limits[number]] } });
    expect(() => parseScenario(text)).toThrow(ScenarioError);
    expect(() => parseScenario(text)).toThrow(message);
  });
});
