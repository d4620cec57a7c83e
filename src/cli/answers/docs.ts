import path from 'node:path';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import type { Deps, Outcome as Ended } from '../deps.ts';
import { changedScenarios } from '../docs/changed.ts';
import { documentNamed, refreshed, type Checked, type Outcome, type Way } from '../docs/document.ts';
import { failOnOf, isTooFar, type FailOn } from '../docs/drift.ts';
import { githubLines, jsonOf, sayWords } from '../docs/reports.ts';
import { Targets } from '../docs/targets.ts';
import { Misunderstood } from '../failures.ts';
import { jsonText } from '../formats.ts';
import { realPlace } from '../input/inside.ts';

/**
 * Every mark of every document is understood, or nothing is done (exit 2). Then each block is updated, unchanged or failed by
 * itself. Exit 1 where one failed, a document could not be written, or with `--check`, which writes nothing, one has moved, or is
 * too far from today's answer for `--fail-on`.
 */
export const docs: Run = async (args, deps) => {
  const { form } = args;
  const failOn = failOnOf(args.text('fail-on'));
  const changed = args.text('changed');
  refuseMixed(args, changed);
  if (changed !== undefined) return changedScenarios(changed, failOn, form === 'json', deps);
  const isCheck = args.has('check');
  const way: Way = {
    root: rootGiven(args, deps),
    targets: new Targets(),
    isCheck,
    base: baseGiven(args),
    today: args.has('at-today') ? deps.today() : undefined,
  };
  for (const name of args.operands) await documentNamed(name, deps);
  const all: Checked[] = [];
  for (const name of args.operands) {
    const checked = await refreshed(await documentNamed(name, deps), way, deps);
    all.push(checked);
    if (form === 'github')
      for (const line of githubLines(checked, (one) => isBeyond(one, failOn))) deps.print(`${line}\n`);
    if (form !== 'json') sayWords(checked, isCheck, deps);
  }
  if (form === 'json') deps.print(jsonText({ schema: 1, documents: all.map(jsonOf) }));
  return { exit: all.every((one) => isWell(one, failOn)) ? 0 : 1 } satisfies Ended;
};

const isBeyond = ({ drift }: Outcome, failOn: FailOn) => drift !== null && isTooFar(drift, failOn);

const isWell = ({ outcomes, failure }: Checked, failOn: FailOn) =>
  failure === null &&
  outcomes.every((one) => (one.state === 'updated' || one.state === 'unchanged') && !isBeyond(one, failOn));

function refuseMixed(args: Args, changed: string | undefined): void {
  const isCheck = args.has('check');
  if (changed !== undefined && (isCheck || args.operands.length > 0))
    throw new Misunderstood('--changed compares scenarios, not documents; leave out --check and FILE.md');
  if (changed === undefined && args.operands.length === 0)
    throw new Misunderstood('stowage docs needs a Markdown FILE.md; see stowage help docs');
  if (args.has('at-today') && !isCheck) throw new Misunderstood('--at-today writes nothing; add --check');
  if (args.has('fail-on') && !args.has('at-today') && changed === undefined)
    throw new Misunderstood('--fail-on is for --check --at-today, or for --changed BASE');
}

function rootGiven(args: Args, deps: Deps): string | null {
  const root = args.text('root');
  return root === undefined ? null : realPlace(path.resolve(deps.cwd, root));
}

function baseGiven(args: Args): string | undefined {
  const base = args.text('base');
  if (base !== undefined && !/^https?:\/\/\S+$/.test(base))
    throw new Misunderstood(`--base "${base}" is not a URL; write it like https://example.org/stowage/`);
  return base;
}
