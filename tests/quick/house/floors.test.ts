import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findCircles, findViolations, readSources, rooms } from '#tests/helpers/floors.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('the house', () => {
  const sources = readSources(path.join(root, 'src'));

  test('no room leans on what it should do without', () => {
    expect(sources.size).toBeGreaterThan(0);
    expect(findViolations(sources)).toEqual([]);
  });

  test('no files import each other, types included', () => {
    expect(findCircles(sources)).toEqual([]);
  });

  test('every room named on the map is a room, and stairs go down only', () => {
    const seen = new Set<string>();
    const leansOn = (name: string): string[] =>
      (rooms[name]?.leansOn ?? []).map((one) => one.split('/')[0] ?? '');
    const walk = (name: string, above: string[]): void => {
      expect(above, `${[...above, name].join(' > ')} is a circle`).not.toContain(name);
      expect(rooms, `the map has no "${name}"`).toHaveProperty([name]);
      if (seen.has(name)) return;
      for (const below of leansOn(name)) walk(below, [...above, name]);
      seen.add(name);
    };
    for (const name of Object.keys(rooms)) walk(name, []);
  });

  test('money is rounded in one place, so that a page and a terminal say the same amount', () => {
    const symbols = [...sources].filter(([, text]) => /\bUSD: '\$'/.test(text));
    expect(symbols.map(([file]) => file)).toEqual(['core/text/money.ts']);
  });

  test('an index that is off by one throws: `itemAt` reads items, and `?? 0` after an index only falls', () => {
    const count = (isMeant: (file: string) => boolean) =>
      [...sources]
        .filter(([file]) => isMeant(file))
        .reduce((sum, [, text]) => sum + (text.match(/\] \?\? 0/g)?.length ?? 0), 0);
    // The planner's own, until it is rewritten.
    const isPlanner = (file: string) => /^core\/(placement|pricing\/totals)\/|^core\/dot\.ts$/.test(file);
    expect(count((file) => file.startsWith('core/') && !isPlanner(file))).toBe(0);
    expect(count(isPlanner)).toBeLessThanOrEqual(385);
  });

  test('the top level holds the archive, the code and little else', () => {
    const expected =
      'src pricing datasets tests static examples docs package.json vite.config.ts README.md CHANGELOG.md CONTRIBUTING.md LICENSE tsconfig.json package-lock.json action.yml';
    const untracked = ['node_modules', 'dist'];
    const allowed = new Set([...expected.split(' '), ...untracked]);
    const extra = readdirSync(root).filter((name) => !name.startsWith('.') && !allowed.has(name));
    expect(extra).toEqual([]);
  });

  test('the lockfile names versions and checksums, not where they were fetched', () => {
    const lock: { packages: Record<string, { resolved?: string; link?: boolean }> } = JSON.parse(
      readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
    );
    const hosted = Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined);
    expect(hosted.map(([name]) => name)).toEqual([]);
  });
});

