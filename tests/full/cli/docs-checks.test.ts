/** What CI asks of documents: dates, links, pictures, today's prices, GitHub's lines, and what a branch does to scenarios. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { EXPRESS_USAGE, aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const { asOf: _, ...undated } = aPricedScenario();
/** S3 Express became cheaper in 2025. */
const EXPRESS = yaml({ ...EXPRESS_USAGE, asOf: '2025-04-01' });
const mark = (target: string, options: string) => `<!-- stowage ${target} ${options} -->`;
const inline = (target: string, options: string) => `${mark(target, options)}?<!-- /stowage -->\n`;
const onLines = (target: string, options: string) => `${mark(target, options)}\n<!-- /stowage -->\n`;

describe('a scenario without a date', () => {
  test('gets the date of its prices into the mark, and is content afterwards', async () => {
    using folder = new Folder({
      'plan.yaml': yaml(undated),
      'doc.md': inline('plan.yaml', 'view=total') + inline('plan.yaml', 'view=date'),
    });
    const at = { cwd: folder.path };
    expect((await runCli(['docs', 'doc.md', '--check'], at)).exit).toBe(1);
    expect((await runCli(['docs', 'doc.md'], at)).exit).toBe(0);
    expect(folder.read('doc.md')).toMatch(
      /view=total asOf=(\d{4}-\d\d-\d\d) -->\$.*\n.*view=date asOf=(\1) -->\1<!--/,
    );
    expect((await runCli(['docs', 'doc.md', '--check'], at)).exit).toBe(0);
  });

  test('keeps the date that the mark says', async () => {
    using folder = new Folder({
      'plan.yaml': yaml(undated),
      'doc.md': inline('plan.yaml', 'view=date asOf=2025-05-01'),
    });
    expect((await runCli(['docs', 'doc.md'], { cwd: folder.path })).exit).toBe(0);
    expect(folder.read('doc.md')).toBe(
      inline('plan.yaml', 'view=date asOf=2025-05-01').replace('?', '2025-05-01'),
    );
  });
});

describe('a link under a block', () => {
  test('leads to the page of --base, which the mark keeps, and opens as the scenario', async () => {
    using folder = new Folder({
      'plan.yaml': yaml(aPricedScenario()),
      'doc.md': inline('plan.yaml', 'view=total') + onLines('plan.yaml', 'view=summary'),
    });
    const at = { cwd: folder.path };
    expect((await runCli(['docs', 'doc.md', '--base', 'https://example.org/s/'], at)).exit).toBe(0);
    const text = folder.read('doc.md');
    expect(text).toContain('view=summary link=https://example.org/s/ -->');
    expect(text).not.toContain('view=total link');
    const [, link = ''] = /\[Open in Stowage\]\((\S+)\)/.exec(text) ?? [];
    const opened = await runCli(['open', link, '--json']);
    expect(JSON.parse(opened.stdout)).toMatchObject({ asOf: aPricedScenario().asOf });
    expect((await runCli(['docs', 'doc.md', '--check'], at)).exit).toBe(0);
  });
});

describe('a chart', () => {
  test('is a picture beside the document, in both looks, and --check notices another', async () => {
    using folder = new Folder({
      'plan.yaml': yaml(aPricedScenario()),
      'doc.md': onLines('plan.yaml', 'view=chart'),
    });
    const at = { cwd: folder.path };
    expect((await runCli(['docs', 'doc.md', '--check'], at)).exit).toBe(1);
    expect((await runCli(['docs', 'doc.md'], at)).exit).toBe(0);
    expect(folder.read('doc.md')).toMatch(/!\[\w[^\]]*\]\(plan-cost\.svg\)/);
    const svg = folder.read('plan-cost.svg');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/);
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).toMatch(/class="meter-storage[^"]*"/);
    expect(svg).not.toMatch(/<script|https?:(?!\/\/www\.w3\.org)|url\((?!#)|NaN|undefined/);
    expect((await runCli(['docs', 'doc.md', '--check'], at)).exit).toBe(0);
    folder.write('plan-cost.svg', svg.replace('$', '€'));
    expect((await runCli(['docs', 'doc.md', '--check'], at)).exit).toBe(1);
  });

  test('view=strip shows where objects live by age, one strip for each part of them', async () => {
    const scenario = aPricedScenario();
    using folder = new Folder({ 'plan.yaml': yaml(scenario), 'doc.md': onLines('plan.yaml', 'view=strip') });
    const { exit, stderr } = await runCli(['docs', 'doc.md'], { cwd: folder.path });
    expect(stderr).not.toMatch(/failed: [1-9]/);
    expect(exit).toBe(0);
    expect(folder.read('doc.md')).toMatch(/!\[\w[^\]]*\]\(plan-strip\.svg\)/);
    const svg = folder.read('plan-strip.svg');
    expect(svg).toMatch(/<rect class="band/);
    expect(svg).not.toMatch(/<script|role="slider"|tabindex|NaN|undefined/);
  });

  test('is drawn of a plan alone, on lines of its own, inside the repository', async () => {
    using folder = new Folder({ 'usage.yaml': yaml(EXPRESS_USAGE), 'plan.yaml': yaml(aPricedScenario()) });
    for (const [text, message] of [
      [onLines('usage.yaml', 'view=chart'), 'a usage has no view "chart"'],
      [inline('plan.yaml', 'view=chart'), 'view=chart is a picture'],
      [onLines('plan.yaml', 'view=chart file=../up.svg'), 'file=../up.svg is not understood'],
    ] as const) {
      folder.write('doc.md', text);
      const { exit, stderr } = await runCli(['docs', 'doc.md'], { cwd: folder.path });
      expect(exit).not.toBe(0);
      expect(stderr).toContain(message);
    }
  });
});

