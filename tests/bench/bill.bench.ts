/** Bills a second over one corpus: our full meter model against a flat-rate calculator of two stores in Python. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { loadArchive } from '#catalog/from-files.ts';
import { bill, billTotal } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { benchArchive, corpus } from './bill-corpus.ts';
import { median, timed } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ROUNDS = 5;
const TURNS = 5;

export default async function run(): Promise<BenchRow[]> {
  const archive = benchArchive(loadArchive(ROOT));
  const usages = corpus(archive);
  const totals = () => usages.reduce((sum, usage) => sum + billTotal([usage], archive).total, 0);
  const itemised = () => usages.reduce((sum, usage) => sum + bill([usage], archive).total, 0);
  const [all, lines] = [totals(), itemised()];
  if (Math.abs(all - lines) > 1e-9 * lines)
    throw new Error(`the totals of the corpus are ${all} alone and ${lines} by its bills`);
  const measured = { totals: [] as number[], itemised: [] as number[], theirs: [] as number[] };
  // In turns, so that whatever else the machine does falls on all.
  for (let turn = 0; turn < TURNS; turn += 1) {
    measured.totals.push(...(await timed(ROUNDS, totals)));
    measured.theirs.push(...(flatRate(usages) ?? []));
    measured.itemised.push(...(await timed(ROUNDS, itemised)));
  }
  const { theirs } = measured;
  const baseline =
    theirs.length > 0 ? { name: 'Python, flat rates', value: perSecond(theirs, 2 * usages.length) } : null;
  const row = (name: string, unit: string, value: number): BenchRow => ({
    name,
    value,
    unit,
    ...(baseline ? { baseline, ratio: value / baseline.value } : { note: 'there is no python3 here' }),
  });
  return [
    row('bill totals', 'totals/s', perSecond(measured.totals, usages.length)),
    row('itemised bills', 'bills/s', perSecond(measured.itemised, usages.length)),
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
