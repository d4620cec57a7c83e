/** Marked blocks in a Markdown text: `<!-- stowage FILE-or-LINK view=… -->` up to `<!-- /stowage -->`. */
import { shorten } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';

export interface MarkedBlock {
  /** What stands after `stowage` in the opening mark, as words. */
  target: string;
  options: Readonly<Record<string, string>>;
  /** Line of the opening mark, from 1. */
  line: number;
  /** Both marks stand on one line: the figure is part of a sentence. */
  inline: boolean;
  /** Offset after the last word of the opening mark, where more options may be written. */
  optionsEnd: number;
  /** Offsets of what stands between the marks. */
  from: number;
  to: number;
}

interface Mark {
  /** What stands after `stowage`; null in a closing mark. */
  words: string | null;
  line: number;
  from: number;
  to: number;
  wordsEnd: number;
}

/**
 * In order, in time linear in the text. Blocks inside fenced code or code spans are text. Throws `Misunderstood` with the line of
 * a block that is not closed.
 */
export function markedBlocks(text: string, name: string): MarkedBlock[] {
  const blocks: MarkedBlock[] = [];
  let opening: Mark | null = null;
  const refuseOpen = () => {
    if (opening)
      throw new Misunderstood(
        `${name}:${opening.line}: the stowage block that opens here is not closed; put <!-- /stowage --> after it`,
      );
  };
  for (const mark of marksOf(text)) {
    if (mark.words !== null) {
      refuseOpen();
      opening = mark;
      continue;
    }
    if (!opening)
      throw new Misunderstood(`${name}:${mark.line}: <!-- /stowage --> closes a block that nothing opens`);
    blocks.push({
      ...wordsOf(opening.words ?? '', `${name}:${opening.line}`),
      line: opening.line,
      inline: opening.line === mark.line,
      optionsEnd: opening.wordsEnd,
      from: opening.to,
      to: mark.from,
    });
    opening = null;
  }
  refuseOpen();
  return blocks;
}

/** Marks outside code. Each stands on one line, as `<!-- stowage … -->` or `<!-- /stowage -->`. */
function* marksOf(text: string): Generator<Mark> {
  let fence: string | null = null;
  let offset = 0;
  for (const [i, line] of text.split('\n').entries()) {
    const toggled = fenceAfter(line, fence);
    if (fence === null && toggled === null) yield* marksIn(line, i + 1, offset);
    fence = toggled;
    offset += line.length + 1;
  }
}

/** The fence of code that holds the next line (CommonMark §4.5), by the one that holds this. */
function fenceAfter(line: string, fence: string | null): string | null {
  const mark = /^ {0,3}(?:> ?)*(?:[-*+] +)? {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (mark === undefined) return fence;
  if (fence === null) {
    const isSpan = mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`');
    return isSpan ? null : mark;
  }
  const closes = mark[0] === fence[0] && mark.length >= fence.length && line.trimEnd().endsWith(mark);
  return closes ? null : fence;
}

const BLANK = /[ \t]*/y;
const WORD = /(\/?)stowage/y;

function* marksIn(line: string, number: number, offset: number): Generator<Mark> {
  let at = line.indexOf('<!--');
  if (at < 0) return;
  const isCode = codeSpansOf(line);
  for (; at >= 0; at = line.indexOf('<!--', at)) {
    const begin = at;
    at += '<!--'.length;
    if (isCode(begin)) continue;
    const word = at + lengthAt(BLANK, line, at);
    WORD.lastIndex = word;
    const found = WORD.exec(line);
    at = word;
    if (!found) continue;
    const from = word + found[0].length;
    const end = line.indexOf('-->', from);
    // Nothing after it ends a comment on this line either.
    if (end < 0) return;
    const words = line.slice(from, end).trim();
    const wordsEnd = offset + from + line.slice(from, end).trimEnd().length;
    const isClosing = found[1] === '/';
    if (isClosing ? words !== '' : !/[ \t]/.test(line.charAt(from))) continue;
    at = end + '-->'.length;
    yield { words: isClosing ? null : words, line: number, from: offset + begin, to: offset + at, wordsEnd };
  }
}

/** How much of `text` the sticky `pattern` takes from `at`. */
function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Whether an offset, each asked for being above the last, lies in a code span of the line (CommonMark §6.1). */
function codeSpansOf(line: string): (offset: number) => boolean {
  const ticks = [...line.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  // The next run of the same length ends a span.
  const ends: (number | undefined)[] = [];
  const last = new Map<number, number>();
  for (let i = ticks.length - 1; i >= 0; i--) {
    const length = ticks[i]?.length ?? 0;
    ends[i] = last.get(length);
    last.set(length, i);
  }
  const spans: { from: number; to: number }[] = [];
  for (let i = 0; i < ticks.length; i++) {
    const end = ends[i];
    if (end === undefined) continue;
    spans.push({ from: ticks[i]?.at ?? 0, to: ticks[end]?.at ?? 0 });
    i = end;
  }
  let span = 0;
  return (offset) => {
    while ((spans[span]?.to ?? Infinity) < offset) span++;
    return (spans[span]?.from ?? Infinity) < offset;
  };
}

function wordsOf(text: string, where: string): { target: string; options: Record<string, string> } {
  const words = text.match(/"[^"]*"|\S+/g)?.map((word) => word.replace(/^"(.*)"$/, '$1')) ?? [];
  const isOption = (word: string) => /^[a-zA-Z]+=/.test(word) && !/^s=\d/.test(word);
  const targets = words.filter((word) => !isOption(word));
  const [target, extra] = targets;
  if (target === undefined)
    throw new Misunderstood(
      `${where}: the block names no file or link; write <!-- stowage plan.yaml view=total -->`,
    );
  if (extra !== undefined)
    throw new Misunderstood(
      `${where}: "${shorten(extra)}" is not understood; write key=value after the file, and quote a name with spaces`,
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

/** What a block becomes. */
export interface Refreshed {
  /** Without line ends at its ends. */
  content: string;
  /** Written into the opening mark. */
  options: Readonly<Record<string, string>>;
}

/** The text with each block's content replaced, in the order of `blocks`; a block with null stays as it is. */
export function replaceBlocks(
  text: string,
  blocks: readonly MarkedBlock[],
  refreshed: readonly (Refreshed | null)[],
): string {
  const parts: string[] = [];
  let at = 0;
  for (const [i, block] of blocks.entries()) {
    const one = refreshed[i] ?? null;
    if (one === null) continue;
    const more = Object.entries(one.options).map(([key, value]) => ` ${key}=${value}`);
    parts.push(text.slice(at, block.optionsEnd), ...more, text.slice(block.optionsEnd, block.from));
    parts.push(contentFor(text, block, one.content));
    at = block.to;
  }
  return parts.join('') + text.slice(at);
}

/** The content as it stands between the marks: alone in the line ends and indentation of its document, or within a sentence. */
export function contentFor(text: string, block: MarkedBlock, content: string): string {
  if (block.inline) return content;
  const lineEnd = text.slice(block.from, block.to).includes('\r\n') ? '\r\n' : '\n';
  const before = text.slice(text.lastIndexOf('\n', block.to - 1) + 1, block.to);
  const indent = /[^ \t]/.test(before) ? '' : before;
  // Empty lines around it: a formatter of Markdown would add them, and the block would seem to have moved.
  const lines = ['', ...content.split('\n'), ''].map((line) => (line === '' ? '' : indent + line));
  return lineEnd + lines.join(lineEnd) + lineEnd + indent;
}
