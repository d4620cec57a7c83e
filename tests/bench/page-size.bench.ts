/** What a visitor's browser fetches for the Plan page, gzipped: scripts of the first answer, then prices and evidence apart. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BenchRow } from './bench-row.ts';

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url));

const textOf = (file: string) => readFileSync(path.join(built, file), 'utf8');
const kilobytes = (files: Iterable<string>) =>
  [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length,
    0,
  ) / 1000;

/** Scripts named in `text`, which stands in `folder`, that were built: by `from "…"`, `import "…"`, `new URL("…")` or `src="…"`. */
function named(text: string, folder: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([, address = '']) => path.join(address.startsWith('/') ? '.' : folder, address))
    .filter((file) => existsSync(path.join(built, file)));
}

const STATIC = /(?:\bfrom|\bimport|src=|new URL\()\s*["'`]([^"'`\s]+\.js)["'`]/g;
const ON_DEMAND = /\bimport\(\s*["'`]([^"'`\s]+\.js)["'`]/g;

/** Everything `start` leads to; workers count as soon as they are named. */
function reached(start: readonly string[], pattern: RegExp): Set<string> {
  const found = new Set(start);
  for (const file of found) {
    const text = textOf(file);
    for (const next of named(text, path.dirname(file), pattern)) found.add(next);
    for (const [, worker = ''] of text.matchAll(/["'`][^"'`]*?([\w.-]+\.worker-[\w-]+\.js)["'`]/g)) {
      found.add(path.join(path.dirname(file), worker));
    }
  }
  return found;
}

export default async function run(): Promise<BenchRow[]> {
  if (!existsSync(path.join(built, 'index.html')))
    throw new Error('dist/web is not built; run npm run build');
  const first = reached([...named(textOf('index.html'), '.', STATIC), 'service-worker.js'], STATIC);
  if (first.size < 3)
    throw new Error(
      `found ${[...first].join(', ')} alone: the page, its worker and the service worker were expected`,
    );
  const either = new RegExp(`${STATIC.source}|${ON_DEMAND.source}`, 'g');
  const all = new Set(
    [...first].flatMap((file) => [
      file,
      ...[...textOf(file).matchAll(either)].flatMap((match) =>
        named(`import("${match[1] ?? match[2]}")`, path.dirname(file), ON_DEMAND),
      ),
    ]),
  );
  const data = dataFiles();
  return [
    {
      name: 'Plan page JavaScript, gzip',
      value: kilobytes(first),
      unit: 'kB',
      target: { at: 'most', value: 110 },
      note: [...first].map((file) => path.basename(file)).join(', '),
    },
    { name: 'with links and downloads, loaded when asked for', value: kilobytes(all), unit: 'kB' },
    {
      name: 'prices, every store of today in one file, gzip',
      value: kilobytes(data.prices),
      unit: 'kB',
      target: { at: 'most', value: 60 },
    },
    { name: 'evidence, gzip', value: kilobytes(data.evidence), unit: 'kB' },
  ];
}

/** Built data files, told apart by the index the page itself reads. */
function dataFiles(): { prices: string[]; evidence: string[] } {
  const folder = '_app/immutable/workers/assets';
  const files = readdirSync(path.join(built, folder)).filter((file) => file.endsWith('.json'));
  const parsed = files.map((file) => ({
    file: path.join(folder, file),
    content: JSON.parse(textOf(path.join(folder, file))) as unknown,
  }));
  const index = parsed.find(({ content }) => isIndex(content));
  if (!index || !isIndex(index.content)) throw new Error('the built page carries no index of prices');
  const { transfers, datasets } = index.content;
  const source = fileURLToPath(new URL('../../dist/data/', import.meta.url));
  const sameAs = ({ file }: { file: string }) => {
    const wanted = readFileSync(path.join(source, file), 'utf8');
    const twin = parsed.find((one) => textOf(one.file) === wanted);
    if (!twin) throw new Error(`${file} is not among the files of the built page`);
    return twin.file;
  };
  const tables = [{ file: 'all.json' }, ...Object.values(transfers)];
  return {
    prices: [index.file, ...tables.map(sameAs)],
    evidence: datasets.map(sameAs),
  };
}

interface Index {
  stores: { id: string; current: { file: string } }[];
  transfers: Record<string, { file: string }>;
  datasets: { file: string }[];
}

function isIndex(content: unknown): content is Index {
  return (
    typeof content === 'object' &&
    content !== null &&
    'stores' in content &&
    'transfers' in content &&
    'datasets' in content
  );
}
