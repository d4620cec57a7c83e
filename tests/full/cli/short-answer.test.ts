/** The answer of `plan` on a terminal, for every example and every workload that advice is judged by: short, whole, and in plain words. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { answerBlocks, furtherBlocks, planNames } from '#cli/render/plan.ts';
import { renderBlocks } from '#cli/render/table.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ask } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { plannedInFull } from '#tests/helpers/core/asked.ts';
import { wordingFaults } from '#tests/helpers/wording.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const sources = { archive, evidence: evidenceBase(allDatasets()) };
const files = ['examples', 'tests/advice/workloads'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => path.join(folder, file)),
);

describe.each(files)('%s', (file) => {
  let plan: Plan;
  beforeAll(() => {
    plan = plannedInFull(ask(parse(readFileSync(path.join(ROOT, file), 'utf8')) as ScenarioText, sources));
  });
  const names = () => planNames(plan, archive);

  test.each([80, 100, 120])('in %i columns: at most 30 lines, no word cut', (columns) => {
    const text = renderBlocks(answerBlocks(plan, { names: names(), columns }), { form: 'table', columns });
    const lines = text.trimEnd().split('\n');
    // A command is copied whole; what is wider than the terminal takes several of its lines.
    const rows = lines.reduce((sum, line) => sum + Math.ceil(line.length / columns || 1), 0);
    expect(rows, text).toBeLessThanOrEqual(30);
    const wide = lines.filter((line) => line.length > columns && !line.startsWith('  stowage '));
    expect(wide).toEqual([]);
    expect(lines.join('')).toMatch(/Not shown: .*--all/);
  });

  test('all that is said of it is in plain words', () => {
    const shown = { names: names(), notes: true, why: true };
    const blocks = [...answerBlocks(plan, shown), ...furtherBlocks(plan, shown)];
    expect(wordingFaults(blocks)).toEqual([]);
  });
});
