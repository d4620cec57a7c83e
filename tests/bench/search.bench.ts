/** What the search costs in processor time: certificates in fresh processes, and everything that asks it many times. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { knobsOf } from '#core/placement/sensitivity/knobs.ts';
import { winnerMap } from '#core/placement/sensitivity/winner-map.ts';
import { itemAt } from '#core/at.ts';
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
const NOT_BUILT = 'no dist/cli/stowage.mjs; run npm run build';
const CERTIFY = path.join(ROOT, 'tests/bench/certify.ts');
/** Of the slowest; the others are measured once, to find it. */
const RUNS = 3;
const CSV_ROWS = 1000;

const filesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.join(ROOT, folder, name));
const nameOf = (file: string) => path.basename(file, '.yaml');

interface Slowest {
  file: string;
  /** Median of the slowest. */
  value: number;
  /** Of each file, from a single run. */
  each: readonly number[];
}

/** Each file once, then the slowest again. */
function slowestOf(files: readonly string[], measure: (file: string) => number): Slowest {
  const each = files.map(measure);
  const file = itemAt(files, each.indexOf(Math.max(...each)));
  const again = Array.from({ length: RUNS - 1 }, () => measure(file));
  return { file, value: median([Math.max(...each), ...again]), each };
}

const certified = (file: string, which: 'few' | 'all' | 'many') =>
  JSON.parse(inFreshProcess([CERTIFY, file, which]).stdout) as Certified;

const seconds = (name: string, value: number | null, most: number, note: string): BenchRow => ({
  name,
  value,
  unit: 's CPU',
  target: { at: 'most', value: most },
  note,
});

function* certificates(): Generator<BenchRow> {
  const workloads = filesIn('tests/advice/workloads');
  const few = slowestOf(workloads, (file) => certified(file, 'few').certified);
  yield seconds('certified in a fresh process, worst', few.value, 0.5, nameOf(few.file));
  yield seconds(
    'certified in a fresh process, median',
    median(few.each),
    0.5,
    `of ${workloads.length} workloads`,
  );
  const some = workloads.filter((file) =>
    ['thumbnails-nocdn', 'medical', 'cdn-origin'].includes(nameOf(file)),
  );
  for (const [which, most, what] of [
    ['all', 2, 'certified'],
    ['many', 1.5, 'pairs'],
  ] as const) {
    const found = new Map<string, Certified>();
    const { file, value } = slowestOf(some, (one) => {
      const own = certified(one, which);
      found.set(one, own);
      return own[what];
    });
    const { stores = 0, certified: whole = NaN, gap = null } = found.get(file) ?? {};
    const gapWords = gap === null ? 'not finished' : `gap ${(gap * 100).toFixed(1)} %`;
    const name = what === 'pairs' ? 'singles and pairs' : 'certified';
    const then = what === 'pairs' ? `; then triples until ${whole.toFixed(1)} s` : '';
    yield seconds(
      `${name}, ${stores} store-regions, worst`,
      value,
      most,
      `${nameOf(file)}${then}, ${gapWords}`,
    );
  }
}

/** Reads beside sizes, or what else a scenario has, of every example. */
function maps(): BenchRow {
  const archive = loadArchive(ROOT);
  for (const store of archive.stores) archive.editions(store);
  const sources = { archive, evidence: evidenceBase(loadDatasets(ROOT)) };
  const { file, value } = slowestOf(filesIn('examples'), (one) => {
    const desk = deskOf(ask(parse(readFileSync(one, 'utf8')) as ScenarioText, sources));
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
  return seconds('winner map of an example, worst', value, 5, nameOf(file));
}

function whys(): BenchRow {
  const name = '`plan --why` of an example, worst';
  if (!existsSync(PROGRAM)) return seconds(name, null, 5, NOT_BUILT);
  const { file, value } = slowestOf(
    filesIn('examples'),
    (one) => inFreshProcess([PROGRAM, 'plan', one, '--why']).seconds,
  );
  return seconds(name, value, 5, nameOf(file));
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
  if (!existsSync(PROGRAM)) return [seconds(`${CSV_ROWS} rows of CSV`, null, 15, NOT_BUILT)];
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

/** The figures as they come; about two minutes. */
export default function* run(): Generator<BenchRow> {
  yield* certificates();
  yield maps();
  yield whys();
  yield* csvRows();
}
