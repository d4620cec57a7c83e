/** One object in parts, timed as a whole: from its beginning to the answer that it is one. */
import { isOk, type Answer, type ObjectStore, type Part } from '#stores/store.ts';
import { sideBySide } from './persist.ts';

/** The answer is the last one, or the first that said no; what was sent is then dropped. */
export async function putInParts(
  store: ObjectStore,
  key: string,
  body: Uint8Array,
  { sizeBytes, atOnce }: { sizeBytes: number; atOnce: number },
): Promise<Answer> {
  const startMs = performance.now();
  const begun = await store.beginParts(key);
  if (begun.upload === null) return begun.answer;
  const { upload } = begun;
  const parts: Part[] = [];
  const refusals: Answer[] = [];
  const numbers = Array.from({ length: Math.max(1, Math.ceil(body.length / sizeBytes)) }, (_, i) => i + 1);
  await sideBySide(numbers, atOnce, async (number) => {
    if (refusals.length > 0) return;
    const piece = body.subarray((number - 1) * sizeBytes, number * sizeBytes);
    const sent = await store.putPart(key, upload, number, piece);
    if (sent.part) parts.push(sent.part);
    else refusals.push(sent.answer);
  });
  const [refusal] = refusals;
  const ended =
    refusal ??
    (await store.endParts(
      key,
      upload,
      parts.sort((a, b) => a.number - b.number),
    ));
  if (!isOk(ended) || ended.code !== null) await store.dropParts(key, upload);
  const opening = begun.answer?.opening ?? ended.opening;
  return { ...ended, startMs, opening, firstByteMs: null, totalMs: ended.startMs + ended.totalMs - startMs };
}
