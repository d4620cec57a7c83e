/** Removes what a run made, and only that. */
import { StoreError } from '#stores/store-error.ts';
import { answerWords, isOk } from '#stores/store.ts';
import type { Answer, ObjectStore, Unfinished } from '#stores/store.ts';
import { readObjects } from './costs/estimate.ts';
import type { JournalHead, JournalTarget } from './kept/journal.ts';
import { isOurs, runPrefix } from './keys.ts';
import { persist, sideBySide } from './measuring/persist.ts';
import type { ProbePlan } from './plan/plan-file.ts';
import { whichTarget } from './measuring/prepare.ts';

const AT_ONCE = 16;

export interface Cleaned {
  removed: number;
  /** Keys under the run's prefix that it did not make, of objects and of unfinished uploads. */
  strangers: string[];
}

/** All targets, whatever becomes of one: throws the first `StoreError` once it is through with the others. */
export async function cleanTargets(
  plan: ProbePlan,
  head: JournalHead,
  stores: readonly ObjectStore[],
  onTarget: (target: number) => void = () => {},
): Promise<Cleaned> {
  const all: Cleaned = { removed: 0, strangers: [] };
  const failures: StoreError[] = [];
  for (const [target, at] of head.targets.entries()) {
    const store = stores[target];
    if (!store) throw new Error(`there is no target ${target}`);
    onTarget(target);
    try {
      const { removed, strangers } = await cleanTarget(plan, head, at, store);
      all.removed += removed;
      all.strangers.push(...strangers);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      failures.push(error);
    }
  }
  const [failure] = failures;
  if (failure) throw failure;
  return all;
}

/** Throws `StoreError` where something could not be removed. */
async function cleanTarget(
  plan: ProbePlan,
  { run }: JournalHead,
  at: JournalTarget,
  store: ObjectStore,
): Promise<Cleaned> {
  const prefix = runPrefix(plan.prefix, run);
  const wanted = readObjects(plan.cells);
  const isMade = (key: string) =>
    key.startsWith(prefix) && isOurs(key.slice(prefix.length), plan.cells, wanted);
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
    if (isBucketGone(answer)) return cleaned;
    if (!isOk(answer)) throw refused(at, 'its objects could not be listed', answer);
    const ours = page.filter(isMade);
    cleaned.strangers.push(...page.filter((key) => !ours.includes(key)));
    await sideBySide(ours, AT_ONCE, async (key) => {
      const removal = await persist(() => store.remove(key));
      if (!isOk(removal) && removal.status !== 404) throw refused(at, `${key} could not be removed`, removal);
      cleaned.removed += 1;
    });
  }
  await dropUnfinished(plan, at, store, { prefix, isMade, cleaned });
  if (at.isOwnBucket && cleaned.strangers.length === 0) {
    const answer = await persist(() => store.removeBucket());
    if (!isOk(answer) && !isBucketGone(answer))
      throw refused(at, `the bucket ${at.bucket} could not be removed`, answer);
  }
  return cleaned;
}

/** A store says so in its own words: any web server answers 404. */
const isBucketGone = ({ status, code }: Answer) => status === 404 && code !== null;

/**
 * Uploads in parts that a killed run left behind. A server that cannot list them is taken to have none, unless the plan has
 * made some.
 */
async function dropUnfinished(
  { cells }: ProbePlan,
  at: JournalTarget,
  store: ObjectStore,
  { prefix, isMade, cleaned }: { prefix: string; isMade: (key: string) => boolean; cleaned: Cleaned },
): Promise<void> {
  for (let next: string | null | undefined; next !== null;) {
    let uploads: Unfinished['uploads'] = [];
    const token: string | undefined = next;
    const answer = await persist(async () => {
      const page = await store.unfinished(prefix, token);
      uploads = page.uploads;
      next = page.next;
      return page.answer;
    });
    if (!isOk(answer)) {
      if (!cells.some(({ parts }) => parts) || CANNOT_LIST.has(answer.status ?? 0)) return;
      throw refused(at, 'its unfinished uploads could not be listed', answer);
    }
    for (const { key, upload } of uploads) {
      if (!isMade(key)) {
        cleaned.strangers.push(key);
        continue;
      }
      const dropped = await persist(() => store.dropParts(key, upload));
      if (!isOk(dropped) && dropped.status !== 404)
        throw refused(at, `the upload of ${key} could not be dropped`, dropped);
      cleaned.removed += 1;
    }
  }
}

/** Of servers that have no such operation. */
const CANNOT_LIST = new Set([400, 404, 405, 501]);

function refused(at: JournalTarget, what: string, answer: Answer): StoreError {
  return new StoreError(
    `${whichTarget(at)}: ${what} (${answerWords(answer)}); run stowage probe clean again, or remove them by hand`,
  );
}
