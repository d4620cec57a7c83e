/** A replay against what the plan predicts: traces whose law the scenario states, and traces that break one assumption. */
import { describe, expect, test } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { deskOf } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import type { Trace } from '#core/replay/life.ts';
import { replay } from '#core/replay/replay.ts';
import type { Replay } from '#core/replay/replay.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import {
  chain,
  exponential,
  lomax,
  scattered,
  traceOf,
  zipfTrace,
} from '#tests/helpers/core/replay/traces.ts';
import { randomOf } from '#tests/helpers/placement/anyProblem.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const STANDARD = 'aws/s3-standard@us-east-1';
const IA = 'aws/s3-standard-ia@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const EXPRESS = 'aws/s3-express-one-zone@us-east-1';

function scenarioOf(objects: object, reads: object): ScenarioText {
  return {
    stowage: 1,
    asOf: '2026-11-20',
    workload: { objects, reads, readers: [{ at: 'aws/us-east-1', share: 1 }], writer: 'aws/us-east-1' },
    stores: [STANDARD, IA, R2, EXPRESS],
  } as unknown as ScenarioText;
}

async function replayed(text: ScenarioText, id: string, trace: Trace) {
  const desk = deskOf(ask(text, { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) }));
  const placement = namedPlacement(desk, id);
  if (!placement) throw new Error(`no placement ${id}`);
  // Without Express, which nobody keeps everything in.
  const stores = desk.context.stores.flatMap(({ ref }, s) => (ref === EXPRESS ? [] : [s]));
  return replay(desk.question, desk.context, desk.roomOf(placement).grid, { placement, stores }, trace);
}

const [STOCK_DAYS, MEAN_READS] = [10, 5];
const size = () => 40e6;
const aged = (next: () => number) => -Math.log(1 - next() * (1 - Math.exp(-STOCK_DAYS)));
const ages = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8];
const byAge = Object.fromEntries(
  ages.map((age) => [`${age} days`, (1 - Math.exp(-age)) / (1 - Math.exp(-STOCK_DAYS))]),
);
const AGED = scenarioOf(
  { size: '40 MB', arrivals: '1000/day', retention: '10 days' },
  { rate: '5000/day', byAge },
);
const aLaw = {
  seed: 1,
  days: 60,
  perDay: 1000,
  beforeDays: STOCK_DAYS,
  sizeBytes: size,
  lifeDays: () => STOCK_DAYS,
  readAges: scattered(MEAN_READS, aged),
};
const PLACEMENTS = [
  `single:${STANDARD}`,
  `age:${STANDARD}>${R2}@1d:tier`,
  `age:${R2}>${STANDARD}@2d:dual`,
  `copies:${STANDARD}+${R2}`,
];

/** Of cost, p99 and moves alike. */
function expectWithin(share: number, { predicted, replayed: own }: Replay): void {
  expect(Math.abs(own.cost / predicted.cost - 1)).toBeLessThan(share);
  expect(Math.abs((own.p99Ms ?? NaN) / (predicted.p99Ms ?? NaN) - 1)).toBeLessThan(share);
  expect(Math.abs(own.moves - predicted.moves)).toBeLessThanOrEqual(share * predicted.moves);
}

