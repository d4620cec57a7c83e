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

/** One line of JSON. */
export function jsonLine(value: unknown): string {
  return `${harmlessJson(JSON.stringify(value))}\n`;
}
