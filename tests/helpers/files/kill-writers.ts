import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import { filesIn } from '#tests/helpers/files/writing-commands.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { ROOT } from '#tests/sources.ts';

const LENGTH = 100_000;
const LONGEST_MS = 60;

/** Kills as many processes that write at random moments: every file is whole, and every folder has all of its files. */
export async function killWriters(kills: number): Promise<void> {
  const writer = path.join(ROOT, 'tests/helpers/files/writer.ts');
  for (let kill = 0; kill < kills; kill++) {
    using folder = new Folder({ 'doc.md': 'a'.repeat(LENGTH) });
    const child = spawn(process.execPath, [writer, folder.path, String(LENGTH)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await after(Math.random() * LONGEST_MS);
    child.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    const files = filesIn(folder);
    for (const [name, content] of files) {
      const [letter = ''] = content;
      expect(content === letter.repeat(LENGTH), `${name} is whole`).toBe(true);
      const other = name.endsWith('deep/two')
        ? name.replace('deep/two', 'one')
        : name.replace(/one$/, 'deep/two');
      if (name.startsWith('folder-')) expect([...files.keys()]).toContain(other);
    }
  }
}
