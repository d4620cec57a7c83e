/** The version of the built site says what is in it, not when it was built. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentVersion } from '../../../src/setup/content-version.mjs';

let folder: string;
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const version = () => contentVersion(folder, ['src', 'lock.json', 'not-there']);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stowage-version-'));
  mkdirSync(path.join(folder, 'src/generated'), { recursive: true });
  write('src/a.ts', 'a');
  write('lock.json', '{}');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('is the same whenever it is made, and whatever a build leaves among the sources', () => {
  const before = version();
  utimesSync(path.join(folder, 'src/a.ts'), 1, 1);
  write('src/generated/b.ts', 'b');
  write('beside.ts', 'b');
  expect(version()).toBe(before);
});

test('is another for another byte or another name', () => {
  const before = version();
  write('src/a.ts', 'b');
  expect(version()).not.toBe(before);
  write('src/a.ts', 'a');
  expect(version()).toBe(before);
  write('src/b.ts', '');
  expect(version()).not.toBe(before);
});
