/** What differs in two scenarios, as the form calls and shows it. */
import { valueWords, type Line } from '#core/answer/figures/compare.ts';
import type { Comparison } from '#core/report/compare.ts';
import { placeShown, storeShown } from '#web/form/shown.ts';
import { labelOf } from '#web/form/labels.ts';

/** What a link adds so that its answer stays: no part of the question. */
const ADDED = /^(knownOn|datasets|model)\b/;

export function scenarioRows({ keys }: Comparison): Line[] {
  return keys
    .filter(({ path }) => !ADDED.test(path))
    .map(({ path, a, b }) => {
      const shown = (value: unknown) => valueWords(value, shownOf(path));
      return { title: labelOf(path), a: shown(a), b: shown(b), change: '' };
    });
}

function shownOf(path: string): (value: unknown) => string {
  if (/\.at$|writer$/.test(path)) return placeShown;
  return /^(current|stores|copies|requirements\.exclude)\b/.test(path) ? storeShown : String;
}
