// needs: tmpfs
/** A file system with room for one page more: exit 1, and everything is as it was. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { filesIn, unfinishedIn, WRITING_COMMANDS } from '#tests/helpers/files/writing-commands.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';

/** Runs a command on a copy of folder $1 that lies on a full tmpfs, and copies what is there then to folder $2. */
const ON_A_FULL_DISK = `
set -e
disk=$(mktemp -d); trap 'cd /; umount "$disk"; rmdir "$disk"' EXIT
mount -t tmpfs -o size=4m tmpfs "$disk"
mkdir "$disk/user"; cp -a "$1/." "$disk/user"; cd "$disk/user"; left=$2; shift 2
cat /dev/zero > ../full 2>/dev/null || truncate -s -4096 ../full
code=0; "$@" || code=$?
cp -a . "$left"
exit $code`;

test.each(WRITING_COMMANDS)(
  'stowage $name on a full disk exits 1 and leaves everything as it was',
  ({ args, prepare }) => {
    using folder = new Folder();
    using left = new Folder();
    prepare(folder);
    const script = ['bash', '-c', ON_A_FULL_DISK, 'bash', folder.path, left.path];
    const { status, stderr } = spawnSync('unshare', ['-rm', ...script, process.execPath, PROGRAM, ...args], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^stowage: .*: cannot be written \(ENOSPC/m);
    expect(status).toBe(1);
    expect(filesIn(left)).toEqual(filesIn(folder));
    expect(unfinishedIn(left)).toEqual([]);
  },
);
