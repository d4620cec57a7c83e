/** Scripts of the built Plan page: those its first answer needs, and all that it may fetch later. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const built = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** Gzipped, of the Plan page: scripts until its first answer stands, and the prices of every store and date. */
export const BUDGET_KB = { scripts: 150, prices: 60 };

export const textOf = (file: string) => readFileSync(path.join(built, file), 'utf8');

export const gzippedKilobytes = (files: Iterable<string>) =>
  [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length,
    0,
  ) / 1000;

/** `from "…"`, `import "…"`, `new URL("…")`, `src="…"`. */
const STATIC = /(?:\bfrom|\bimport|src=|new URL\()\s*["'`]([^"'`\s]+\.js)["'`]/g;
const ON_DEMAND = /\bimport\(\s*["'`]([^"'`\s]+\.js)["'`]/g;
/** A worker counts as soon as it is named, however its address is put together. */
const WORKER = /["'`][^"'`]*?([\w.-]+\.worker-[\w-]+\.js)["'`]/g;

function named(file: string, patterns: readonly RegExp[]): string[] {
  const [text, folder] = [textOf(file), path.dirname(file)];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, address = '']) => path.join(address.startsWith('/') ? '.' : folder, address))
    .filter((one) => existsSync(path.join(built, one)));
}

function reached(patterns: readonly RegExp[]): Set<string> {
  const found = new Set([...named('index.html', [STATIC]), 'service-worker.js']);
  for (const file of found) for (const next of named(file, patterns)) found.add(next);
  return found;
}

/** Paths inside the built folder: what stands on the screen at first needs no other script. */
export function scriptsOfFirstAnswer(): Set<string> {
  return reached([STATIC, WORKER]);
}

/** With what is fetched where a scenario asks for it, and after its answer stands. */
export function allScripts(): Set<string> {
  return reached([STATIC, WORKER, ON_DEMAND]);
}
