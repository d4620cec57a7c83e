/** What has to be done, though not measured, is tried again: a store may be busy, a connection may break. */
import { isOk, type Answer } from '#stores/store.ts';

const TRIES = 5;
const FIRST_PAUSE_MS = 100;

/** The last answer: a good one, or one that another try would not better. */
export const persist = async (ask: () => Promise<Answer>): Promise<Answer> =>
  (await persistFor(async () => ({ answer: await ask() }))).answer;

/** The same of what comes with an answer. */
export async function persistFor<T extends { answer: Answer }>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const told = await ask();
    if (isOk(told.answer) || attempt === TRIES || !mayPass(told.answer)) return told;
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}

function mayPass({ status, failure }: Answer): boolean {
  if (failure !== null) return failure !== 'tls' && failure !== 'dns' && failure !== 'size';
  return status === 429 || (status !== null && status >= 500);
}

/** Runs `work` for each value, so many at a time. The first rejection ends it, once what runs has ended. */
export async function sideBySide<T>(
  values: Iterable<T>,
  most: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const iterator = values[Symbol.iterator]();
  let failure: { error: unknown } | null = null;
  const worker = async () => {
    for (let next = iterator.next(); !next.done && !failure; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  if (failure) throw (failure as { error: unknown }).error;
}
