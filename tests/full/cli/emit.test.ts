import { readdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import type * as emitting from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const scenario = yaml(aPricedScenario({ stores: [EXPRESS, 'aws/s3-standard@us-east-1', R2] }));

/** What somebody else does between the look whether the folder is there and the writing into it. */
const others = vi.hoisted(() => ({ meanwhile: () => {} }));
vi.mock('#emit/emit.ts', async (importOriginal) => {
  const real = await importOriginal<typeof emitting>();
  const emit: typeof emitting.emit = (...args) => {
    others.meanwhile();
    return real.emit(...args);
  };
  return { ...real, emit };
});
afterEach(() => {
  others.meanwhile = () => {};
});

interface Answer {
  plan: string;
  files: { path: string; kind: string; text: string }[];
  placeholders: { text: string; means: string }[];
  notes: string[];
  folder: string | null;
}

test('writes the recommended placement into a new folder, scripts ready to start', async () => {
  using folder = new Folder({ 'plan.yaml': scenario });
  const { exit, stdout, stderr } = await runCli(['emit', 'plan.yaml', '--out', 'out'], { cwd: folder.path });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const [, first = ''] = /^(\S+), in out$/m.exec(stdout) ?? [];
  expect(folder.read('out/README.md')).toContain(`Placement: \`${first}\``);
  expect(JSON.parse(folder.read('out/router/route.json'))).toMatchObject({ plan: first, stowage: 1 });
  expect(stdout).toContain('prometheus/alerts.yaml');
  const again = await runCli(['emit', 'plan.yaml', '--out', 'out'], { cwd: folder.path });
  expect(again.exit).toBe(2);
  expect(again.stderr).toContain('--out out: is there already');
});

test.each([
  ['with files of the same names', { 'out/README.md': 'mine', 'out/notes.txt': 'precious' }],
  ['as a file', { out: 'mine' }],
])('a folder that somebody makes meanwhile %s stays as it is', async (_, made) => {
  using folder = new Folder({ 'plan.yaml': scenario });
  others.meanwhile = () => {
    for (const [name, text] of Object.entries(made)) folder.write(name, text);
  };
  const { exit, stderr } = await runCli(['emit', 'plan.yaml', '--out', 'out'], { cwd: folder.path });
  expect(exit).toBe(1);
  expect(stderr).toContain('is there by now, and nothing is written over it');
  for (const [name, text] of Object.entries(made)) expect(folder.read(name)).toBe(text);
  const left = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  expect(left.filter((one) => one.isFile())).toHaveLength(1 + Object.keys(made).length);
});

test('any placement by its id, as JSON', async () => {
  using folder = new Folder({ 'plan.yaml': scenario });
  const tier = `age:${EXPRESS}>${R2}@7d:tier`;
  const args = [
    'emit',
    'plan.yaml',
    '--plan',
    tier,
    '--json',
    '--prefix',
    'media/',
    '--bucket',
    `${R2}=media`,
    '--bucket',
    'aws/s3-express-one-zone=mine--use1-az4--x-s3',
    '--endpoint',
    `${R2}=https://0.r2.cloudflarestorage.com`,
  ];
  const { exit, stdout } = await runCli(args, { cwd: folder.path });
  expect(exit).toBe(0);
  const answer = JSON.parse(stdout) as Answer;
  expect(answer).toMatchObject({ plan: tier, placeholders: [], folder: null });
  const kinds = new Set(answer.files.map(({ kind }) => kind));
  // Google, Azure and B2 hold nothing, no object goes by its popularity or is written twice, and all readers are in AWS.
  const without = ['gcs-lifecycle', 'azure-lifecycle', 'b2-lifecycle', 'top-keys', 'worker', 'writer'];
  expect([...kinds].toSorted()).toEqual(
    ['guide', ...EMIT_KIND_NAMES].filter((kind) => !without.includes(kind)).toSorted(),
  );
  const jobs = answer.files.find((file) => file.path === 'mover/jobs.json')?.text ?? '';
  expect(JSON.parse(jobs)).toMatchObject({
    stores: [{ bucket: 'mine--use1-az4--x-s3' }, { bucket: 'media' }],
    jobs: [{ from: 'store1', to: 'store2', prefix: 'media/' }],
  });
});

test('one form alone is printed as it is, and what to replace goes to the conversation', async () => {
  using folder = new Folder({ 'plan.yaml': scenario });
  const { exit, stdout, stderr } = await runCli(['emit', 'plan.yaml', '--as', 'prometheus'], {
    cwd: folder.path,
  });
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^# Segments: /);
  expect(stderr).toBe('');
  const two = await runCli(['emit', 'plan.yaml', '--as', 'route,terraform'], { cwd: folder.path });
  expect(two.stdout).toMatch(/^==> terraform\/lifecycle\.tf <==$/m);
  expect(two.stdout).toMatch(/^==> router\/route\.json <==$/m);
  expect(two.stderr).toContain('stowage: replace REPLACE-BUCKET-');
});

test.each([
  [['--as', 'terrafrom'], 'did you mean terraform?'],
  [['--bucket', 'media'], '--bucket "media" is not understood'],
  [['--bucket', 'aws/s3-standrad@us-east-1=x'], 'did you mean aws/s3-standard@us-east-1?'],
  [['--bucket', `${R2}=a b`], 'is no name of a bucket'],
  [['--endpoint', `${R2}=ftp://x`], 'is no address'],
  [['--endpoint', `${R2}=https://x\n`], 'is no address'],
  [['--endpoint', `${R2}=https://me:secret@x`], 'keys belong into the environment'],
  [['--keys', `${R2}=thumbs/`], 'write one star for what varies, like thumbs/* or *.jpg'],
  [['--keys', `${R2}=*`], 'is no form of a key'],
  [['--key-date', '2026'], 'has no {yyyy} and {mm}'],
  [['--all'], 'unknown flag --all'],
])('%j is not understood, and the message says what would be', async (args, message) => {
  using folder = new Folder({ 'plan.yaml': scenario });
  const { exit, stderr } = await runCli(['emit', 'plan.yaml', ...args], { cwd: folder.path });
  expect(exit).toBe(2);
  expect(stderr).toContain(message);
});

test('an id that is none gets the nearest ones, the cards with their ids, and how to list all', async () => {
  using folder = new Folder({ 'my plan.yaml': scenario });
  const plan = await runCli(['plan', 'my plan.yaml', '--json'], { cwd: folder.path });
  const { candidates } = JSON.parse(plan.stdout) as { candidates: { id: string; card: string | null }[] };
  const ids = candidates.map(({ id }) => id);
  const split = ids.find((id) => id.includes('>')) ?? '';
  const answered = async (id: string) =>
    (await runCli(['emit', 'my plan.yaml', '--plan', id], { cwd: folder.path })).stderr.trim().split('\n');
  const cards = candidates.filter(({ card }) => card !== null);
  expect(cards.length).toBeGreaterThan(0);
  const [says, ...others] = await answered('single:nobody');
  expect(says).toBe('stowage: no placement "single:nobody" in this plan');
  expect(others.slice(0, -1).map((line) => line.replace(/ \(.*/, '').replaceAll("'", ''))).toEqual(
    cards.map(({ id, card }) => `stowage: ${card}: --plan ${id}`),
  );
  expect(others.at(-1)).toBe(`stowage: stowage plan 'my plan.yaml' --all lists all ${ids.length}`);
  expect((await answered(split.replace('@', '../../tools/')))[1]).toBe(
    `stowage: did you mean --plan '${split}'?`,
  );
});

test('a split by size is written too, and what is said of keys is in its route', async () => {
  const split = aPricedScenario({
    workload: {
      objects: {
        size: [
          { share: 0.9, size: '16 KiB' },
          { share: 0.1, size: '64 MiB' },
        ],
        arrivals: '1M/day',
        retention: '40 days',
      },
      reads: { rate: '5M/day' },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    requirements: {},
    stores: [EXPRESS, 'aws/s3-standard@us-east-1'],
  });
  using folder = new Folder({ 'split.yaml': yaml(split) });
  const { exit, stdout, stderr } = await runCli(
    ['emit', 'split.yaml', '--as', 'route', '--json'].concat(
      ['--plan', `size:${EXPRESS}>aws/s3-standard@us-east-1@16KiB`],
      ['--keys', 'aws/s3-standard=films/*.mp4'],
      ['--keys', 'aws/s3-standard=*.iso', '--keys', `${EXPRESS}=thumbs/*`],
    ),
    { cwd: folder.path },
  );
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const answer = JSON.parse(stdout) as Answer;
  expect(answer.plan).toMatch(/^size:/);
  const route = answer.files.find((file) => file.path === 'router/route.json')?.text ?? '';
  expect(JSON.parse(route)).toMatchObject({
    split: {
      by: 'size',
      upToBytes: 16_384,
      keys: [
        { prefix: 'films/', suffix: '.mp4', store: 'store2' },
        { prefix: '', suffix: '.iso', store: 'store2' },
        { prefix: 'thumbs/', suffix: '', store: 'store1' },
      ],
    },
  });
});

test('where no placement meets the requirements there is nothing to write; a form it does not need neither', async () => {
  using folder = new Folder({
    'never.yaml': yaml(aPricedScenario({ requirements: { budget: 0 } })),
    'plan.yaml': scenario,
  });
  const never = await runCli(['emit', 'never.yaml'], { cwd: folder.path });
  expect(never).toMatchObject({ exit: 1, stdout: '' });
  expect(never.stderr).toContain('no placement meets the requirements; name one with --plan');
  const none = await runCli(['emit', 'plan.yaml', '--as', 'azure-lifecycle'], { cwd: folder.path });
  expect(none).toMatchObject({ exit: 1, stdout: '' });
});
