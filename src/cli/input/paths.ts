/** Values of a scenario by their dotted paths, such as `workload.readers[0].at`: the columns of a CSV, and `--set`. */
import { Misunderstood } from '../failures.ts';

export type Key = string | number;

/** Where a value is a list of words. */
const WORD_LISTS = /^(stores|copies|requirements\.exclude)$/;
/** Where it is one word, or a list of several. */
const WORD_OR_LIST = /^workload\.readers\[\d+\]\.via$/;
const BOOLEANS = /\.(reproducible|ramp)$/;

/** `before` begins a message. Throws `Misunderstood` for what is no path. */
export function keysOf(path: string, before: string): Key[] {
  const keys = path.split('.').flatMap((part): Key[] => {
    if (/^\d{1,3}$/.test(part)) return [Number(part)];
    const [, word, indexes] = /^([^[\]]+)((?:\[\d{1,3}\])*)$/.exec(part) ?? [];
    if (word === undefined)
      throw new Misunderstood(
        `${before}"${path}" is not a path; write it like workload.objects.size or workload.readers[0].at`,
      );
    return [word, ...[...(indexes ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))];
  });
  if (keys.some((key) => ['__proto__', 'constructor', 'prototype'].includes(String(key))))
    throw new Misunderstood(`${before}"${path}" is not a path of a scenario`);
  return keys;
}

/** `[…]` and `{…}` are JSON, numbers are numbers; stores are divided by blanks, commas or semicolons. Throws `Misunderstood`. */
export function valueOf(text: string, path: string, where: string): unknown {
  const isList = WORD_LISTS.test(path) || WORD_OR_LIST.test(path);
  const plain = isList ? text.replace(/^\[([^{}"]*)\]$/, '$1') : text;
  if (/^[[{]/.test(plain)) {
    try {
      return JSON.parse(plain);
    } catch {
      throw new Misunderstood(`${where}: "${text.slice(0, 60)}" begins like JSON and is not`);
    }
  }
  const words = plain.split(/[\s,;]+/).filter((word) => word !== '');
  if (WORD_OR_LIST.test(path)) return words.length > 1 ? words : plain;
  if (WORD_LISTS.test(path) && plain !== 'all') return words;
  if (BOOLEANS.test(path) && /^(true|false)$/.test(plain)) return plain === 'true';
  return /^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(plain) ? Number(plain) : plain;
}

/** Puts `value` into `target`, and makes what holds it. Throws `Misunderstood` where something else stands there. */
export function place(
  target: Record<string, unknown>,
  keys: readonly Key[],
  value: unknown,
  before: string,
): void {
  let here: Record<Key, unknown> = target;
  for (const [i, key] of keys.entries()) {
    const next = keys[i + 1];
    if (next === undefined) here[key] = value;
    else {
      here[key] ??= typeof next === 'number' ? [] : {};
      const inner = here[key];
      if (inner === null || typeof inner !== 'object')
        throw new Misunderstood(
          `${before}${keys.slice(0, i + 1).join('.')} is given both whole and in parts`,
        );
      here = inner as Record<Key, unknown>;
    }
  }
}
