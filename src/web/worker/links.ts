/** Links, loaded when the first is read or written: the rest of the page does without the compression. */
import './no-eval.ts';
import type { Question } from '#core/question.ts';
import { pinScenario } from '#core/report/pin.ts';
import { LinkError, decodePermalink, encodePermalink } from '#permalink/permalink.ts';
import type { LinkAnswer, OpenAnswer } from './messages.ts';

export function openLink(fragment: string): OpenAnswer {
  try {
    return { kind: 'opened', scenario: decodePermalink(fragment).text };
  } catch (error) {
    if (error instanceof LinkError) return { kind: 'failed', message: error.message };
    throw error;
  }
}

export function writeLink(question: Question): LinkAnswer {
  return { kind: 'link', link: encodePermalink(pinScenario(question)) };
}
