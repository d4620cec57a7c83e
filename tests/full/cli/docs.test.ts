import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#catalog/read-catalog.ts';
import type { Deps } from '#cli/deps.ts';
import { Targets } from '#cli/docs/targets.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { ROOT } from '#tests/sources.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';
import { EXPRESS_USAGE, aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const files = { 'plans/plan.yaml': yaml(aPricedScenario()), 'usage.yaml': yaml(EXPRESS_USAGE) };
const document = [
  '# A plan  ',
  'It costs <!-- stowage plans/plan.yaml view=total -->?<!-- /stowage --> and answers in <!-- stowage plans/plan.yaml view=latency -->?<!-- /stowage -->.\t',
  '',
  '<!-- stowage usage.yaml view=bill -->',
  '<!-- /stowage -->',
  '',
  '```md',
  '<!-- stowage nowhere.yaml view=bill -->',
  '```',
  '',
  '<!-- stowage plans/plan.yaml view=recommendation -->',
  'old',
  '<!-- /stowage -->',
  'The end, without a line end',
].join('\r\n');

test('blocks are refreshed in place, and nothing else changes', async () => {
  using folder = new Folder({
    ...files,
    '.git/HEAD': '',
    'docs/doc.md': document
      .replaceAll('stowage usage', 'stowage ../usage')
      .replaceAll('stowage plans', 'stowage ../plans'),
  });
  const { exit, stdout } = await runCli(['docs', 'docs/doc.md'], { cwd: folder.path });
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
  const after = folder.read('docs/doc.md');
  expect(after).toMatch(
    /^# A plan {2}\r\nIt costs <!-- \S+ \S+ view=total -->\$[\d.]+k\/month<!-- \/stowage --> and answers in <!-- \S+ \S+ view=latency -->p99 [^<]*<!-- \/stowage -->\.\t\r\n\r\n/,
  );
  expect(after).toMatch(/\*\*total\*\* .*\*\*\$2\.58\*\*/);
  expect(after).toContain('```md\r\n<!-- stowage nowhere.yaml view=bill -->\r\n```');
  expect(after.endsWith('<!-- /stowage -->\r\nThe end, without a line end')).toBe(true);
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
});

test('--check says what moved and writes nothing; after a refresh it is content', async () => {
  using folder = new Folder({ ...files, 'doc.md': document });
  const moved = await runCli(['docs', 'doc.md', '--check'], { cwd: folder.path });
  expect(moved.exit).toBe(1);
  expect(moved.stderr).toMatch(/doc\.md:2: plans\/plan\.yaml view=total has moved: \? → \$/);
  expect(folder.read('doc.md')).toBe(document);
  expect((await runCli(['docs', 'doc.md'], { cwd: folder.path })).exit).toBe(0);
  const settled = folder.read('doc.md');
  expect(await runCli(['docs', 'doc.md', '--check'], { cwd: folder.path })).toEqual({
    exit: 0,
    stdout: '',
    stderr: '',
  });
  expect((await runCli(['docs', 'doc.md'], { cwd: folder.path })).exit).toBe(0);
  expect(folder.read('doc.md')).toBe(settled);
});

test('a figure that moves is noticed', async () => {
  using folder = new Folder({
    'usage.yaml': yaml(EXPRESS_USAGE),
    'doc.md': '<!-- stowage usage.yaml view=total --><!-- /stowage -->\n',
  });
  await runCli(['docs', 'doc.md'], { cwd: folder.path });
  folder.write('usage.yaml', yaml({ ...EXPRESS_USAGE, stored: '20 GiB' }));
  expect((await runCli(['docs', 'doc.md', '--check'], { cwd: folder.path })).exit).toBe(1);
});

test('a block may show a link, and one candidate by its id', async () => {
  const link = (await runCli(['link', '-'], { stdin: yaml(aPricedScenario()) })).stdout.trim();
  using folder = new Folder({
    'doc.md': `<!-- stowage ${link} view=total id=single:aws/s3-standard@us-east-1 --><!-- /stowage -->\n`,
  });
  expect((await runCli(['docs', 'doc.md'], { cwd: folder.path })).exit).toBe(0);
  expect(folder.read('doc.md')).toMatch(/-->(at least )?\$[\d.]+[kM]\/month<!--/);
});

describe('where a mark is not understood, nothing is written, not even another document', () => {
  test.each([
    [
      'an unknown view',
      '\n<!-- stowage usage.yaml view=totl --><!-- /stowage -->',
      /doc\.md:2: unknown view "totl"; did you mean total/,
    ],
    ['no view', '<!-- stowage usage.yaml --><!-- /stowage -->', /doc\.md:1: the block says no view/],
    ['a block that is not closed', 'x\n\n<!-- stowage usage.yaml view=bill -->\n', /doc\.md:3: .*not closed/],
    [
      'an unknown option',
      '<!-- stowage usage.yaml view=total colour=red --><!-- /stowage -->',
      /doc\.md:1: unknown option "colour"/,
    ],
    ['standard input', '<!-- stowage - view=total --><!-- /stowage -->', /doc\.md:1: .*standard input/],
  ])('%s', async (_, text, message) => {
    const good = '<!-- stowage usage.yaml view=total -->old<!-- /stowage -->';
    using folder = new Folder({ ...files, 'good.md': good, 'doc.md': good + text });
    const { exit, stderr } = await runCli(['docs', 'good.md', 'doc.md'], { cwd: folder.path });
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('updated');
    expect(folder.read('doc.md')).toBe(good + text);
    expect(folder.read('good.md')).toBe(good);
  });
});

describe('a block that fails is said, and the others are written', () => {
  test.each([
    [
      'a file that is missing',
      '<!-- stowage usge.yaml view=bill -->\n<!-- /stowage -->',
      /doc\.md:1: usge\.yaml view=bill failed: usge\.yaml: there is no such file; did you mean usage\.yaml/,
    ],
    [
      'a view that a usage has not',
      '<!-- stowage usage.yaml view=latency --><!-- /stowage -->',
      /doc\.md:1: usage\.yaml view=latency failed: a usage has no view "latency"/,
    ],
    [
      'a table within a sentence',
      '<!-- stowage usage.yaml view=bill --><!-- /stowage -->',
      /doc\.md:1: usage\.yaml view=bill failed: view=bill is a table/,
    ],
    [
      'a broken link',
      '<!-- stowage #s=1.abc view=total --><!-- /stowage -->',
      /doc\.md:1: .* failed: link: /,
    ],
  ])('%s', async (_, text, message) => {
    const total = (figure: string) => `<!-- stowage usage.yaml view=total -->${figure}<!-- /stowage -->`;
    using folder = new Folder({
      ...files,
      'doc.md': total('old') + text + total('$2.58/month'),
      'other.md': total('?'),
    });
    const { exit, stderr } = await runCli(['docs', 'doc.md', 'other.md'], { cwd: folder.path });
    expect(exit).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/doc\.md:1: usage\.yaml view=total updated: old → \$2\.58\/month/);
    expect(stderr).toContain('doc.md: 1 updated, 1 unchanged, 1 failed');
    expect(folder.read('doc.md')).toBe(total('$2.58/month') + text + total('$2.58/month'));
    expect(folder.read('other.md')).toBe(total('$2.58/month'));
  });
});

