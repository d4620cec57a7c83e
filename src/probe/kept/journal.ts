/**
 * What a probe has done so far, a line for each thing, written as it happens: killed at any moment, the same command
 * goes on from here. Each line is JSON; the last may be torn and is then cut off.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { STORE_APIS } from '#stores/store-api.ts';
import { Sample } from './record.ts';
import { ALONE } from '../plan/shard.ts';
import type { Effort } from '../measuring/self-check.ts';
import type { WorkersBegun } from '../plan/workers.ts';

/** A journal that cannot be read or written. */
export class JournalError extends Error {
  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
    this.name = 'JournalError';
  }
}

const JournalTarget = z.strictObject({
  store: z.string(),
  region: z.nullable(z.string()),
  bucket: z.string(),
  endpoint: z.optional(z.string()),
  pathStyle: z.optional(z.boolean()),
  profile: z.optional(z.string()),
  api: z.optional(z.enum(STORE_APIS)),
  unpriced: z.boolean(),
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

/** Requests of a block that ran in one go, and how long that took: what rates are worked out from. */
export interface Stretch extends Effort {
  target: number;
  cell: number;
  requests: number;
  wallMs: number;
}

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

const Line = z.union([
  z.tuple([z.literal('r')], z.union([z.number(), z.string(), z.null()])),
  z.tuple([z.literal('made'), z.int(), z.string(), z.optional(z.string())]),
  z.tuple([
    z.literal('stretch'),
    z.int(),
    z.int(),
    z.int(),
    z.number(),
    z.number(),
    z.number(),
    z._default(z.number(), 0),
  ]),
  z.tuple([z.literal('workers'), z.int(), z.int(), z.int(), z.int(), z.number()]),
  z.tuple([z.literal('swept')]),
]);
export type Line = z.infer<typeof Line>;

/** The fields of a request as they stand in its line, which so has no names. */
export const SAMPLE_FIELDS = Object.keys(Sample.shape) as (keyof Sample)[];

function take(state: JournalState, value: unknown, damaged: () => JournalError): void {
  const parsed = Line.safeParse(value);
  if (!parsed.success) throw damaged();
  const line = parsed.data;
  switch (line[0]) {
    case 'r': {
      const sample = Sample.safeParse(
        Object.fromEntries(SAMPLE_FIELDS.map((name, i) => [name, line[i + 1]])),
      );
      if (!sample.success) throw damaged();
      state.samples.push(sample.data);
      state.isSwept = false;
      return;
    }
    case 'made': {
      const [, target, name, tag] = line;
      noteMade(state, target, name, tag ?? null);
      state.everMade.push({ target, name });
      state.isSwept = false;
      return;
    }
    case 'stretch': {
      const [, target, cell, requests, wallMs, cpuMs, loopDelayP99Ms, gcMs] = line;
      state.stretches.push({ target, cell, requests, wallMs, cpuMs, loopDelayP99Ms, gcMs });
      return;
    }
    case 'workers': {
      const [, target, cell, from, count, share] = line;
      noteWorkers(state, { target, cell, from, count, share });
      return;
    }
    case 'swept':
      state.made.clear();
      state.isSwept = true;
  }
}
