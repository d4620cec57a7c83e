/** Requests of one block, timed: in a closed loop each worker waits for its answer before it asks again. */
import { StoreError } from '#stores/store-error.ts';
import type { Answer, ObjectStore } from '#stores/store.ts';
import { draw } from '#core/seeded-draw.ts';
import type { JournalTarget } from '../kept/journal.ts';
import { ownKey, readFolder, readKey } from '../keys.ts';
import { Comparison, type Payload } from './payload.ts';
import { operationAt, type Cell } from '../plan/cell.ts';
import { putInParts } from './put-in-parts.ts';
import { adviceOn, whichTarget } from './prepare.ts';
import type { ReadCache } from './read-cache.ts';
import { hitOf, sampleOf, type Outcome, type Sample } from '../kept/record.ts';
import type { Turns } from '../workers/turns.ts';

/** One cell on one target. */
export interface Bench {
  store: ObjectStore;
  at: JournalTarget;
  target: number;
  cell: number;
  what: Cell;
  /** The run's own. */
  prefix: string;
  payload: Payload;
  seed: number;
  /** Null: every read asks the store. */
  cache: ReadCache | null;
  /** Of an object that was made, by its name without the prefix. */
  tagOf: (name: string) => string;
  /** Which object a request reads. */
  choose: (seed: number, index: number) => number;
}

/** Makes the n-th request of the cell; `meantMs` is when an open loop meant it to go. */
export async function ask(bench: Bench, index: number, meantMs: number | null): Promise<Sample> {
  const where = { target: bench.target, cell: bench.cell, index };
  const hit = hitIn(bench, index, meantMs);
  if (hit) return hit;
  return sampleOf(where, await request(bench, index), meantMs);
}

/** A read that the cache answers, its body copied. */
function hitIn(bench: Bench, index: number, meantMs: number | null): Sample | null {
  const { cache, what, cell, seed, payload, choose } = bench;
  if (!cache) return null;
  const startMs = performance.now();
  const n = choose(seed + cell, index);
  const isHeld = cache.take(n);
  if (!isHeld || operationAt(what, cell, index, seed) !== 'GET') return null;
  const body = Buffer.from(payload.body(n, what.sizeBytes));
  const where = { target: bench.target, cell, index };
  return hitOf(where, startMs, performance.now() - startMs, body.length, meantMs);
}

async function request(bench: Bench, index: number): Promise<Outcome> {
  const { store, what, cell, prefix, payload, seed, choose } = bench;
  const { sizeBytes, rangeBytes, layout, batch } = what;
  const n = choose(seed + cell, index);
  const key = prefix + readKey(what, n);
  const own = prefix + ownKey(cell, layout, index);
  const isFine = (answer: Answer) => ({ answer, isBodyWrong: false });
  switch (operationAt(what, cell, index, seed)) {
    case 'GET': {
      if (what.condition === 'if-none-match') {
        const unless = bench.tagOf(readKey(what, n));
        const answer = await store.get(key, () => undefined, { unless, mostBytes: sizeBytes });
        return { answer, isBodyWrong: false, wanted: 304 };
      }
      const comparison = new Comparison(payload.body(n, sizeBytes));
      const answer = await store.get(key, comparison.take, { mostBytes: sizeBytes });
      return { answer, isBodyWrong: !comparison.isWhole };
    }
    case 'GET_RANGE': {
      const length = rangeBytes ?? sizeBytes;
      const offset = Math.floor(draw(seed + cell + 1, index) * (sizeBytes - length + 1));
      const comparison = new Comparison(payload.body(n, sizeBytes).subarray(offset, offset + length));
      const answer = await store.get(key, comparison.take, { part: { offset, length } });
      return { answer, isBodyWrong: !comparison.isWhole };
    }
    case 'PUT': {
      // Through a cache it overwrites what is read, with the same bytes.
      if (bench.cache) return isFine(await store.put(key, payload.body(n, sizeBytes)));
      const body = payload.body(index, sizeBytes);
      if (what.parts) return isFine(await putInParts(store, own, body, what.parts));
      if (what.condition === 'if-absent') return isFine(await store.put(own, body, 'absent'));
      const tag = what.condition === 'if-match' ? bench.tagOf(ownKey(cell, layout, index)) : null;
      return isFine(await store.put(own, body, tag === null ? undefined : { tag }));
    }
    case 'COPY':
      return isFine(await store.copy(key, own));
    case 'HEAD':
      return isFine(await store.head(key));
    case 'LIST': {
      const { answer, keys } = await store.list(prefix + readFolder(what));
      return { answer, isBodyWrong: keys.length === 0 };
    }
    case 'DELETE': {
      if (batch === 1) return isFine(await store.remove(own));
      const first = index * batch;
      const keys = Array.from({ length: batch }, (_, i) => prefix + ownKey(cell, layout, first + i));
      const { answer, refused } = await store.removeMany(keys);
      return isFine(refused.length === 0 ? answer : { ...answer, code: refused[0]?.code ?? 'refused' });
    }
  }
}

