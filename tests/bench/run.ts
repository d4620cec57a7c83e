/**
 * `npm run bench [-- --json] [-- name …]`: every bench beside this file, each figure on stderr once it is there, then one table. What
 * they measure is built first where it is missing or stale. Fails only when a build or a bench itself fails.
 */
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { ensureBuilt } from '../../src/setup/build.mjs';
import { meetsTarget } from './bench-row.ts';
import type { BenchModule, BenchRow } from './bench-row.ts';

interface Outcome {
  bench: string;
  rows: BenchRow[];
  failure: string | null;
}

const asked = process.argv.slice(2);
const asJson = asked.includes('--json');
const names = asked.filter((word) => !word.startsWith('-'));

async function runAll(): Promise<Outcome[]> {
  const here = new URL('.', import.meta.url);
  const benches = readdirSync(here)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.slice(0, -'.bench.ts'.length))
    .filter((bench) => names.length === 0 || names.includes(bench));
  const outcomes: Outcome[] = [];
  if (benches.length > 0) await ensureBuilt(['cli', 'library', 'web']);
  for (const bench of benches) {
    process.stderr.write(`${bench} … (load ${loadavg()[0]?.toFixed(1)})\n`);
    const rows: BenchRow[] = [];
    let failure: string | null = null;
    try {
      const module = (await import(new URL(`${bench}.bench.ts`, here).href)) as BenchModule;
      for (const row of await module.default()) {
        rows.push(row);
        process.stderr.write(`  ${cells(row).filter(Boolean).join('  ')}\n`);
      }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    outcomes.push({ bench, rows, failure });
  }
  return outcomes;
}

function table(outcomes: readonly Outcome[]): string {
  const header = ['bench', 'what', 'value', 'baseline', 'ratio', 'target', ''];
  const lines = outcomes.flatMap(({ bench, rows }) => rows.map((row) => [bench, ...cells(row)]));
  const widths = header.map((word, i) =>
    Math.max(word.length, ...lines.map((line) => (line[i] ?? '').length)),
  );
  const draw = (line: readonly string[]) =>
    line
      .map((cell, i) => (i >= 2 && i <= 5 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [header, widths.map((width) => '─'.repeat(width)), ...lines].map(draw).join('\n');
}

function cells(row: BenchRow): string[] {
  const met = meetsTarget(row);
  const figure = (value: number) => `${number(value)}${row.unit ? ` ${row.unit}` : ''}`;
  return [
    row.name,
    row.value === null ? 'not measured' : figure(row.value),
    row.baseline ? `${row.baseline.name} ${figure(row.baseline.value)}` : '',
    row.ratio === undefined ? '' : `${number(row.ratio)}×`,
    row.target ? `${row.target.at === 'most' ? '≤' : '≥'} ${figure(row.target.value)}` : '',
    [met === null ? '' : met ? 'met' : 'MISSED', row.note ?? ''].filter(Boolean).join('  '),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 4 : 3 });
}

const outcomes = await runAll();
if (outcomes.length === 0) {
  process.stderr.write(`No bench is called ${names.join(' or ')}.\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(asJson ? `${JSON.stringify(outcomes, null, 2)}\n` : `${table(outcomes)}\n`);
  for (const { bench, failure } of outcomes) {
    if (failure === null) continue;
    process.stderr.write(`${bench} failed: ${failure}\n`);
    process.exitCode = 1;
  }
}
