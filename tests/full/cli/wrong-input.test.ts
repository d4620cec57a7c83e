/** Every way to be misunderstood: the place, what was seen, what to try, exit 2, nothing on stdout and no stack. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { EXPRESS_USAGE, aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

async function refused(
  args: readonly string[],
  options: { cwd?: string; stdin?: string } = {},
): Promise<string> {
  const { exit, stdout, stderr } = await runCli(args, options);
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain('this should not happen');
  expect(stderr).not.toContain('ZodError');
  return stderr;
}

const scenario = (change: (text: Record<string, unknown>) => void) => {
  const text = structuredClone(aPricedScenario()) as unknown as Record<string, unknown>;
  change(text);
  return yaml(text);
};
const inWorkload = (part: Record<string, unknown>) =>
  scenario((text) => Object.assign(text['workload'] as object, part));

describe('commands and flags', () => {
  test.each([
    [['paln', 'x.yaml'], /unknown command "paln"; did you mean plan\?/],
    [['frobnicate'], /unknown command "frobnicate"; there are init, plan, compare, solve, winners, bill/],
    [['constructor'], /unknown command "constructor"/],
    [['help', 'bil'], /did you mean bill\?/],
    [['plan', '-', '--jsno'], /unknown flag --jsno for stowage plan; did you mean --json\?/],
    [['--frob'], /unknown flag --frob/],
    [['--versoin'], /unknown flag --versoin before a command; did you mean --version\?/],
    [['--version', 'extra'], /"extra" is one too many; write stowage --version alone/],
    [['help', 'plan', 'extra'], /"extra" is one too many; write stowage help plan alone/],
    [['--help', 'plan', 'extra'], /"extra" is one too many/],
    [['reconcile', '/dev/null'], /\/dev\/null: is no plain file; name one file of the export/],
    [['reconcile', 'tests'], /tests: is a folder; name one file of the export/],
    [['reconcile', '-'], /read from a file, not from standard input/],
    [['plan'], /needs a scenario FILE/],
    [['plan', '-', '--format', 'xml'], /--format "xml" is not one of table, md, csv, json/],
    [['bill', 'a', 'b'], /"b" is one too many/],
    [['latency', 'aws/s3-standard@us-east-1@x', '--from', 'aws/us-east-1'], /no region "us-east-1@x"/],
    [['emit', '-', '--as', 'all,terrafrom'], /--as "terrafrom" is not one of .*did you mean terraform\?/],
  ])('%j', async (args, message) => {
    expect(await refused(args)).toMatch(message);
  });
});

describe('scenarios', () => {
  test.each([
    [
      'an unknown store',
      scenario((text) => (text['stores'] = ['aws/s3-expres-one-zone@us-east-1'])),
      /standard input: stores\[0\]: no store is called .*did you mean aws\/s3-express-one-zone@us-east-1\?/,
    ],
    [
      'no such region',
      scenario((text) => (text['stores'] = ['aws/s3-standard@us-esat-1'])),
      /stores\[0\]: .* has no region "us-esat-1".*did you mean aws\/s3-standard@us-east-1\?/,
    ],
    [
      'an unknown place',
      inWorkload({ writer: 'aws/us-esat-1' }),
      /workload\.writer: no place is called "aws\/us-esat-1".*did you mean aws\/us-east-1\?/,
    ],
    [
      'an unknown place of the only reader, named once',
      inWorkload({ readers: [{ at: 'aws/us-esat-1' }], writer: undefined }),
      /readers\[0\]\.at: no place is called "aws\/us-esat-1".*did you mean aws\/us-east-1\?(?![^]*no place)/,
    ],
    [
      'an unknown unit',
      inWorkload({ objects: { size: '4 MBB', arrivals: '12M/day' } }),
      /workload\.objects\.size: "MBB" is not a unit of size.*did you mean MB\?/,
    ],
    [
      'a negative size',
      inWorkload({ objects: { size: '-4 MB', arrivals: '12M/day' } }),
      /workload\.objects\.size: "-4 MB" is negative/,
    ],
    [
      'shares that do not sum to 1',
      inWorkload({
        readers: [
          { at: 'aws/us-east-1', share: 0.3 },
          { at: 'internet/europe', share: 0.5 },
        ],
      }),
      /workload\.readers: shares of readers must sum to 1; these sum to 0\.8/,
    ],
    ['an unknown key', inWorkload({ reeders: [] }), /workload: unknown key "reeders"/],
    ['an empty list', '[]', /standard input: is an empty list/],
    ['an empty file', '', /standard input: is empty; it should hold YAML, JSON or CSV/],
    ['blanks alone', ' \n\n', /standard input: is empty/],
    ['comments alone', '# nothing\n', /standard input: holds nothing but comments/],
    ['a sentence', 'hello there', /a scenario is a map/],
    ['broken YAML', 'stowage: 1\nworkload: [\n', /standard input:\d+:\d+: is not YAML/],
    ['broken JSON', '{"stowage": 1,,}', /standard input:1:\d+/],
    ['a key twice', 'stowage: 1\nstowage: 1\n', /standard input:2:1/],
    ['a prototype', '{"stowage": 1, "__proto__": {"polluted": true}}', /__proto__/],
    [
      'a YAML bomb',
      [
        'a: &a [x,x,x,x,x,x,x,x,x]',
        ...[...'bcdefghij'].map(
          (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(',')}]`,
        ),
      ].join('\n'),
      /aliases|values/,
    ],
    ['a deep YAML', `${'['.repeat(5000)}${']'.repeat(5000)}`, /deep/],
    [
      '10 MB of YAML',
      `stowage: 1\nname: ${'x'.repeat(10_000_000)}\n`,
      /is 9\.5 MiB, and at most 1 MiB is read/,
    ],
  ])('%s', async (_, stdin, message) => {
    expect(await refused(['plan', '-'], { stdin })).toMatch(message);
  });
});

describe('usages', () => {
  test.each([
    [
      'an unknown store',
      { ...EXPRESS_USAGE, store: 'aws/s3-expres-one-zone' },
      /store: no store is called .*did you mean aws\/s3-express-one-zone\?/,
    ],
    [
      'a misspelt store without its provider',
      { ...EXPRESS_USAGE, store: 's3-standart' },
      /store: no store is called .*did you mean aws\/s3-standard\?/,
    ],
    [
      'no such region',
      { ...EXPRESS_USAGE, region: 'us-esat-1' },
      /region: .* has no region "us-esat-1".*did you mean us-east-1\?/,
    ],
    [
      'no region where prices need one',
      { ...EXPRESS_USAGE, region: undefined },
      /aws\/s3-express-one-zone is priced by region/,
    ],
    ['an unknown unit', { ...EXPRESS_USAGE, stored: '10 GBB' }, /stored: "GBB" is not a unit/],
    ['a negative size', { ...EXPRESS_USAGE, stored: '-10 GB' }, /stored: "-10 GB" is negative/],
    ['an unknown key', { ...EXPRESS_USAGE, storred: '1 GB' }, /unknown key "storred"/],
    [
      'a list with one that is wrong',
      [EXPRESS_USAGE, { ...EXPRESS_USAGE, region: 'us-esat-1' }],
      /\[1\]\.region: .*us-esat-1/,
    ],
    ['an empty list', [], /is an empty list/],
  ])('%s', async (_, usage, message) => {
    expect(await refused(['bill', '-'], { stdin: JSON.stringify(usage) })).toMatch(message);
  });
});

describe('one kind of file for another', () => {
  test('a scenario is no usage, and a usage no scenario', async () => {
    const scenarioText = yaml(aPricedScenario());
    expect(await refused(['bill', '-'], { stdin: scenarioText })).toMatch(
      /^stowage: standard input: is a scenario, not a usage; .*"stowage plan"$/m,
    );
    expect(await refused(['plan', '-'], { stdin: yaml(EXPRESS_USAGE) })).toMatch(
      /^stowage: standard input: is a usage, not a scenario; .*"stowage bill"$/m,
    );
  });

  test('a link holds a scenario', async () => {
    const { stdout } = await runCli(['link', '-'], { stdin: yaml(aPricedScenario()) });
    expect(await refused(['bill', stdout.trim()])).toMatch(/a link holds a scenario, not a usage/);
  });

  test('a name longer than any file has', async () => {
    const said = await refused(['plan', 'x'.repeat(5000)]);
    expect(said).toMatch(/is too long for a file name/);
    expect(said.length).toBeLessThan(400);
  });
});

describe('a form of answer that there is none of is said before anything is read', () => {
  test.each([
    ['plan', ['plan', '-', '--format', 'xml']],
    ['plan at today’s prices', ['plan', '-', '--at-today', '--format', 'csv']],
    ['bill', ['bill', '-', '--format', 'xml']],
    ['prices diff', ['prices', 'diff', 'nowhere/a', 'nowhere/b', '--format', 'xml']],
    ['reconcile', ['reconcile', 'nowhere.csv', '--format', 'xml']],
  ])('%s', async (_, args) => {
    expect(await refused(args, { stdin: 'neither: a scenario nor a usage' })).toMatch(
      /^stowage: --format "(xml|csv)" is not one of /,
    );
  });

  test('a day that there is none of is too', async () => {
    expect(await refused(['plan', '-', '--as-of', '2026-02-30'], { stdin: ': no scenario' })).toMatch(
      /--as-of/,
    );
  });
});

test('a discount that names nothing', async () => {
  const usage = { usages: [EXPRESS_USAGE], discounts: { awss: '12 %' } };
  expect(await refused(['bill', '-'], { stdin: yaml(usage) })).toMatch(
    /discounts: "awss".*did you mean aws\?/,
  );
});

describe('files', () => {
  const files = {
    'plan.yaml': yaml(aPricedScenario()),
    'binary.yaml': new Uint8Array([0, 1, 2, 255, 254]),
    'zeros.yaml': new Uint8Array(16),
    'empty.yaml': '',
    'folder/plan.yaml': '',
    'header.csv': 'stowage,asOf\n',
    'rows.csv': 'stowage,asOf,workload.objects.sise\n1,2026-11-20,4 MB\n',
  };
  test.each([
    ['plna.yaml', /plna\.yaml: there is no such file; did you mean plan\.yaml\?/],
    ['nowhere/at/all.yaml', /nowhere\/at\/all\.yaml: there is no such file/],
    ['folder', /folder: is a folder; name a file in it, such as plan\.yaml/],
    ['binary.yaml', /binary\.yaml: is not UTF-8 text/],
    ['zeros.yaml', /zeros\.yaml: is a binary file/],
    ['empty.yaml', /empty\.yaml: is empty; it should hold .*: was it written to its end\?/],
    ['header.csv', /header\.csv: has a header but no rows/],
    ['rows.csv', /rows\.csv:2: workload\.objects: unknown key "sise".*size/],
  ])('%s', async (file, message) => {
    using folder = new Folder(files);
    expect(await refused(['plan', file], { cwd: folder.path })).toMatch(message);
  });
});

describe('links', () => {
  test('truncated', async () => {
    const { stdout } = await runCli(['link', '-'], { stdin: yaml(aPricedScenario()) });
    for (const command of ['open', 'plan', 'link'])
      expect(await refused([command, stdout.trim().slice(0, -20)])).toMatch(
        /link: the link is damaged or cut short; copy the whole link again/,
      );
  });

  test.each([
    ['garbage', 's=1.!!!!'],
    ['of another version', 's=9.abcd'],
    ['without a scenario', 'https://example.org/#other'],
    ['very long', `s=1.${'A'.repeat(100_000)}`],
  ])('%s', async (_, link) => {
    expect(await refused(['open', link])).toMatch(/link: /);
  });
});

test('--debug shows where an error arose', async () => {
  const { exit, stderr } = await runCli(['plan', 'nowhere.yaml', '--debug']);
  expect(exit).toBe(2);
  expect(stderr).toMatch(/^\s+at /m);
});

test('standard input named twice is refused, as its second reading would be empty', async () => {
  const { exit, stdout, stderr } = await runProgram(['plan', '-', '-'], { stdin: scenario(() => undefined) });
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toMatch(/standard input: can be read once/);
});

describe('streams that end before what is written to them', () => {
  /** `{ }` after the program says how its streams go; the exit code is the program's, not the pipe's. */
  const shell = (words: string, streams: string) =>
    promisify(execFile)('bash', [
      '-c',
      `"${process.execPath}" dist/cli/stowage.mjs ${words} ${streams}; exit \${PIPESTATUS[0]}`,
    ]).then(
      ({ stderr }) => ({ exit: 0, stderr }),
      (error: { code: number; stderr: string }) => ({ exit: error.code, stderr: error.stderr }),
    );

  test.each(['prices list', 'datasets list --json', 'help plan', 'prices history aws/s3-standard@us-east-1'])(
    '%s | head',
    async (words) => {
      expect(await shell(words, '| true')).toEqual({ exit: 0, stderr: '' });
      expect(await shell(words, '2>&1 | true')).toEqual({ exit: 0, stderr: '' });
    },
  );

  test('a failure nobody reads keeps its exit code', async () => {
    expect(await shell('probe run examples/thumbnails.yaml', '2>&1 | true')).toEqual({ exit: 2, stderr: '' });
    expect(await shell('plan nowhere.yaml', '2>&1 | true')).toEqual({ exit: 2, stderr: '' });
  });

  if (existsSync('/dev/full'))
    test('a full disk is said in a line, exit 1', async () => {
      const { exit, stderr } = await shell('prices list', '> /dev/full');
      expect(exit).toBe(1);
      expect(stderr).toMatch(/^stowage: the answer could not be written \(ENOSPC.*\)\n$/);
    });
});
