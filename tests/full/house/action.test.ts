/** The GitHub Action and the pre-commit hooks of this repository, by their own linters and with their steps run as written. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { goTool } from '../../tools/go-tools.mjs';
import { pythonTool, wheelProgram } from '../../tools/python-tools.mjs';
import { yaml, aPricedScenario } from '#tests/helpers/cli/helpers.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';
import { has } from '#tests/helpers/tools.ts';
import { ROOT } from '#tests/sources.ts';

interface Action {
  inputs: Record<string, { default: string }>;
  runs: { steps: { name?: string; run?: string; env?: Record<string, string> }[] };
}

const action = parse(readFileSync(path.join(ROOT, 'action.yml'), 'utf8')) as Action;
const HOOKS = path.join(ROOT, '.pre-commit-hooks.yaml');

/** The workflow of docs/documents.md, with this repository's action. */
function workflow(): string {
  const text = readFileSync(path.join(ROOT, 'docs/documents.md'), 'utf8');
  const [, block = ''] = /```yaml\n(name: Stowage\n[\s\S]*?)```/.exec(text) ?? [];
  return block.replace(/uses: stowage\/stowage@main.*/, 'uses: ./');
}

if (has('actionlint'))
  test('the workflow of the documentation and the inputs of the action are what GitHub takes', async () => {
    const lint = await goTool('actionlint');
    const check = (text: string) => {
      using folder = new Folder({ '.git/HEAD': '', '.github/workflows/stowage.yaml': text });
      cpSync(path.join(ROOT, 'action.yml'), path.join(folder.path, 'action.yml'));
      return spawnSync(lint, ['-shellcheck=', '-pyflakes='], { cwd: folder.path, encoding: 'utf8' });
    };
    expect(check(workflow())).toMatchObject({ status: 0, stdout: '' });
    expect(check(workflow().replace('fail-on:', 'fail-if:')).stdout).toContain(
      'input "fail-if" is not defined',
    );
  });

if (has('github-actions'))
  test('the action is one by the schema of its metadata', async () => {
    const schema = JSON.parse(readFileSync(await wheelProgram('github-actions'), 'utf8')) as object;
    const isAction = new Ajv({ strict: false }).compile(schema);
    expect([isAction(action), isAction.errors]).toEqual([true, null]);
    const { steps } = action.runs;
    expect(isAction({ ...action, runs: { using: 'composite', steps: [{ ...steps[0], runs: 'npm' }] } })).toBe(
      false,
    );
  });

describe('a step of the action', () => {
  function ran(name: string, folder: Folder, env: Record<string, string>) {
    const step = action.runs.steps.find((one) => one.name === name);
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'exit 99'], {
      cwd: folder.path,
      encoding: 'utf8',
      env: {
        PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
        STOWAGE: PROGRAM,
        RUNNER_TEMP: folder.path,
        GITHUB_STEP_SUMMARY: path.join(folder.path, 'summary.md'),
        ...env,
      },
    });
  }
  const repository = () => {
    const folder = new Folder({
      'plan.yaml': yaml(aPricedScenario()),
      'docs/a b/doc.md': '<!-- stowage ../../plan.yaml view=total -->?<!-- /stowage -->\n',
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder.path });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'plans');
    return folder;
  };

  test('checks the documents that match, and says so at their lines', () => {
    using folder = repository();
    const check = { DOCUMENTS: action.inputs['documents']?.default ?? '', AT_TODAY: 'true', FAIL_ON: '' };
    const moved = ran('Check documents', folder, check);
    expect(moved.status).toBe(1);
    expect(moved.stdout).toMatch(/^::error file=docs\/a b\/doc\.md,line=1,title=Figure out of date::/);
    expect(ran('Check documents', folder, { ...check, DOCUMENTS: 'none/*.md' })).toMatchObject({ status: 0 });
  });

  test('puts what changed scenarios do into the summary and the comment', () => {
    using folder = repository();
    folder.write('gh', '#!/bin/sh\necho "$@" > commented\n');
    execFileSync('chmod', ['755', 'gh'], { cwd: folder.path });
    const more = aPricedScenario();
    more.workload.objects.arrivals = '60M/day';
    folder.write('plan.yaml', yaml(more));
    const env = { BASE: 'main', FAIL_ON: '', COMMENT: '7', PATH: `${folder.path}:${process.env['PATH']}` };
    const compared = ran('Compare scenarios', folder, env);
    expect(compared).toMatchObject({ status: 0, stderr: '' });
    expect(folder.read('summary.md')).toContain('## Stowage: 1 changed scenario');
    expect(folder.read('commented')).toMatch(/^pr comment 7 --edit-last --create-if-none --body-file /);
    expect(ran('Compare scenarios', folder, { ...env, FAIL_ON: 'winner,5%' }).status).toBe(1);
  });
});

