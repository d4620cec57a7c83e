/** Bills a second over one corpus: our full meter model against a flat-rate calculator of two stores in Python. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { loadArchive } from '#catalog/from-files.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { tariffBook } from '#core/pricing/totals/tariff.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { benchArchive, corpus } from './bill-corpus.ts';
import { median, timed } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ROUNDS = 31;
const TURNS = 5;
const WARM_UP = 200;

export default async function run(): Promise<BenchRow[]> {
  const archive = benchArchive(loadArchive(ROOT));
  const { usages, stores, storeOf } = corpus(archive);
  const book = tariffBook(archive, stores, { asOf: usages[0]?.asOf ?? '' });
  const buffers = book.tariffs.map((tariff) => new Float64Array(tariff.meters.length));
  // Reused, so that a round measures billing and not the making of lists.
  const index = [0];
  const vector: Float64Array[] = [new Float64Array()];

  const totals = () => {
    let sum = 0;
    for (let u = 0; u < usages.length; u += 1) {
      const s = storeOf[u] ?? 0;
      const tariff = book.tariffs[s];
      const usage = usages[u];
      if (!tariff || !usage) continue;
      index[0] = s;
      vector[0] = tariff.quantities(usage, buffers[s]);
      sum += book.total(index, vector);
    }
    return sum;
  };
  const itemised = () => usages.reduce((sum, usage) => sum + bill([usage], archive).total, 0);

  const [fast, slow] = [totals(), itemised()];
  if (Math.abs(fast - slow) > 1e-9 * slow)
    throw new Error(`the totals of the corpus are ${fast} by the book and ${slow} by its bills`);
  for (let i = 0; i < WARM_UP; i += 1) totals();
  const ours: number[] = [];
  const lines: number[] = [];
  const theirs: number[] = [];
  // In turns, so that whatever else the machine does falls on both.
  for (let turn = 0; turn < TURNS; turn += 1) {
    ours.push(...(await timed(ROUNDS, totals)));
    theirs.push(...(flatRate(usages) ?? []));
    lines.push(...(await timed(3, itemised)));
  }
  const oursPerSecond = perSecond(ours, usages.length);
  const linesPerSecond = perSecond(lines, usages.length);
  const pythonPerSecond = theirs.length > 0 ? perSecond(theirs, 2 * usages.length) : null;
  const target = { at: 'least', value: 2 } as const;
  const baseline = pythonPerSecond === null ? null : { name: 'Python, flat rates', value: pythonPerSecond };
  return [
    {
      name: 'bill totals, usage to total',
      value: oursPerSecond,
      unit: 'totals/s',
      ...(baseline ? { baseline, ratio: oursPerSecond / baseline.value } : {}),
    },
    baseline
      ? {
          name: 'bill totals against a flat-rate calculator',
          value: oursPerSecond / baseline.value,
          unit: '×',
          target,
        }
      : {
          name: 'bill totals against a flat-rate calculator',
          value: null,
          unit: '×',
          target,
          note: 'skipped: there is no python3 here',
        },
    {
      name: 'itemised bills',
      value: linesPerSecond,
      unit: 'bills/s',
      ...(baseline ? { baseline, ratio: linesPerSecond / baseline.value } : {}),
    },
  ];
}

/** Milliseconds of each round of the calculator in Python, two totals for each usage; null without python3. */
function flatRate(usages: readonly Usage[]): number[] | null {
  const input = usages.map((usage) => JSON.stringify(asFlat(usage))).join('\n');
  const done = spawnSync('python3', [path.join(import.meta.dirname, 'flat_rate.py'), String(ROUNDS)], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (done.error && 'code' in done.error && done.error.code === 'ENOENT') return null;
  if (done.status !== 0) throw new Error(`flat_rate.py ended with ${done.status}: ${done.stderr.trim()}`);
  const { seconds } = JSON.parse(done.stdout) as { seconds: number[] };
  return seconds.map((one) => one * 1000);
}

/** The part of a usage that a flat-rate calculator asks for. */
function asFlat(usage: Usage): { storedGb: number; puts: number; gets: number; egressGb: number } {
  const count = (operation: string) =>
    usage.requests.reduce((sum, one) => sum + (one.operation === operation ? one.count : 0), 0);
  return {
    storedGb: usage.byteHours / 720 / 1e9,
    puts: count('PutObject'),
    gets: count('GetObject'),
    egressGb: usage.egress.reduce((sum, one) => sum + (one.to === 'internet' ? one.bytes : 0), 0) / 1e9,
  };
}

function perSecond(ms: readonly number[], count: number): number {
  return (1000 * count) / median(ms);
}
