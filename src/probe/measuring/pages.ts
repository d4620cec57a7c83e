/** Listings to their end, which a server may never come to. */
import { StoreError } from '#stores/store-error.ts';
import { isOk, type Answer } from '#stores/store.ts';

/** Azure and Google may give a page of nothing now and then. */
const MOST_EMPTY = 10;
/** Other keys than the expected ones, one on each page. */
const MOST_OTHERS = 100;

interface Page {
  answer: Answer;
  /** Asks for the next one; null on the last. */
  next: string | null;
}

/**
 * Page after page of what `ask` lists, until the last or the first that is refused. `expected`: how many keys there are at
 * most. Throws `StoreError`, which names `which` target, where a page comes again or too many come: each is paid for.
 */
export async function* pagesOf<P extends Page>(
  which: string,
  ask: (next?: string) => Promise<P>,
  keysOn: (page: P) => number,
  expected: number,
): AsyncGenerator<P> {
  const seen = new Set<string>();
  let empty = 0;
  for (let next: string | undefined; ;) {
    const page = await ask(next);
    yield page;
    if (!isOk(page.answer) || page.next === null) return;
    empty = keysOn(page) === 0 ? empty + 1 : 0;
    const isEndless = seen.has(page.next) || empty > MOST_EMPTY || seen.size >= expected + MOST_OTHERS;
    if (isEndless)
      throw new StoreError(
        `${which}: the store lists without end (${seen.size + 1} pages, and more are said to follow); remove what is left by hand`,
      );
    next = page.next;
    seen.add(next);
  }
}
