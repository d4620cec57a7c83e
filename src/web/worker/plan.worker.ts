/** One script for two workers of the page: the one that answers, and the one beside it. */
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import { messageOf } from '#core/message-of.ts';
import type { BesideAnswer, BesideAsked } from './beside.ts';
import type { Asked, Told } from './messages.ts';
import { Planner } from './planner.ts';

const catalog = catalogFetcher();
const planner = new Planner(catalog);

addEventListener('message', ({ data }: MessageEvent<Asked | BesideAsked>) => {
  if ('beside' in data) {
    const tell = (answer: BesideAnswer) => postMessage(answer);
    import('./beside-answers.ts')
      .then(({ answerBeside }) => answerBeside(catalog, data.beside, tell))
      .then(
        () => tell({ kind: 'done' }),
        (error: unknown) => tell({ kind: 'failed', message: messageOf(error) }),
      );
    return;
  }
  const { id, question } = data;
  void planner.answer(question).then((answer) => postMessage({ id, answer } satisfies Told));
});
