import { openBundle } from '#catalog/from-bundle.ts';
import type { Asked, Told } from './messages.ts';
import { Planner } from './planner.ts';

const planner = new Planner(openBundle());

addEventListener('message', (event: MessageEvent<Asked>) => {
  const { id, question } = event.data;
  void planner.answer(question).then((answer) => postMessage({ id, answer } satisfies Told));
});