/** Takes all turns, so many at a time; `note` gets each as it ends. */
export async function closedLoop(
  bench: Bench,
  turns: Turns,
  concurrency: number,
  watch: Watching,
  note: (sample: Sample) => void,
): Promise<void> {
  const worker = async () => {
    while (!watch.mustStop) {
      const turn = turns.next();
      if (!turn) return;
      const sample = await ask(bench, turn.index, null);
      note(sample);
      watch.see(bench.at, sample);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

const HOPELESS = new Set([
  'AccessDenied',
  'AllAccessDisabled',
  'AuthenticationFailed',
  'AuthorizationFailure',
  'AuthorizationPermissionMismatch',
  'ContainerNotFound',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'NoSession',
  'NoSuchBucket',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'status-401',
  'authError',
  'forbidden',
  'required',
  'status-403',
]);
const UNREACHED = new Set(['dns', 'refused', 'unreachable', 'tls', 'reset', 'timeout']);
const MOST_UNREACHED = 25;
/** All that is asked for was made before; to some stores a bucket that is gone is an object that is not there. */
const MOST_MISSING = 25;
const NOT_FOUND = 404;

/** Says whether to stop, and is shown what ends. */
export interface Watching {
  readonly mustStop: boolean;
  see(at: JournalTarget, sample: Sample): void;
}

/** Errors are data, until nothing but errors can follow. */
export class Watch implements Watching {
  readonly #signal: AbortSignal | undefined;
  readonly #unreached = new InARow();
  readonly #missing = new InARow();
  failure: Error | null = null;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  get mustStop(): boolean {
    return this.failure !== null || this.#signal?.aborted === true;
  }

  see(at: JournalTarget, { target, problem, status }: Sample): void {
    if (problem !== null && HOPELESS.has(problem))
      this.failure ??= new StoreError(`${whichTarget(at)}: the store says ${problem}${adviceOn(problem)}`);
    if (this.#unreached.count(target, problem !== null && UNREACHED.has(problem)) >= MOST_UNREACHED)
      this.failure ??= new StoreError(
        `${whichTarget(at)}: ${MOST_UNREACHED} requests in a row got no answer (${problem}); is the network there?`,
      );
    if (this.#missing.count(target, status === NOT_FOUND) >= MOST_MISSING)
      this.failure ??= new StoreError(
        `${whichTarget(at)}: ${MOST_MISSING} requests in a row found nothing (${problem}); is the bucket still there?`,
      );
  }
}

/** Requests in a row, by target: the others may still answer. */
class InARow {
  readonly #counts = new Map<number, number>();

  count(target: number, isOne: boolean): number {
    const count = isOne ? (this.#counts.get(target) ?? 0) + 1 : 0;
    this.#counts.set(target, count);
    return count;
  }
}
