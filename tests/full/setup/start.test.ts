/** The README's first command, what it says of StreamingCo, and which Node it wants. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isGoodNode } from '../../../src/setup/node.mjs';
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
