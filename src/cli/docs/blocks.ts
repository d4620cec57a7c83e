/** Marked blocks in a Markdown text: `<!-- stowage FILE-or-LINK view=… -->` up to `<!-- /stowage -->`. */
import { Misunderstood } from '../failures.ts';

export interface MarkedBlock {
  /** What stands after `stowage` in the opening mark, as words. */
  target: string;
  options: Readonly<Record<string, string>>;
  /** Line of the opening mark, from 1. */
  line: number;
  /** Both marks stand on one line: the figure is part of a sentence. */
  inline: boolean;
  /** Offsets of what stands between the marks. */
  from: number;
  to: number;
}

const OPENING = /<!--[ \t]*stowage[ \t]+(.*?)[ \t]*-->/g;
const CLOSING = /<!--[ \t]*\/stowage[ \t]*-->/g;

/** In order. Blocks inside fenced code or code spans are text. Throws `Misunderstood` with the line of a block that is not closed. */
export function markedBlocks(text: string, name: string): MarkedBlock[] {
  const isCode = codeOf(text);
  const openings = [...text.matchAll(OPENING)].filter((mark) => !isCode(mark.index));
  const closings = [...text.matchAll(CLOSING)].filter((mark) => !isCode(mark.index));
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const blocks: MarkedBlock[] = [];
  for (const [i, opening] of openings.entries()) {
    const from = opening.index + opening[0].length;
    const next = openings[i + 1]?.index ?? Infinity;
    const closing = closings.find((mark) => mark.index >= from);
    const line = lineOf(opening.index);
    if (!closing || closing.index > next)
      throw new Misunderstood(
        `${name}:${line}: the stowage block that opens here is not closed; put <!-- /stowage --> after it`,
      );
    const { target, options } = wordsOf(opening[1] ?? '', `${name}:${line}`);
    blocks.push({
      target,
      options,
      line,
      inline: !text.slice(from, closing.index).includes('\n'),
      from,
      to: closing.index,
    });
  }
  const stray = closings.find((mark) => !blocks.some((block) => block.to === mark.index));
  if (stray)
    throw new Misunderstood(
      `${name}:${lineOf(stray.index)}: <!-- /stowage --> closes a block that nothing opens`,
    );
  return blocks;
}

function wordsOf(text: string, where: string): { target: string; options: Record<string, string> } {
  const words = text.match(/"[^"]*"|\S+/g)?.map((word) => word.replace(/^"(.*)"$/, '$1')) ?? [];
  const isOption = (word: string) => /^[a-z]+=/.test(word) && !/^s=\d/.test(word);
  const targets = words.filter((word) => !isOption(word));
  const [target, extra] = targets;
  if (target === undefined)
    throw new Misunderstood(
      `${where}: the block names no file or link; write <!-- stowage plan.yaml view=total -->`,
    );
  if (extra !== undefined)
    throw new Misunderstood(
      `${where}: "${extra}" is not understood; write key=value after the file, and quote a name with spaces`,
    );
  return {
    target,
    options: Object.fromEntries(
      words
        .filter(isOption)
        .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
    ),
  };
}

/** Whether an offset lies in fenced code (CommonMark §4.5) or in a code span of its own line. */
function codeOf(text: string): (offset: number) => boolean {
  const fenced: [number, number][] = [];
  let fence: { mark: string; from: number } | null = null;
  let offset = 0;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(?:> ?)*(?:[-*+] +)? {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (
      mark &&
      !fence &&
      !(mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`'))
    )
      fence = { mark, from: offset };
    else if (
      mark &&
      fence &&
      mark[0] === fence.mark[0] &&
      mark.length >= fence.mark.length &&
      line.trimEnd().endsWith(mark)
    ) {
      fenced.push([fence.from, offset + line.length]);
      fence = null;
    }
    offset += line.length + 1;
  }
  if (fence) fenced.push([fence.from, text.length]);
  return (at) => {
    if (fenced.some(([from, to]) => at >= from && at < to)) return true;
    const line = text.slice(
      text.lastIndexOf('\n', at - 1) + 1,
      (text.indexOf('\n', at) + 1 || text.length + 1) - 1,
    );
    return inSpan(line, at - (text.lastIndexOf('\n', at - 1) + 1));
  };
}

function inSpan(line: string, at: number): boolean {
  for (const span of line.matchAll(/(`+)(?!`)(.*?[^`])\1(?!`)/g))
    if (at > span.index && at < span.index + span[0].length) return true;
  return false;
}

/** The text with each block's content replaced. `contents` are in the order of `blocks`, without line ends at their ends. */
export function replaceBlocks(
  text: string,
  blocks: readonly MarkedBlock[],
  contents: readonly string[],
): string {
  let result = '';
  let at = 0;
  for (const [i, block] of blocks.entries()) {
    result += text.slice(at, block.from) + contentFor(text, block, contents[i] ?? '');
    at = block.to;
  }
  return result + text.slice(at);
}

/** The content as it stands between the marks: alone in the line ends and indentation of its document, or within a sentence. */
export function contentFor(text: string, block: MarkedBlock, content: string): string {
  if (block.inline) return content;
  const lineEnd = text.slice(block.from, block.to).includes('\r\n') ? '\r\n' : '\n';
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, block.to))?.[1] ?? '';
  // Empty lines around it: a formatter of Markdown would add them, and the block would seem to have moved.
  const lines = ['', ...content.split('\n'), ''].map((line) => (line === '' ? '' : indent + line));
  return lineEnd + lines.join(lineEnd) + lineEnd + indent;
}
