/**
 * The YAML that people mostly write: maps of keys in blocks, `{ key: value }` and `[a, b]` on one line, numbers and words.
 * A short answer waits longer for the whole of YAML than for all its arithmetic, and a bill is to be there 150 ms after it is
 * asked for: so what is this plain is read here.
 * What is not certainly the same to the whole parser is left to it, with everything that is wrong.
 */

/** Not so plain: the whole parser's. */
export const NOT_PLAIN = Symbol('not plain');

interface Line {
  indent: number;
  key: string;
  /** What stands after the colon; empty where a block follows. */
  text: string;
}

type Keyed = Record<string, unknown>;

const MOST_CHARACTERS = 10_000;
const MOST_LEVELS = 8;
/** Neither a tab nor any letter outside ASCII; line ends alone. */
const READABLE = /^[\n\x20-\x7e]*$/;
const LINE = /^(?<indent> *)(?<key>[A-Za-z0-9][\w ./@-]*):(?: +(?<text>.*))?$/;
/** Nothing here begins or ends anything in YAML, wherever it stands. */
const WORDS = /^[A-Za-z0-9](?:[\w ./@%+-]*[\w./@%+-])?$/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const QUOTED = /^(?:"(?<double>[^"\\]*)"|'(?<single>[^']*)')$/;
/** Words that YAML reads as something else, and names no file of ours may have. */
const OTHER = /^(?:null|true|false|constructor|prototype)$/i;
/** The parts of a map or list on one line, each with the spaces around it. */
const TOKEN = / *(?<token>[[\]{},]|: |[^[\]{},:]+) */y;

/** The value of a plain text, else `NOT_PLAIN`. Throws nothing. */
export function plainYaml(text: string): unknown {
  if (text.length > MOST_CHARACTERS || !READABLE.test(text)) return NOT_PLAIN;
  const lines: Line[] = [];
  for (const raw of text.split('\n')) {
    const written = withoutRemark(raw);
    if (written === '') continue;
    const { indent, key, text: rest } = LINE.exec(written)?.groups ?? {};
    if (indent === undefined || key === undefined || !isName(key)) return NOT_PLAIN;
    lines.push({ indent: indent.length, key, text: rest ?? '' });
  }
  if (lines.length === 0 || lines[0]?.indent !== 0) return NOT_PLAIN;
  const { value, next } = block(lines, 0, 0, 1);
  return next === lines.length ? value : NOT_PLAIN;
}

/** A remark stands alone or after a blank. One after a quotation mark may be none: its `#` then stays, and is not plain. */
function withoutRemark(line: string): string {
  const at = line.search(/(?:^|\s)#/);
  const quoted = line.search(/["']/);
  return (at < 0 || (quoted >= 0 && quoted < at) ? line : line.slice(0, at)).trimEnd();
}

interface Read {
  value: unknown;
  /** The first line or character after it. */
  next: number;
}

const NOTHING: Read = { value: NOT_PLAIN, next: -1 };

/** The map whose keys stand at `indent`, from line `start`. */
function block(lines: readonly Line[], start: number, indent: number, level: number): Read {
  if (level > MOST_LEVELS) return NOTHING;
  const value: Keyed = {};
  let at = start;
  for (let line = lines[at]; line && line.indent === indent; line = lines[at]) {
    if (Object.hasOwn(value, line.key)) return NOTHING;
    const below = lines[at + 1];
    const isDeeper = below !== undefined && below.indent > indent;
    if (isDeeper !== (line.text === '')) return NOTHING;
    const read = isDeeper
      ? block(lines, at + 1, below.indent, level + 1)
      : { value: written(line.text, level), next: at + 1 };
    if (read.value === NOT_PLAIN) return NOTHING;
    value[line.key] = read.value;
    at = read.next;
  }
  const after = lines[at];
  return after && after.indent > indent ? NOTHING : { value, next: at };
}

/** What stands after a key on its line. */
function written(text: string, level: number): unknown {
  if (!/^[[{]/.test(text)) return scalar(text);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.groups?.['token'];
    if (token === undefined) return NOT_PLAIN;
    tokens.push(token.trim());
  }
  const { value, next } = flow(tokens, 0, level + 1);
  return next === tokens.length ? value : NOT_PLAIN;
}

/** A map, a list or a scalar among tokens. */
function flow(tokens: readonly string[], start: number, level: number): Read {
  if (level > MOST_LEVELS) return NOTHING;
  const open = tokens[start];
  if (open !== '{' && open !== '[') return { value: scalar(open ?? ''), next: start + 1 };
  const close = open === '{' ? '}' : ']';
  const map: Keyed = {};
  const list: unknown[] = [];
  let at = start + 1;
  if (tokens[at] === close) return { value: open === '{' ? map : list, next: at + 1 };
  for (;;) {
    const key = tokens[at];
    if (open === '{') {
      if (key === undefined || !isName(key) || tokens[at + 1] !== ':' || Object.hasOwn(map, key))
        return NOTHING;
      at += 2;
    }
    const read = flow(tokens, at, level + 1);
    if (read.value === NOT_PLAIN) return NOTHING;
    if (open === '{') map[key ?? ''] = read.value;
    else list.push(read.value);
    const end = tokens[read.next];
    at = read.next + 1;
    if (end === close) return { value: open === '{' ? map : list, next: at };
    if (end !== ',') return NOTHING;
  }
}

function isName(key: string): boolean {
  return typeof scalar(key) === 'string' && !/["']/.test(key);
}

function scalar(text: string): unknown {
  if (NUMBER.test(text)) return Number(text);
  const quoted = QUOTED.exec(text)?.groups;
  if (quoted) return quoted['double'] ?? quoted['single'];
  // Hexadecimal, powers of ten and the like are numbers to YAML too, each in its own way.
  return WORDS.test(text) && !OTHER.test(text) && Number.isNaN(Number(text)) ? text : NOT_PLAIN;
}
