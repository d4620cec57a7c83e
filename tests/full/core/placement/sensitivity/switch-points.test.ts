/** Switch points by hand, and against whole searches on either side and between. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { knobNamed } from '#core/placement/sensitivity/knobs.ts';
import type { KnobName } from '#core/placement/sensitivity/knobs.ts';
import { switchPoints } from '#core/placement/sensitivity/switch-points.ts';
import type { SwitchOptions } from '#core/placement/sensitivity/switch-points.ts';
import { deskAt, deskOf } from '#core/placement/desk.ts';
import type { FullDesk } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import type { SwitchScan, SwitchSide } from '#core/report/switch-types.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { allSteps } from '#core/steps.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { drawsOf } from '#core/seeded-draw.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) =>
  parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;
const deskFor = (text: ScenarioText) => deskOf(ask(text, sources));

const scansOf = (desk: FullDesk, options?: SwitchOptions) =>
  [...switchPoints(desk, options)].filter((step) => step !== undefined);

function scanOf(desk: FullDesk, input: KnobName, options: SwitchOptions = {}): SwitchScan {
  const [scan] = scansOf(desk, { ...options, inputs: [input] });
  if (!scan) throw new Error(`${input} is not an input of this scenario`);
  return scan;
}

/** So much dearer than the best may be what a search of 1 % finds. */
const TOLERANCE = 1.0101;
/** So close to a point, in shares of it, either side may be the best. */
const TOLD = 0.01;

const AGES = ['12h', '1d', '3d', '5d', '7d', '14d', '30d'];
const AGE = /@\d+[hd]\b/g;

/** Ids of the same arrangement that turns at other ages, which rise. */
function atOtherAges(id: string | null): string[] {
  const turns = id?.match(AGE)?.length ?? 0;
  if (id === null || turns === 0 || turns > 2) return [];
  return AGES.flatMap((first, i) =>
    (turns === 1 ? [''] : AGES.slice(i + 1)).map((second) => {
      const [...ages] = turns === 1 ? [first] : [first, second];
      return id.replace(AGE, () => `@${ages.shift()}`);
    }),
  );
}

/** Whether a side of a point is what a search from the start recommends there, or worth as much, at whatever ages it bills there. */
function isBestAt(desk: FullDesk, scenario: Scenario, { id }: SwitchSide): boolean {
  const known = desk.best();
  const there = deskAt(desk, scenario);
  const found = there.best({ known: known ? [known.placement] : [] });
  allSteps(there.shownSteps());
  const best = found && found.judged.value < Infinity ? found : null;
  const placement = id === null ? null : namedPlacement(desk, id);
  if (!best || !placement) return best === null && id === null;
  const arrangement = desk.arrangement(placement);
  const moved = atOtherAges(id).flatMap((other) => namedPlacement(desk, other) ?? []);
  return [placement, ...there.known.values(), ...moved].some(
    (one) => desk.arrangement(one) === arrangement && there.judge(one).value <= best.judged.value * TOLERANCE,
  );
}

const EXPRESS = aScenario({
  asOf: '2026-11-20',
  month: '730 h',
  workload: {
    objects: { size: '64 KiB', standing: '10 TiB', reproducible: true },
    reads: { rate: '50M/day' },
    readers: [{ at: 'aws/us-east-1', share: 1 }],
    writer: 'aws/us-east-1',
  },
  stores: ['aws/s3-standard@us-east-1', 'aws/s3-express-one-zone@us-east-1'],
  horizon: '1 month',
});

// List prices: rent 0.11 against 0.023 a GiB-month; a million reads 0.40 against 0.03, and 0.0006 a GiB read.
test('64 KiB objects in Express instead of Standard pay from 15.9 reads per object-month', () => {
  const GIB = 2 ** 30;
  const { switchPoints: points } = scanOf(deskFor(EXPRESS), 'reads');
  expect(points.map(({ below, above }) => [below.id, above.id])).toEqual([
    ['single:aws/s3-standard@us-east-1', 'single:aws/s3-express-one-zone@us-east-1'],
  ]);
  const objects = (10 * 1024 * GIB) / (64 * 1024);
  const perObjectMonth = ((points[0]?.value ?? NaN) * (730 / 24)) / objects;
  const rent = ((0.11 - 0.023) * 64 * 1024) / GIB;
  const saved = 0.4e-6 - (0.03e-6 + (0.0006 * 64 * 1024) / GIB);
  expect(perObjectMonth / (rent / saved)).toBeCloseTo(1, 2);
  expect(points[0]?.words).toContain('15.9 per object-month');
});