describe("today's prices", () => {
  const files = { 'usage.yaml': EXPRESS, 'doc.md': inline('usage.yaml', 'view=total') };

  test('are said, and fail a check only where that is asked for', async () => {
    using folder = new Folder(files);
    const at = { cwd: folder.path };
    await runCli(['docs', 'doc.md'], at);
    const check = ['docs', 'doc.md', '--check', '--at-today'];
    const said = await runCli(check, at);
    expect(said.exit).toBe(0);
    expect(said.stderr).toMatch(
      /doc\.md:1: usage\.yaml at the prices of \S+: \$\S+ → \$\S+ \/ month \(−\d+%\)/,
    );
    expect((await runCli([...check, '--fail-on', '5%'], at)).exit).toBe(1);
    expect((await runCli([...check, '--fail-on', 'winner,95%'], at)).exit).toBe(0);
    expect((await runCli(['docs', 'doc.md', '--check', '--fail-on', '5%'], at)).exit).toBe(2);
    expect((await runCli([...check, '--fail-on', 'loser'], at)).stderr).toContain('winner, a share');
  });

  test('stand at the line of the document on GitHub, as do figures out of date', async () => {
    using folder = new Folder({ ...files, 'doc.md': `# Costs\n\n${files['doc.md']}` });
    const at = { cwd: folder.path };
    const lines = async (...more: string[]) =>
      (await runCli(['docs', 'doc.md', '--check', '--format', 'github', ...more], at)).stdout;
    expect(await lines()).toMatch(
      /^::error file=doc\.md,line=3,title=Figure out of date::usage\.yaml view=total has moved: \? → \$\S+\/month; run stowage docs doc\.md\n$/,
    );
    await runCli(['docs', 'doc.md'], at);
    expect(await lines('--at-today')).toMatch(
      /^::warning file=doc\.md,line=3,title=Prices have changed::usage\.yaml at the prices of \S+: .* \(−\d+%25\)\n$/,
    );
    expect(await lines('--at-today', '--fail-on', '5%')).toMatch(/^::error /);
  });

  test('and every block are there as JSON', async () => {
    using folder = new Folder(files);
    const { exit, stdout, stderr } = await runCli(['docs', 'doc.md', '--check', '--at-today', '--json'], {
      cwd: folder.path,
    });
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 1,
      documents: [
        {
          document: 'doc.md',
          blocks: [
            {
              line: 1,
              target: 'usage.yaml',
              view: 'total',
              state: 'moved',
              was: '?',
              drift: { names: null },
            },
          ],
        },
      ],
    });
  });
});

describe('a branch that changes scenarios', () => {
  function repository(): Folder {
    const folder = new Folder({
      'plans/plan.yaml': yaml(aPricedScenario()),
      'plans/old.yaml': yaml(undated),
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder.path });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'plans');
    return folder;
  }

  test('is a comment with the answer before and after', async () => {
    using folder = repository();
    const at = { cwd: folder.path };
    expect((await runCli(['docs', '--changed', 'main'], at)).stdout).toBe('No scenario has changed.\n');
    const more = aPricedScenario();
    more.workload.objects.arrivals = '60M/day';
    folder.write('plans/plan.yaml', yaml(more));
    folder.write('other.json', '{ "no": "scenario" }');
    execFileSync('git', ['rm', '--quiet', 'plans/old.yaml'], at);
    const { exit, stdout } = await runCli(['docs', '--changed', 'main'], at);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^## Stowage: 2 changed scenarios\n/);
    expect(stdout).toMatch(/\| \$\/month +\| \$\S+ +\| \$\S+ +\| +\+\$\S+ \(\+\d+%\) \|/);
    expect(stdout).toContain('**The scenario is removed.**');
    expect((await runCli(['docs', '--changed', 'main', '--fail-on', '5%'], at)).exit).toBe(1);
    const { scenarios } = JSON.parse((await runCli(['docs', '--changed', 'main', '--json'], at)).stdout) as {
      scenarios: { scenario: string }[];
    };
    expect(scenarios.map(({ scenario }) => scenario)).toEqual(['plans/old.yaml', 'plans/plan.yaml']);
  });

  test('says what is wrong with a scenario, and of a base that is none', async () => {
    using folder = repository();
    const at = { cwd: folder.path };
    folder.write('plans/plan.yaml', yaml({ ...aPricedScenario(), workload: {} }));
    const { exit, stdout } = await runCli(['docs', '--changed', 'main'], at);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/It has no answer:\n\n {4}plan\.yaml: workload/);
    expect(await runCli(['docs', '--changed', 'nowhere'], at)).toMatchObject({ exit: 1, stdout: '' });
    expect((await runCli(['docs', '--changed', 'main', 'doc.md'], at)).exit).toBe(2);
  });
});
