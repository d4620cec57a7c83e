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
  // What the article left out, in words: egress, what must be run, and what is not sure.
  const said = stdout.replace(/\s+/g, ' ');
  expect(said).toMatch(/sends 1\.44 PB a month out: \$70\.7k a month of egress at list price/);
  expect(said).toMatch(
    /Writing to both on arrival does not avoid that egress: .* only a writer outside aws saves/,
  );
  expect(said).toMatch(/Readers want different copies: aws\/us-east-1 reads aws\/s3-express-one-zone/);
  expect(said).toMatch(/Recommended: tigris\/standard@global: \$153k \/ month, .* very likely, 94 %/);
  expect(said).toContain('Storage is 52 % of the bill: $80.5k a month.');
  expect(said).toContain('Nothing has to be run.');
  expect(said).toMatch(/Cheaper, if confirmed: cloudflare\/r2-standard@enam: .* unlikely, 23 %/);
});

test.each([
  ['20.19.0', false],
  ['22.16.9', false],
  ['22.17.0', true],
  ['24.0.0', true],
])('Node %s is new enough: %s', (version, isGood) => {
  expect(isGoodNode(version)).toBe(isGood);
});
