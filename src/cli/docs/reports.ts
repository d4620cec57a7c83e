/** What `stowage docs` says of each block: in words, as JSON, and as GitHub shows it at the line of the document. */
import { shorten } from '#core/units.ts';
import type { Deps } from '../deps.ts';
import type { Checked, Outcome } from './document.ts';
import { driftWords, isMoved, type Drift } from './drift.ts';

const titleOf = ({ block }: Outcome) => `${shorten(block.target, 200)} view=${block.asked.view}`;

/** A change of a figure within a sentence. */
function changeWords({ block, was, is }: Outcome): string {
  return block.inline ? `: ${shorten(was) || 'nothing'} → ${is ?? ''}` : '';
}

/** Once for each target of the document: its first block. */
function drifted({ outcomes }: Checked): (Outcome & { drift: Drift })[] {
  const own = outcomes.flatMap(({ drift, ...one }) => (drift ? [{ ...one, drift }] : []));
  const firsts = Map.groupBy(own, ({ block }) => `${block.target} ${block.asked.asOf ?? ''}`);
  return [...firsts.values()].flatMap(([first]) => (first && isMoved(first.drift) ? [first] : []));
}

/** On standard error: each block that moved or failed, then how many. */
export function sayWords(checked: Checked, isCheck: boolean, deps: Deps): void {
  const { document, outcomes, failure } = checked;
  const { name } = document;
  if (outcomes.length === 0) deps.say(`stowage: ${name}: has no stowage blocks`);
  for (const one of outcomes) {
    const where = `stowage: ${name}:${one.block.line}:`;
    const [first = '', ...more] = one.problem?.split('\n') ?? [];
    if (one.state === 'failed') {
      deps.say(`${where} ${titleOf(one)} failed: ${first}`);
      for (const line of more) deps.say(`${where} ${line}`);
    } else if (one.state !== 'unchanged' && failure === null)
      deps.say(`${where} ${titleOf(one)} ${isCheck ? 'has moved' : 'updated'}${changeWords(one)}`);
  }
  for (const { block, drift } of drifted(checked))
    deps.say(`stowage: ${name}:${block.line}: ${shorten(block.target, 200)} ${driftWords(drift)}`);
  if (failure !== null) deps.say(`stowage: ${failure}`);
  const count = (...states: Outcome['state'][]) =>
    outcomes.filter(({ state }) => states.includes(state)).length;
  const [changed, failed] = [count('updated', 'moved'), count('failed')];
  if (outcomes.length === 0 || failure !== null || (isCheck && changed + failed === 0)) return;
  deps.say(
    `stowage: ${name}: ${changed} ${isCheck ? 'moved' : 'updated'}, ${count('unchanged')} unchanged, ${failed} failed`,
  );
}

/** Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions. */
export function githubLines(checked: Checked, isTooFar: (outcome: Outcome) => boolean): string[] {
  const { document, outcomes, failure } = checked;
  const file = document.name.replace(/^\.\//, '');
  const line = (level: 'error' | 'warning', at: number, title: string, message: string) =>
    `::${level} file=${property(file)},line=${at},title=${property(title)}::${data(message)}`;
  return [
    ...outcomes.flatMap((one) => {
      const at = one.block.line;
      if (one.state === 'failed')
        return line('error', at, 'Figure without an answer', `${titleOf(one)}: ${one.problem ?? ''}`);
      if (one.state !== 'moved') return [];
      const what = `${titleOf(one)} has moved${changeWords(one)}; run stowage docs ${document.name}`;
      return line('error', at, 'Figure out of date', what);
    }),
    ...drifted(checked).map((one) =>
      line(
        isTooFar(one) ? 'error' : 'warning',
        one.block.line,
        'Prices have changed',
        `${one.block.target} ${driftWords(one.drift)}`,
      ),
    ),
    ...(failure === null ? [] : [line('error', 1, 'Not written', failure)]),
  ];
}

/** GitHub undoes these again. */
const data = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string) => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

export function jsonOf({ document, outcomes, failure }: Checked): object {
  return {
    document: document.name,
    failure,
    blocks: outcomes.map(({ block, state, was, is, problem, drift }) => ({
      line: block.line,
      target: block.target,
      view: block.asked.view,
      state,
      was,
      is,
      problem,
      drift,
    })),
  };
}