describe('a trace whose law the scenario states is billed and answered as predicted, to 2 %', () => {
  test.each(PLACEMENTS)('reads whose ages are exponential: %s', async (id) => {
    expectWithin(0.02, await replayed(AGED, id, traceOf(aLaw)));
  });

  test.each(PLACEMENTS)('the same where nights are quiet: %s', async (id) => {
    const season = (day: number) => 1 + 0.9 * Math.sin(2 * Math.PI * day);
    const readAges = scattered(2 * MEAN_READS, aged);
    expectWithin(0.02, await replayed(AGED, id, traceOf({ ...aLaw, season, readAges })));
  });

  test('sizes that differ, split by size', async () => {
    const text = scenarioOf(
      {
        size: [
          { share: 0.9, size: '50 KB' },
          { share: 0.1, size: '40 MB' },
        ],
        arrivals: '5000/day',
        retention: '10 days',
      },
      { rate: '25000/day', byAge },
    );
    const sizeBytes = (next: () => number) => (next() < 0.9 ? 50e3 : 40e6) * (0.9 + 0.2 * next());
    const trace = traceOf({ ...aLaw, days: 30, perDay: 5000, sizeBytes });
    for (const id of [`size:${STANDARD}>${R2}@50kB`, `single:${IA}`])
      expectWithin(0.02, await replayed(text, id, trace));
  });

  test.each([
    ['exponential:12h', exponential(0.5), '200 GB'],
    ['lomax:1.5:2h', lomax(1.5, 2 / 24), '66.7 GB'],
  ])('a copy kept after reads, gaps of %s', async (law, gap, standing) => {
    // Five reads an object, and in sight before the trace are those with a read still to come.
    const text = scenarioOf(
      { size: '40 MB', arrivals: '2000/day', standing },
      { rate: '10000/day', rereads: { gaps: law, first: 0.2 } },
    );
    const readAges = chain(gap, 0.8);
    const trace = traceOf({
      ...aLaw,
      days: 30,
      perDay: 2000,
      beforeDays: 60,
      lifeDays: () => Infinity,
      readAges,
    });
    for (const id of [`single:${STANDARD}`, `cache:${EXPRESS}>${STANDARD}@6h`])
      expectWithin(0.02, await replayed(text, id, trace));
  });

  test('a copy kept after reads of objects whose popularity is that of Zipf', async () => {
    const text = scenarioOf(
      { size: '4 MB', standing: '80 GB' },
      { rate: '100000/day', rereads: { gaps: 'zipf:0.9', first: 0 } },
    );
    const trace = zipfTrace({
      ...{ seed: 1, days: 20, objects: 20_000, exponent: 0.9 },
      ...{ readsPerDay: 100_000, sizeBytes: 4e6 },
    });
    for (const id of [`single:${STANDARD}`, `cache:${EXPRESS}>${STANDARD}@6h`])
      expectWithin(0.02, await replayed(text, id, trace));
  });
});

describe('of lives that differ, all but the age of death is predicted to 2 %', () => {
  // Lomax with a mean of ten days: its tail is cut, so that stores fill within the trace.
  const cutLomax = (next: () => number) => Math.min(lomax(2.2, 12)(next), 90);
  const mean = (law: (next: () => number) => number) => {
    const next = randomOf(5);
    return Array.from({ length: 200_000 }, () => law(next)).reduce((sum, one) => sum + one, 0) / 200_000;
  };
  const LAWS = [
    ['exponential', exponential(STOCK_DAYS), STOCK_DAYS],
    ['lomax', cutLomax, mean(cutLomax)],
  ] as const;
  test.each(
    LAWS.flatMap(([name, law, days]) => PLACEMENTS.slice(0, 3).map((id) => [name, id, law, days] as const)),
  )('%s: %s', async (_, id, lifeDays, days) => {
    const objects = { size: '40 MB', arrivals: '400/day', retention: `${days} days` };
    const text = scenarioOf(objects, { rate: '0/day' });
    const trace = traceOf({ ...aLaw, perDay: 400, days: 160, beforeDays: 100, lifeDays, readAges: () => [] });
    const { predicted, replayed: own, effects } = await replayed(text, id, trace);
    const deletes = effects.find(({ assumption }) => assumption === 'deletes')?.cost ?? NaN;
    expect(Math.abs((own.cost - deletes) / predicted.cost - 1)).toBeLessThan(0.02);
    // Where nothing goes by age, the mean life is all that a bill needs.
    if (!id.startsWith('age:')) expect(Math.abs(own.cost / predicted.cost - 1)).toBeLessThan(0.02);
  });
});

