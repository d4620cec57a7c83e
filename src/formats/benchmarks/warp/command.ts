/** What every file of warp shares: names of operations, its command line, and what it never shows. */
import type { Operation } from '#core/evidence/dataset.ts';

export const WARP = 'minio/warp';
export const WARP_METHOD = { loop: 'closed', connections: 'not stated' } as const;
export const RETRIES_UNSEEN =
  'The client of warp sends a request again after a 503 and counts it once: throttling shows in latencies, not in errors.';

export const FAILED_AMONG =
  'Times of failed requests are among those that warp summed up: figures that they may have moved are left out.';

export const OPERATION_OF: ReadonlyMap<string, Operation> = new Map([
  ['GET', 'GET'],
  ['PUT', 'PUT'],
  ['PUTPART', 'PUT_PART'],
  ['STAT', 'HEAD'],
  ['LIST', 'LIST'],
  ['DELETE', 'DELETE'],
]);

/** Operations whose bytes are those of an object, or of a part of one. */
export const SIZED: ReadonlySet<string> = new Set(['GET', 'PUT', 'PUTPART']);

/** What a run of each command measures; its other requests prepare it. */
const MEASURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['get', ['GET']],
  ['put', ['PUT']],
  ['stat', ['STAT']],
  ['list', ['LIST']],
  ['delete', ['DELETE']],
  ['multipart', ['GET']],
  ['multipart-put', ['PUT', 'PUTPART']],
  ['zip', ['GET']],
]);

export interface Command {
  /** Null where the file does not say, as a merged one. */
  name: string | null;
  version: string | null;
  /** Names of operations; null: all, as far as the command tells. */
  measures: readonly string[] | null;
  /** Ranges were asked for. */
  isRange: boolean;
  /** The rate at which the client held itself back. */
  perSecond: number | null;
}

/** Ours for one of warp's that is in `OPERATION_OF`. */
export function operationOf(op: string, { isRange, name }: Command): Operation {
  if (op === 'GET' && isRange) return 'GET_RANGE';
  // In these runs a PUT is a part of an upload, and what is read is a part.
  if (name === 'multipart-put' && op === 'PUT') return 'PUT_PART';
  if (name === 'multipart' && op === 'GET') return 'GET_RANGE';
  const operation = OPERATION_OF.get(op);
  if (operation === undefined) throw new RangeError(`no operation ${op}`);
  return operation;
}

const LINE = /^(?:# )?(?:\S*\/)?warp(?:-v([\d.]{1,20}))? ([a-z-]{1,30})(?= |$)(.*)$/s;

/** Of a command line as warp writes it: `# warp-v1.3.1 get --concurrent=8`. Its keys are hidden by warp, and not read here. */
export function commandOf(line: string): Command {
  const [, version = null, name = null, flags = ''] = LINE.exec(line) ?? [];
  const isMade = name === 'merge' || name === 'analyze';
  const perSecond = /(?:^| )--rps-limit[= ](\d{1,9}(?:\.\d{1,9})?)(?= |$)/.exec(flags)?.[1];
  return {
    name: isMade ? null : name,
    version: version === null ? null : `v${version}`,
    measures: MEASURES.get(name ?? '') ?? null,
    isRange: /(?:^| )--range(?:=true|-size[= ]\S+)?(?= |$)/.test(flags),
    perSecond: perSecond === undefined || Number(perSecond) === 0 ? null : Number(perSecond),
  };
}

export interface Span {
  op: string;
  /** In one unit and from one origin; an operation of which nothing succeeded starts at Infinity and ends at -Infinity. */
  start: number;
  end: number;
}

/**
 * The operations that a run measured: by its command, or, where that does not tell, all but uploads that had all ended
 * before anything else began.
 */
export function measuredOps(spans: readonly Span[], { measures }: Command): ReadonlySet<string> {
  const names = new Set(spans.map(({ op }) => op));
  if (measures !== null) return new Set([...names].filter((op) => measures.includes(op)));
  const uploads = spans.filter(({ op }) => op.startsWith('PUT'));
  const others = spans.filter((span) => !uploads.includes(span));
  const isPrepared =
    others.length > 0 &&
    Math.max(...uploads.map(({ end }) => end)) <= Math.min(...others.map(({ start }) => start));
  return isPrepared ? new Set(others.map(({ op }) => op)) : names;
}

/** Notes of a cell, those that there are. */
export const noted = (notes: readonly (string | null)[]) =>
  notes.filter((note) => note !== null).join('; ') || null;

/** A caveat where it holds. */
export const caveat = (holds: boolean, text: string): string[] => (holds ? [text] : []);

export const withinRun = (ops: Iterable<string>) =>
  `${[...ops].join(', ')} were under way together: each figure is of a store that served all of them.`;
export const heldBack = (perSecond: number | null) =>
  `The client held itself to ${perSecond} requests a second: rates and throughputs are its own, not the store's.`;