describe('a file outside the document’s repository is not read, nor is anything said of it', () => {
  const mark = (target: string) => `<!-- stowage ${target} view=total -->?<!-- /stowage -->`;
  const secret = 'hunter2: [';

  test.each([
    ['by its path', '../../secret.yaml'],
    ['by a symbolic link', 'link.yaml'],
    ['by a folder that is a symbolic link', 'up/secret.yaml'],
    ['in a scenario that the repository holds', 'plan.yaml'],
    ['though it is not there', '../../nothing.yaml'],
  ])('%s', async (_, target) => {
    using folder = new Folder({
      'secret.yaml': secret,
      'repo/.git': 'gitdir: elsewhere',
      'repo/docs/doc.md': mark(target),
      'repo/docs/plan.yaml': yaml({
        ...aPricedScenario(),
        workload: { ...aPricedScenario().workload, reads: { profile: '../../secret.yaml' } },
      }),
    });
    symlinkSync('../../secret.yaml', path.join(folder.path, 'repo/docs/link.yaml'));
    symlinkSync('../..', path.join(folder.path, 'repo/docs/up'));
    const { exit, stderr } = await runCli(['docs', 'repo/docs/doc.md'], { cwd: folder.path });
    expect(exit).toBe(1);
    expect(stderr).toContain(`lies outside ${realpathSync(folder.path)}/repo, so it is not read`);
    expect(stderr).not.toMatch(/hunter2|did you mean|no such file/);
    expect(folder.read('repo/docs/doc.md')).toBe(mark(target));
  });

  test('without a repository the document’s folder counts; --root names another', async () => {
    using folder = new Folder({ ...files, 'docs/doc.md': mark('../usage.yaml') });
    const here = await runCli(['docs', 'docs/doc.md'], { cwd: folder.path });
    expect(here.exit).toBe(1);
    expect(here.stderr).toContain(`lies outside ${realpathSync(folder.path)}/docs`);
    expect((await runCli(['docs', 'docs/doc.md', '--root', '.'], { cwd: folder.path })).exit).toBe(0);
    expect(folder.read('docs/doc.md')).toContain('$2.58');
  });
});

