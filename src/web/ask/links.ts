/** Links, loaded when the first is written: the rest of the page does without the compression. */
import type { Question } from '#core/question.ts';
import { pinScenario } from '#core/report/pin.ts';
import { encodePermalink } from '#permalink/permalink.ts';

export function linkTo(question: Question): string {
  return encodePermalink(pinScenario(question));
}
