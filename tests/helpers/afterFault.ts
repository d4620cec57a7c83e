/** What has to hold after every fault: the same run again makes the rest, no row is lost or doubled, nothing stays in the bucket. */
import path from 'node:path';
import { expect } from 'vitest';
import { readJournal } from '#probe/kept/journal.ts';
import type { JournalState } from '#probe/kept/journal.ts';
import { parseProbePlan, plannedRequests } from '#probe/plan/plan-file.ts';
import type { PlanFileText } from '#probe/plan/plan-file.ts';
import type { Runtime } from '#probe/runtime.ts';
import type { Bucket } from '#stores/little-s3/buckets.ts';
import { runOn } from './aProbe.ts';
import { BUCKET } from './littleS3.ts';
import type { TestStore } from './littleS3.ts';
import { runCli } from './runCli.ts';
import type { Folder } from './folder.ts';

type Rows = Pick<JournalState, 'samples'>;

/** Every request that was planned has one row. */
export function expectWhole({ samples }: Rows, planned: number): void {
  const names = samples.map(({ target, cell, index }) => `${target}|${cell}|${index}`);
  expect({ rows: names.length, requests: new Set(names).size }).toEqual({ rows: planned, requests: planned });
}

/** Neither objects nor unfinished uploads; a bucket that is gone has none. */
export function expectSwept(bucket: Bucket | undefined): void {
  expect({ objects: [...(bucket?.keys() ?? [])], uploads: [...(bucket?.uploads.values() ?? [])] }).toEqual({
    objects: [],
    uploads: [],
  });
}

/** Runs what is left of a plan on the little S3, in this process, and holds it to all of this. The fault is gone by then. */
export async function expectWholeAndSwept(
  s3: TestStore,
  file: PlanFileText,
  folder: string,
  runtime: Partial<Runtime> = {},
): Promise<JournalState> {
  const before = readJournal(folder)?.samples ?? [];
  const state = await runOn(s3, file, folder, runtime);
  expect(state.samples.slice(0, before.length)).toEqual(before);
  expectWhole(state, plannedRequests(parseProbePlan(file)));
  expect(readJournal(folder)?.samples).toEqual(state.samples);
  expectSwept(s3.server.buckets.get(BUCKET));
  return state;
}

/** The same by the command line: the command again, `probe clean` after it. */
export async function expectCliWholeAndSwept(
  s3: TestStore,
  { args, work, planned }: { args: readonly string[]; work: string; planned: number },
  folder: Folder,
  env: Record<string, string>,
): Promise<JournalState> {
  const journal = path.join(folder.path, work);
  const before = readJournal(journal)?.samples ?? [];
  // Kept, so that its journal is there to be read.
  expect(await runCli([...args, '--keep'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  const state = readJournal(journal);
  if (!state) throw new Error(`${journal} holds no journal`);
  expect(state.samples.slice(0, before.length)).toEqual(before);
  expectWhole(state, planned);
  expect(await runCli(['probe', 'clean'], { cwd: folder.path, env })).toMatchObject({ exit: 0 });
  expectSwept(s3.server.buckets.get(BUCKET));
  return state;
}
