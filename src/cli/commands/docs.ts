import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_DRAWS } from '#core/uncertainty/plan-uncertainty.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import { readArgs } from '../args.ts';
import type { Deps, Run } from '../deps.ts';
import { contentFor, markedBlocks, replaceBlocks } from '../docs/blocks.ts';
import type { MarkedBlock } from '../docs/blocks.ts';
import { billView, planView, viewNamed } from '../docs/views.ts';
import { Misunderstood, within } from '../failures.ts';
import { fileText, isScenario, readInput } from '../input/read-input.ts';
import { asked, planOf, readScenarios, sourcesOf, surenessOf } from '../scenarios.ts';
import { billOf, readUsages } from '../usages.ts';

const LARGEST_DOCUMENT_BYTES = 8 * 1024 * 1024;
const OPTIONS = ['view', 'id'];

/** Nothing is written unless every block of every document could be worked out. With `--check` nothing is, and a drift exits 1. */
export const docs: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'docs',
    flags: { check: 'boolean' },
    operands: { name: 'a Markdown FILE.md', least: 1, most: Infinity },
  });
  const checking = args.has('check');
  const changes: { file: string; text: string }[] = [];
  for (const file of args.operands) {
    const full = path.resolve(deps.cwd, file);
    const before = fileText(file, deps, LARGEST_DOCUMENT_BYTES);
    const blocks = markedBlocks(before, file);
    if (blocks.length === 0) deps.say(`stowage: ${file}: has no stowage blocks`);
    const folder: Deps = Object.create(deps, { cwd: { value: path.dirname(full) } }) as Deps;
    const contents: string[] = [];
    for (const block of blocks) {
      const content = await within(`${file}:${block.line}`, () => contentOf(block, folder));
      contents.push(content);
      const was = before.slice(block.from, block.to);
      if (was !== contentFor(before, block, content))
        deps.say(
          `stowage: ${file}:${block.line}: ${block.target} view=${block.options['view']} ${checking ? 'has moved' : 'refreshed'}${block.inline ? `: ${was.trim() || 'nothing'} → ${content}` : ''}`,
        );
    }
    const text = replaceBlocks(before, blocks, contents);
    if (text !== before) changes.push({ file: full, text });
  }
  if (checking) return { exit: changes.length > 0 ? 1 : 0 };
  for (const { file, text } of changes) writeFileSync(file, text);
  return { exit: 0 };
};

async function contentOf({ target, options, inline }: MarkedBlock, deps: Deps): Promise<string> {
  const stranger = Object.keys(options).find((key) => !OPTIONS.includes(key));
  if (stranger !== undefined)
    throw new Misunderstood(`unknown option "${stranger}"; a block takes ${OPTIONS.join(' and ')}`);
  const view = viewNamed(options['view']);
  if (target === '-') throw new Misunderstood('a block cannot read standard input; name a file or a link');
  if (!looksLikePermalink(target)) {
    const items = await readInput(target, deps, { split: true });
    if (!items.some(({ value }) => isScenario(value)))
      return billView(await billOf(await readUsages(target, deps), deps), view, { inline });
  }
  const scenarios = await readScenarios(target, deps);
  const [only, second] = scenarios;
  if (!only || second)
    throw new Misunderstood(`${target} holds ${scenarios.length} scenarios, and a block shows one`);
  const question = await asked(only, await sourcesOf(deps), deps);
  const plan = await planOf(question);
  const sure = await surenessOf(question, view === 'uncertainty' ? DEFAULT_DRAWS : 0);
  return planView({ ...plan, ...sure }, view, { inline, id: options['id'] });
}
