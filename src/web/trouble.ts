/** Why some work failed, in words; null where it did not. */
import { messageOf } from '#core/message-of.ts';

export async function troubleOf(work: () => unknown): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
