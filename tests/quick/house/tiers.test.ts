/** What each tier of tests may do. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#tests/sources.ts';

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const VALUE_IMPORT = /^(?:import|export)\s+(?!type\b)[^;'"]*?['"]([^'"]+)['"]/gm;

/** Modules that a file of `tests/` imports, those of the files it imports included; files of `tests/` by their path. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  for (const [, specifier = ''] of textOf(file).matchAll(VALUE_IMPORT)) {
    const target = specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier)
      : specifier.replace(/^#tests\//, 'tests/');
    if (reached.has(target)) continue;
    reached.add(target);
    if (target.startsWith('tests/')) reachedFrom(target, reached);
  }
  return reached;
}

describe('a quick test', () => {
  const MACHINERY = /^node:(child_process|http|http2|https|net|tls|worker_threads)$|^playwright|^@duckdb\//;

  test.each(filesOf('tests/quick/**/*.test.ts'))('%s starts no process, server or browser', (file) => {
    expect([...reachedFrom(file)].filter((module) => MACHINERY.test(module))).toEqual([]);
  });

  test.each(filesOf('tests/quick/**/*.test.ts'))('%s reads neither all prices nor all datasets', (file) => {
    if (file.endsWith('tiers.test.ts')) return;
    expect(textOf(file)).not.toMatch(/\b(wholeArchive|allDatasets|loadArchive|loadDatasets)\(/);
  });
});

test('no test is left out but where a tool is missing', () => {
  const left = filesOf('tests/{quick,full,deep}/**/*.test.ts').filter((file) =>
    /^ *(test|it|describe)[.\w]*\.(skip|only|todo|fails|skipIf|runIf)\b/m.test(textOf(file)),
  );
  expect(left).toEqual([]);
});

test('every test belongs to a tier', () => {
  expect(filesOf('tests/**/*.test.ts').filter((file) => !/^tests\/(quick|full|deep)\//.test(file))).toEqual(
    [],
  );
});
