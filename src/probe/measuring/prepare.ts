/** The objects that cells read or delete, made before anything is measured. */
import { StoreError } from '#stores/store-error.ts';
import { answerWords, isOk, type ObjectStore } from '#stores/store.ts';
import { readObjects } from '../costs/estimate.ts';
import type { JournalWriter } from '../kept/journal-writer.ts';
import { noteMade, type JournalState, type JournalTarget } from '../kept/journal.ts';
import { ownFolder, ownKey, readFolder, readKey, runPrefix, type ReadSet } from '../keys.ts';
import type { Payload } from './payload.ts';
import { isOwn } from '../plan/shard.ts';
import { pagesOf } from './pages.ts';
import { persist, sideBySide } from './persist.ts';
import { makes, operationAt, type Cell } from '../plan/cell.ts';
import type { ProbePlan } from '../plan/plan-file.ts';

const AT_ONCE = 16;

interface Wanted {
  name: string;
  n: number;
  sizeBytes: number;
  /** A condition rests on its tag. */
  isTagged?: boolean;
  /** A request nobody saw the end of may have replaced it. */
  isReplaced?: boolean;
  /** Where it is. */
  folder: string;
}

/** Makes what is not there yet. Throws `StoreError` with what the store said. */
export async function prepare(
  plan: ProbePlan,
  target: number,
  store: ObjectStore,
  state: JournalState,
  journal: JournalWriter,
  payload: Payload,
  onMade: (name: string) => void = () => {},
): Promise<void> {
  const at = state.head.targets[target];
  if (!at) return;
  const which = whichTarget(at);
  if (at.isOwnBucket && !state.made.has(`${target}|`)) {
    const answer = await persist(() => store.makeBucket());
    if (!isOk(answer) && answer.code !== 'BucketAlreadyOwnedByYou')
      throw new StoreError(
        `${which}: the bucket ${at.bucket} could not be made (${answerWords(answer)}); name one of yours as bucket`,
      );
    journal.made(target, '');
  }
  const prefix = runPrefix(plan.prefix, state.head.run);
  await removeHalfDone(plan.cells, target, store, state, prefix, which);
  const wanted = [...wantedObjects(plan, target, state)];
  const gone = await goneOf(wanted, target, store, state, prefix, which);
  const missing = wanted.filter(
    ({ name, isReplaced }) => isReplaced || gone.has(name) || !state.made.has(`${target}|${name}`),
  );
  await sideBySide(missing, AT_ONCE, async ({ name, n, sizeBytes, isTagged }) => {
    const answer = await persist(() => store.put(prefix + name, payload.body(n, sizeBytes)));
    if (!isOk(answer))
      throw new StoreError(
        `${which}: an object could not be written to bucket ${at.bucket} (${answerWords(answer)})${adviceOn(answer.code)}`,
      );
    const tag = isTagged ? store.tagOf(answer) : null;
    if (isTagged && tag === null)
      throw new StoreError(
        `${which}: the store gives no tag for what it wrote, so nothing can be conditional on it; leave ifMatch and ifNoneMatch out`,
      );
    journal.made(target, name, tag);
    noteMade(state, target, name, tag);
    onMade(name);
  });
}

/**
 * A write that was under way when an earlier run was killed may be there though nobody saw its end. Where writing depends
 * on nothing being there, it goes before it is made again.
 */
async function removeHalfDone(
  cells: readonly Cell[],
  target: number,
  store: ObjectStore,
  { samples }: JournalState,
  prefix: string,
  which: string,
): Promise<void> {
  if (samples.length === 0) return;
  for (const [c, { condition, layout, requests, warmup }] of cells.entries()) {
    if (condition !== 'if-absent') continue;
    const done = new Set(
      samples
        .filter((one) => one.target === target && one.cell === c)
        .map(({ index }) => ownKey(c, layout, index)),
    );
    const listing = pagesOf(
      which,
      (next) => store.list(prefix + ownFolder(c, layout), next),
      ({ keys }) => keys.length,
      requests + warmup,
    );
    for await (const { keys } of listing) {
      const halfDone = keys.filter((key) => !done.has(key.slice(prefix.length)));
      await sideBySide(halfDone, AT_ONCE, async (key) => void (await persist(() => store.remove(key))));
    }
  }
}

