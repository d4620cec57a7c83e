/** Removes what a run made, and only that. */
import { StoreError } from '#stores/store-error.ts';
import { answerWords, isOk } from '#stores/store.ts';
import type { Answer, ObjectStore } from '#stores/store.ts';
import { readObjects } from './estimate.ts';
import type { JournalHead, JournalTarget } from './journal.ts';
import { isOurs, runPrefix } from './keys.ts';
import { persist, sideBySide } from './persist.ts';
import type { ProbePlan } from './plan-file.ts';
import { whichTarget } from './prepare.ts';

const AT_ONCE = 16;

export interface Cleaned {
  removed: number;
  /** Keys under the run's prefix that it did not make. */
  strangers: string[];
}

/** Throws `StoreError` where something could not be removed. */
export async function cleanTarget(
  plan: ProbePlan,
  { run }: JournalHead,
  at: JournalTarget,
  store: ObjectStore,
): Promise<Cleaned> {
  const prefix = runPrefix(plan.prefix, run);
  const wanted = readObjects(plan.cells);
  const cleaned: Cleaned = { removed: 0, strangers: [] };
  for (let next: string | null | undefined; next !== null;) {
    let page: readonly string[] = [];
    const token: string | undefined = next;
    const answer = await persist(async () => {
      const listing = await store.list(prefix, token);
      page = listing.keys;
      next = listing.next;
      return listing.answer;
    });
    if (answer.code === 'NoSuchBucket') return cleaned;
    if (!isOk(answer)) throw refused(at, 'its objects could not be listed', answer);
    const ours = page.filter(
      (key) => key.startsWith(prefix) && isOurs(key.slice(prefix.length), plan.cells, wanted),
    );
    cleaned.strangers.push(...page.filter((key) => !ours.includes(key)));
    await sideBySide(ours, AT_ONCE, async (key) => {
      const removal = await persist(() => store.remove(key));
      if (!isOk(removal) && removal.status !== 404) throw refused(at, `${key} could not be removed`, removal);
      cleaned.removed += 1;
    });
  }
  cleaned.removed += await dropUnfinished(at, store, prefix);
  if (at.isOwnBucket && cleaned.strangers.length === 0) {
    const answer = await persist(() => store.removeBucket());
    if (!isOk(answer) && answer.code !== 'NoSuchBucket')
      throw refused(at, `the bucket ${at.bucket} could not be removed`, answer);
  }
  return cleaned;
}

/** Uploads in parts that a killed run left behind. A server that cannot list them is taken to have none. */
async function dropUnfinished(at: JournalTarget, store: ObjectStore, prefix: string): Promise<number> {
  let dropped = 0;
  for (let next: string | null | undefined; next !== null;) {
    const page = await store.unfinished(prefix, next);
    if (!isOk(page.answer)) return dropped;
    for (const { key, upload } of page.uploads) {
      const answer = await persist(() => store.dropParts(key, upload));
      if (!isOk(answer) && answer.status !== 404)
        throw refused(at, `the upload of ${key} could not be dropped`, answer);
      dropped += 1;
    }
    next = page.next;
  }
  return dropped;
}

function refused(at: JournalTarget, what: string, answer: Answer): StoreError {
  return new StoreError(
    `${whichTarget(at)}: ${what} (${answerWords(answer)}); run stowage probe clean again, or remove them by hand`,
  );
}
