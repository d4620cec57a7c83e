/** What a visitor's browser fetches for the Plan page, gzipped: scripts of the first answer, then prices and evidence apart. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  BUDGET_KB,
  allScripts,
  built,
  gzippedKilobytes,
  scriptsOfFirstAnswer,
  textOf,
} from '#tests/helpers/pageScripts.ts';
import type { BenchRow } from './bench-row.ts';

export default async function run(): Promise<BenchRow[]> {
  if (!existsSync(path.join(built, 'index.html')))
    throw new Error('dist/web is not built; run npm run build');
  const first = scriptsOfFirstAnswer();
  if (first.size < 3)
    throw new Error(
      `found ${[...first].join(', ')} alone: the page, its worker and the service worker were expected`,
    );
  const { prices, evidence } = dataFiles();
  return [
    {
      name: 'Plan page JavaScript, gzip',
      value: gzippedKilobytes(first),
      unit: 'kB',
      target: { at: 'most', value: BUDGET_KB.scripts },
      note: [...first].map((file) => path.basename(file)).join(', '),
    },
    {
      name: 'with all that is fetched later or when asked for',
      value: gzippedKilobytes(allScripts()),
      unit: 'kB',
    },
    {
      name: 'prices of every store of today, and places, gzip',
      value: gzippedKilobytes(prices),
      unit: 'kB',
      target: { at: 'most', value: BUDGET_KB.prices },
    },
    { name: 'evidence, gzip', value: gzippedKilobytes(evidence), unit: 'kB' },
  ];
}

/** Built data files, told apart by the index the page itself reads. */
export function dataFiles(): { prices: string[]; evidence: string[] } {
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
  const tables = [{ file: 'all.json' }, { file: 'places.json' }, ...Object.values(transfers)];
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