describe('a trace that breaks one assumption', () => {
  const TIERED = `age:${STANDARD}>${R2}@1d:tier`;

  test('objects that do not all live equally long: deletes', async () => {
    const trace = traceOf({ ...aLaw, beforeDays: 100, lifeDays: exponential(STOCK_DAYS) });
    const { error, effects, courses } = await replayed(AGED, TIERED, trace);
    // Of objects with a mean life of ten days, e^(−1/10) reach the age of a day.
    expect(error).toBeLessThan(-0.05);
    expect(effects[0]?.assumption).toBe('deletes');
    expect(courses.lifeDays.trace).toBeCloseTo(STOCK_DAYS, 0);
  });

  test('ever more objects: drift', async () => {
    const trace = traceOf({ ...aLaw, perDay: 2000, season: (day) => Math.max(0, day / 60) ** 3 * 2 });
    const { error, effects, courses } = await replayed(AGED, `single:${STANDARD}`, trace);
    expect(Math.abs(error ?? 0)).toBeGreaterThan(0.05);
    expect(effects.slice(0, 2).map(({ assumption }) => assumption)).toContain('drift');
    expect(courses.written.secondHalf / courses.written.firstHalf).toBeGreaterThan(1.5);
  });

  test('reads in bursts after a write: bursts', async () => {
    const trace = traceOf({ ...aLaw, readAges: scattered(MEAN_READS, (next) => 0.01 * next()) });
    const {
      error,
      effects,
      predicted,
      replayed: own,
    } = await replayed(AGED, `age:${R2}>${IA}@1d:tier`, trace);
    expect(Math.abs(error ?? 0)).toBeGreaterThan(0.05);
    expect(effects[0]?.assumption).toBe('bursts');
    // IA bills each byte that it sends, and nobody reads there.
    expect(own.cost).toBeLessThan(predicted.cost);
  });

  test('twice as much as stated: the workload; effects add up to the difference', async () => {
    const {
      effects,
      predicted,
      replayed: own,
    } = await replayed(AGED, TIERED, traceOf({ ...aLaw, perDay: 2000 }));
    expect(effects[0]?.assumption).toBe('workload');
    const sum = effects.reduce((all, { cost }) => all + cost, 0);
    expect(sum).toBeCloseTo(own.cost - predicted.cost, 6);
  });
});

describe('the clairvoyant owner', () => {
  test.each(PLACEMENTS)('never pays more than the placement: %s', async (id) => {
    const { clairvoyant, replayed: own } = await replayed(AGED, id, traceOf({ ...aLaw, days: 20 }));
    expect(clairvoyant.cost).toBeLessThanOrEqual(own.cost);
  });

  test('keeps what is read hot and what is not cold, and no placement by age can', async () => {
    // Every other object is read a hundred times, the rest never.
    const readAges = (next: () => number) => (next() < 0.5 ? scattered(100, (one) => 10 * one())(next) : []);
    const text = scenarioOf(
      { size: '40 MB', arrivals: '1000/day', retention: '60 days' },
      { rate: '50000/day' },
    );
    const trace = traceOf({ ...aLaw, beforeDays: 60, lifeDays: () => 60, readAges });
    const [hot, cold] = [
      await replayed(text, `single:${STANDARD}`, trace),
      await replayed(text, `single:${IA}`, trace),
    ];
    expect(hot.clairvoyant.stores).toEqual(expect.arrayContaining([IA, STANDARD]));
    expect(hot.clairvoyant.cost).toBeLessThan(0.95 * Math.min(hot.replayed.cost, cold.replayed.cost));
  });
});

test('a sample of keys stands for all: the same bill, to the noise of its objects', async () => {
  const whole = await replayed(AGED, PLACEMENTS[1]!, traceOf({ ...aLaw, perDay: 4000 }));
  const some = await replayed(AGED, PLACEMENTS[1]!, { ...traceOf({ ...aLaw, seed: 2 }), weight: 4 });
  expect(some.replayed.cost / whole.replayed.cost).toBeCloseTo(1, 1);
});

test('a placement by popularity is refused: a trace tells only at its end what is popular', async () => {
  const text = scenarioOf(
    { size: '4 MB', standing: '80 GB' },
    { rate: '100000/day', skew: { objects: 0.1, reads: 0.9 } },
  );
  const trace = traceOf({ ...aLaw, days: 2 });
  await expect(replayed(text, `popular:${STANDARD}>${IA}@10%`, trace)).rejects.toThrow(
    /popularity.*--placement/,
  );
  await expect(replayed(AGED, PLACEMENTS[0]!, { ...trace, async *lives() {} })).rejects.toThrow(/has a size/);
});
