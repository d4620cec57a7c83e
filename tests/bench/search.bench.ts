/** What the search costs in processor time: certificates in fresh processes, and everything that asks it many times. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { knobsOf } from '#core/placement/along/knobs.ts';
import { winnerMap } from '#core/placement/along/winner-map.ts';
import { deskOf } from '#core/placement/desk.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allSteps } from '#core/steps.ts';
import { median } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';
import type { Certified } from './certify.ts';
import { ROOT, inFreshProcess } from './fresh-process.ts';

const PROGRAM = path.join(ROOT, 'dist/cli/stowage.mjs');
const CERTIFY = path.join(ROOT, 'tests/bench/certify.ts');
/** Of one measured thing. */
const RUNS = 3;
const CSV_ROWS = 1000;

const filesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.join(ROOT, folder, name));
const nameOf = (file: string) => path.basename(file, '.yaml');

/** Medians of some runs, for each file. */
function certified(
  files: readonly string[],
  which: 'few' | 'all' | 'many',
): (Certified & { name: string })[] {
  return files.map((file) => {
    const runs = Array.from(
      { length: RUNS },
      () => JSON.parse(inFreshProcess([CERTIFY, file, which]).stdout) as Certified,
    );
    const of = (key: 'pairs' | 'certified') => median(runs.map((one) => one[key]));
    const [first] = runs;
    if (!first) throw new RangeError('something is run');
    return { ...first, name: nameOf(file), pairs: of('pairs'), certified: of('certified') };
  });
}

/** The worst of some, with its name. */
function worst<T extends { name: string }>(
  all: readonly T[],
  of: (one: T) => number,
): { value: number; one: T } {
  const one = all.reduce((a, b) => (of(b) > of(a) ? b : a));
  return { value: of(one), one };
}

const seconds = (name: string, value: number | null, most: number, note: string): BenchRow => ({
  name,
  value,
  unit: 's CPU',
  target: { at: 'most', value: most },
  note,
});

function certificates(): BenchRow[] {
  const workloads = filesIn('tests/advice/workloads');
  const few = certified(workloads, 'few');
  const slowest = worst(few, (one) => one.certified);
  const some = workloads.filter((file) =>
    ['thumbnails-nocdn', 'medical', 'cdn-origin'].includes(nameOf(file)),
  );
  const [all, many] = [certified(some, 'all'), certified(some, 'many')];
  const ofAll = worst(all, (one) => one.certified);
  const ofPairs = worst(many, (one) => one.pairs);
  const gapWords = ({ gap }: Certified) =>
    gap === null ? 'not finished' : `gap ${(gap * 100).toFixed(1)} %`;
  return [
    seconds('certified in a fresh process, worst', slowest.value, 0.5, slowest.one.name),
    seconds(
      'certified in a fresh process, median',
      median(few.map((one) => one.certified)),
      0.5,
      `of ${few.length} workloads`,
    ),
    seconds(
      `certified, ${ofAll.one.stores} store-regions, worst`,
      ofAll.value,
      2,
      `${ofAll.one.name}, ${gapWords(ofAll.one)}`,
    ),
    seconds(
      `singles and pairs, ${ofPairs.one.stores} store-regions, worst`,
      ofPairs.value,
      1.5,
      `${ofPairs.one.name}; then triples until ${ofPairs.one.certified.toFixed(1)} s, ${gapWords(ofPairs.one)}`,
    ),
  ];
}

/** Reads beside sizes, or what else a scenario has, of every example. */
function maps(): BenchRow {
  const archive = loadArchive(ROOT);
  for (const store of archive.stores) archive.editions(store);
  const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
  const all = filesIn('examples').map((file) => {
    const text = parse(readFileSync(file, 'utf8')) as ScenarioText;
    const runs = Array.from({ length: RUNS }, () => {
      const desk = deskOf(ask(text, sources));
      desk.best();
      const inputs = knobsOf(desk.context.scenario).map(({ input }) => input);
      const before = process.cpuUsage();
      allSteps(
        winnerMap(desk, {
          x: { input: 'reads' },
          y: { input: inputs.includes('size') ? 'size' : 'read-p99' },
        }),
      );
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    });
    return { name: nameOf(file), value: median(runs) };
  });
  const slowest = worst(all, ({ value }) => value);
  return seconds('winner map of an example, worst', slowest.value, 5, slowest.one.name);
}

function whys(): BenchRow {
  const all = filesIn('examples').map((file) => {
    const runs = Array.from({ length: RUNS }, () => inFreshProcess([PROGRAM, 'plan', file, '--why']).seconds);
    return { name: nameOf(file), value: median(runs) };
  });
  const slowest = worst(all, ({ value }) => value);
  return seconds('`plan --why` of an example, worst', slowest.value, 5, slowest.one.name);
}

/** Five stores and two readers a row. */
function csvText(rows: number): string {
  const columns =
    'stowage,name,asOf,workload.objects.size,workload.objects.arrivals,workload.objects.retention,workload.reads.rate,workload.readers[0].at,workload.readers[0].share,workload.readers[1].at,workload.readers[1].share,workload.writer,requirements.readP99,stores';
  const stores =
    'aws/s3-standard@us-east-1 aws/s3-express-one-zone@us-east-1 cloudflare/r2-standard@enam tigris/standard@global backblaze/b2@us-east';
  const between = (low: number, high: number, share: number) => Math.round(low * (high / low) ** share);
  const lines = Array.from({ length: rows }, (_, i) => {
    // Parts of irrational numbers: spread evenly, and the same each time.
    const share = (root: number) => (i * Math.sqrt(root)) % 1;
    const near = 0.1 + 0.8 * share(11);
    const size = `${between(20, 20_000, share(2))} kB`;
    const counts = [between(1e3, 2e6, share(3)), between(30, 700, share(5)), between(1e3, 2e7, share(7))];
    return `1,Row ${i},2026-11-20,${size},${counts[0]}/day,${counts[1]} days,${counts[2]}/day,aws/us-east-1,${near},internet/north-america,${1 - near},aws/us-east-1,${['500 ms', '800 ms', '2 s', ''][i % 4]},${stores}`;
  });
  return [columns, ...lines, ''].join('\n');
}

function csvRows(): BenchRow[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'));
  try {
    const file = path.join(folder, 'rows.csv');
    writeFileSync(file, csvText(CSV_ROWS));
    const { seconds: used, megabytes, stdout } = inFreshProcess([PROGRAM, 'plan', file, '--jsonl']);
    return [
      seconds(`${CSV_ROWS} rows of CSV`, used, 15, `${((used / CSV_ROWS) * 1000).toFixed(1)} ms a row`),
      {
        name: `${CSV_ROWS} rows of CSV, most memory`,
        value: megabytes,
        unit: 'MB',
        target: { at: 'most', value: 400 },
      },
      {
        name: 'JSON of a row of CSV',
        value: stdout.length / CSV_ROWS / 1000,
        unit: 'kB',
        target: { at: 'most', value: 100 },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export default async function run(): Promise<BenchRow[]> {
  const rows = [...certificates(), maps()];
  if (!existsSync(PROGRAM)) {
    const note = 'no dist/cli/stowage.mjs; run npm run build';
    return [...rows, seconds('`plan --why` of an example, worst', null, 5, note)];
  }
  return Promise.resolve([...rows, whys(), ...csvRows()]);
}
