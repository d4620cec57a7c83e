/** Completion: what may follow a line, and the scripts of the shells, each run through its shell where this machine has it. */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SCRIPTS } from '#cli/completion/scripts.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';

const wordsAfter = async (line: string[]) => {
  const { exit, stdout } = await runCli(['completion', 'bash', '--', ...line]);
  expect(exit).toBe(0);
  return stdout.split('\n').filter(Boolean);
};

describe('what may follow', () => {
  test.each([
    [['pl'], ['plan']],
    [['help', 'sol'], ['solve']],
    [
      ['help', 'sc'],
      ['schema', 'scenario'],
    ],
    [['prices', 'h'], ['history']],
    [
      ['plan', 'a.yaml', '--js'],
      ['--json', '--jsonl'],
    ],
    [['plan', '--format', 'f'], ['focus']],
    [['plan', '--format=f'], ['--format=focus']],
    [
      ['init', ''],
      ['photos', 'video', 'backup', 'data-lake', 'thumbnails', 'migrate', 'self-hosted'],
    ],
    [
      ['latency', 'aws/s3-standard@us-e'],
      ['aws/s3-standard@us-east-1', 'aws/s3-standard@us-east-2'],
    ],
    [['plan', '--current', 'tigris/st'], ['tigris/standard']],
    [['datasets', 'show', 'maca'], ['macaron-2024']],
    [['plan', 'a.yaml', '--set', 'workload.reads.ra'], ['workload.reads.rate=']],
    [['plan', '--set=requirements.readP9'], ['--set=requirements.readP99=']],
    [['plan', ''], []],
    [['nonsense', ''], []],
    [['plan', '--constructor', ''], []],
  ])('%j', async (line, expected) => {
    expect(await wordsAfter(line)).toEqual(expected);
  });
});

const folder = new Folder({
  'bin/stowage': `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`,
  'fish.fish': SCRIPTS.fish,
  'zsh.zsh': SCRIPTS.zsh,
});
chmodSync(path.join(folder.path, 'bin/stowage'), 0o755);
afterAll(() => folder[Symbol.dispose]());

const shell = (name: string, args: string[]) =>
  spawnSync(name, args, {
    cwd: folder.path,
    env: { ...process.env, HOME: folder.path, PATH: `${folder.path}/bin:${process.env['PATH']}` },
    encoding: 'utf8',
  });
const LINES: [line: string, first: string][] = [
  ['stowage pl', 'plan'],
  ['stowage plan --js', '--json'],
  ['stowage init ', 'photos'],
];

test('bash completes a line, and after an @ what follows it alone', () => {
  const lines = [...LINES, ['stowage latency aws/s3-standard@us-e', 'us-east-1']] as const;
  for (const [line, first] of lines) {
    const { stdout, stderr } = shell('bash', [
      '-c',
      'eval "$(stowage completion bash)"; COMP_LINE=$1; COMP_POINT=${#1}; _stowage; printf "%s\\n" "${COMPREPLY[@]}"',
      'bash',
      line,
    ]);
    expect({ stderr, first: stdout.split('\n')[0] }).toEqual({ stderr: '', first });
  }
});

/** Where the machine lacks zsh, bash reads what it writes: the two have one grammar for all that stands in it. */
test('zsh completes a line', () => {
  if (shell('zsh', ['--version']).status !== 0) {
    expect(shell('bash', ['-n', 'zsh.zsh'])).toMatchObject({ status: 0, stderr: '' });
    return;
  }
  const script = [
    'compdef() { : }; _files() { : }; _describe() { print -l -- ${(P)2} }; source zsh.zsh',
    'words=("${(@s: :)1}"); CURRENT=$#words; _stowage',
  ].join('\n');
  for (const [line, first] of LINES)
    expect(shell('zsh', ['-f', '-c', script, 'zsh', line]).stdout).toMatch(new RegExp(`^${first}`));
});

/** Where the machine lacks fish, its blocks and quotes are counted. */
test('fish completes a line', () => {
  if (shell('fish', ['--version']).status !== 0) {
    const words = SCRIPTS.fish.replace(/^#.*$/gm, '').match(/^\s*(function|if|end)\b/gm) ?? [];
    const opened = words.filter((word) => word.trim() !== 'end');
    expect(opened.length * 2).toBe(words.length);
    for (const quote of ['"', "'"]) expect(SCRIPTS.fish.split(quote).length % 2).toBe(1);
    return;
  }
  const script = 'source fish.fish; complete -C $argv[1]';
  for (const [line, first] of LINES.slice(0, 2))
    expect(shell('fish', ['--no-config', '-c', script, line]).stdout).toMatch(new RegExp(`^${first}`));
});
