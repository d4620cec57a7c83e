/** What a visitor's browser fetches for the Plan page, gzipped: scripts of the first answer, then prices and evidence apart. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
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
      name: 'prices of every store and date, gzip',
      value: gzippedKilobytes(prices),
      unit: 'kB',
      target: { at: 'most', value: BUDGET_KB.prices },
    },
    { name: 'evidence, gzip', value: gzippedKilobytes(evidence), unit: 'kB' },
  ];
}

/** The catalog and the datasets among the files of the built page, found by their content. */
export function dataFiles(): { prices: string[]; evidence: string[] } {
  const folder = '_app/immutable/assets';
  const files = readdirSync(path.join(built, folder)).filter((file) => file.endsWith('.json'));
  const sameAs = (name: string) => {
    const wanted = readFileSync(new URL(`../../dist/data/${name}`, import.meta.url), 'utf8');
    const twin = files.map((file) => path.join(folder, file)).find((file) => textOf(file) === wanted);
    if (twin === undefined) throw new Error(`${name} is not among the files of the built page`);
    return twin;
  };
  return { prices: [sameAs('catalog.json')], evidence: [sameAs('datasets.json')] };
}
