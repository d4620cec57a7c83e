/** A row of a batch works out less than a plan does, and says the same. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { plansFigure } from '#core/answer/figures/placements.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import { withMigration } from '#core/migration/migration.ts';
import { answered } from '#core/placement/answer/certified.ts';
import type { PlanOptions } from '#core/placement/answer/answered.ts';
import { deskOf } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import { filledIn } from '#core/scenario/fill-in.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const [archive, evidence] = [wholeArchive(), { datasets: allDatasets(), named: [] }];
const FILES = [
  'examples/streamingco.yaml',
  'examples/thumbnails.yaml',
  'examples/geo-readers.yaml',
  'examples/leave-s3.yaml',
  'examples/backup-restore.yaml',
  'examples/vultr-ai-ingest.yaml',
  'tests/advice/workloads/package-cache.yaml',
  'tests/advice/workloads/log-search.yaml',
  'tests/advice/workloads/photo-vault.yaml',
];

test.each(FILES)('%s', (file) => {
  const text = filledIn(parse(readFileSync(file, 'utf8')), archive) as ScenarioText;
  const names = namesIn(archive, []);
  const rowOf = (options?: PlanOptions) => {
    // A desk of its own: nothing is known from before.
    const desk = deskOf(ask(text, { archive, evidence }));
    return plansFigure([{ name: file, plan: withMigration(desk, answered(desk, options)), names }]).file.rows;
  };
  expect(rowOf({ isRow: true })).toEqual(rowOf());
});
