/**
 * `npm run advice [-- NAME …] [-- --json FILE]`: plans every workload of this folder, or those named, and judges each answer by
 * `accept.yaml`. One row a workload, the score last. Exit 1 when one is rejected, 2 for a name that is not there.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { planNames } from '#cli/render/plan.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { withMigration } from '#tests/helpers/core/asked.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { readAccepted } from './accept.ts';
import type { Accepted } from './accept.ts';
import { answerOf, firstOf } from './answer.ts';
import { judged } from './judged.ts';
import { closingLine, outcomeTable } from './outcome.ts';
import type { Outcome } from './outcome.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WORKLOADS = path.join(import.meta.dirname, 'workloads');

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
});
const names = readdirSync(WORKLOADS)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length));
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No workload is called ${unknown.join(' or ')}; there are ${names.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  const outcomes = outcomesOf(names.filter((name) => positionals.length === 0 || positionals.includes(name)));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(outcomes, null, 2)}\n`);
  process.stdout.write(`${outcomeTable(outcomes)}\n\n${closingLine(outcomes)}\n`);
  process.exitCode = outcomes.every(({ reasons }) => reasons.length === 0) ? 0 : 1;
}

function outcomesOf(workloads: readonly string[]): Outcome[] {
  const accepted = readAccepted(readFileSync(path.join(import.meta.dirname, 'accept.yaml'), 'utf8'));
  const archive = loadArchive(ROOT);
  for (const store of archive.stores) archive.editions(store);
  const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
  return workloads.map((workload) => {
    process.stderr.write(`${workload} …\n`);
    const wanted = accepted.get(workload);
    if (!wanted) throw new Error(`accept.yaml has no entry for ${workload}`);
    return outcomeOf(workload, wanted, sources);
  });
}

function outcomeOf(workload: string, wanted: Accepted, sources: Parameters<typeof ask>[1]): Outcome {
  const text = parse(readFileSync(path.join(WORKLOADS, `${workload}.yaml`), 'utf8')) as ScenarioText;
  const start = process.cpuUsage();
  const answered = withMigration(ask(text, sources));
  const { user, system } = process.cpuUsage(start);
  const names = planNames(answered, sources.archive);
  const answer = answerOf(answered, names);
  const first = firstOf(answered);
  return {
    workload,
    placement: first && names.placement(first.id),
    card: answer.card,
    ...judged(answer, wanted),
    cpuSeconds: (user + system) / 1e6,
  };
}
