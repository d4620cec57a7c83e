/** One call of AWS's own client, timed as an application sees it. */
import { errorCode } from '#core/message-of.ts';
import { failureOfCode } from '../http/failure-of-code.ts';
import { TooLong, type Failure } from '../http/exchange.ts';
import type { Answer } from '../store.ts';

/** What came back, once the call itself has ended. */
export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/** What an error of the client says. */
export interface Refusal extends Reply {
  code: string;
}

interface Progress {
  /** To be called when the application has an answer in hand, though not its body. */
  begun(reply: Reply): void;
  took(bytes: number): void;
}

/** `work` is the call and, where there is one, the reading of the body; `refusalOf` is null for an error that is no reply. */
export async function timedCall(
  work: (progress: Progress) => Promise<Reply>,
  refusalOf: (error: unknown) => Refusal | null,
): Promise<Answer> {
  const startMs = performance.now();
  let reply: Reply | null = null;
  let firstByteMs: number | null = null;
  let bytes = 0;
  const answer = (failure: Failure | null, detail: string | null, code: string | null): Answer => ({
    status: reply?.status ?? null,
    headers: reply?.headers ?? {},
    failure,
    detail,
    bytes,
    text: '',
    startMs,
    opening: null,
    firstByteMs,
    totalMs: performance.now() - startMs,
    code,
  });
  const begun = (one: Reply) => {
    firstByteMs ??= performance.now() - startMs;
    reply = one;
  };
  try {
    begun(await work({ begun, took: (more) => (bytes += more) }));
    return answer(null, null, null);
  } catch (error) {
    const refusal = reply === null ? refusalOf(error) : null;
    if (refusal) {
      begun(refusal);
      return answer(null, null, refusal.code);
    }
    const failure = failureOf(error);
    return answer(failure === 'reset' && reply !== null ? 'truncated' : failure, wordOf(error), null);
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof TooLong) return 'size';
  if (!(error instanceof Error)) return 'protocol';
  const code = codeOf(error);
  // The client names a reset connection "TimeoutError" as well: a name counts where there is no code.
  if (code === null) return /timeout/i.test(error.name) ? 'timeout' : failureOfCode('');
  return code.startsWith('HPE_') ? 'protocol' : failureOfCode(code);
}

/** Never the whole message: it may quote the request. */
function wordOf(error: unknown): string | null {
  return error instanceof Error ? (codeOf(error) ?? error.name) : null;
}

function codeOf(error: Error): string | null {
  const code = errorCode(error);
  return typeof code === 'string' ? code : null;
}