test('what an editor saves while the figures are worked out stays, and nothing is said to be updated', async () => {
  using folder = new Folder({ 'doc.md': '<!-- stowage usage.yaml view=total -->?<!-- /stowage -->\n' });
  const at = (name: string) => path.join(folder.path, name);
  // Whoever reads a pipe has read the document before, and waits until something is written into it.
  execFileSync('mkfifo', [at('usage.yaml'), at('again')]);
  const child = spawn(process.execPath, [PROGRAM, 'docs', 'doc.md'], { cwd: folder.path });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close');
  // It is read twice; a pipe of its own each time, so that neither holds both texts.
  const first = await open(at('usage.yaml'), 'w');
  renameSync(at('again'), at('usage.yaml'));
  folder.write('doc.md', 'typed meanwhile\n');
  await first.writeFile(yaml(EXPRESS_USAGE));
  await first.close();
  await writeFile(at('usage.yaml'), yaml(EXPRESS_USAGE));
  expect(await ended).toEqual([1, null]);
  expect(stderr).toMatch(/doc\.md: was changed meanwhile and is left as it is; run the command again/);
  expect(stderr).not.toContain('updated');
  expect(folder.read('doc.md')).toBe('typed meanwhile\n');
});

test('a document keeps its byte order mark and its mode, and a symbolic link to it stays one', async () => {
  const text = '\uFEFF<!-- stowage usage.yaml view=total -->?<!-- /stowage -->\n';
  using folder = new Folder({ ...files, 'real.md': text });
  chmodSync(path.join(folder.path, 'real.md'), 0o640);
  symlinkSync('real.md', path.join(folder.path, 'doc.md'));
  expect((await runCli(['docs', 'doc.md'], { cwd: folder.path })).exit).toBe(0);
  expect(folder.read('real.md')).toBe(text.replace('?', '$2.58/month'));
  expect(statSync(path.join(folder.path, 'real.md')).mode & 0o777).toBe(0o640);
  expect(lstatSync(path.join(folder.path, 'doc.md')).isSymbolicLink()).toBe(true);
});

test('a target that many blocks name is read and planned once', async () => {
  using folder = new Folder({ 'plan.yaml': yaml(aPricedScenario()) });
  const targets = new Targets();
  const deps = { cwd: folder.path, catalog: readCatalog(path.join(ROOT, 'dist/data')) } as Deps;
  const show = async () =>
    (await targets.of('plan.yaml', undefined, deps)).show({ view: 'total', inline: true });
  const first = await show();
  rmSync(path.join(folder.path, 'plan.yaml'));
  expect(await show()).toBe(first);
});
