/** One request as it is kept: a line of the journal, a row of the samples. */
import type { Answer } from '#stores/store.ts';

export interface Sample {
  target: number;
  cell: number;
  /** Which request of the cell; warming up comes first. */
  index: number;
  /** Milliseconds of the epoch when it was handed over. */
  atMs: number;
  /** How much later than intended; 0 in a closed loop. */
  lateMs: number;
  /** Null on a connection that was open already; DNS and TLS also where there was none. */
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  /** From the intended start. */
  firstByteMs: number | null;
  totalMs: number;
  bytes: number;
  /** Null: no reply; where there was no problem either, none was asked for: see `isHit`. */
  status: number | null;
  /** Null: all is well. Else a failure (`reset`, `timeout`, …), the store's code (`SlowDown`), or `corrupt`. */
  problem: string | null;
}

/** Answered by the cache of the client. */
export const isHit = ({ status, problem }: Sample): boolean => status === null && problem === null;

/** Where it was meant to go at `meantMs` (by `performance.now()`), the latency is that from then. */
export function sampleOf(
  where: Pick<Sample, 'target' | 'cell' | 'index'>,
  answer: Answer,
  isBodyWrong: boolean,
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
    problem: problemOf(answer, isBodyWrong),
  };
}

function problemOf({ failure, status, code }: Answer, isBodyWrong: boolean): string | null {
  if (failure !== null) return failure;
  if (code !== null) return code;
  if (status === null || status >= 300) return `status-${status}`;
  return isBodyWrong ? 'corrupt' : null;
}

/** Of a read that a cache in the client answered, by `performance.now()`. */
export function hitOf(
  where: Pick<Sample, 'target' | 'cell' | 'index'>,
  startMs: number,
  endMs: number,
  bytes: number,
  meantMs: number | null,
): Sample {
  const lateMs = meantMs === null ? 0 : Math.max(0, startMs - meantMs);
  const totalMs = micro(endMs - startMs + lateMs);
  return {
    ...where,
    atMs: micro(performance.timeOrigin + startMs),
    lateMs: micro(lateMs),
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: totalMs,
    totalMs,
    bytes,
    status: null,
    problem: null,
  };
}

/** Whole microseconds. */
const micro = (ms: number) => Math.round(ms * 1000) / 1000;
