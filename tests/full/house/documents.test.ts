/** README.md, CONTRIBUTING.md and docs/: figures and references are current, commands run as written, links lead somewhere. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withReferences } from '#cli/docs/reference.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { ROOT } from '#tests/sources.ts';
import manifest from '../../../package.json' with { type: 'json' };

const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()];
const textOf = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');
const fencesOf = (page: string, language: string) =>
  [...textOf(page).matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

test('the README fits on three screens', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(150);
});

test('figures are current', async () => {
  const pages = PAGES.filter((page) => textOf(page).includes('<!-- /stowage -->'));
  const { exit, stderr } = await runCli(['docs', ...pages, '--check']);
  expect(stderr.replaceAll(/.*has no stowage blocks\n/g, '')).toBe('');
  expect(exit).toBe(0);
});

test.each(PAGES)('references in %s are current (npm run docs makes them)', async (page) => {
  expect(await withReferences(textOf(page))).toBe(textOf(page));
});

test.each(PAGES)('links in %s lead to files and headings', (page) => {
  const dead = [...textOf(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)].filter(
    ([, file = '', anchor]) => {
      if (/^https?:/.test(file)) return false;
      const full = file === '' ? path.join(ROOT, page) : path.join(ROOT, path.dirname(page), file);
      if (!existsSync(full)) return true;
      const headings = [...readFileSync(full, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/ /g, '-'),
      );
      return anchor !== undefined && !headings.includes(anchor);
    },
  );
  expect(dead.map(([link]) => link)).toEqual([]);
});

describe('commands', () => {
  const folder = new Folder({ 'bin/stowage': `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n` });
  chmodSync(path.join(folder.path, 'bin/stowage'), 0o755);
  for (const name of ['examples', 'README.md', 'docs', 'src/cli/templates'])
    cpSync(path.join(ROOT, name), path.join(folder.path, name), { recursive: true });
  folder.write('.git/HEAD', '');
  afterAll(() => folder[Symbol.dispose]());

  const lines = PAGES.flatMap((page) => fencesOf(page, 'sh').flatMap((text) => text.trim().split('\n'))).map(
    (line) => line.replace(/^npm run -s stowage -- /, 'stowage '),
  );
  const own = lines.filter((line) => line.startsWith('stowage '));
  const able = [...new Set(own)].filter((line) => !line.includes('  # needs '));

  test.each(able)('%s', { timeout: 300_000 }, (line) => {
    const PATH = `${folder.path}/bin:${process.env['PATH']}`;
    const { status, stderr } = spawnSync('bash', ['-O', 'globstar', '-c', line], {
      cwd: folder.path,
      env: { ...process.env, PATH },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    // A batch in which one scenario has no plan, and a probe of figures that have moved at today's prices, answer too.
    const mayEndWith1 = /examples\/\*\.yaml|--fail-on/.test(line);
    expect([0, mayEndWith1 ? 1 : 0], stderr).toContain(status);
  });

  test('of npm are scripts of package.json', () => {
    const others = lines.filter((line) => !line.startsWith('stowage '));
    const unknown = others.filter((line) => {
      const [, name = line] = /^npm (?:run )?(?:-s )?([\w:]+)/.exec(line) ?? [];
      return !Object.hasOwn(manifest.scripts, name);
    });
    expect(unknown).toEqual([]);
    expect(others.some((line) => /^npm test\b/.test(line))).toBe(true);
  });
});

describe('YAML', () => {
  const blocks = PAGES.flatMap((page) =>
    fencesOf(page, 'yaml').map((text) => ({ page, value: parse(text) as unknown })),
  );

  test.each(blocks.map(({ page, value }, i) => [page, i, value] as const))(
    'in %s (%i) is understood',
    (_, __, value) => {
      if (typeof value !== 'object' || value === null || 'jobs' in value || 'repos' in value) return;
      if ('probe' in value) return void parseProbePlan(value);
      if ('store' in value) return void parseBillRequest(value);
      const { workload, ...rest } = value as { workload?: object };
      const base = aScenario();
      const whole = { ...base, ...rest, workload: { ...base.workload, ...workload } };
      expect(ScenarioFile.safeParse(whole).error?.issues ?? []).toEqual([]);
    },
  );

  test('of the README is the scenario that it is answered with', () => {
    const [text = ''] = fencesOf('README.md', 'yaml');
    expect(parse(text)).toEqual(parse(textOf('src/cli/templates/photos.yaml')));
  });
});
