/**
 * Pulls the subtrees that are wanted out of a JSON text, one at a time, and never builds the rest: an offer file of tens
 * of megabytes costs little more memory than its bytes. What is passed over is read as strictly as what is taken.
 */
import { BoundsError, refuseUnbounded } from '#core/bounded.ts';
import { ImportError } from '../importer.ts';

/** Keys from the top; `*` stands for every key or index. */
export type JsonPath = readonly string[];

/** `value` parses the subtree; not called, it is passed over. */
export type Visit = (path: JsonPath, value: () => unknown) => void;

const DEEPEST = 32;
const MOST_SUBTREE_BYTES = 1024 * 1024;
const MOST_SUBTREE_VALUES = 20_000;
const MOST_NUMBER_LETTERS = 64;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERALS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word));

/** Calls `visit` for each value at one of `wanted`, in the order of the text. Throws `ImportError` for what is no JSON. */
export function pullJson(bytes: Uint8Array, wanted: readonly JsonPath[], visit: Visit): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // A byte order mark is no JSON, and some tools write one.
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

  space();
  value([], wanted, 0);
  space();
  if (at < bytes.length) throw broken('goes on after its end');

  function value(path: JsonPath, open: readonly JsonPath[], depth: number): void {
    const start = at;
    const isWanted = open.some((one) => one.length === 0);
    const deeper = open.filter((one) => one.length > 0);
    if (depth > DEEPEST) throw broken(`is nested more than ${DEEPEST} levels deep`);
    switch (bytes[at]) {
      case 0x7b:
        members(path, deeper, depth);
        break;
      case 0x5b:
        elements(path, deeper, depth);
        break;
      case 0x22:
        string();
        break;
      default:
        scalar();
    }
    if (isWanted) visit(path, () => parsed(start, path));
  }

  function members(path: JsonPath, open: readonly JsonPath[], depth: number): void {
    const seen = new Set<string>();
    at++;
    space();
    if (bytes[at] === 0x7d) return void at++;
    for (;;) {
      if (bytes[at] !== 0x22) throw broken('has a key that is no text');
      const from = at;
      string();
      // Only the keys on a wanted way are read.
      const key = open.length > 0 ? (JSON.parse(text(from, at)) as string) : '';
      if (open.length > 0) {
        if (seen.has(key)) throw broken(`has "${key.slice(0, 40)}" twice`);
        seen.add(key);
      }
      space();
      if (bytes[at] !== 0x3a) throw broken('lacks a colon');
      at++;
      space();
      value(open.length > 0 ? [...path, key] : path, stepInto(open, key), depth + 1);
      if (!more(0x7d)) return;
    }
  }

  function elements(path: JsonPath, open: readonly JsonPath[], depth: number): void {
    at++;
    space();
    if (bytes[at] === 0x5d) return void at++;
    for (let index = 0; ; index++) {
      const key = String(index);
      value(open.length > 0 ? [...path, key] : path, stepInto(open, key), depth + 1);
      if (!more(0x5d)) return;
    }
  }

  /** After a value: a comma and another, or the end. */
  function more(end: number): boolean {
    space();
    const letter = bytes[at++];
    if (letter === end) return false;
    if (letter !== 0x2c) throw broken('is cut short or lacks a comma');
    space();
    return true;
  }

  function string(): void {
    for (at++; ; at++) {
      const letter = bytes[at];
      if (letter === 0x22) break;
      if (letter === undefined || letter < 0x20) throw broken('has a text that does not end');
      if (letter !== 0x5c) continue;
      const escaped = bytes[++at] ?? 0;
      if (escaped === 0x75) {
        for (let i = 0; i < 4; i++) if (!isHex(bytes[++at] ?? 0)) throw broken('has a bad escape');
      } else if (!ESCAPES.has(escaped)) throw broken('has a bad escape');
    }
    at++;
  }

  function scalar(): void {
    const literal = LITERALS.find((word) => word.every((letter, i) => bytes[at + i] === letter));
    if (literal) return void (at += literal.length);
    const from = at;
    while (isNumberLetter(bytes[at] ?? 0)) at++;
    if (at - from > MOST_NUMBER_LETTERS || !NUMBER.test(text(from, at))) throw broken('is not JSON');
  }

  function space(): void {
    while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  }

  function parsed(start: number, path: JsonPath): unknown {
    if (at - start > MOST_SUBTREE_BYTES)
      throw new ImportError(`${path.join('.')}: is ${at - start} bytes, more than a price ever needs`);
    const found: unknown = JSON.parse(text(start, at));
    try {
      refuseUnbounded(found, { depth: DEEPEST, nodes: MOST_SUBTREE_VALUES });
    } catch (error) {
      throw error instanceof BoundsError ? new ImportError(`${path.join('.')}: ${error.message}`) : error;
    }
    return found;
  }

  function text(from: number, to: number): string {
    try {
      return decoder.decode(bytes.subarray(from, to));
    } catch {
      throw new ImportError(`byte ${from}: is not UTF-8 text`);
    }
  }

  function broken(what: string): ImportError {
    return new ImportError(`byte ${at}: ${what}; the file may have been cut short or changed`);
  }
}

function stepInto(open: readonly JsonPath[], key: string): JsonPath[] {
  return open.filter(([first]) => first === '*' || first === key).map((path) => path.slice(1));
}

const ESCAPES = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

const isHex = (letter: number) =>
  (letter >= 0x30 && letter <= 0x39) ||
  (letter >= 0x41 && letter <= 0x46) ||
  (letter >= 0x61 && letter <= 0x66);

const isNumberLetter = (letter: number) =>
  (letter >= 0x30 && letter <= 0x39) ||
  letter === 0x2b ||
  letter === 0x2d ||
  letter === 0x2e ||
  letter === 0x45 ||
  letter === 0x65;