describe('the check itself', () => {
  const violations = (files: Record<string, string>) => findViolations(new Map(Object.entries(files)));

  test.each([
    ['core/a.ts', `import { readFileSync } from 'node:fs';`, 'core does without node:fs'],
    ['core/a.ts', `import fs from 'fs';`, 'core does without fs'],
    ['core/a.ts', `import { scaleLog } from 'd3-scale';`, 'core does without the package d3-scale'],
    ['core/a.ts', `const yaml = await import('yaml');`, 'core does without the package yaml'],
    [
      'core/a.ts',
      `export * from '../catalog/catalog.ts';`,
      'core may not lean on catalog (catalog/catalog.ts)',
    ],
    ['core/a.ts', `type C = import('#cli/main.ts').C;`, 'core may not lean on cli (cli/main.ts)'],
    ['core/a.ts', `export const at = Date.now();`, 'core does without Date.now'],
    ['core/a.ts', `export const at = new Date();`, 'core does without new Date() without an argument'],
    ['core/a.ts', `export const r = () => Math.random();`, 'core does without Math.random'],
    ['core/a.ts', `export const f = () => fetch('x');`, 'core does without fetch'],
    ['core/a.ts', `export const t = document.title;`, 'core does without document'],
    ['core/a.ts', `export const e = { env: process.env };`, 'core does without process'],
    [
      'core/a.ts',
      `import x from '../../pricing/x.json';`,
      'core reaches outside src/ (../../pricing/x.json)',
    ],
    [
      'formats/a.ts',
      `import '#catalog/from-files.ts';`,
      'formats may not lean on catalog (catalog/from-files.ts)',
    ],
    ['formats/a.ts', `import 'node:zlib';`, 'formats does without node:zlib'],
    ['query/a.ts', `import '#web/state.ts';`, 'query may not lean on web (web/state.ts)'],
    ['cli/a.ts', `import '#web/chart.ts';`, 'cli may not lean on web (web/chart.ts)'],
    ['web/a.ts', `import '#stores/s3.ts';`, 'web may not lean on stores (stores/s3.ts)'],
    ['web/a.ts', `import '../catalog/from-files.ts';`, 'web may not lean on catalog (catalog/from-files.ts)'],
    [
      'web/A.svelte',
      `<script lang="ts">import 'node:os';</script>`,
      'a page reaches node:os by way of web/A.svelte',
    ],
    ['core/a.ts', `import { page } from '$app/state';`, 'core does without SvelteKit ($app/state)'],
    [
      'routes/+page.ts',
      `import '#catalog/from-files.ts';`,
      'routes may not lean on catalog (catalog/from-files.ts)',
    ],
    [
      'web/a.ts',
      `import '../routes/+page.server.ts';`,
      'web may not lean on prerender (routes/+page.server.ts)',
    ],
    ['attic/a.ts', ``, 'there is no room "attic" in the map (tests/helpers/floors.ts)'],
  ])('%s with %s is found', (file, text, message) => {
    expect(violations({ [file]: text })).toEqual([`${file}: ${message}`]);
  });

  test('a circle is found, also one of types alone and one by way of a third file', () => {
    const circles = (files: Record<string, string>) => findCircles(new Map(Object.entries(files)));
    expect(
      circles({
        'core/a.ts': `import type { B } from './b.ts';`,
        'core/b.ts': `import './c.ts'; import './d.ts';`,
        'core/c.ts': `export type * from '#core/a.ts';`,
        'core/d.ts': ``,
        'web/A.svelte': `<script lang="ts">import type { E } from './e.ts';</script>`,
        'web/e.ts': `export const load = () => import('./A.svelte');`,
      }),
    ).toEqual([
      'core/a.ts, core/b.ts, core/c.ts import each other',
      'web/A.svelte, web/e.ts import each other',
    ]);
    expect(
      circles({
        'core/a.ts': `import './b.ts'; import './c.ts';`,
        'core/b.ts': `import './c.ts';`,
        'core/c.ts': ``,
      }),
    ).toEqual([]);
  });

  test('a page that reaches node: through two rooms is found', () => {
    const files = {
      'routes/+page.svelte': `<script lang="ts">import '#catalog/fetch-catalog.ts';</script>`,
      'catalog/fetch-catalog.ts': `import './shelf.ts';`,
      'catalog/shelf.ts': `import 'node:path';`,
    };
    expect(violations(files)).toEqual([
      'routes/+page.svelte: a page reaches node:path by way of routes/+page.svelte > catalog/fetch-catalog.ts > catalog/shelf.ts',
    ]);
  });

  test('a second zod is found, in a room that may use any package too', () => {
    const files = {
      'core/a.ts': `import * as z from 'zod';`,
      'web/a.ts': `import type * as z from 'zod/v4';`,
    };
    expect(violations(files)).toEqual([
      'core/a.ts: schemas are written with zod/mini, not zod',
      'web/a.ts: schemas are written with zod/mini, not zod/v4',
    ]);
  });

  test('what a room may do passes', () => {
    const files = {
      'core/a.ts': `import * as z from 'zod/mini'; import './b.ts';
        export const day = new Date('2026-11-20'); export const cap = Math.min(1, 2);
        export const count = (window: number, o: { document: string }) => window + o.document.length;
        // Date.now() and fetch are for others`,
      'core/b.ts': ``,
      'formats/a.ts': `import { gunzipSync } from 'fflate'; import '#core/a.ts';`,
      'catalog/fetch-catalog.ts': `import '#core/a.ts';`,
      'catalog/from-files.ts': `import 'node:fs'; import 'yaml';`,
      'cli/main.ts': `import '#catalog/from-files.ts'; import 'node:fs';`,
      'web/A.svelte': `<script lang="ts">import '#catalog/fetch-catalog.ts'; import worker from './w.ts?worker';</script>`,
      'routes/+page.svelte': `<script>import '#web/A.svelte'; import { page } from '$app/state';</script>`,
      'routes/+page.server.ts': `import { loadArchive } from '#catalog/from-files.ts';`,
      'app.d.ts': ``,
    };
    expect(violations(files)).toEqual([]);
  });
});
