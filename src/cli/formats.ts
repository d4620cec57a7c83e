/** `--json`, `--jsonl` and `--format` as one choice. */
import type { Args } from './args.ts';
import { Misunderstood } from './failures.ts';
import { harmlessJson } from './render/harmless.ts';

/** Throws `Misunderstood` when two different forms are asked for at once. */
export function formatOf<T extends string>(args: Args, choices: readonly T[]): T | 'json' | 'jsonl' {
  const asked = new Set<T | 'json' | 'jsonl'>();
  if (args.has('json')) asked.add('json');
  if (args.has('jsonl')) asked.add('jsonl');
  const format = args.choice('format', choices);
  if (format) asked.add(format);
  if (asked.size > 1) throw new Misunderstood(`ask for one form of answer, not ${[...asked].join(' and ')}`);
  return [...asked][0] ?? choices[0] ?? 'json';
}

export function jsonText(value: unknown): string {
  return `${harmlessJson(JSON.stringify(value, null, 2))}\n`;
}

/** The innermost lists and maps, as they are indented. */
const INNERMOST = /([[{])\n\s+((?:"(?:[^"\\]|\\.)*"|[^[\]{}"])*?)\n\s+([\]}])/g;
const WIDEST = 200;

/** As `jsonText`, with the innermost lists and maps on one line each where they are short. */
export function shortJsonText(value: unknown): string {
  return jsonText(value).replace(INNERMOST, (whole, open: string, inner: string, close: string) => {
    const line = inner.replace(/\n\s+/g, ' ');
    if (line.length > WIDEST) return whole;
    return open === '[' ? `[${line}]` : `${open} ${line} ${close}`;
  });
}

/** One line of JSON. */
export function jsonLine(value: unknown): string {
  return `${harmlessJson(JSON.stringify(value))}\n`;
}
