/** Switch points against sweeps of the search itself, against the plan on either side, and by hand. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { planExactly } from '#tests/helpers/core/plan-exactly.ts';
import { spread } from '#core/placement/switches/course.ts';
import { knobNamed } from '#core/placement/along/knobs.ts';
import type { Knob, KnobName } from '#core/placement/along/knobs.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import { pricedScenario } from '#core/placement/switches/priced-scenario.ts';
import { ask } from '#core/question.ts';
import type { SwitchPoint, SwitchScan } from '#core/report/switch-types.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { workloadOf } from '#core/workload/workload.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) =>
  parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;

type Asked = KnobName | 'price';

function scans(text: ScenarioText, inputs: readonly Asked[]): SwitchScan[] {
  return [...planSwitchPoints(ask(text, sources), { inputs })].filter((step) => step !== undefined);
}

function scanOf(text: ScenarioText, input: Asked): SwitchScan {
  const [scan] = scans(text, [input]);
  if (!scan) throw new Error(`${input} is not an input of this scenario`);
  return scan;
}

/** The scenario as text with an input at another value. */
function turned(text: ScenarioText, input: string, value: number): ScenarioText {
  const { workload } = text;
  switch (input) {
    case 'reads':
      return { ...text, workload: { ...workload, reads: { ...workload.reads, rate: `${value}/day` } } };
    case 'arrivals':
      return {
        ...text,
        workload: { ...workload, objects: { ...workload.objects, arrivals: `${value}/day` } },
      };
    case 'standing':
      return { ...text, workload: { ...workload, objects: { ...workload.objects, standing: `${value} B` } } };
    case 'size':
      return { ...text, workload: { ...workload, objects: { ...workload.objects, size: `${value} B` } } };
    case 'retention':
      return {
        ...text,
        workload: { ...workload, objects: { ...workload.objects, retention: `${value} days` } },
      };
    case 'read-p99':
      return { ...text, requirements: { ...text.requirements, readP99: `${value} ms` } };
    case 'first-byte-p99':
      return { ...text, requirements: { ...text.requirements, firstByteP99: `${value} ms` } };
    case 'hot-share': {
      const { reads } = workload;
      const [age = '', ...others] = Object.keys(reads?.byAge ?? {});
      if (!reads || others.length > 0) throw new Error('one share by age');
      return { ...text, workload: { ...workload, reads: { ...reads, byAge: { [age]: value } } } };
    }
    case 'outside-share': {
      const home = String(workload.writer).split('/')[0] ?? '';
      const isOutside = (at: string) => at.split('/')[0] !== home;
      const shares = workload.readers.map(({ at, share }) => ({
        isOut: isOutside(at),
        share: Number(share),
      }));
      const now = shares.reduce((sum, { isOut, share }) => sum + (isOut ? share : 0), 0);
      const turnedTo = shares.map(
        ({ isOut, share }) => share * (isOut ? value / now : (1 - value) / (1 - now)),
      );
      const readers = workload.readers.map((one, q) => ({ ...one, share: turnedTo[q] ?? NaN }));
      return { ...text, workload: { ...workload, readers } };
    }
    case 'cache-share': {
      const readers = workload.readers.map((one) => (one.via ? { ...one, hitRatio: value } : one));
      return { ...text, workload: { ...workload, readers } };
    }
    default:
      throw new Error(`no text for ${input}`);
  }
}

/** Whether moves may come between the ages of the grid. */
function drifts(text: ScenarioText): boolean {
  return workloadOf(ScenarioFile.parse(text)).curve.knots.length > 2;
}

/** Of a bill: whole hours and days may let another plan be so much cheaper for a moment, between two values of the grid; it goes with the value. */
const ALIKE = 0.003;

/** What a point has to name: an id, without its ages where they drift with every input. */
function named(text: ScenarioText, id: string | null | undefined): string | null {
  return (drifts(text) ? id?.replaceAll(/@[0-9.]+[dh](?=[:@>]|$)/g, '') : id) ?? null;
}

