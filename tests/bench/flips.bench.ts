/** What is worked out once a plan stands: switch points of one input and of all, and a winner map. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { switchPoints } from '#core/placement/sensitivity/switch-points.ts';
import { winnerMap } from '#core/placement/sensitivity/winner-map.ts';
import { deskOf } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allSteps } from '#core/steps.ts';
import { median, timed } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RUNS = 3;

export default async function run(): Promise<BenchRow[]> {
  const text = parse(readFileSync(path.join(ROOT, 'examples/headline-10pb.yaml'), 'utf8')) as ScenarioText;
  const archive = loadArchive(ROOT);
  for (const store of archive.stores) archive.editions(store);
  const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
  let [tried, points, asked] = [0, 0, 0];
  const all = () => {
    const scans = [...switchPoints(deskOf(ask(text, sources)))].filter((step) => step !== undefined);
    tried = scans.reduce((sum, scan) => sum + scan.tried, 0);
    points = scans.reduce((sum, scan) => sum + scan.switchPoints.length, 0);
  };
  const map = () => {
    const axes = { x: { input: 'reads' }, y: { input: 'standing' } } as const;
    asked = allSteps(winnerMap(deskOf(ask(text, sources)), axes))?.tried ?? 0;
  };
  const one = await timed(RUNS, () => [...switchPoints(deskOf(ask(text, sources)), { inputs: ['reads'] })]);
  const every = await timed(RUNS, all);
  const maps = await timed(RUNS, map);
  return [
    { name: 'switch-points, reads alone', value: median(one), unit: 'ms', note: `median of ${RUNS}` },
    {
      name: 'switch-points, every input and price',
      value: median(every),
      unit: 'ms',
      note: `${points} points, ${tried} searches`,
    },
    {
      name: 'winner-map, reads by standing objects',
      value: median(maps),
      unit: 'ms',
      note: `${asked} pairs of values`,
    },
  ];
}
