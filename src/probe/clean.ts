/** Removes what a run made, and only that. */
import { StoreError } from '#stores/store-error.ts';
import { answerWords, isOk, type Answer, type ObjectStore } from '#stores/store.ts';
import { readObjects } from './costs/estimate.ts';
import type { JournalHead, JournalState, JournalTarget } from './kept/journal.ts';
import { isOurs, runPrefix } from './keys.ts';
import { pagesOf } from './measuring/pages.ts';
import { persist, persistFor, sideBySide } from './measuring/persist.ts';
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
  { head, everMade, samples }: Pick<JournalState, 'head' | 'everMade' | 'samples'>,
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
      const made = [...everMade, ...samples].filter((one) => one.target === target).length;
      const { removed, strangers } = await cleanTarget(plan, head, at, store, made);
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
  made: number,
): Promise<Cleaned> {
  const prefix = runPrefix(plan.prefix, run);
  const wanted = readObjects(plan.cells);
  const isMade = (key: string) =>
    key.startsWith(prefix) && isOurs(key.slice(prefix.length), plan.cells, wanted);
  const cleaned: Cleaned = { removed: 0, strangers: [] };
  const listing = pagesOf(
    whichTarget(at),
    (next) => persistFor(() => store.list(prefix, next)),
    ({ keys }) => keys.length,
    made,
  );
  for await (const { answer, keys } of listing) {
    if (isBucketGone(answer)) return cleaned;
    if (!isOk(answer)) throw refused(at, 'its objects could not be listed', answer);
    const ours = keys.filter(isMade);
    cleaned.strangers.push(...keys.filter((key) => !isMade(key)));
    await sideBySide(ours, AT_ONCE, async (key) => {
      const removal = await persist(() => store.remove(key));
      if (!isOk(removal) && removal.status !== 404) throw refused(at, `${key} could not be removed`, removal);
      cleaned.removed += 1;
    });
  }
  await dropUnfinished(plan, at, store, { prefix, isMade, cleaned, made });
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
  {
    prefix,
    isMade,
    cleaned,
    made,
  }: { prefix: string; isMade: (key: string) => boolean; cleaned: Cleaned; made: number },
): Promise<void> {
  const listing = pagesOf(
    whichTarget(at),
    (next) => persistFor(() => store.unfinished(prefix, next)),
    ({ uploads }) => uploads.length,
    made,
  );
  for await (const { answer, uploads } of listing) {
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
