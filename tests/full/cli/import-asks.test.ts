/** `stowage import` at a terminal: what a file cannot know is asked for. The terminal is played by a list of answers. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#catalog/read-catalog.ts';
import { loadDataset } from '#catalog/load-datasets.ts';
import { importFiles } from '#cli/answers/import.ts';
import { readArgs } from '#cli/args.ts';
import { COMMANDS } from '#cli/commands/index.ts';
import type { Deps } from '#cli/deps.ts';
import { Missing, Misunderstood } from '#cli/failures.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { ROOT } from '#tests/sources.ts';

const fixture = (name: string) => path.join(ROOT, 'tests/fixtures/formats', name);
const WARP = fixture('warp/get.csv.zst');
const OUT = ['--out', 'datasets/acme-2026'];
const PUBLISH = [...OUT, '--publish'];
const ALL = [
  ['Who measured', 'somebody'],
  ['The store', 'minio/aistor'],
  ['The place of the store', ''],
  ['The place of the client', 'aws/us-east-1'],
  ['What the dataset is called', ''],
  ['Where the files come from', ''],
  ['When they were fetched', ''],
  ['Their licence', 'MIT'],
] as const;

/** Runs the command with a person who answers each question by how it begins; null once they have had enough. */
async function asked(
  args: readonly string[],
  cwd: string,
  answer: (question: string) => string | null,
): Promise<{ questions: string[]; said: string[]; error: unknown }> {
  const questions: string[] = [];
  const said: string[] = [];
  const deps: Deps = {
    cwd,
    env: {},
    home: cwd,
    stdin: () => Promise.resolve(new Uint8Array()),
    print: () => undefined,
    say: (line) => said.push(line),
    redraw: null,
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(answer(question));
    },
    styled: false,
    catalog: readCatalog(path.join(ROOT, 'dist/data')),
    webFolder: '',
    datasetsFolder: '',
    examplesFolder: '',
    program: import.meta.url,
    version: '0',
    today: () => '2026-11-20',
  };
  const given = readArgs(args, { name: 'import', ...COMMANDS.import });
  const error = await Promise.resolve(importFiles(given, deps, COMMANDS)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { questions, said, error };
}

const byTable = (table: readonly (readonly [string, string | null])[]) => (question: string) => {
  const found = table.find(([begin]) => question.startsWith(begin));
  if (!found) throw new Error(`nobody knows "${question}"`);
  return found[1];
};

describe('stowage import at a terminal', () => {
  test('asks nothing of somebody who looks, and writes nothing', async () => {
    using folder = new Folder();
    expect(await asked([WARP], folder.path, byTable([]))).toEqual({ questions: [], said: [], error: null });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('asks for the store and its place alone where a dataset is private', async () => {
    using folder = new Folder();
    const store = ALL.filter(([begin]) => begin === 'The store' || begin === 'The place of the store');
    const { questions, error } = await asked([WARP, ...OUT], folder.path, byTable(store));
    expect(error).toBeNull();
    expect(questions).toHaveLength(2);
    expect(loadDataset(path.join(folder.path, 'datasets/acme-2026'), 'acme-2026')).toMatchObject({
      title: 'get.csv.zst',
      licence: 'private',
      measuredBy: { name: 'not stated' },
      status: 'measured',
    });
  });

  test('asks for everything a file cannot know, once each, and takes what is usual for an empty answer', async () => {
    using folder = new Folder();
    const { questions, error } = await asked([WARP, ...PUBLISH], folder.path, byTable(ALL));
    expect(error).toBeNull();
    expect(questions).toHaveLength(ALL.length);
    expect(questions.find((one) => one.startsWith('When'))).toBe('When they were fetched [2026-11-20]: ');
    const made = loadDataset(path.join(folder.path, 'datasets/acme-2026'), 'acme-2026');
    expect(made).toMatchObject({
      title: 'get.csv.zst',
      licence: 'MIT',
      measuredBy: { name: 'somebody' },
      source: { url: 'file get.csv.zst', retrieved: '2026-11-20' },
      client: { place: 'aws/us-east-1' },
    });
    expect(made.measurements[0]).toMatchObject({ store: 'minio/aistor', store_region: null });
  });

  test('does not ask for what a flag says, and suggests places of the store’s provider', async () => {
    using folder = new Folder();
    const args = [
      WARP,
      ...PUBLISH,
      '--store',
      'cloudflare/r2-standard',
      '--licence',
      'MIT',
      '--title',
      'Mine',
    ];
    const { questions } = await asked(args, folder.path, byTable(ALL));
    expect(questions.filter((one) => /store that was|licence|called/.test(one))).toEqual([]);
    expect(questions.find((one) => one.startsWith('The place of the store'))).toMatch(
      /such as cloudflare\/.*\[unknown\]: $/,
    );
  });

  test('asks again where an answer is not understood, says why, and gives up after three', async () => {
    using folder = new Folder();
    const table = byTable(ALL);
    let tries = 0;
    const { said, error } = await asked([WARP, ...PUBLISH], folder.path, (question) =>
      question.startsWith('The store') && tries++ === 0 ? 'S3' : table(question),
    );
    expect(error).toBeNull();
    expect(said.join('\n')).toMatch(/"S3" is not a store/);
    const other = [WARP, '--publish', '--out', 'datasets/other-2026'];
    const never = await asked(other, folder.path, (question) =>
      question.startsWith('The store') ? 'S3' : table(question),
    );
    expect(never.questions.filter((one) => one.startsWith('The store'))).toHaveLength(3);
    expect(String(never.error)).toMatch(/--store was not answered; get\.csv\.zst|--store was not answered; /);
  });

  test('lists the flags once there are no more answers', async () => {
    using folder = new Folder();
    const table = byTable(ALL);
    const { error } = await asked([WARP, ...PUBLISH], folder.path, (question) =>
      question.startsWith('The store') ? null : table(question),
    );
    expect(error).toBeInstanceOf(Missing);
    expect(String(error)).toMatch(/add --store S --region R --from PLACE/);
  });

  test('asks nobody where the file itself comes by standard input', async () => {
    using folder = new Folder();
    const { questions, error } = await asked(['-', ...PUBLISH], folder.path, () => 'x');
    expect([questions, error instanceof Misunderstood]).toEqual([[], true]);
  });

  test('waits for nobody in a pipe', async () => {
    using folder = new Folder();
    const { exit, stderr } = await runProgram(['import', WARP, '--out', 'datasets/a-2026'], {
      cwd: folder.path,
    });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/add --store S --region R;/);
  });
});
