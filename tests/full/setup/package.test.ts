/** What `npm pack` makes: small, installed into an empty folder, and every command of a user works there. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmCommand } from '../../../src/setup/node.mjs';
import { Folder } from '#tests/helpers/folder.ts';
import { EXPRESS_USAGE, aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';
import { ROOT } from '#tests/sources.ts';
import manifest from '../../../package.json' with { type: 'json' };

const MOST_BYTES = 5e6;

const folder = new Folder({
  'home/package.json': '{ "private": true }',
  'home/plan.yaml': yaml(aPricedScenario()),
  'home/usage.yaml': yaml(EXPRESS_USAGE),
  'home/doc.md': '<!-- stowage plan.yaml view=chart -->\n<!-- /stowage -->\n',
});
const home = path.join(folder.path, 'home');
const installed = path.join(home, 'node_modules/stowage');
afterAll(() => folder[Symbol.dispose]());

function npm(cwd: string, ...args: string[]) {
  const [program, ...first] = npmCommand();
  const cache = ['--cache', path.join(folder.path, 'cache')];
  return spawnSync(program, [...first, ...args, ...cache], { cwd, encoding: 'utf8' });
}

function stowage(...args: string[]) {
  const program = path.join(installed, manifest.bin.stowage);
  return spawnSync(process.execPath, [program, ...args], { cwd: home, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

beforeAll(() => {
  const packed = npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder.path);
  expect(packed.status, packed.stderr).toBe(0);
  const file = path.join(folder.path, `stowage-${manifest.version}.tgz`);
  const put = npm(home, 'install', '--offline', '--no-audit', '--no-fund', file);
  expect(put.status, put.stderr).toBe(0);
});

test('it is small, brings nothing with it, and holds neither page nor sources', () => {
  expect(statSync(path.join(folder.path, `stowage-${manifest.version}.tgz`)).size).toBeLessThan(MOST_BYTES);
  expect(readdirSync(path.join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'stowage',
  ]);
  expect(readdirSync(path.join(installed, 'dist')).sort()).toEqual(['cli', 'data', 'library', 'schema']);
  expect(readdirSync(installed)).not.toContain('src');
});

describe('a command of a user answers', () => {
  test.each([
    ['plan plan.yaml', 'Recommended'],
    ['plan node_modules/stowage/examples/thumbnails.yaml --format csv', 'scenario,as_of,recommended'],
    ['bill usage.yaml', 'total'],
    ['latency aws/s3-standard@us-east-1 --from aws/us-east-1', 'p99'],
    ['breakeven --hot aws/s3-express-one-zone@us-east-1 --cold aws/s3-standard@us-east-1', 'KiB'],
    ['prices list --provider aws', 'S3'],
    ['prices show aws/s3-standard@us-east-1', 'storage'],
    ['prices history backblaze/b2', 'backblaze/b2'],
    [
      'prices diff aws/s3-express-one-zone --from 2025-04-01 --to 2025-05-01 --scenario plan.yaml',
      'PUT requests',
    ],
    ['datasets list', 'macaron-2024'],
    ['datasets show prisma-2026', 'Prisma'],
    ['datasets export macaron-2024 --out macaron.dataset.json', 'as one file'],
    ['init photos', 'workload:'],
    ['schema scenario', '$schema'],
    ['validate plan.yaml', ''],
    ['link plan.yaml', '#s=1.'],
    ['emit plan.yaml --out out', ''],
    ['probe estimate node_modules/stowage/examples/inputs/probe.yaml', 'GetObject'],
    ['docs doc.md', ''],
    ['help scenario', 'workload'],
  ])('stowage %s', (line, part) => {
    const { status, stdout, stderr } = stowage(...line.split(' '));
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(part);
  });
});

describe('a program', () => {
  const guide = readFileSync(path.join(ROOT, 'docs/library.md'), 'utf8');
  const example = /```js\n(.+?)```/s.exec(guide)?.[1] ?? '';
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' });
  const file = (name: string, text: string) => writeFileSync(path.join(home, name), text);

  test('of twenty lines plans with the package', () => {
    file('example.mjs', example);
    const { status, stdout, stderr } = node('example.mjs');
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^single:tigris\/standard@global [\d.]+ USD \d/);
    expect(example.trim().split('\n').length).toBeLessThanOrEqual(20);
  });

  test('hears of each place of a scenario that is wrong', () => {
    const caught =
      'catch (error) { if (error instanceof ScenarioError) console.log(JSON.stringify(error.issues)); }';
    file(
      'wrong.mjs',
      example
        .replace('import {', 'import { ScenarioError,')
        .replace("'3 MB'", "'3 lightyears'")
        .replace('reads:', 'read:')
        .replace('const { candidates', 'try { const { candidates')
        .concat(`} ${caught}`),
    );
    const { stdout, stderr } = node('wrong.mjs');
    expect(stderr).toBe('');
    expect((JSON.parse(stdout) as { path: string }[]).map(({ path: at }) => at)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^workload/)]),
    );
  });

  test('has types that need no other package', () => {
    file('example.mts', `${example}\nconst wrong: string = plan(ask(scenario, sources())).cards;\n`);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      module: 'nodenext',
      lib: ['esnext', 'dom'],
      types: [],
    };
    file('tsconfig.json', JSON.stringify({ compilerOptions, files: ['example.mts'] }));
    const { stdout } = node(path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', home);
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('TS2322')]);
  });
});

describe('what needs more says what', () => {
  test.each([
    ['serve', 1, 'npm install stowage-web'],
    ['derive node_modules/stowage/examples/inputs/access-log.txt', 1, 'npm install @duckdb/node-api'],
    ['prices check', 2, 'run from a checkout'],
    ['datasets check', 2, 'run from a checkout'],
  ])('stowage %s', (line, exit, part) => {
    const { status, stdout, stderr } = stowage(...line.split(' '));
    expect({ status, stdout }).toEqual({ status: exit, stdout: '' });
    expect(stderr).toContain(part);
  });
});
