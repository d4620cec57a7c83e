/**
 * `benchmark.log` of wasabi-tech/s3-benchmark, or what it prints: how many objects it moved a second, and how many 503
 * it met. No times of single requests. Its K, M and G are powers of 1024.
 */
import type { Measurement } from '#core/evidence/dataset.ts';
import { figure, givenCell, type Cell } from './cell.ts';
import { ImportError, refuseContradiction, textOf, type ImportContext, type Importer } from '../importer.ts';
import { countIn, positiveIn } from '../reading/text-numbers.ts';

const PREFIX = String.raw`^(?:[A-Z][a-z]{2}, [\w :]{5,40} GMT: )?`;
const PARAMETERS = new RegExp(
  String.raw`${PREFIX}Parameters: .*\bthreads=(\d+), loops=\d+, size=(\d+)([KMG]?)\s*$`,
  'm',
);
const RESULT = new RegExp(
  String.raw`${PREFIX}Loop (\d+): (?:(PUT|GET) time (\S+) secs, objects = (\d+), speed = (\S+?)([KMG]?)B/sec, (\S+) operations/sec\.|DELETE time (\S+) secs, (\S+) deletes/sec\.)(?: Slowdowns = (\d+))?\s*$`,
);
const BEGINS = new RegExp(
  `${PREFIX}(Wasabi benchmark program|Parameters: url=|Loop \\d+: (PUT|GET|DELETE) time )`,
  'm',
);
const POWER: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

export const wasabi = {
  id: 'wasabi',
  title: "benchmark.log of Wasabi's s3-benchmark",
  tool: "Wasabi's s3-benchmark",
  method: { loop: 'closed', connections: 'not stated' },
  caveats: [
    'Rates alone: the tool times no single request.',
    'Slowdowns are answers of 503; they were tried again.',
  ],
  nothing: 'holds no "Loop" with a result',
  recognises: (head) => BEGINS.test(head) || '"Wasabi benchmark program" or "Loop 1: PUT time …"',
  parse(bytes, context) {
    const text = textOf(bytes);
    const [, threads, digits, unit] = PARAMETERS.exec(text) ?? [];
    const inFile =
      digits === undefined ? undefined : positiveIn(digits, 'Parameters, size') * (POWER[unit ?? ''] ?? NaN);
    if (inFile !== undefined) refuseContradiction('Parameters', 'sizeBytes', inFile, context.sizeBytes);
    const base = givenCell(
      { ...context, sizeBytes: inFile ?? context.sizeBytes },
      { operation: 'PUT', loop: 'closed', concurrency: concurrencyOf(threads, context) },
    );
    return text.split(/\r?\n/).flatMap((line, i) => lineRows(base, line, `line ${i + 1}`));
  },
} satisfies Importer;

function concurrencyOf(threads: string | undefined, context: ImportContext): number | null {
  if (threads === undefined) return context.concurrency ?? null;
  const seen = countIn(threads, 'Parameters, threads');
  if (seen === 0) throw new ImportError('Parameters: threads=0 cannot be');
  refuseContradiction('Parameters', 'concurrency', seen, context.concurrency);
  return seen;
}

function lineRows(base: Cell, line: string, where: string): Measurement[] {
  const match = RESULT.exec(line);
  if (!match) {
    if (/\bLoop \d+: /.test(line)) throw new ImportError(`${where}: is no result that is understood`);
    return [];
  }
  const [, loop, operation, seconds, objects, speed, unit, perSecond, , deletes, slowdowns] = match;
  const note = [
    `run loop-${loop}`,
    ...(slowdowns === undefined ? [] : [`${countIn(slowdowns, where)} slowdowns (503)`]),
  ].join('; ');
  if (operation === undefined) {
    const cell: Cell = { ...base, operation: 'DELETE', size_bytes: null, note };
    return [figure(cell, 'rate', 'mean', positiveIn(deletes, where))];
  }
  positiveIn(seconds, where);
  const cell: Cell = { ...base, operation: operation === 'GET' ? 'GET' : 'PUT', note };
  const samples = countIn(objects, where) || null;
  return [
    figure(cell, 'rate', 'mean', positiveIn(perSecond, where), { samples }),
    figure(cell, 'throughput', 'mean', positiveIn(speed, where) * (POWER[unit ?? ''] ?? NaN), { samples }),
  ];
}
