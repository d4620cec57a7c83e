/** Where the figures of a chart are from, and the address that opens it: under each drawing. */
import { getContext, setContext } from 'svelte';

const KEY = 'source of charts';

/** What the charts below are from; a page or a chapter says it once. */
export const provideSource = (words: () => string) => setContext(KEY, words);

/** Empty where nobody said it. */
export function useSource(): () => string {
  return getContext<(() => string) | undefined>(KEY) ?? (() => '');
}

const chapterOf = (figure: Element) => figure.closest('details[id]');

/** A chapter's stands before the fragment, which holds the question; elsewhere that of the nearest named part of the page. */
export function addressOf(figure: Element): string {
  const chapter = chapterOf(figure);
  if (chapter) return `?${chapter.id}${location.hash}`;
  return location.hash.includes('=') ? location.hash : `#${figure.closest('[id]')?.id ?? ''}`;
}

/** Shows the chapter that the address names, once its first chart is there. */
export function comeTo(figure: Element): void {
  const chapter = chapterOf(figure);
  if (location.search !== `?${chapter?.id}` || scrollY > 0) return;
  if (chapter?.querySelector('figure') === figure) chapter.scrollIntoView();
}
