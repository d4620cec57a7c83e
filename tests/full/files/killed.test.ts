/** Killed at any moment, or beside a second run, a command leaves each file as it was or as it was to be. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { isDeep } from '#tests/helpers/deep.ts';
import { filesIn, unfinishedIn, WRITING_COMMANDS } from '#tests/helpers/files/writing-commands.ts';
import { killWriters } from '#tests/helpers/files/kill-writers.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';

/** Of each command. */
const KILLS = Number(process.env['STOWAGE_KILLS'] ?? (isDeep ? 200 : 5));
const WRITER_KILLS = isDeep ? 200 : 20;

test(`a writer killed at ${WRITER_KILLS} random moments leaves whole files, and folders with all of theirs`, () =>
  killWriters(WRITER_KILLS));

describe.each(WRITING_COMMANDS)('stowage $name', ({ args, prepare, isOneByOne }) => {
  let whole = new Map<string, string>();
  let ms = 0;

  /** Exit code, or null where `killed` milliseconds have passed first. */
  async function run(folder: Folder, killed?: number): Promise<number | null> {
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder.path, stdio: 'ignore' });
    const timer = killed === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killed);
    const [exit] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    return exit;
  }

  beforeAll(async () => {
    const took: number[] = [];
    while (took.length < 3) {
      using folder = new Folder();
      prepare(folder);
      const began = performance.now();
      expect(await run(folder)).toBe(0);
      took.push(performance.now() - began);
      whole = filesIn(folder);
    }
    ms = took.toSorted((a, b) => a - b)[1] ?? Number.NaN;
  });

  test(`killed at ${KILLS} random moments leaves its files as they were or as they were to be`, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      using folder = new Folder();
      prepare(folder);
      const before = filesIn(folder);
      // The end of the run is when it writes.
      await run(folder, ms * (1 - Math.random() ** 3));
      const after = filesIn(folder);
      if (!isOneByOne) expect([before, whole]).toContainEqual(after);
      for (const [name, content] of after)
        expect([before.get(name), whole.get(name)], name).toContain(content);
      for (const name of before.keys()) expect(after.has(name), name).toBe(true);
    }
  });

  test('run twice at once leaves what one run leaves', async () => {
    using folder = new Folder();
    prepare(folder);
    const exits = await Promise.all([run(folder), run(folder)]);
    expect(exits).toContain(0);
    expect(filesIn(folder)).toEqual(whole);
    expect(unfinishedIn(folder)).toEqual([]);
  });
});
