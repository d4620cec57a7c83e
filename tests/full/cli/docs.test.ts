import { describe, expect, test } from 'vitest';
import { Folder, runCli } from '#tests/helpers/runCli.ts';
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
    'docs/doc.md': document
      .replaceAll('stowage usage', 'stowage ../usage')
      .replaceAll('stowage plans', 'stowage ../plans'),
  });
  const { exit, stdout } = await runCli(['docs', 'docs/doc.md'], { cwd: folder.path });
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
  const after = folder.read('docs/doc.md');
  expect(after).toMatch(
    /^# A plan {2}\r\nIt costs <!-- \S+ \S+ view=total -->\$[\d.]+k \/ month<!-- \/stowage --> and answers in <!-- \S+ \S+ view=latency -->p99 [^<]*<!-- \/stowage -->\.\t\r\n\r\n/,
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
  expect(folder.read('doc.md')).toMatch(/-->(at least )?\$[\d.]+[kM] \/ month<!--/);
});

describe('a document that is not understood is left as it is', () => {
  test.each([
    [
      'an unknown view',
      '\n<!-- stowage usage.yaml view=totl --><!-- /stowage -->',
      /doc\.md:2: unknown view "totl"; did you mean total/,
    ],
    ['no view', '<!-- stowage usage.yaml --><!-- /stowage -->', /doc\.md:1: the block says no view/],
    ['a block that is not closed', 'x\n\n<!-- stowage usage.yaml view=bill -->\n', /doc\.md:3: .*not closed/],
    [
      'a file that is missing',
      '<!-- stowage usge.yaml view=bill -->\n<!-- /stowage -->',
      /doc\.md:1: usge\.yaml: there is no such file; did you mean usage\.yaml/,
    ],
    [
      'a view that a usage has not',
      '<!-- stowage usage.yaml view=latency --><!-- /stowage -->',
      /doc\.md:1: a usage has no view "latency"/,
    ],
    [
      'a table within a sentence',
      '<!-- stowage usage.yaml view=bill --><!-- /stowage -->',
      /doc\.md:1: view=bill is a table/,
    ],
    [
      'an unknown option',
      '<!-- stowage usage.yaml view=total colour=red --><!-- /stowage -->',
      /doc\.md:1: unknown option "colour"/,
    ],
    ['a broken link', '<!-- stowage #s=1.abc view=total --><!-- /stowage -->', /doc\.md:1: link: /],
  ])('%s', async (_, text, message) => {
    const before = `<!-- stowage usage.yaml view=total -->old<!-- /stowage -->${text}`;
    using folder = new Folder({ ...files, 'doc.md': before });
    const { exit, stderr } = await runCli(['docs', 'doc.md'], { cwd: folder.path });
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
    expect(folder.read('doc.md')).toBe(before);
  });
});

test('the figures of our own README are current', async () => {
  expect(await runCli(['docs', 'README.md', '--check'])).toEqual({ exit: 0, stdout: '', stderr: '' });
});
