/**
 * elbencho's results: `--csvfile` (columns by name, for their number changed) and `--jsonfile` (an object a line, every
 * number a text). Of its two results the one of the last thread counts; the first is how fast it was until one was done.
 * Times are µs. "Ent" is a whole object, "IO" a block of it. Its command line may hold a key: it is neither kept nor quoted.
 */
import * as z from 'zod/mini';
import type { Bin } from '#core/evidence/binned-statistics.ts';
import type { Measurement, Operation } from '#core/evidence/dataset.ts';
import { binnedRows, figure, flooredFigure, placedCell, type Cell } from './cell.ts';
import { ImportError, refuseContradiction, textOf, type ImportContext, type Importer } from '../importer.ts';
import { parseJsonLine, parseUnquoted } from '../reading/json.ts';
import { wholeLines } from '../reading/text-numbers.ts';

const CSV_HEADER = 'ISO date,label,path type,';
const MIB = 2 ** 20;
const US_PER_MS = 1000;
const OPERATION_OF = new Map<string, Operation>([
  ['WRITE', 'PUT'],
  ['READ', 'GET'],
  ['STAT', 'HEAD'],
  ['HEADOBJ', 'HEAD'],
  ['RMFILES', 'DELETE'],
  ['RMOBJECTS', 'DELETE'],
]);

const Digits = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'a figure is digits, as text')),
  z.transform(Number),
);
const Latency = z.object({
  min_us: z.optional(Digits),
  avg_us: z.optional(Digits),
  max_us: z.optional(Digits),
  histogram: z.optional(
    z.object({
      buckets: z.optional(
        z.array(
          z.object({
            range: z.string().check(z.regex(/^\d{1,15}(-\d{1,15}|\+)us$/, 'a range is written 64-76us')),
            count: Digits,
          }),
        ),
      ),
    }),
  ),
});
/** As a line of JSON says it; a row of the CSV is put into the same words. */
const Phase = z.object({
  phase_type: z
    .string()
    .check(z.regex(/^[A-Z0-9]{1,20}$/, 'a phase is capital letters and digits, e.g. READ')),
  iso_start_date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T/, 'a time is written 2026-11-20T12:08:59')),
  config: z.object({
    path_type: z.string(),
    hosts: Digits,
    threads: Digits,
    file_size: Digits,
    block_size: Digits,
    io_depth: Digits,
  }),
  last_done: z.object({
    'entries/s': z.optional(Digits),
    'bytes/s': z.optional(Digits),
    /** Of the CSV, which gives whole ones. */
    'mebibytes/s': z.optional(Digits),
    entries: z.optional(Digits),
    latency: z.optional(z.object({ entries: z.optional(Latency), IO: z.optional(Latency) })),
    rwmix_read: z.optional(z.unknown()),
  }),
});

type Phase = z.infer<typeof Phase>;

