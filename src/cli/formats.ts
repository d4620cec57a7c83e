/** The answer of a command in the form that was asked for. */
import type { CsvFile, Figure } from '#core/answer/figures/figure.ts';
import type { Args } from './args.ts';
import type { Deps } from './deps.ts';
import { harmlessJson } from './render/harmless.ts';
import { csvText, printBlocks, type Block } from './render/table.ts';

interface Forms {
  json: unknown;
  /** For `--format csv`. */
  csv?: { readonly file: CsvFile };
  /** For every other form. */
  blocks: () => readonly Block[] | string;
}

/** Prints it; what is not asked for is not made. */
export function give({ form }: Args, deps: Deps, { json, csv, blocks }: Forms): void {
  if (form === 'json') deps.print(jsonText(json));
  else if (form === 'csv' && csv) deps.print(csvText(csv.file));
  else {
    const made = blocks();
    if (typeof made === 'string') deps.print(made);
    else printBlocks(made, form, deps);
  }
}

/** An answer that is one figure. */
export function giveFigure(args: Args, deps: Deps, json: unknown, figure: Figure): void {
  give(args, deps, { json, csv: figure, blocks: () => [{ kind: 'table', table: figure }] });
}

export function jsonText(value: unknown, indent = 2): string {
  return `${harmlessJson(JSON.stringify(value, null, indent))}\n`;
}

/** The innermost lists and maps, as they are indented. */
const INNERMOST = /([[{])\n\s+((?:"(?:[^"\\]|\\.)*"|[^[\]{}"])*?)\n\s+([\]}])/g;
const WIDEST = 200;

/** As `jsonText`, with the innermost lists and maps on one line each where they are short. */
export function shortJsonText(value: unknown): string {
  return jsonText(value, 1).replace(INNERMOST, (whole, open: string, inner: string, close: string) => {
    const line = inner.replace(/\n\s+/g, ' ');
    if (line.length > WIDEST) return whole;
    return open === '[' ? `[${line}]` : `${open} ${line} ${close}`;
  });
}

/** One line of JSON. */
export function jsonLine(value: unknown): string {
  return `${harmlessJson(JSON.stringify(value))}\n`;
}
