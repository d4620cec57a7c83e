/** `stowage docs --changed BASE`: what the scenarios that a branch changes do to their answers, as the text of a comment. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { withDeps, type Deps, type Outcome } from '../deps.ts';
import { Misunderstood, Unanswerable, failureOf, foreseen } from '../failures.ts';
import { jsonText } from '../formats.ts';
import { isScenario, readInput } from '../input/read-input.ts';
import { recommendedOf } from '../render/notes.ts';
import { planNames } from '../render/plan.ts';
import { planOf } from '../plans.ts';
import { asked, readScenarios, sourcesOf } from '../scenarios.ts';
import { differenceMarkdown, type PlannedSide } from './difference.ts';
import { isTooFar, type Drift, type FailOn } from './drift.ts';

/** Letters a comment of GitHub may have, less what comes after. */
const MOST_LETTERS = 60_000;

/**
 * Prints Markdown, a section a scenario that is another than in the commit `base` or than where it was left. Exit 1 where one has no
 * recommendation, or is too far from what it was.
 */
export async function changedScenarios(
  base: string,
  failOn: FailOn,
  isJson: boolean,
  deps: Deps,
): Promise<Outcome> {
  const git = gitIn(deps.cwd);
  const top = git('rev-parse', '--show-toplevel').trim();
  if (base.startsWith('-')) throw new Misunderstood(`--changed "${base}" is no commit or branch`);
  const from = commonAncestor(git, base);
  const kinds = ['*.yaml', '*.yml', '*.json', '*.csv'];
  const listed = git('diff', '--name-only', '--no-renames', '-z', from, '--', ...kinds);
  const files = listed.split('\0').filter((file) => file !== '');
  const sections: Section[] = [];
  for (const file of files) sections.push(...(await sectionsOf(file, top, from, git, deps)));
  if (isJson)
    deps.print(jsonText({ schema: 1, base: from, scenarios: sections.map(({ text: _, ...one }) => one) }));
  else deps.print(`${commentOf(sections)}\n`);
  const isWell = ({ problem, isAnswered, drift }: Section) =>
    problem === null && isAnswered && (drift === null || !isTooFar(drift, failOn));
  return { exit: sections.every(isWell) ? 0 : 1 };
}

interface Section {
  scenario: string;
  text: string;
  /** Something is recommended, or the scenario is no more. */
  isAnswered: boolean;
  problem: string | null;
  drift: Drift | null;
}

function commentOf(sections: readonly Section[]): string {
  if (sections.length === 0) return 'No scenario has changed.';
  const texts = [
    `## Stowage: ${sections.length} changed ${sections.length === 1 ? 'scenario' : 'scenarios'}`,
  ];
  let length = 0;
  for (const [i, { text }] of sections.entries()) {
    length += text.length;
    if (length > MOST_LETTERS) {
      texts.push(`${sections.length - i} more scenarios have changed.`);
      break;
    }
    texts.push(text);
  }
  return texts.join('\n\n');
}

type Git = (...args: string[]) => string;

/** Throws `Unanswerable` with git's last words. */
function gitIn(cwd: string): Git {
  return (...args) => {
    try {
      return execFileSync('git', args, {
        cwd,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string };
      throw new Unanswerable(`git ${args[0]}: ${(stderr ?? message).trim().split('\n').at(-1) ?? message}`);
    }
  };
}

/** Where the branch left `base`; `base` itself where git does not know, as in a shallow clone. */
function commonAncestor(git: Git, base: string): string {
  const commit = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`).trim();
  try {
    return git('merge-base', commit, 'HEAD').trim();
  } catch {
    return commit;
  }
}

async function sectionsOf(file: string, top: string, from: string, git: Git, deps: Deps): Promise<Section[]> {
  const folder = path.join(top, path.dirname(file));
  const at = (more: Partial<Deps>) => withDeps(deps, { cwd: folder, ...more });
  try {
    const text = textBefore(file, from, git);
    const before =
      text === null ? [] : await answersIn('-', at({ stdin: () => Promise.resolve(Buffer.from(text)) }));
    const after = await answersIn(path.basename(file), at({}));
    const names = new Set([...after, ...before].map(({ name }) => name));
    return [...names].map((name) => {
      const [was = null, is = null] = [before, after].map((all) => all.find((one) => one.name === name));
      return {
        scenario: file,
        text: differenceMarkdown(name === '' ? file : `${name} (\`${file}\`)`, was, is),
        isAnswered: is === null || is.plan.recommendation !== null,
        problem: null,
        drift: was && is ? driftBetween(was, is) : null,
      };
    });
  } catch (error) {
    const problem = foreseen(error);
    const words = problem.split('\n').map((line) => `    ${line}`);
    return [
      {
        scenario: file,
        text: [`### \`${file}\``, '', 'It has no answer:', '', ...words].join('\n'),
        isAnswered: false,
        problem,
        drift: null,
      },
    ];
  }
}

/** Null where it was not there. */
function textBefore(file: string, from: string, git: Git): string | null {
  try {
    return git('show', `${from}:${file}`);
  } catch {
    return null;
  }
}

interface Answer extends PlannedSide {
  name: string;
}

/** Of a file that is gone, or that holds no scenario: none. */
async function answersIn(source: string, deps: Deps): Promise<Answer[]> {
  let items;
  try {
    items = await readInput(source, deps, { split: true });
  } catch (error) {
    if (source !== '-' && failureOf(error)?.message.includes('there is no such file')) return [];
    throw error;
  }
  if (!items.some(({ value }) => isScenario(value))) return [];
  const sources = await sourcesOf(deps);
  const answers: Answer[] = [];
  for (const named of await readScenarios(source, deps)) {
    const question = await asked(named, sources, deps);
    const { plan } = await planOf(question);
    answers.push({
      name: plan.scenario.name ?? '',
      plan,
      candidate: recommendedOf(plan),
      names: planNames(plan, question.archive),
    });
  }
  return answers;
}

function driftBetween(was: PlannedSide, is: PlannedSide): Drift {
  const nameOf = ({ candidate, names }: PlannedSide) =>
    candidate ? names.placement(candidate.id) : 'nothing';
  const [before, after] = [was.candidate?.monthly, is.candidate?.monthly];
  return {
    from: was.plan.scenario.asOf,
    to: is.plan.scenario.asOf,
    names: [nameOf(was), nameOf(is)],
    before: before?.total ?? null,
    after: after?.total ?? null,
    currency: (after ?? before)?.currency ?? 'USD',
  };
}
