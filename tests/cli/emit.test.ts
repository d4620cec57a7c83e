import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { Folder, runCli } from '../helpers/runCli.ts';
import { aPricedScenario, yaml } from './helpers.ts';

const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const R2 = 'cloudflare/r2-standard@enam';
const scenario = yaml(aPricedScenario({ stores: [EXPRESS, 'aws/s3-standard@us-east-1', R2] }));

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

test('any placement of the plan by its id, as JSON', async () => {
  using folder = new Folder({ 'plan.yaml': scenario });
  const planned = await runCli(['plan', 'plan.yaml', '--json'], { cwd: folder.path });
  const { candidates } = JSON.parse(planned.stdout) as { candidates: { id: string }[] };
  const tier =
    candidates.find(({ id }) => id.startsWith(`age:${EXPRESS}>${R2}`) && id.endsWith(':tier'))?.id ?? '';
  const args = [
    'emit',
    'plan.yaml',
    '--plan',
    tier,
    '--json',
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
  // Express answers no s5cmd, and Google and Azure hold nothing.
  expect([...kinds].toSorted()).toEqual(
    ['guide', ...EMIT_KIND_NAMES]
      .filter((kind) => !['s5cmd', 'gcs-lifecycle', 'azure-lifecycle'].includes(kind))
      .toSorted(),
  );
  const script = answer.files.find((file) => file.path === 'schedule/rclone.sh')?.text;
  expect(script).toContain('store1:mine--use1-az4--x-s3 store2:media');
  await runCli([...args.slice(0, -7), '--out', 'out'], { cwd: folder.path });
  expect(statSync(path.join(folder.path, 'out/schedule/rclone.sh')).mode & 0o111).toBe(0o111);
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
  [['--plan', 'single:nobody'], 'no placement "single:nobody" in this plan; there are single:'],
  [['--bucket', 'media'], '--bucket "media" is not understood'],
  [['--bucket', 'aws/s3-standrad@us-east-1=x'], 'did you mean aws/s3-standard@us-east-1?'],
  [['--bucket', `${R2}=a b`], 'is no name of a bucket'],
  [['--endpoint', `${R2}=ftp://x`], 'is no address'],
  [['--endpoint', `${R2}=https://me:secret@x`], 'keys belong into the environment'],
  [['--key-date', '2026'], 'has no {yyyy} and {mm}'],
  [['--all'], 'unknown flag --all'],
])('%j is not understood, and the message says what would be', async (args, message) => {
  using folder = new Folder({ 'plan.yaml': scenario });
  const { exit, stderr } = await runCli(['emit', 'plan.yaml', ...args], { cwd: folder.path });
  expect(exit).toBe(2);
  expect(stderr).toContain(message);
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
