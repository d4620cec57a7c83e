/** One document: its blocks read, worked out, and written again where one has moved. */
import path from 'node:path';
import { textOf } from '#catalog/read-text.ts';
import { replaceFile } from '#files/write-files.ts';
import { withDeps, type Deps } from '../deps.ts';
import { Misunderstood, foreseen, within } from '../failures.ts';
import { isInside, realPlace, repositoryOf } from '../input/inside.ts';
import { fileBytes } from '../input/read-input.ts';
import { contentFor, markedBlocks, replaceBlocks, type MarkedBlock, type Refreshed } from './blocks.ts';
import { pictureOf, writePictures, type Picture } from './pictures.ts';
import type { Drift } from './drift.ts';
import { askedOf, isPicture, type Asked } from './marks.ts';
import type { Target, Targets } from './targets.ts';

const LARGEST_DOCUMENT_BYTES = 8 * 1024 * 1024;

export type Block = MarkedBlock & { asked: Asked };

export interface Document {
  /** As the user named it. */
  name: string;
  /** Where it is, symbolic links resolved. */
  file: string;
  bytes: Uint8Array;
  text: string;
  blocks: Block[];
}

export interface Way {
  /** Files that blocks name lie in it; null: in the document's repository. */
  root: string | null;
  targets: Targets;
  /** Nothing is written. */
  isCheck: boolean;
  /** The page that links lead to, for blocks that name none; undefined: no link. */
  base: string | undefined;
  /** A day whose prices each answer is compared with; undefined: none. */
  today: string | undefined;
}

/** What became of a block. */
export interface Outcome {
  block: Block;
  state: 'updated' | 'moved' | 'unchanged' | 'failed';
  was: string;
  is: string | null;
  problem: string | null;
  drift: Drift | null;
}

export interface Checked {
  document: Document;
  outcomes: Outcome[];
  /** Why the document was not written; null where it was, or nothing was to write. */
  failure: string | null;
}

/** Throws `Misunderstood` with the line of a mark that says nothing. */
export async function documentNamed(name: string, deps: Deps): Promise<Document> {
  const bytes = fileBytes(name, deps, LARGEST_DOCUMENT_BYTES);
  const text = textOf(bytes, name);
  const blocks: Block[] = [];
  for (const block of markedBlocks(text, name))
    blocks.push({ ...block, asked: await within(`${name}:${block.line}`, () => askedOf(block)) });
  return { name, file: realPlace(path.resolve(deps.cwd, name)), bytes, text, blocks };
}

/** Each block is updated, unchanged or failed by itself. */
export async function refreshed(document: Document, way: Way, deps: Deps): Promise<Checked> {
  const { file, bytes, text, blocks } = document;
  const folder = path.dirname(file);
  const readsWithin = way.root ?? repositoryOf(folder);
  const inFolder = withDeps(deps, { cwd: folder, readsWithin });
  const worked = [];
  for (const block of blocks) worked.push(await workedOut(block, text, way, inFolder));
  const updated = replaceBlocks(
    text,
    blocks,
    worked.map(({ refreshed }) => refreshed),
  );
  const pictures = worked.flatMap(({ picture }) => picture ?? []);
  const write = () => {
    const stray = pictures.find((one) => !isInside(readsWithin, realPlace(one.path)));
    if (stray) throw new Misunderstood(`${stray.path} lies outside ${readsWithin}, so it is not written`);
    writePictures(pictures);
    if (updated !== text) replaceFile(file, bytes, updated);
  };
  return {
    document,
    outcomes: worked.map(({ outcome }) => outcome),
    failure: way.isCheck ? null : failureOfWriting(write),
  };
}

interface Worked {
  outcome: Outcome;
  /** Null: the block stays as it is. */
  refreshed: Refreshed | null;
  picture: Picture | null;
}

async function workedOut(block: Block, text: string, way: Way, deps: Deps): Promise<Worked> {
  const was = text.slice(block.from, block.to);
  const outcome: Outcome = { block, state: 'failed', was: was.trim(), is: null, problem: null, drift: null };
  try {
    const { asked, inline } = block;
    const target = await way.targets.of(block.target, asked.asOf, deps);
    const options: Record<string, string> = {};
    if (target.asOf !== null) options['asOf'] = target.asOf;
    const picture = isPicture(asked.view) ? await pictureOf(asked.view, target, block, deps) : null;
    const shown = picture?.markdown ?? (await target.show({ ...asked, inline }));
    const link = await linkUnder(target, block, way, options);
    const content = link === null ? shown : `${shown}\n\n${link}`;
    const isSame =
      withoutFragments(was) === withoutFragments(contentFor(text, block, content)) &&
      Object.keys(options).length === 0 &&
      !picture?.isChanged;
    return {
      outcome: {
        ...outcome,
        state: isSame ? 'unchanged' : way.isCheck ? 'moved' : 'updated',
        is: content,
        drift: way.today === undefined ? null : await target.driftTo(way.today),
      },
      refreshed: isSame ? null : { content, options },
      picture,
    };
  } catch (error) {
    return { outcome: { ...outcome, problem: foreseen(error) }, refreshed: null, picture: null };
  }
}

/** On a line of its own; the mark keeps the page. Null where no page is known. */
async function linkUnder(
  target: Target,
  { asked, inline }: Block,
  { base }: Way,
  options: Record<string, string>,
): Promise<string | null> {
  const page = asked.link ?? (inline ? undefined : base);
  const fragment = page === undefined ? null : await target.fragment();
  if (page === undefined || fragment === null) return null;
  if (asked.link === undefined) options['link'] = page;
  return `[Open in Stowage](${page.replace(/#.*$/, '')}#${fragment})`;
}

/** A link also keeps which prices were known: it may be another, and mean the same. */
const withoutFragments = (text: string) => text.replace(/#s=[^)\s]*/g, '#');

/** Null where it is written. */
function failureOfWriting(write: () => void): string | null {
  try {
    write();
    return null;
  } catch (error) {
    return foreseen(error);
  }
}