describe('a hook of pre-commit', () => {
  if (has('pre-commit'))
    test('is one that pre-commit takes', async () => {
      const { args, env } = await pythonTool('pre-commit');
      const check = (file: string) => spawnSync('python3', [...args, 'validate-manifest', file], { env });
      expect(check(HOOKS).status).toBe(0);
      using folder = new Folder({ 'bad.yaml': readFileSync(HOOKS, 'utf8').replaceAll('entry:', 'enter:') });
      expect(check(path.join(folder.path, 'bad.yaml')).status).not.toBe(0);
    });

  // Its own way to install a hook asks npm; the command is here already.
  if (has('pre-commit'))
    test('is run by pre-commit on the files it is for', async () => {
      const { args, env } = await pythonTool('pre-commit');
      const hooks = parse(readFileSync(HOOKS, 'utf8')) as object[];
      const local = hooks.map((one) => ({ ...one, language: 'system' }));
      using folder = new Folder({
        'plan.scenario.yaml': yaml(aPricedScenario()),
        'other.yaml': 'no: scenario\n',
        'doc.md': '<!-- stowage plan.scenario.yaml view=name -->?<!-- /stowage -->\n',
        'bin/stowage': `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`,
        '.pre-commit-config.yaml': JSON.stringify({ repos: [{ repo: 'local', hooks: local }] }),
      });
      chmodSync(path.join(folder.path, 'bin/stowage'), 0o755);
      execFileSync('git', ['init', '--quiet'], { cwd: folder.path });
      execFileSync('git', ['add', '.'], { cwd: folder.path });
      const PATH = `${folder.path}/bin:${process.env['PATH']}`;
      const ran = (hook: string) =>
        spawnSync('python3', [...args, 'run', hook, '--all-files'], {
          cwd: folder.path,
          encoding: 'utf8',
          env: { ...env, PATH, PRE_COMMIT_HOME: path.join(folder.path, 'home') },
        });
      expect(ran('stowage-validate')).toMatchObject({ status: 0, stdout: expect.stringContaining('Passed') });
      expect(ran('stowage-docs').stdout).toContain('doc.md');
      expect(ran('stowage-docs-update').stdout).toContain('files were modified by this hook');
      execFileSync('git', ['add', '.'], { cwd: folder.path });
      expect(ran('stowage-docs')).toMatchObject({ status: 0 });
    });

  test('runs a command of the package', () => {
    const hooks = parse(readFileSync(HOOKS, 'utf8')) as { entry: string }[];
    using folder = new Folder({
      'plan.scenario.yaml': yaml(aPricedScenario()),
      'doc.md': '<!-- stowage plan.scenario.yaml view=name -->?<!-- /stowage -->\n',
    });
    const codes = hooks.map(({ entry }) => {
      const file = entry.includes('validate') ? 'plan.scenario.yaml' : 'doc.md';
      const [, ...args] = [...entry.split(' '), file];
      return spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder.path }).status;
    });
    expect(codes).toEqual([1, 0, 0]);
  });
});
