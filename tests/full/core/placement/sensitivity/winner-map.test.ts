/** Maps of real scenarios against whole searches at random cells. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { knobNamed } from '#core/placement/sensitivity/knobs.ts';
import { regionAt, runsOf, valueAt, winnerMap } from '#core/placement/sensitivity/winner-map.ts';
import type { MapQuestion, WinnerMap } from '#core/placement/sensitivity/winner-map.ts';
import { deskAt, deskOf } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allSteps } from '#core/steps.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';

import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) =>
  parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;
const deskFor = (text: ScenarioText) => deskOf(ask(text, sources));

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
const axes: MapQuestion = { x: { input: 'reads' }, y: { input: 'outside-share' } };

function mapOf(scenario: ScenarioText, question: MapQuestion): WinnerMap {
  const map = allSteps(winnerMap(deskFor(scenario), question));
  if (!map) throw new Error('the scenario has both inputs');
  return map;
}

const middleOf = ({ x, y, columns, rows }: WinnerMap, place: number): [number, number] => [
  valueAt(x, ((place % columns) + 0.5) / columns),
  valueAt(y, (Math.floor(place / columns) + 0.5) / rows),
];

/** So much dearer than the best may be what was found in another cell: nobody sees it on a map. */
const TOLERANCE = 1.03;

test.each([
  ['three stores', text, axes],
  ['headline', example('headline-10pb'), { x: { input: 'reads' }, y: { input: 'standing' } }],
  ['streamingco', example('streamingco'), { x: { input: 'reads' }, y: { input: 'read-p99' } }],
] satisfies [string, ScenarioText, MapQuestion][])(
  '%s: 30 random cells have what a whole search finds there',
  (_, scenario, question) => {
    const desk = deskFor(scenario);
    const map = mapOf(scenario, question);
    expect(map.tried).toBeLessThanOrEqual(60);
    const cell = fc.integer({ min: 0, max: map.cells.length - 1 });
    for (const place of fc.sample(cell, 30)) {
      const [x, y] = middleOf(map, place);
      const across = knobNamed(desk.context.scenario, question.x.input)?.at(x);
      const there = deskAt(
        desk,
        (across && knobNamed(across, question.y.input)?.at(y)) ?? desk.context.scenario,
      );
      const best = there.best({ stores: 2 });
      const said = map.regions[map.cells[place] ?? -1]?.arrangement ?? null;
      const isHeld = best !== null && best.judged.value < Infinity;
      if (said === (isHeld ? desk.arrangement(best.placement) : null)) continue;
      const worth = [...there.known.values()]
        .filter((one) => desk.arrangement(one) === said)
        .map((one) => there.judge(one).value);
      expect(Math.min(...worth) / (best?.judged.value ?? 0), `${x} ${y}: ${said}`).toBeLessThan(TOLERANCE);
    }
  },
);

test('regions fill the map, their labels lie within them, and more than one plan wins', () => {
  const map = mapOf(text, axes);
  expect(map.regions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
  expect(map.regions.length).toBeGreaterThan(1);
  for (const [r, region] of map.regions.entries()) {
    const [column, row] = region.label;
    expect(map.cells[row * map.columns + column]).toBe(r);
    expect(regionAt(map, middleOf(map, row * map.columns + column))).toBe(region);
  }
});

test('runs cover every cell once, row by row', () => {
  const map = mapOf(text, { ...axes, y: { input: 'outside-share', low: 0.2, high: 0.9 } });
  const runs = runsOf(map);
  for (const [place, region] of map.cells.entries()) {
    const [x, y] = middleOf(map, place);
    const own = runs.filter((run) => run.x[0] <= x && x < run.x[1] && run.y[0] <= y && y < run.y[1]);
    expect(own.map((run) => run.region)).toEqual([region]);
  }
  expect([runs[0]?.y[0], runs.at(-1)?.y[1]]).toEqual([0.2, 0.9]);
});

test('an input the scenario lacks has no map', () => {
  const asked: MapQuestion = { x: { input: 'reads' }, y: { input: 'retention' } };
  expect(allSteps(winnerMap(deskFor(text), asked))).toBeNull();
});
