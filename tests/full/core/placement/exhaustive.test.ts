/**
 * On small scenarios by chance, what is recommended against every placement of its kind that can be written down: holder sets at a
 * few ages, standing objects apart, each billed by nothing but `bill` and judged without the search.
 */
import { beforeAll, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { placed } from '#core/placement/build.ts';
import type { Held } from '#core/placement/build.ts';
import { deskOf } from '#core/placement/desk.ts';
import type { FullDesk } from '#core/placement/desk.ts';
import type { Placement } from '#core/placement/placement.ts';
import { cheapestServe, serveInTime } from '#core/placement/serve.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { wholeArchive } from '#tests/sources.ts';

const SCENARIOS = isDeep ? 500 : 60;
const AGES = 3;

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

/** Two or three stores, one or two readers, new objects and often standing ones, latencies assumed and sometimes required. */
function smallScenario(seed: number): ScenarioText {
  const chance = new Chance(seed + 31);
  const text = randomScenario(seed);
  const { objects, readers, reads } = text.workload;
  const near = readers.slice(0, 2);
  const whole = near.reduce((sum, reader) => sum + Number(reader.share), 0);
  const stores =
    text.stores && text.stores !== 'all' ? text.stores.slice(0, 3) : ['aws/s3-standard@us-east-1'];
  const isTimed = chance.happens(0.5);
  const ms = () => {
    const p50 = chance.between(10, 120);
    return { p50: `${p50.toFixed(1)} ms`, p99: `${(p50 * chance.between(2, 6)).toFixed(1)} ms` };
  };
  return {
    stowage: 1,
    name: `Small ${seed}`,
    asOf: text.asOf,
    fx: { EUR: 1.16, date: '2026-11-20' },
    ...(text.month ? { month: text.month } : {}),
    workload: {
      ...text.workload,
      objects: {
        size: objects.size,
        arrivals: objects.arrivals ?? '5000/day',
        ...(chance.happens(0.4) ? { standing: '3 TB' } : {}),
        retention: '40 days',
      },
      reads: { rate: reads?.rate ?? 0, byAge: { '2 days': 0.6, '9 days': 0.9 } },
      readers: near.map(({ at, share }) => ({ at, share: Number(share) / whole })),
    },
    stores,
    ...(isTimed
      ? {
          assume: Object.fromEntries(stores.map((ref) => [ref, { GET: ms() }])),
          requirements: { readP99: `${chance.between(80, 500).toFixed(0)} ms` },
        }
      : {}),
    effort: chance.happens(0.5)
      ? 'none'
      : {
          rule: { share: 0.02, atLeast: 0 },
          account: { share: 0.1, atLeast: 0 },
          router: { share: 0.15, atLeast: 0 },
        },
    headroom: chance.happens(0.5) ? 0 : 0.2,
  };
}

/** Sets of one or two stores, in up to two steps; standing objects in any set. */
function everyPlacement(desk: FullDesk): Placement[] {
  const { context, lateness } = desk;
  const count = context.stores.length;
  const sets: number[][] = [];
  for (let a = 0; a < count; a += 1) {
    sets.push([a]);
    for (let b = a + 1; b < count; b += 1) sets.push([a, b]);
  }
  const edges = context.workload.edges.filter((_, i, all) => i % Math.ceil(all.length / AGES) === 0);
  const stages: Held[][] = sets.map((holders) => [{ fromDays: 0, holders }]);
  for (const first of sets)
    for (const then of sets)
      if (first.join() !== then.join())
        for (const days of edges)
          stages.push([
            { fromDays: 0, holders: first },
            { fromDays: days, holders: then },
          ]);
  const standing = context.populations.some(({ stream }) => stream === 'old') ? sets : [[0]];
  const serves = [
    cheapestServe(context),
    serveInTime(context, lateness, 0.5),
    serveInTime(context, lateness, 0.9),
  ];
  return stages.flatMap((own) =>
    standing.flatMap((holders) =>
      serves.map((serve) =>
        placed(context, ({ stream }) => (stream === 'old' ? [{ fromDays: 0, holders }] : own), serve),
      ),
    ),
  );
}

it('is never more than one percent above the best of all, and says no smaller gap than there is', () => {
  let [compared, exact] = [0, 0];
  for (let seed = 0; seed < SCENARIOS; seed += 1) {
    const desk = deskOf(ask(smallScenario(seed), { archive, evidence: evidenceBase([]) }));
    const found = desk.best();
    const value = found?.judged.value ?? Infinity;
    const best = Math.min(...everyPlacement(desk).map((one) => desk.judge(one).value));
    if (!Number.isFinite(best)) continue;
    compared += 1;
    const said = `seed ${seed}: ${found && desk.id(found.placement)} at ${value}, best ${best}`;
    expect(value, said).toBeLessThanOrEqual(best * 1.0101);
    expect(value - best, said).toBeLessThanOrEqual((found?.gap ?? 1) * value + 1e-6);
    if (value <= best * (1 + 1e-6)) exact += 1;
  }
  expect(compared).toBeGreaterThan(SCENARIOS / 2);
  expect(exact / compared).toBeGreaterThan(0.95);
});
