/** YAML from a file or a text, bounded: nothing that is read here can exhaust memory. */
import { LineCounter, isScalar, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import { BoundsError, refuseUnbounded } from '#core/bounded.ts';
import { messageOf } from '#core/message-of.ts';
import { ReadError, USER_LIMITS, readText, tooLarge } from './read-text.ts';
import type { ReadLimits } from './read-text.ts';

/** The value of a YAML (or JSON) file. Throws `ReadError`. */
export function readYamlFile(path: string, limits: ReadLimits = USER_LIMITS): unknown {
  return parseYaml(readText(path, limits.bytes), path, limits);
}

/** The value of a YAML (or JSON) text; `path` is only for messages. Throws `ReadError`. */
export function parseYaml(text: string, path: string, limits: ReadLimits = USER_LIMITS): unknown {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.bytes) throw new ReadError(path, tooLarge(bytes, limits.bytes));
  const lines = new LineCounter();
  let value: unknown;
  try {
    refuseDeepBrackets(text, limits.depth);
    refuseManyAnchors(text);
    const document = parseDocument(text, {
      lineCounter: lines,
      // The parser's own check compares every key of a map with every other.
      uniqueKeys: false,
      stringKeys: true,
      prettyErrors: false,
    });
    const [error] = document.errors;
    if (error && /call stack/.test(error.message)) throw tooDeep(limits.depth);
    const fault = error ? { at: error.pos[0], message: error.message } : repeatedKey(document);
    if (fault) {
      const { line, col } = lines.linePos(fault.at);
      throw new ReadError(`${path}:${line}:${col}`, `is not YAML: ${fault.message}`);
    }
    value = document.toJS({ maxAliasCount: limits.aliases });
    refuseUnbounded(value, { depth: limits.depth, nodes: limits.values });
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError(path, whyRefused(error, limits));
  }
  return value;
}

/** The parser descends once per bracket, so depth is bounded before it starts. Brackets in strings count too; data has few. */
function refuseDeepBrackets(text: string, depth: number): void {
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === 0x5b || letter === 0x7b) open++;
    else if (letter === 0x5d || letter === 0x7d) open = Math.max(0, open - 1);
    if (open > depth * 4) throw tooDeep(depth);
  }
}

const tooDeep = (depth: number) => new BoundsError(`it is nested more than ${depth} levels deep`);

const MOST_ANCHORS = 100;
/** Where an anchor may begin. One in quotes counts too. */
const ANCHOR = /(?:^|[\s[{,:])&[^\s[\]{},]/g;

/** The parser looks at every anchor for each further one, so they are counted before it starts. */
function refuseManyAnchors(text: string): void {
  ANCHOR.lastIndex = 0;
  for (let count = 0; ANCHOR.test(text);)
    if (++count > MOST_ANCHORS) throw new BoundsError(`it has more than ${MOST_ANCHORS} anchors (&name)`);
}

/** The first key that a map has twice. */
function repeatedKey(document: Document): { at: number; message: string } | null {
  let found: { at: number; message: string } | null = null;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) {
          const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
          found = { at, message: 'Map keys must be unique' };
          return visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return found;
}

function whyRefused(error: unknown, limits: ReadLimits): string {
  if (error instanceof BoundsError) return `${error.message}; that is more than a file of ours ever needs`;
  if (error instanceof ReferenceError)
    return /resource exhaustion|Excessive alias/i.test(error.message)
      ? `its aliases (*name) unfold to more than ${limits.aliases} values; write the values out`
      : error.message;
  if (error instanceof RangeError) return 'it is nested too deeply to read';
  return messageOf(error);
}
