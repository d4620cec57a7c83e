/** A map of a real scenario against the search at points of it, and against the switch points along its axes. */
import { expect, test } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { isInside } from '#core/placement/switches/rings.ts';
import { knobNamed } from '#core/placement/along/knobs.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import { planWinnerMap, shareAt, valueAt } from '#core/placement/switches/winner-map.ts';
import type { MapQuestion, WinnerMap } from '#core/placement/switches/winner-map.ts';
import { pricedScenario } from '#core/placement/switches/priced-scenario.ts';
import { ask } from '#core/question.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };

const text = aScenario({
  workload: {
    objects: { size: '4 MB', standing: '100 TB' },
    reads: { rate: '1M/day' },
    readers: [
      { at: 'aws/us-east-1', share: 0.4 },
      { at: 'internet/europe', share: 0.6 },
    ],
    writer: 'aws/us-east-1',
  },
  stores: ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam', 'backblaze/b2@us-east'],
});

function mapOf(scenario: ScenarioText, question: MapQuestion): WinnerMap | null {
  const work = planWinnerMap(ask(scenario, sources), question);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

const map = mapOf(text, { x: { input: 'reads' }, y: { input: 'outside-share' }, lattice: 8 });

test('every point lies in the region of its winner, or a thousandth of the map from an edge', () => {
  if (!map) throw new Error('the scenario has both inputs');
  const scenario = ScenarioFile.parse(text);
  const shares = map.regions.map(({ rings }) =>
    rings.map((ring) => ring.map(([x, y]) => [shareAt(map.x, x), shareAt(map.y, y)] as const)),
  );
  const inside = (u: number, v: number) =>
    map.regions.filter((_, r) => isInside(shares[r] ?? [], [u, v])).map(({ arrangement }) => arrangement);
  let checked = 0;
  for (let i = 0; i < 14; i += 1)
    for (let j = 0; j < 14; j += 1) {
      const [u, v] = [(i + 0.37) / 14, (j + 0.61) / 14];
      const near = [
        [u - 1e-3, v],
        [u + 1e-3, v],
        [u, v - 1e-3],
        [u, v + 1e-3],
      ].flatMap(([a = 0, b = 0]) => inside(a, b));
      if (new Set(near).size > 1) continue;
      const x = knobNamed(scenario, 'reads')?.at(valueAt(map.x, u)) ?? scenario;
      const both = knobNamed(x, 'outside-share')?.at(valueAt(map.y, v)) ?? x;
      const winner = pricedScenario(both, sources, { unrounded: true }).winner()?.arrangement ?? null;
      expect(inside(u, v), `${u} ${v}`).toEqual([winner]);
      checked += 1;
    }
  expect(checked).toBeGreaterThan(150);
});

test('regions fill the map, their labels lie within them, and more than one plan wins', () => {
  expect(map?.regions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
  expect(map?.regions.length).toBeGreaterThan(1);
  for (const { rings, label, share } of map?.regions ?? [])
    if (share > 0.05) expect(isInside(rings, label)).toBe(true);
});

test('where today lies on an edge of the map, its regions end at the switch points', () => {
  const low = 0.6;
  const along = mapOf(text, {
    x: { input: 'reads' },
    y: { input: 'outside-share', low, high: 0.9 },
    lattice: 6,
  });
  if (!along) throw new Error('the scenario has both inputs');
  const scans = [...planSwitchPoints(ask(text, sources), { inputs: ['reads'], ages: false })];
  const points = scans.flatMap((scan) => scan?.switchPoints ?? []);
  const onEdge = along.regions
    .flatMap(({ rings }) => rings.flat())
    .filter(([x, y]) => y === low && x > along.x.low && x < along.x.high)
    .map(([x]) => x);
  for (const { value } of points)
    expect(Math.min(...onEdge.map((x) => Math.abs(x / value - 1)))).toBeLessThan(1e-3);
  expect(points.length).toBeGreaterThan(0);
});

test('an input the scenario lacks has no map', () => {
  expect(mapOf(text, { x: { input: 'reads' }, y: { input: 'retention' } })).toBeNull();
});