/** Every point names what `plan` recommends a thousandth before and after it, but where another lies in between or rounding decides. */
function expectPlansAround(
  text: ScenarioText,
  { input, switchPoints, low: least, high: most }: SwitchScan,
): number {
  let [checked, alike] = [0, 0];
  for (const [i, point] of switchPoints.entries()) {
    const [low, high] = point.turns ?? [point.value, point.value];
    const clear = (x: number, neighbour: SwitchPoint | undefined) => {
      const [from, to] = neighbour?.turns ?? [neighbour?.value ?? NaN, neighbour?.value ?? NaN];
      return !(x >= from * 0.9999 && x <= to * 1.0001);
    };
    for (const [x, side, beside] of [
      [low * 0.999, point.below, switchPoints[i - 1]],
      [high * 1.001, point.above, switchPoints[i + 1]],
    ] as const) {
      const passed = beside && (side === point.below ? beside.value >= x : beside.value <= x);
      if (passed || !clear(x, beside) || x < least || x > most) continue;
      const there = turned(text, input, x);
      const { recommendation, candidates } = planExactly(ask(there, sources));
      const total = candidates.find(({ id }) => id === recommendation?.id)?.monthly.total ?? NaN;
      const [planned, stated] = [recommendation?.id, side.id].map((id) => named(there, id));
      const farther = Math.abs(x / point.value - 1);
      const isAlike = drifts(there) && Math.abs(total / (side.total ?? NaN) - 1) < ALIKE + farther;
      if (planned === stated || !isAlike)
        expect(`${input} ${x}: ${planned}`).toBe(`${input} ${x}: ${stated}`);
      else alike += 1;
      checked += 1;
    }
  }
  expect(alike).toBeLessThanOrEqual(checked / 5);
  return checked;
}

describe('by hand', () => {
  // List prices: rent 0.11 against 0.023 a GiB-month; a million reads 0.40 against 0.03, and 0.0006 a GiB read.
  test('64 KiB objects in Express instead of Standard pay from 15.9 reads per object-month', () => {
    const GIB = 2 ** 30;
    const text = aScenario({
      asOf: '2026-11-20',
      month: '730 h',
      workload: {
        objects: { size: '64 KiB', standing: '10 TiB' },
        reads: { rate: '50M/day' },
        readers: [{ at: 'aws/us-east-1', share: 1 }],
        writer: 'aws/us-east-1',
      },
      stores: ['aws/s3-standard@us-east-1', 'aws/s3-express-one-zone@us-east-1'],
      horizon: '1 month',
    });
    const { switchPoints } = scanOf(text, 'reads');
    expect(switchPoints.map(({ below, above }) => [below.id, above.id])).toEqual([
      ['single:aws/s3-standard@us-east-1', 'single:aws/s3-express-one-zone@us-east-1'],
    ]);
    const objects = (10 * 1024 * GIB) / (64 * 1024);
    const perObjectMonth = ((switchPoints[0]?.value ?? NaN) * (730 / 24)) / objects;
    const rent = ((0.11 - 0.023) * 64 * 1024) / GIB;
    const saved = 0.4e-6 - (0.03e-6 + (0.0006 * 64 * 1024) / GIB);
    expect(perObjectMonth).toBeCloseTo(rent / saved, 5);
    expect(perObjectMonth).toBeCloseTo(15.9, 1);
    expect(switchPoints[0]?.words).toContain('15.9 per object-month');
  });
});

describe('against a sweep of the search', () => {
  const SWEPT = Number(process.env['STOWAGE_SWEPT'] ?? (isDeep ? 40 : 20));
  const cases: [name: string, input: KnobName, text: ScenarioText][] = [
    ['headline', 'reads', example('headline-10pb')],
    ['streamingco', 'read-p99', example('streamingco')],
    ['streamingco', 'hot-share', example('streamingco')],
    ...(isDeep ? [['thumbnails', 'reads', example('thumbnails')] as [string, KnobName, ScenarioText]] : []),
    ...(isDeep ? [8, 21, 34] : [8, 21]).map((seed): [string, KnobName, ScenarioText] => [
      `random ${seed}`,
      seed % 2 === 0 ? 'reads' : 'size',
      randomScenario(seed),
    ]),
  ];

  test.each(cases)('%s: every change along %s is a point', (_, input, text) => {
    const scenario = ScenarioFile.parse(text);
    const knob = knobNamed(scenario, input);
    if (!knob) throw new Error(`${input} is not an input`);
    const { switchPoints } = scanOf(text, input);
    let winner: string | null | undefined;
    let before = knob.low;
    for (const x of spread(knob.low, knob.high, SWEPT, knob.scale)) {
      const here = named(text, winnerAt(knob, x));
      if (winner !== undefined && here !== winner) {
        const between = switchPoints.filter(
          ({ value }) => value >= before * (1 - 1e-6) && value <= x * (1 + 1e-6),
        );
        const [below, above] = [between[0]?.below.id, between.at(-1)?.above.id];
        expect(named(text, below), `from ${before} to ${x}`).toBe(winner);
        expect(named(text, above), `from ${before} to ${x}`).toBe(here);
      }
      [winner, before] = [here, x];
    }
  });
});

