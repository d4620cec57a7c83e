/** The README's first command, what it says of StreamingCo, and which Node it wants. */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isGoodNode } from '../../../src/setup/node.mjs';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';
import { ROOT } from '#tests/sources.ts';

test('`npm start -- --no-serve` prints the plan of an example and ends', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/setup/start.mjs', '--no-serve'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stderr).toContain('stowage plan examples/streamingco.yaml');
  expect(stderr).not.toContain('http://');
  const said = stdout.replace(/\s+/g, ' ');
  expect(said).toMatch(/Recommended: Tigris Standard\. \$153k\/month, .* likely meets 93%/);
  expect(said).toContain('Storage is 52% of the bill: $80.5k/month.');
  expect(said).toMatch(/recommended +Tigris Standard .* nothing/);
  expect(said).toMatch(/Not shown: .*--all.*--notes/);
  expect(said).toMatch(/if confirmed +R2 Standard .* likely misses/);
});

test.each([
  ['20.19.0', false],
  ['22.16.9', false],
  ['22.17.0', true],
  ['24.0.0', true],
])('Node %s is new enough: %s', (version, isGood) => {
  expect(isGoodNode(version)).toBe(isGood);
});

test.each([
  ['20.19.0', true],
  ['22.16.0', true],
  ['22.17.0', false],
])(
  'the command line on Node %s names the Node that it needs before it does anything: %s',
  (node, isRefused) => {
    // As that Node says of itself; the oldest have no `getBuiltinModule` either.
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });${isRefused ? 'delete process.getBuiltinModule; delete Map.groupBy;' : ''}`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(older)}`, PROGRAM, 'stores'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    if (isRefused) {
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toBe(`stowage: Stowage needs Node 22.17 or later; this is ${node}\n`);
    } else expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

test('a command runs in the folder that it was called in', () => {
  using folder = new Folder({});
  const { stdout } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'src/setup/run.mjs'), 'node', '-p', 'process.cwd()'],
    { cwd: folder.path, encoding: 'utf8' },
  );
  expect(stdout.trim()).toBe(realpathSync(folder.path));
});
