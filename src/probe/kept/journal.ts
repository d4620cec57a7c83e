/**
 * What a probe has done so far, a line for each thing, written as it happens: killed at any moment, the same command
 * goes on from here. Each line is JSON; the last may be torn and is then cut off.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { Sample } from './record.ts';
import { Target } from '../plan/plan-file.ts';
import { ALONE } from '../plan/shard.ts';

/** A journal that cannot be read or written. */
export class JournalError extends Error {
  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
    this.name = 'JournalError';
  }
}

const JournalTarget = z.extend(Target, {
  region: z.nullable(z.string()),
  bucket: z.string(),
  /** The probe made the bucket itself, and removes it. */
  isOwnBucket: z.boolean(),
});
export type JournalTarget = z.infer<typeof JournalTarget>;

const Head = z.strictObject({
  journal: z.literal(1),
  /** Random, in every key. */
  run: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** The plan as given; a run goes on only with the same. */
  plan: z.unknown(),
  targets: z.array(JournalTarget),
  shard: z._default(
    z.strictObject({ number: z.int().check(z.minimum(1)), of: z.int().check(z.minimum(1)) }),
    ALONE,
  ),
  startedAt: z.string(),
});
export type JournalHead = z.infer<typeof Head>;

/** An object that was made, with its tag where the store gave one. */
const Made = z.object({ target: z.int(), name: z.string(), tag: z.optional(z.string()) });

/** Requests of a block that ran in one go, and how long that took and cost this machine: what rates are worked out from. */
const Stretch = z.object({
  target: z.int(),
  cell: z.int(),
  requests: z.int(),
  wallMs: z.number(),
  cpuMs: z.number(),
  loopDelayP99Ms: z.number(),
  gcMs: z._default(z.number(), 0),
});
export type Stretch = z.infer<typeof Stretch>;

/** One thread was not enough: from the request `from` on, `count` of them measured. What came before is set aside. */
const WorkersBegun = z.object({
  target: z.int(),
  cell: z.int(),
  from: z.int(),
  count: z.int(),
  /** Of the time, that the one thread's own work took. */
  share: z.number(),
});
export type WorkersBegun = z.infer<typeof WorkersBegun>;

/** Kinds of lines after the first: each its name and then these values in their order, those that may be missing at the end. */
const LINES = { r: Sample, made: Made, stretch: Stretch, workers: WorkersBegun, swept: z.object({}) };
type Kind = keyof typeof LINES;
export type LineOf<K extends Kind> = z.infer<(typeof LINES)[K]>;

export interface JournalState {
  head: JournalHead;
  samples: Sample[];
  /** `target|name` of every object that stands ready, with its tag where the store gave one. */
  made: Map<string, string | null>;
  /** The same of all that were ever made, whether they stand or not. */
  everMade: { target: number; name: string }[];
  stretches: Stretch[];
  /** Where one thread was not enough. */
  workers: WorkersBegun[];
  /** Nothing is left of what it made. */
  isSwept: boolean;
}

/** Of a run that has done nothing yet. */
export const newState = (head: JournalHead): JournalState => ({
  head,
  samples: [],
  made: new Map(),
  everMade: [],
  stretches: [],
  workers: [],
  isSwept: false,
});

export const noteMade = ({ made }: JournalState, target: number, name: string, tag: string | null) =>
  void made.set(`${target}|${name}`, tag);

/** What the one thread did until then says nothing of the rate. */
export function noteWorkers(state: JournalState, begun: WorkersBegun): void {
  const { target, cell } = begun;
  state.workers.push(begun);
  state.stretches = state.stretches.filter((one) => one.target !== target || one.cell !== cell);
}

const FILE = 'journal.ndjson';

export const journalFile = (folder: string) => path.join(folder, FILE);

/** Null where there is none. Throws `JournalError`. */
export function readJournal(folder: string): JournalState | null {
  const file = journalFile(folder);
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  // What follows the last line end was torn off.
  lines.pop();
  const [first, ...rest] = lines;
  if (first === undefined) return null;
  const head = Head.safeParse(parsedLine(file, first, 1));
  if (!head.success)
    throw new JournalError(file, 'is not a journal of this version; remove it to start anew');
  const state = newState(head.data);
  rest.forEach((line, i) => take(state, parsedLine(file, line, i + 2), () => damagedLine(file, i + 2)));
  return state;
}

function parsedLine(file: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw damagedLine(file, number);
  }
}

const damagedLine = (file: string, number: number) =>
  new JournalError(file, `line ${number} is damaged; remove the file to start anew`);

/** A line of the journal, the first apart. */
export function lineOf<K extends Kind>(kind: K, values: LineOf<K>): unknown[] {
  const fields = Object.keys(LINES[kind].shape) as (keyof LineOf<K>)[];
  return [kind, ...fields.map((name) => values[name]).filter((value) => value !== undefined)];
}

const Line = z.tuple([z.enum(Object.keys(LINES) as [Kind, ...Kind[]])], z.unknown());

function take(state: JournalState, value: unknown, damaged: () => JournalError): void {
  const line = Line.safeParse(value);
  if (!line.success) throw damaged();
  const [kind, ...values] = line.data;
  const valuesOf = <K extends Kind>(of: K): LineOf<K> => {
    const fields = Object.keys(LINES[of].shape);
    const read = LINES[of].safeParse(Object.fromEntries(values.map((one, i) => [fields[i] ?? '', one])));
    if (!read.success || values.length > fields.length) throw damaged();
    return read.data as LineOf<K>;
  };
  state.isSwept = kind === 'swept' || (state.isSwept && kind !== 'r' && kind !== 'made');
  if (kind === 'r') state.samples.push(valuesOf(kind));
  if (kind === 'made') {
    const { target, name, tag } = valuesOf(kind);
    noteMade(state, target, name, tag ?? null);
    state.everMade.push({ target, name });
  }
  if (kind === 'stretch') state.stretches.push(valuesOf(kind));
  if (kind === 'workers') noteWorkers(state, valuesOf(kind));
  if (kind === 'swept') state.made.clear();
}
