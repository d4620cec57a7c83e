/**
 * elbencho's results: `--csvfile` (columns by name, for their number changed) and `--jsonfile` (an object a line, every
 * number a text). Of its two results the one of the last thread counts; the first is how fast it was until one was done.
 * Times are µs. "Ent" is a whole object, "IO" a block of it. Its command line may hold a key: it is neither kept nor quoted.
 */
import * as z from 'zod/mini';
import type { Bin } from '#core/evidence/binned-statistics.ts';
import type { Measurement, Operation } from '#core/evidence/dataset.ts';
import { binnedRows, figure, flooredFigure, placedCell } from './cell.ts';
import type { Cell } from './cell.ts';
import { ImportError, refuseContradiction, textOf } from '../importer.ts';
import type { ImportContext, Importer } from '../importer.ts';
import { parseJsonLine, parseUnquoted } from '../reading/json.ts';
import { countIn, wholeLines } from '../reading/text-numbers.ts';

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
const JsonPhase = z.object({
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
    entries: z.optional(Digits),
    latency: z.optional(z.object({ entries: z.optional(Latency), IO: z.optional(Latency) })),
    rwmix_read: z.optional(z.unknown()),
  }),
});

/** Null where the file does not say. */
interface Times {
  minUs: number | null;
  meanUs: number | null;
  maxUs: number | null;
  bins: readonly Bin[];
}

interface Phase {
  name: string;
  day: string;
  pathType: string;
  inFlight: { hosts: number; threads: number; depth: number };
  objectBytes: number;
  blockBytes: number;
  objectsPerSecond: number | null;
  /** In steps: the CSV gives whole MiB/s. */
  throughput: { steps: number; stepBytes: number } | null;
  objects: number | null;
  object: Times;
  block: Times;
  /** Reads went on beside these writes. */
  isMixed: boolean;
}

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
    const others = new Set(phases.flatMap(({ name }) => (OPERATION_OF.has(name) ? [] : [name])));
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
    const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
    const where = `line ${i + 2}`;
    const count = (name: string) => countIn(row[name], `${where}, ${name}`);
    const orNull = (name: string) => (row[name] === undefined || row[name] === '' ? null : count(name));
    const times = (what: string): Times => ({
      minUs: orNull(`${what} lat us [min]`),
      meanUs: orNull(`${what} lat us [avg]`),
      maxUs: orNull(`${what} lat us [max]`),
      bins: [],
    });
    const name = row['operation'] ?? '';
    if (!/^[A-Z0-9]{1,20}$/.test(name)) throw new ImportError(`${where}, operation: is no name of a phase`);
    const [day = ''] = /^\d{4}-\d{2}-\d{2}(?=T)/.exec(row['ISO date'] ?? '') ?? [];
    if (day === '') throw new ImportError(`${where}, ISO date: is no date`);
    const mib = orNull('MiB/s [last]');
    return {
      name,
      day,
      pathType: row['path type'] ?? '',
      inFlight: { hosts: count('hosts'), threads: count('threads'), depth: orNull('IO depth') ?? 0 },
      objectBytes: count('file size'),
      blockBytes: count('block size'),
      objectsPerSecond: orNull('entries/s [last]'),
      throughput: mib === null ? null : { steps: mib, stepBytes: MIB },
      objects: orNull('entries [last]'),
      object: times('Ent'),
      block: times('IO'),
      isMixed: orNull('rwmix read IOPS [last]') !== null || orNull('rwmix read entries/s [last]') !== null,
    };
  });
}

function jsonPhases(text: string): Phase[] {
  return wholeLines(text).map((line, i) => {
    const where = `line ${i + 1}`;
    const {
      phase_type: name,
      iso_start_date: start,
      config,
      last_done: done,
    } = parseUnquoted(JsonPhase, parseJsonLine(line, where), where);
    const bytesPerSecond = done['bytes/s'];
    return {
      name,
      day: start.slice(0, 10),
      pathType: config.path_type,
      inFlight: { hosts: config.hosts, threads: config.threads, depth: config.io_depth },
      objectBytes: config.file_size,
      blockBytes: config.block_size,
      objectsPerSecond: done['entries/s'] ?? null,
      throughput: bytesPerSecond === undefined ? null : { steps: bytesPerSecond, stepBytes: 1 },
      objects: done.entries ?? null,
      object: timesOf(done.latency?.entries, where),
      block: timesOf(done.latency?.IO, where),
      isMixed: done.rwmix_read !== undefined,
    };
  });
}

