/** Killed at any moment, or beside a second run, a command leaves each file as it was or as it was to be. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesIn, WRITING_COMMANDS } from '#tests/helpers/files/writing-commands.ts';
import { killWriters } from '#tests/helpers/files/kill-writers.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';

test('a writer killed at 20 random moments leaves whole files, and folders with all of theirs', () =>
  killWriters(20));

describe.each(WRITING_COMMANDS)('stowage $name', ({ args, prepare }) => {
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
    using folder = new Folder();
    prepare(folder);
    const began = performance.now();
    expect(await run(folder)).toBe(0);
    ms = performance.now() - began;
    whole = filesIn(folder);
  });

  test('killed at random moments leaves each file as it was or as it was to be', async () => {
    for (let kill = 0; kill < 5; kill++) {
      using folder = new Folder();
      prepare(folder);
      const before = filesIn(folder);
      // The end of the run is when it writes.
      await run(folder, ms * (1 - Math.random() ** 3));
      for (const [name, content] of filesIn(folder))
        expect([before.get(name), whole.get(name)], name).toContain(content);
      for (const name of before.keys()) expect(filesIn(folder).has(name), name).toBe(true);
    }
  });

  test('run twice at once leaves what one run leaves', async () => {
    using folder = new Folder();
    prepare(folder);
    const exits = await Promise.all([run(folder), run(folder)]);
    expect(exits).toContain(0);
    expect(filesIn(folder)).toEqual(whole);
    const names = readdirSync(folder.path, { recursive: true }) as string[];
    expect(names.filter((name) => name.includes('.unfinished-'))).toEqual([]);
  });
});
