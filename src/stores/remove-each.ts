/** Many removals where one request cannot ask for them: one by one, several at a time. */
import { isOk, type Answer, type Removal } from './store.ts';

const AT_ONCE = 16;

/** The answer is the slowest, or the first that refused. `keys` are one at least. */
export async function removeEach(
  keys: readonly string[],
  remove: (key: string) => Promise<Answer>,
): Promise<Removal> {
  const ended: { key: string; answer: Answer }[] = [];
  for (let at = 0; at < keys.length; at += AT_ONCE)
    ended.push(
      ...(await Promise.all(
        keys.slice(at, at + AT_ONCE).map(async (key) => ({ key, answer: await remove(key) })),
      )),
    );
  const refused = ended.filter(({ answer }) => !isOk(answer) && answer.status !== 404);
  const [slowest] = ended.sort((a, b) => b.answer.totalMs - a.answer.totalMs);
  const first = refused[0] ?? slowest;
  if (!first) throw new RangeError('there is nothing to remove');
  return {
    answer: refused.length > 0 ? first.answer : { ...first.answer, status: 204, code: null },
    refused: refused.map(({ key, answer }) => ({ key, code: answer.code ?? `status-${answer.status}` })),
  };
}
