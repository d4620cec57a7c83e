/** A disk without room and a folder that may not be written: exit 1, and everything is as it was. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, unfinishedIn, WRITING_COMMANDS } from '#tests/helpers/files/writing-commands.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';

/** In a shell whose files may hold `blocks` KiB each: a write beyond takes what fits, as on a full disk, and then fails. */
function withRoomFor(blocks: number, args: readonly string[], folder: Folder, out = '/dev/null') {
  const script = 'ulimit -f "$1"; out="$2"; shift 2; exec "$@" > "$out"';
  return spawnSync('bash', ['-c', script, 'bash', String(blocks), out, process.execPath, PROGRAM, ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
}

/** Root may write everywhere, unless it leaves that right behind. */
const LIKE_A_USER =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override']
    : ['env'];

describe.each(WRITING_COMMANDS)('stowage $name', ({ args, prepare }) => {
  const isCut = (stderr: string) => expect(stderr).toMatch(/^stowage: .*: cannot be written \(/m);

  test('without room on the disk exits 1 and leaves everything as it was', () => {
    using folder = new Folder();
    prepare(folder);
    const before = filesIn(folder);
    const { status, stderr } = withRoomFor(1, args, folder);
    isCut(stderr);
    expect(stderr).toContain('EFBIG');
    expect(status).toBe(1);
    expect(filesIn(folder)).toEqual(before);
    expect(unfinishedIn(folder)).toEqual([]);
  });

  test('in a folder that may not be written exits 1 and leaves everything as it was', () => {
    using folder = new Folder();
    prepare(folder);
    const before = filesIn(folder);
    const folders = [
      ...execFileSync('find', [folder.path, '-type', 'd'], { encoding: 'utf8' }).trim().split('\n'),
    ];
    for (const one of folders) chmodSync(one, 0o555);
    try {
      const [command = '', ...rest] = [...LIKE_A_USER, process.execPath, PROGRAM, ...args];
      const { status, stderr } = spawnSync(command, rest, { cwd: folder.path, encoding: 'utf8' });
      isCut(stderr);
      expect(stderr).toContain('EACCES');
      expect(status).toBe(1);
      expect(filesIn(folder)).toEqual(before);
    } finally {
      for (const one of folders) chmodSync(one, 0o755);
    }
  });
});

test('stowage docs leaves a document that may not be written as it is, though its folder may', () => {
  using folder = new Folder();
  const [docs] = WRITING_COMMANDS;
  docs?.prepare(folder);
  chmodSync(path.join(folder.path, 'doc.md'), 0o444);
  const before = filesIn(folder);
  const [command = '', ...rest] = [...LIKE_A_USER, process.execPath, PROGRAM, 'docs', 'doc.md'];
  const { status, stderr } = spawnSync(command, rest, { cwd: folder.path, encoding: 'utf8' });
  expect(stderr).toMatch(/doc\.md: cannot be written \(EACCES/);
  expect(status).toBe(1);
  expect(filesIn(folder)).toEqual(before);
});

describe('an answer that goes into a file', () => {
  test.each([[['prices', 'list']], [['prices', 'list', '--json']]])(
    '%j without room for all of it exits 1, and says so',
    (args) => {
      using folder = new Folder();
      const out = path.join(folder.path, 'out');
      const { status, stderr } = withRoomFor(8, args, folder, out);
      expect(statSync(out).size).toBe(8192);
      expect(stderr).toMatch(/^stowage: the answer could not be written \(EFBIG/);
      expect(status).toBe(1);
    },
  );

  test('is whole where there is room', () => {
    using folder = new Folder();
    expect(withRoomFor(8192, ['prices', 'list'], folder, path.join(folder.path, 'out')).status).toBe(0);
    expect(folder.read('out')).toBe(
      execFileSync(process.execPath, [PROGRAM, 'prices', 'list'], { encoding: 'utf8' }),
    );
  });

  test('read through a pipe that closes early is no error', () => {
    const script = '"$0" "$1" prices list --json | head -1; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, PROGRAM], {
      encoding: 'utf8',
    });
    expect({ end: stdout.split('\n').at(-2), stderr }).toEqual({ end: '0', stderr: '' });
  });
});