describe('against whole searches', () => {
  const cases: [name: string, input: KnobName, text: ScenarioText][] = [
    ['headline', 'reads', example('headline-10pb')],
    ['headline', 'standing', example('headline-10pb')],
    ['streamingco', 'read-p99', example('streamingco')],
    ['streamingco', 'outside-share', example('streamingco')],
    ['streamingco', 'hot-share', example('streamingco')],
    ['geo-readers', 'read-p99', example('geo-readers')],
    ['leave-s3', 'reads', example('leave-s3')],
    ['backup-restore', 'retention', example('backup-restore')],
    ...(isDeep ? ([['thumbnails', 'reads', example('thumbnails')]] as typeof cases) : []),
    ...(isDeep ? [8, 21, 34, 55] : [8, 21]).map((seed): [string, KnobName, ScenarioText] => [
      `random ${seed}`,
      seed % 2 === 0 ? 'reads' : 'size',
      randomScenario(seed),
    ]),
  ];

  test.each(cases)(
    '%s: a percent on either side of a point of %s, and at 30 random values, its side is the best',
    (_, input, text) => {
      const desk = deskFor(text);
      const knob = knobNamed(desk.context.scenario, input);
      if (!knob) throw new Error(`${input} is not an input`);
      const { switchPoints: points, low, high } = scanOf(desk, input);
      // Farther away searches may be used up; then only what is known is compared.
      const next = points.findIndex(({ value }) => value >= (knob.now ?? value));
      for (const [i, { value, below, above }] of points.entries()) {
        if (next >= 0 && (i < next - 2 || i > next + 1)) continue;
        const [before, after] = [points[i - 1]?.value ?? low, points[i + 1]?.value ?? high];
        if (value * 0.99 > before)
          expect(`${value}: ${isBestAt(desk, knob.at(value * 0.99), below)}`).toBe(`${value}: true`);
        if (value * 1.01 < after)
          expect(`${value}: ${isBestAt(desk, knob.at(value * 1.01), above)}`).toBe(`${value}: true`);
      }
      // Ages move along an input: of an arrangement, the best of those that the sides name.
      const sides = points.flatMap(({ below, above }) => [below, above]);
      const best = desk.best();
      const own = [...sides, { id: best && desk.id(best.placement), total: null, atLeast: false }];
      const draw = drawsOf(18);
      for (let i = 0; i < (isDeep ? 100 : 30); i += 1) {
        const share = draw();
        const x = knob.scale === 'log' ? low * (high / low) ** share : low + (high - low) * share;
        // Edges are told to one percent.
        if (points.some(({ value }) => Math.abs(x - value) < TOLD * value)) continue;
        const arrangement = ({ id }: SwitchSide) => {
          const placement = id === null ? null : namedPlacement(desk, id);
          return placement && desk.arrangement(placement);
        };
        const side = points.findLast(({ value }) => value <= x)?.above ?? points[0]?.below ?? own.at(-1);
        const alike = own.filter((one) => side && arrangement(one) === arrangement(side));
        expect(`${x}: ${alike.some((one) => isBestAt(desk, knob.at(x), one))}`).toBe(`${x}: true`);
      }
    },
  );
});

test('the nearest changes are those of the whole range, asked of fewer values', () => {
  let [found, fewer] = [0, 0];
  for (const rate of ['1M/day', '50M/day', '3B/day']) {
    const desk = deskFor({ ...EXPRESS, workload: { ...EXPRESS.workload, reads: { rate } } });
    const [whole, near] = [scanOf(desk, 'reads'), scanOf(desk, 'reads', { nearest: true })];
    const sides = ({ switchPoints: points, now }: SwitchScan) =>
      [
        points.findLast(({ value }) => value < (now ?? 0)),
        points.find(({ value }) => value >= (now ?? 0)),
      ].flatMap((point) => (point ? [[point.below.id, point.above.id]] : []));
    expect(sides(near)).toEqual(sides(whole));
    expect(near.switchPoints).toHaveLength(sides(near).length);
    expect(near.tried).toBeLessThanOrEqual(whole.tried);
    found += sides(whole).length;
    if (near.tried < whole.tried) fewer += 1;
  }
  expect(found).toBeGreaterThan(1);
  expect(fewer).toBeGreaterThan(0);
});

describe('what is said', () => {
  test('each point says the value, what it is now, both plans and both bills', () => {
    const { switchPoints: points } = scanOf(deskFor(example('headline-10pb')), 'reads');
    expect(points.map(({ words }) => words)).toMatchInlineSnapshot(`
      [
        "Above 36M reads a day, 1.09 per object-month (now 32.9M): R2 Standard, at $152k/month instead of $70.5k/month. The placement before misses a requirement or a limit there.",
      ]
    `);
  });

  test('a rate of a store is turned by a discount, and the plan follows', () => {
    const desk = deskFor(example('headline-10pb'));
    const cuts = scansOf(desk, { inputs: ['price'] }).flatMap((scan) =>
      scan.switchPoints
        .filter(({ value, now }) => now !== null && value < now)
        .map((point) => ({ scan, point })),
    );
    expect(cuts.length).toBeGreaterThan(0);
    for (const { scan, point } of cuts) {
      const [ref = '', meter = ''] = scan.path.split(' ');
      const { scenario } = desk.context;
      const names = meter === 'storage' ? ['storage', 'minimum-size', 'early-delete'] : [meter];
      const at = (value: number) => {
        const off = 1 - value / (scan.now ?? NaN);
        const discounts = Object.fromEntries(names.map((one) => [`${ref.split('@')[0]}:${one}`, off]));
        return { ...scenario, discounts };
      };
      expect(isBestAt(desk, at(point.value * 0.99), point.below)).toBe(true);
      expect(isBestAt(desk, at(point.value * 1.01), point.above)).toBe(true);
    }
  });

  test('a scenario turns what it has', () => {
    const inputs = scansOf(deskFor(aScenario())).map(({ input }) => input);
    expect(inputs).toEqual(
      expect.arrayContaining(['reads', 'size', 'arrivals', 'retention', 'hot-share', 'read-p99', 'price']),
    );
    expect(inputs).not.toContain('standing');
    const standing = aScenario({
      workload: aWorkload({ objects: { size: '4 MB', standing: '10 TB' }, reads: { rate: 0 } }),
    });
    expect(scansOf(deskFor(standing), { inputs: ['reads', 'retention', 'read-p99', 'hot-share'] })).toEqual(
      [],
    );
  });

  test('no store with a price leaves nothing to turn', () => {
    const none = aScenario({ requirements: { exclude: ['aws', 'cloudflare'] } });
    expect(scansOf(deskFor(none), { inputs: ['reads'] })).toEqual([]);
  });
});