/**
 * Those that were made and are there no more: a removal nobody saw the end of has taken them, and many stores say 404 to
 * the next one; or the bucket is a new one.
 */
async function goneOf(
  wanted: readonly Wanted[],
  target: number,
  store: ObjectStore,
  { made }: JournalState,
  prefix: string,
  which: string,
): Promise<Set<string>> {
  const names = wanted.filter(({ name, isReplaced }) => !isReplaced && made.has(`${target}|${name}`));
  const gone = new Set(names.map(({ name }) => name));
  for (const folder of new Set(names.map((one) => one.folder))) {
    const listing = pagesOf(
      which,
      (next) => store.list(`${prefix}${folder}`, next),
      ({ keys }) => keys.length,
      names.length,
    );
    for await (const { answer, keys } of listing) {
      // Where nobody says what is there, it is taken to be.
      if (!isOk(answer)) return new Set();
      for (const key of keys) gone.delete(key.slice(prefix.length));
    }
  }
  return gone;
}

/** What is deleted or replaced in a cell is there until its request is done, whatever became of a request nobody saw the end of. */
function* wantedObjects(
  { cells, seed }: ProbePlan,
  target: number,
  { samples, head }: JournalState,
): Generator<Wanted> {
  const isAsked = (set: ReadSet) =>
    cells.some(
      ({ condition, sizeBytes, layout }) =>
        condition === 'if-none-match' && sizeBytes === set.sizeBytes && layout === set.layout,
    );
  for (const set of readObjects(cells))
    for (let n = 0; n < set.objects; n++)
      yield {
        name: readKey(set, n),
        n,
        sizeBytes: set.sizeBytes,
        isTagged: isAsked(set),
        folder: readFolder(set),
      };
  for (const [c, cell] of cells.entries()) {
    const isReplaced = cell.condition === 'if-match';
    if (!isReplaced && !makes(cell, 'DELETE')) continue;
    const { sizeBytes, requests, warmup, batch, layout } = cell;
    const done = new Set(
      samples.filter((one) => one.target === target && one.cell === c).map((one) => one.index),
    );
    for (let index = 0; index < requests + warmup; index++) {
      if (!isOwn(head.shard, index) || done.has(index)) continue;
      if (!isReplaced && operationAt(cell, c, index, seed) !== 'DELETE') continue;
      for (let n = index * batch; n < (index + 1) * batch; n++)
        yield {
          name: ownKey(c, layout, n),
          n,
          sizeBytes,
          isTagged: isReplaced,
          isReplaced,
          folder: ownFolder(c, layout),
        };
    }
  }
}

export function whichTarget({ store, region }: Pick<JournalTarget, 'store' | 'region'>): string {
  return region === null ? store : `${store}@${region}`;
}

/** What helps against an error that no second try betters. */
export function adviceOn(code: string | null): string {
  switch (code) {
    case 'NoSuchBucket':
    case 'ContainerNotFound':
      return '; make the bucket, or leave bucket out and the probe makes one of its own';
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'ExpiredToken':
    case 'InvalidToken':
    case 'AuthenticationFailed':
    case 'AuthorizationFailure':
    case 'authError':
      return '; the keys are not good here: check them, and the profile they come from';
    case 'RequestTimeTooSkewed':
      return '; set the clock of this machine';
    case 'NoSession':
      return '; without a session this would not be the fast path of a directory bucket: the keys need s3express:CreateSession on it';
    case 'AccessDenied':
    case 'AuthorizationPermissionMismatch':
    case 'forbidden':
      return '; the keys may not do this: they need to put, get, list and delete objects';
    default:
      return '';
  }
}
