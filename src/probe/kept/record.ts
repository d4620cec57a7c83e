/** One request as it is kept: a line of the journal, a row of the samples. */
import * as z from 'zod/mini';
import type { Answer } from '#stores/store.ts';

/** In this order its fields stand in the journal; a new one goes to the end. */
export const Sample = z.object({
  target: z.int(),
  cell: z.int(),
  /** Which request of the cell; warming up comes first. */
  index: z.int(),
  /** Milliseconds of the epoch when it was handed over. */
  atMs: z.number(),
  /** How much later than intended; 0 in a closed loop. */
  lateMs: z.number(),
  /** Null on a connection that was open already; DNS and TLS also where there was none. */
  dnsMs: z.nullable(z.number()),
  connectMs: z.nullable(z.number()),
  tlsMs: z.nullable(z.number()),
  /** From the intended start. */
  firstByteMs: z.nullable(z.number()),
  totalMs: z.number(),
  bytes: z.number(),
  /** Null: no reply; where there was no problem either, none was asked for: see `isHit`. */
  status: z.nullable(z.number()),
  /** Null: all is well. Else a failure (`reset`, `timeout`, …), the store's code (`SlowDown`), or `corrupt`. */
  problem: z.nullable(z.string()),
  /** Which of several worker threads made it, from 1; none where there was but one. */
  worker: z.optional(z.int()),
});
export type Sample = z.infer<typeof Sample>;

/** Answered by the cache of the client. */
export const isHit = ({ status, problem }: Sample): boolean => status === null && problem === null;

/** Of its connection, whether it was open before; null where no answer came, or none was asked for. */
export function isReused({ connectMs, status }: Sample): boolean | null {
  if (connectMs !== null) return false;
  return status === null ? null : true;
}

/** What came of a request. */
export interface Outcome {
  answer: Answer;
  isBodyWrong: boolean;
  /** The status that was asked for, where it is none of success. */
  wanted?: number;
}

/** Where it was meant to go at `meantMs` (by `performance.now()`), the latency is that from then. */
export function sampleOf(
  where: Pick<Sample, 'target' | 'cell' | 'index'>,
  outcome: Outcome,
  meantMs: number | null,
): Sample {
  return timed(where, outcome.answer, problemOf(outcome), meantMs);
}

/** Of a read that a cache in the client answered, from `startMs` by `performance.now()`. */
export function hitOf(
  where: Pick<Sample, 'target' | 'cell' | 'index'>,
  startMs: number,
  totalMs: number,
  bytes: number,
  meantMs: number | null,
): Sample {
  const answer = { startMs, totalMs, firstByteMs: totalMs, opening: null, status: null, bytes };
  return timed(where, answer, null, meantMs);
}

function timed(
  where: Pick<Sample, 'target' | 'cell' | 'index'>,
  answer: Pick<Answer, 'startMs' | 'totalMs' | 'firstByteMs' | 'opening' | 'status' | 'bytes'>,
  problem: string | null,
  meantMs: number | null,
): Sample {
  const { opening, firstByteMs, status } = answer;
  const lateMs = meantMs === null ? 0 : Math.max(0, answer.startMs - meantMs);
  return {
    ...where,
    atMs: micro(performance.timeOrigin + answer.startMs),
    lateMs: micro(lateMs),
    dnsMs: opening?.dnsMs == null ? null : micro(opening.dnsMs),
    connectMs: opening ? micro(opening.connectMs) : null,
    tlsMs: opening?.tlsMs == null ? null : micro(opening.tlsMs),
    firstByteMs: firstByteMs === null ? null : micro(firstByteMs + lateMs),
    totalMs: micro(answer.totalMs + lateMs),
    bytes: answer.bytes,
    status,
    problem,
  };
}

function problemOf({ answer, isBodyWrong, wanted }: Outcome): string | null {
  const { failure, status, code } = answer;
  if (failure !== null) return failure;
  if (wanted !== undefined && status === wanted) return null;
  if (code !== null) return code;
  if (status === null || status >= 300 || wanted !== undefined) return `status-${status}`;
  return isBodyWrong ? 'corrupt' : null;
}

/** Whole microseconds. */
const micro = (ms: number) => Math.round(ms * 1000) / 1000;
