/** Every example of help, as written, in a folder that holds what ships. Those that cannot run here say what they need. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { COMMANDS, COMMAND_NAMES } from '#cli/commands/index.ts';
import { examplesOf } from '#cli/help.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';
import { ROOT } from '#tests/sources.ts';

/** No plan that meets its requirements, or a drift: a good answer, too. */
const MAY_END_WITH_1 = ['stowage plan examples/*.yaml --format md'];
const PATIENCE = 300_000;

const folder = new Folder({ 'bin/stowage': `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n` });
chmodSync(path.join(folder.path, 'bin/stowage'), 0o755);
cpSync(path.join(ROOT, 'examples'), path.join(folder.path, 'examples'), { recursive: true });
for (const name of ['datasets', 'pricing'])
  cpSync(path.join(ROOT, name), path.join(folder.path, name), { recursive: true });
afterAll(() => folder[Symbol.dispose]());

describe.each(COMMAND_NAMES)('stowage %s', (name) => {
  const [able, unable] = [false, true].map((needs) =>
    examplesOf(COMMANDS[name]).filter((line) => line.includes('  # ') === needs),
  );
  if (able && able.length > 0)
    test.each(able)('%s', { timeout: PATIENCE }, (line) => {
      const PATH = `${folder.path}/bin:${process.env['PATH']}`;
      const { status, stderr } = spawnSync('bash', ['-c', line], {
        cwd: folder.path,
        env: { ...process.env, PATH },
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      expect([0, MAY_END_WITH_1.includes(line) ? 1 : 0], stderr).toContain(status);
    });
  if (unable && unable.length > 0)
    test.each(unable)('%s', (line) => {
      expect(line).toMatch(/ {2}# (needs|runs until) /);
    });
});
