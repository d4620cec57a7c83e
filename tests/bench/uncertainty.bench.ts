/** How sure the example is that `npm start` prints, at the draws a terminal and a page ask for, beside one plan of it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { Question } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { deskOf } from '#core/placement/desk.ts';
import { DEFAULT_DRAWS, uncertaintySteps } from '#core/uncertainty/plan-uncertainty.ts';
import { planUncertainty } from '#tests/helpers/core/asked.ts';
import { median, timed } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RUNS = 7;

export default async function run(): Promise<BenchRow[]> {
  const archive = loadArchive(ROOT);
  for (const store of archive.stores) archive.editions(store);
  const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
  const rows: BenchRow[] = [];
  for (const [name, what] of [
    ['streamingco', 'a retention'],
    ['geo-readers', 'a size, a stock and reads'],
  ]) {
    const text = parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;
    await timed(10, () => plan(ask(text, sources)));
    const plans = await timed(RUNS, () => plan(ask(text, sources)));
    await timed(1, () => planUncertainty(ask(text, sources)));
    const all = await timed(RUNS, () => planUncertainty(ask(text, sources)));
    const [value, baseline] = [median(all), median(plans)];
    rows.push({
      name: `how sure, ${DEFAULT_DRAWS} draws of ${what}`,
      value,
      unit: 'ms',
      baseline: { name: 'one plan', value: baseline },
      ratio: value / baseline,
      note: `the fastest ${Math.min(...all).toFixed(0)} ms; between two pauses at most ${longestStep(ask(text, sources)).toFixed(0)} ms`,
    });
  }
  return rows;
}

/** What a page would stand still for. */
function longestStep(question: Question): number {
  let longest = 0;
  const steps = uncertaintySteps(deskOf(question), answered(deskOf(question)));
  for (let done = false; !done;) {
    const start = performance.now();
    done = steps.next().done === true;
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}