/** An open last bin holds what took longer than the histogram goes: then it is no histogram of all. */
function timesOf(latency: z.infer<typeof Latency> | undefined, where: string): Times {
  const buckets = latency?.histogram?.buckets ?? [];
  const bins = buckets.some(({ range }) => range.includes('+'))
    ? []
    : buckets.map(({ range, count }): Bin => {
        const [low = NaN, high = NaN] = range
          .replace('us', '')
          .split('-')
          .map((text) => Number(text) / US_PER_MS);
        return { low, high, count };
      });
  if (bins.some(({ low, high }, i) => low >= high || low < (bins[i - 1]?.high ?? 0)))
    throw new ImportError(`${where}: its histogram does not rise`);
  return {
    minUs: latency?.min_us ?? null,
    meanUs: latency?.avg_us ?? null,
    maxUs: latency?.max_us ?? null,
    bins,
  };
}

function phaseRows(phase: Phase, number: number, context: ImportContext): Measurement[] {
  const operation = OPERATION_OF.get(phase.name);
  if (operation === undefined) return [];
  const { hosts, threads, depth } = phase.inFlight;
  // Threads are of each host; what a depth does differs by operation, and reads beside writes share the threads.
  const inFlight = depth > 1 || phase.isMixed ? null : hosts * threads || null;
  if (inFlight !== null) refuseContradiction(`phase ${number}`, 'concurrency', inFlight, context.concurrency);
  const isData = operation === 'PUT' || operation === 'GET';
  const isInBlocks = isData && phase.objectBytes > phase.blockBytes && phase.blockBytes > 0;
  const isStore = phase.pathType === 'bucket' || phase.pathType === 'object';
  const notes = [
    `run phase-${number}`,
    ...(depth > 1 ? [`depth ${depth}`] : []),
    ...(phase.isMixed ? ['beside reads'] : []),
  ];
  const base = placedCell(context, {
    operation,
    layer: isStore ? (isInBlocks ? 'end_to_end' : 'store') : 'filesystem',
    size_bytes: isData ? phase.objectBytes : null,
    concurrency: inFlight ?? context.concurrency ?? null,
    loop: 'closed',
    measured_at: phase.day,
    note: [...notes, ...(isInBlocks ? [`in blocks of ${phase.blockBytes} bytes`] : [])].join('; '),
  });
  const block: Cell = {
    ...base,
    operation: operation === 'GET' ? 'GET_RANGE' : 'PUT_PART',
    layer: isStore ? 'store' : 'filesystem',
    size_bytes: phase.blockBytes,
    note: notes.join('; '),
  };
  const { objects, objectsPerSecond, throughput } = phase;
  return [
    ...timeRows(base, phase.object, objects),
    ...(isInBlocks ? timeRows(block, phase.block, null) : []),
    ...(objectsPerSecond === null ? [] : [flooredFigure(base, 'rate', 'mean', objectsPerSecond, 1, objects)]),
    ...(throughput === null
      ? []
      : [flooredFigure(base, 'throughput', 'mean', throughput.steps, throughput.stepBytes, objects)]),
  ];
}

function timeRows(cell: Cell, { minUs, meanUs, maxUs, bins }: Times, samples: number | null): Measurement[] {
  const known = [
    ['min', minUs],
    ['max', maxUs],
    ['mean', meanUs],
  ] as const;
  const counted = samples === 0 ? null : samples;
  return [
    ...binnedRows(cell, 'total', bins, 'approx').filter(({ statistic }) => statistic.startsWith('p')),
    ...known.flatMap(([statistic, us]) => {
      if (us === null) return [];
      const relation = us === 0 ? 'lt' : 'eq';
      return [figure(cell, 'total', statistic, (us || 1) / US_PER_MS, { relation, samples: counted })];
    }),
  ];
}
