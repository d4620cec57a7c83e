import path from 'node:path';
import { textOf } from '#catalog/read-text.ts';
import { shorten } from '#core/units.ts';
import { replaceFile } from '#files/write-files.ts';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { contentFor, markedBlocks, replaceBlocks } from '../docs/blocks.ts';
import type { MarkedBlock } from '../docs/blocks.ts';
import { Targets } from '../docs/targets.ts';
import { viewNamed } from '../docs/views.ts';
import type { View } from '../docs/views.ts';
import { Misunderstood, failureOf, within } from '../failures.ts';
import { realPlace, repositoryOf } from '../input/inside.ts';
import { fileBytes } from '../input/read-input.ts';

const LARGEST_DOCUMENT_BYTES = 8 * 1024 * 1024;
const OPTIONS = ['view', 'id'];

interface Document {
  /** As the user named it. */
  name: string;
  /** Where it is, symbolic links resolved. */
  file: string;
  bytes: Uint8Array;
  text: string;
  blocks: (MarkedBlock & { view: View })[];
}

/**
 * Every mark of every document is understood, or nothing is done (exit 2). Then each block is updated, unchanged or failed by
 * itself. Exit 1 where one failed, a document could not be written, or with `--check`, which writes nothing, one has moved.
 */
export const docs: Run = async (args, deps) => {
  const root = rootGiven(args, deps);
  for (const name of args.operands) await documentNamed(name, deps);
  const targets = new Targets();
  const isWell: boolean[] = [];
  for (const name of args.operands) {
    const document = await documentNamed(name, deps);
    isWell.push(await refreshed(document, { root, targets, isCheck: args.has('check') }, deps));
  }
  return { exit: isWell.every(Boolean) ? 0 : 1 };
};

function rootGiven(args: Args, deps: Deps): string | null {
  const root = args.text('root');
  return root === undefined ? null : realPlace(path.resolve(deps.cwd, root));
}

/** Throws `Misunderstood` with the line of a mark that says nothing. */
async function documentNamed(name: string, deps: Deps): Promise<Document> {
  const bytes = fileBytes(name, deps, LARGEST_DOCUMENT_BYTES);
  const text = textOf(bytes, name);
  const blocks: Document['blocks'] = [];
  for (const block of markedBlocks(text, name))
    blocks.push({ ...block, view: await within(`${name}:${block.line}`, () => viewAsked(block)) });
  return { name, file: realPlace(path.resolve(deps.cwd, name)), bytes, text, blocks };
}

function viewAsked({ target, options }: MarkedBlock): View {
  const stranger = Object.keys(options).find((key) => !OPTIONS.includes(key));
  if (stranger !== undefined)
    throw new Misunderstood(`unknown option "${stranger}"; a block takes ${OPTIONS.join(' and ')}`);
  if (target === '-') throw new Misunderstood('a block cannot read standard input; name a file or a link');
  return viewNamed(options['view']);
}

interface Way {
  /** Files that blocks name lie in it; null: in the document's repository. */
  root: string | null;
  targets: Targets;
  isCheck: boolean;
}

/** Says what became of each block once that is true. False where one failed, or `--check` finds one that has moved. */
async function refreshed(document: Document, way: Way, deps: Deps): Promise<boolean> {
  const { name, file, bytes, text, blocks } = document;
  if (blocks.length === 0) deps.say(`stowage: ${name}: has no stowage blocks`);
  const folder = path.dirname(file);
  const inFolder = Object.create(deps, {
    cwd: { value: folder },
    readsWithin: { value: way.root ?? repositoryOf(folder) },
  }) as Deps;
  const outcomes: Outcome[] = [];
  for (const block of blocks) outcomes.push(await outcomeOf(block, text, way.targets, inFolder));
  const updated = replaceBlocks(
    text,
    blocks,
    outcomes.map(({ content }) => content),
  );
  const failure = way.isCheck || updated === text ? null : failureToWrite(file, bytes, updated);
  const moved = way.isCheck ? 'has moved' : 'updated';
  for (const [i, { was, content, problem }] of outcomes.entries()) {
    const block = blocks[i];
    if (!block) continue;
    const where = `stowage: ${name}:${block.line}:`;
    const [first = '', ...more] = problem === null ? [] : problem.split('\n');
    const what = `${shorten(block.target, 200)} view=${block.view}`;
    if (problem !== null) {
      deps.say(`${where} ${what} failed: ${first}`);
      for (const line of more) deps.say(`${where} ${line}`);
    } else if (was !== null && failure === null)
      deps.say(
        `${where} ${what} ${moved}${block.inline ? `: ${shorten(was.trim()) || 'nothing'} → ${content}` : ''}`,
      );
  }
  if (failure !== null) deps.say(`stowage: ${failure}`);
  const failed = outcomes.filter(({ problem }) => problem !== null).length;
  const changed = outcomes.filter(({ was }) => was !== null).length;
  const isQuiet = blocks.length === 0 || failure !== null || (way.isCheck && failed + changed === 0);
  if (!isQuiet)
    deps.say(
      `stowage: ${name}: ${changed} ${way.isCheck ? 'moved' : 'updated'}, ${blocks.length - changed - failed} unchanged, ${failed} failed`,
    );
  return failed === 0 && failure === null && !(way.isCheck && changed > 0);
}

interface Outcome {
  /** Null: it failed. */
  content: string | null;
  /** What stood there, where that is something else. */
  was: string | null;
  problem: string | null;
}

async function outcomeOf(
  block: Document['blocks'][number],
  text: string,
  targets: Targets,
  deps: Deps,
): Promise<Outcome> {
  try {
    const { target, view, inline, options } = block;
    const content = await targets.show(target, { view, inline, id: options['id'] }, deps);
    const was = text.slice(block.from, block.to);
    return { content, was: was === contentFor(text, block, content) ? null : was, problem: null };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return { content: null, was: null, problem: failure.message };
  }
}

/** Null where the document is written. */
function failureToWrite(file: string, before: Uint8Array, text: string): string | null {
  try {
    replaceFile(file, before, text);
    return null;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return failure.message;
  }
}