function winnerAt(knob: Knob, x: number): string | null {
  return pricedScenario(knob.at(x), sources, { unrounded: true }).winner()?.id ?? null;
}

/** StreamingCo over four stores. */
function ofFour(readers: ScenarioText['workload']['readers'], requirements: ScenarioText['requirements']) {
  const text = example('streamingco');
  const stores = [
    'aws/s3-express-one-zone@us-east-1',
    'aws/s3-standard@us-east-1',
    'cloudflare/r2-standard@enam',
    'tigris/standard@global',
  ];
  return { ...text, workload: { ...text.workload, readers }, requirements, stores };
}

describe('beside the plan', () => {
  const { readers } = example('streamingco').workload;
  const cached = readers.map((one) =>
    one.at.startsWith('internet/') ? { ...one, via: 'aws/cloudfront', hitRatio: 0.6 } : one,
  );
  test.each([
    ['hot-share', ofFour(readers, { readP99: '800 ms' })],
    ['outside-share', ofFour(readers, { readP99: '800 ms' })],
    ['cache-share', ofFour(cached, { readP99: '800 ms' })],
    ['first-byte-p99', ofFour([{ at: 'aws/us-east-1', share: 1 }], { firstByteP99: '200 ms' })],
  ] as const)('%s: a thousandth on either side the plan is the one named', (input, text) => {
    expect(expectPlansAround(text, scanOf(text, input))).toBeGreaterThan(0);
  });

  test.each([
    ['headline-10pb', ['reads', 'size', 'standing', 'read-p99']],
    ['streamingco', isDeep ? (['reads', 'retention'] as const) : (['reads'] as const)],
    ...(isDeep ? ([['thumbnails', ['reads']]] as const) : []),
  ] as const)('%s: a thousandth on either side the plan is the one named', (name, inputs) => {
    const text = example(name);
    const checked = scans(text, inputs).map((scan) => expectPlansAround(text, scan));
    expect(checked.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(1);
  });

  test('a rate of a store is turned by a discount, and the plan follows', () => {
    const text = example('headline-10pb');
    const found = scans(text, ['price']).flatMap((scan) =>
      scan.switchPoints.map((point) => ({ scan, point })),
    );
    const cuts = found.filter(({ scan, point }) => scan.now !== null && point.value < scan.now);
    expect(cuts.length).toBeGreaterThan(0);
    for (const { scan, point } of cuts) {
      const [ref = '', meter = ''] = scan.path.split(' ');
      const at = (value: number) => {
        const off = 1 - value / (scan.now ?? NaN);
        const names = meter === 'storage' ? ['storage', 'minimum-size', 'early-delete'] : [meter];
        const discounts = Object.fromEntries(names.map((one) => [`${ref.split('@')[0]}:${one}`, off]));
        return planExactly(ask({ ...text, discounts }, sources)).recommendation?.id;
      };
      expect([at(point.value * 0.999), at(point.value * 1.001)]).toEqual([point.below.id, point.above.id]);
    }
  });
});

describe('what is said', () => {
  test('each point says the value, what it is now, both plans and both bills', () => {
    const { switchPoints } = scanOf(example('headline-10pb'), 'reads');
    expect(switchPoints.map(({ words }) => words)).toMatchInlineSnapshot(`
      [
        "Above 43.2M reads a day, 1.31 per object-month (now 32.9M), everything in cloudflare/r2-standard@enam is the best that is proven: $153k a month against $70.5k just before. There everything in backblaze/b2@us-east is not proven.",
      ]
    `);
  });

  test('a scenario turns what it has', () => {
    const knobs = [...planSwitchPoints(ask(aScenario(), sources))].filter((step) => step !== undefined);
    expect(knobs.map(({ input }) => input)).toEqual(
      expect.arrayContaining(['reads', 'size', 'arrivals', 'retention', 'hot-share', 'read-p99', 'price']),
    );
    expect(knobs.map(({ input }) => input)).not.toContain('standing');
    const standing = aScenario({
      workload: aWorkload({ objects: { size: '4 MB', standing: '10 TB' }, reads: { rate: 0 } }),
    });
    expect(scans(standing, ['reads', 'retention', 'read-p99', 'hot-share'])).toEqual([]);
  });

  test('no store with a price leaves nothing to turn', () => {
    expect(scans(aScenario({ requirements: { exclude: ['aws', 'cloudflare'] } }), ['reads'])).toEqual([]);
  });
});
