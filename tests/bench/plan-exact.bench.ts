/** The exact stage of a plan alone: chains of three stores, after the two-store answer, twelve stores and every store of the archive. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { exactly } from '#core/placement/plan-exactly.ts';
import { workedPlan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WARM_UP = 10;

export default async function run(): Promise<BenchRow[]> {
  const text = parse(readFileSync(path.join(ROOT, 'examples/streamingco.yaml'), 'utf8')) as ScenarioText;
  const archive = loadArchive(ROOT);
  for (const store of archive.stores) archive.editions(store);
  const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
  const row = (name: string, stores: ScenarioText['stores'], most: number, runs: number): BenchRow => {
    const taken: number[] = [];
    let count = 0;
    for (let i = 0; i < WARM_UP / (stores === 'all' ? 5 : 1) + runs; i += 1) {
      const size = `${4000 + i} kB`;
      const changed = { ...text, ...(stores ? { stores } : {}) };
      const worked = workedPlan(
        ask(
          { ...changed, workload: { ...text.workload, objects: { ...text.workload.objects, size } } },
          sources,
        ),
      );
      count = worked.context.stores.length;
      const start = performance.now();
      exactly(worked);
      taken.push(performance.now() - start);
    }
    const warm = taken.slice(-runs);
    return {
      name: `${name}, ${count} stores, after the two-store answer`,
      value: median(warm),
      unit: 'ms',
      target: { at: 'most', value: most },
      note: `median of ${runs}, the fastest ${Math.min(...warm).toFixed(1)} ms`,
    };
  };
  return [
    row('plan-exact: chains of three', text.stores, 60, 21),
    row('plan-exact-all: the same', 'all', 500, 3),
  ];
}
