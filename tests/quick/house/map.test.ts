/** `src/README.md`, the map: each room is on it, on one screen, and whatever it names is there. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../../src', import.meta.url));
const text = readFileSync(path.join(src, 'README.md'), 'utf8');
const [, plan = ''] = text.split('```');

const foldersIn = (folder: string) =>
  readdirSync(path.join(src, folder), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);

describe('the map', () => {
  test('fits on a screen', () => {
    expect(plan.split('\n').length).toBeLessThanOrEqual(40);
  });

  test('has every room, and every room of the core', () => {
    const named = (room: string) => new RegExp(`(^|[ /])${room}[/.]`, 'm').test(plan);
    // What the build makes of a page for when there is no network is no room to look for things in.
    const rooms = foldersIn('.').filter((room) => room !== 'service-worker');
    expect([...rooms, ...foldersIn('core')].filter((room) => !named(room))).toEqual([]);
  });

  test('names nothing that is not there', () => {
    const files = globSync('**/*.{ts,mjs,svelte}', { cwd: src }).map((file) => `/${file}`);
    const named = [...text.matchAll(/`([\w./-]+(?:\/|\.(?:ts|mjs)))`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(40);
    const isThere = (name: string) =>
      name.endsWith('/')
        ? files.some((file) => file.includes(`/${name}`))
        : files.some((file) => file.endsWith(`/${name}`)) || existsSync(path.join(src, '..', name));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });
});
