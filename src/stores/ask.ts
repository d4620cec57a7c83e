/** A short question to a service that hands out keys: a token endpoint, or the machine's own metadata. */
import { StoreError } from './store-error.ts';

const MOST_ANSWER_BYTES = 64 * 1024;

export interface Told {
  text: string;
  /** By the clock of who answered; null where he does not say. */
  date: string | null;
}

/** The answer. Throws `StoreError` with the host and the status; nothing of the answer, which may hold keys. */
export async function askFor(what: string, url: string, init: RequestInit, timeoutMs: number): Promise<Told> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { ...init, signal, redirect: 'error' }).catch(() => null);
  if (!answer?.ok)
    throw new StoreError(
      `${new URL(url).host} gave no ${what} (${answer === null ? 'no answer' : answer.status}); check the keys, and that this machine's clock is right`,
    );
  return { text: (await answer.text()).slice(0, MOST_ANSWER_BYTES), date: answer.headers.get('date') };
}

/** Undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
