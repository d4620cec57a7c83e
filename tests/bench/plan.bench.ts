/** One full plan of the example that `npm start` prints, twelve stores, in Node. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** After so many plans the compiler still works on them, and after so many no longer: seconds, and some more, of a slider's movement. */
const BEGUN = 60;
const WARM = 300;
const RUNS = 41;

export default function run(): BenchRow[] {
  const text = parse(readFileSync(path.join(ROOT, 'examples/streamingco.yaml'), 'utf8')) as ScenarioText;
  const archive = loadArchive(ROOT);
  for (const store of archive.stores) archive.editions(store);
  const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
  const stores =
    text.stores === undefined || text.stores === 'all' ? archive.stores.length : text.stores.length;
  // A new size each time, so that nothing remembered from the last plan can serve the next.
  const changed = (run: number): ScenarioText => ({
    ...text,
    workload: { ...text.workload, objects: { ...text.workload.objects, size: `${4000 + run} kB` } },
  });
  // Of this thread alone: what a plan takes where nothing else runs.
  const used = (scenario: ScenarioText): number => {
    const before = process.threadCpuUsage();
    plan(ask(scenario, sources));
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  const cold = used(text);
  const each = Array.from({ length: WARM + RUNS }, (_, i) => used(changed(i)));
  const [begun, warm] = [each.slice(BEGUN, BEGUN + RUNS), each.slice(WARM)];
  return [
    {
      name: `one full plan, ${stores} stores, warm`,
      value: median(warm),
      unit: 'ms CPU',
      target: { at: 'most', value: 16 },
      note: `median of ${RUNS} after ${WARM}, the fastest ${Math.min(...warm).toFixed(1)} ms`,
    },
    {
      name: `one full plan, ${stores} stores, after ${BEGUN}`,
      value: median(begun),
      unit: 'ms CPU',
      note: `median of ${RUNS}, while plans are still compiled; the fastest ${Math.min(...begun).toFixed(1)} ms`,
    },
    {
      name: `one full plan, ${stores} stores, first`,
      value: cold,
      unit: 'ms CPU',
      note: 'before anything is compiled',
    },
  ];
}