export const elbencho = {
  id: 'elbencho',
  title: "elbencho's results as CSV or JSON lines",
  tool: 'elbencho',
  method: { loop: 'closed', connections: 'not stated' },
  nothing: 'holds no phase that writes, reads, looks up or deletes',
  recognises: (head) =>
    head.startsWith(CSV_HEADER) ||
    /^\{"phase_type":"[A-Z0-9]+","phase_id":/.test(head) ||
    `the header "${CSV_HEADER}…", or lines of {"phase_type": …, "phase_id": …}`,
  parse(bytes, context) {
    const text = textOf(bytes);
    const phases = text.startsWith(CSV_HEADER) ? csvPhases(text) : jsonPhases(text);
    const others = new Set(
      phases.flatMap((one) => (OPERATION_OF.has(one.phase_type) ? [] : [one.phase_type])),
    );
    return {
      measurements: phases.flatMap((phase, i) => phaseRows(phase, i + 1, context)),
      caveats: [
        'Rates are rounded down, in the CSV throughput to whole MiB/s: a value lies within the step above it.',
        ...(others.size > 0 ? [`Phases that are not read: ${[...others].join(', ')}.`] : []),
      ],
    };
  },
} satisfies Importer;

/** Its cells hold no commas, and its command line bare quotes. */
function csvPhases(text: string): Phase[] {
  const [header = '', ...lines] = wholeLines(text);
  const names = header.split(',');
  return lines.map((line, i) => {
    const cells = line.split(',');
    if (cells.length !== names.length)
      throw new ImportError(`line ${i + 2}: has ${cells.length} cells where the header has ${names.length}`);
    const cell = (name: string) => cells[names.indexOf(name)] || undefined;
    const latency = (what: string) => ({
      min_us: cell(`${what} lat us [min]`),
      avg_us: cell(`${what} lat us [avg]`),
      max_us: cell(`${what} lat us [max]`),
    });
    const phase = {
      phase_type: cell('operation'),
      iso_start_date: cell('ISO date'),
      config: {
        path_type: cell('path type') ?? '',
        hosts: cell('hosts'),
        threads: cell('threads'),
        file_size: cell('file size'),
        block_size: cell('block size'),
        io_depth: cell('IO depth') ?? '0',
      },
      last_done: {
        'entries/s': cell('entries/s [last]'),
        'mebibytes/s': cell('MiB/s [last]'),
        entries: cell('entries [last]'),
        latency: { entries: latency('Ent'), IO: latency('IO') },
        rwmix_read: cell('rwmix read IOPS [last]') ?? cell('rwmix read entries/s [last]'),
      },
    };
    return parseUnquoted(Phase, phase, `line ${i + 2}`);
  });
}

const jsonPhases = (text: string): Phase[] =>
  wholeLines(text).map((line, i) => {
    const where = `line ${i + 1}`;
    return parseUnquoted(Phase, parseJsonLine(line, where), where);
  });

function phaseRows(phase: Phase, number: number, context: ImportContext): Measurement[] {
  const operation = OPERATION_OF.get(phase.phase_type);
  if (operation === undefined) return [];
  const { hosts, threads, io_depth: depth, file_size: objectBytes, block_size: blockBytes } = phase.config;
  const { latency, entries: objects = null, rwmix_read: mixed, ...done } = phase.last_done;
  const isMixed = mixed !== undefined;
  // Threads are of each host; what a depth does differs by operation, and reads beside writes share the threads.
  const inFlight = depth > 1 || isMixed ? null : hosts * threads || null;
  if (inFlight !== null) refuseContradiction(`phase ${number}`, 'concurrency', inFlight, context.concurrency);
  const isData = operation === 'PUT' || operation === 'GET';
  const isInBlocks = isData && objectBytes > blockBytes && blockBytes > 0;
  const isStore = phase.config.path_type === 'bucket' || phase.config.path_type === 'object';
  const notes = [
    `run phase-${number}`,
    ...(depth > 1 ? [`depth ${depth}`] : []),
    ...(isMixed ? ['beside reads'] : []),
  ];
  const base = placedCell(context, {
    operation,
    layer: isStore ? (isInBlocks ? 'end_to_end' : 'store') : 'filesystem',
    size_bytes: isData ? objectBytes : null,
    concurrency: inFlight ?? context.concurrency ?? null,
    loop: 'closed',
    measured_at: phase.iso_start_date.slice(0, 10),
    note: [...notes, ...(isInBlocks ? [`in blocks of ${blockBytes} bytes`] : [])].join('; '),
  });
  const block: Cell = {
    ...base,
    operation: operation === 'GET' ? 'GET_RANGE' : 'PUT_PART',
    layer: isStore ? 'store' : 'filesystem',
    size_bytes: blockBytes,
    note: notes.join('; '),
  };
  const floored = (metric: 'rate' | 'throughput', steps: number | undefined, step: number) =>
    steps === undefined ? [] : [flooredFigure(base, metric, 'mean', steps, step, objects)];
  return [
    ...timeRows(base, latency?.entries, objects, `phase ${number}`),
    ...(isInBlocks ? timeRows(block, latency?.IO, null, `phase ${number}`) : []),
    ...floored('rate', done['entries/s'], 1),
    ...floored('throughput', done['bytes/s'], 1),
    ...floored('throughput', done['mebibytes/s'], MIB),
  ];
}

function timeRows(
  cell: Cell,
  latency: z.infer<typeof Latency> | undefined,
  samples: number | null,
  where: string,
): Measurement[] {
  const known = [
    ['min', latency?.min_us],
    ['max', latency?.max_us],
    ['mean', latency?.avg_us],
  ] as const;
  return [
    ...binnedRows(cell, 'total', binsOf(latency, where), 'approx').filter(({ statistic }) =>
      statistic.startsWith('p'),
    ),
    ...known.flatMap(([statistic, us]) => {
      if (us === undefined) return [];
      const relation = us === 0 ? 'lt' : 'eq';
      return [
        figure(cell, 'total', statistic, (us || 1) / US_PER_MS, { relation, samples: samples || null }),
      ];
    }),
  ];
}

/** An open last bin holds what took longer than the histogram goes: then it is no histogram of all. */
function binsOf(latency: z.infer<typeof Latency> | undefined, where: string): Bin[] {
  const buckets = latency?.histogram?.buckets ?? [];
  if (buckets.some(({ range }) => range.includes('+'))) return [];
  const bins = buckets.map(({ range, count }): Bin => {
    const [low = NaN, high = NaN] = range.replace('us', '').split('-').map(Number);
    return { low: low / US_PER_MS, high: high / US_PER_MS, count };
  });
  if (bins.some(({ low, high }, i) => low >= high || low < (bins[i - 1]?.high ?? 0)))
    throw new ImportError(`${where}: its histogram does not rise`);
  return bins;
}
