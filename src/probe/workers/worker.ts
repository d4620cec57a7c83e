/** A thread that measures: it opens stores of its own, takes its turns of each block and tells what came of them. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '#core/message-of.ts';
import { StoreError } from '#stores/store-error.ts';
import type { ObjectStore } from '#stores/store.ts';
import { keyChoice } from '../measuring/key-choice.ts';
import { closedLoop, type Bench, type Watching } from '../measuring/measure.ts';
import { openLoop } from '../measuring/open-loop.ts';
import { opener } from '../open-targets.ts';
import { Payload } from '../measuring/payload.ts';
import type { Sample } from '../kept/record.ts';
import { watchEffort } from '../measuring/self-check.ts';
import type { BlockAsked, Told, WorkerGiven } from './messages.ts';
import { isStopped, turnsOf } from './turns.ts';

/** How long a request that has ended may wait for others to be told with it. */
const TOLD_AFTER_MS = 10;
const MOST_TOLD = 1000;

/** To be called on a thread that a `WorkerPool` started. */
export async function measureForPool(): Promise<void> {
  if (!parentPort) throw new Error('this is no thread of a pool');
  const port = parentPort;
  const given = workerData as WorkerGiven;
  const tell = (told: Told) => port.postMessage(told);
  const open = await opener(given);
  const stores = new Map<number, ObjectStore>();
  let payload: { mostBytes: number; bytes: Payload } | null = null;

  const storeOf = (target: number): ObjectStore => {
    const known = stores.get(target);
    const at = given.targets[target];
    if (known || !at) return known ?? fail(`there is no target ${target}`);
    const store = open(at);
    stores.set(target, store);
    return store;
  };
  const payloadOf = (mostBytes: number): Payload => {
    if (payload === null || payload.mostBytes < mostBytes)
      payload = { mostBytes, bytes: new Payload(mostBytes) };
    return payload.bytes;
  };

  async function take(asked: BlockAsked): Promise<void> {
    const { target, cell, indices, concurrency, startMs, tags } = asked;
    const at = given.targets[target] ?? fail(`there is no target ${target}`);
    const what = given.cells[cell] ?? fail(`there is no cell ${cell}`);
    const bench: Bench = {
      store: storeOf(target),
      at,
      target,
      cell,
      what,
      prefix: given.prefix,
      payload: payloadOf(what.sizeBytes),
      seed: given.seed,
      choose: keyChoice(what),
      cache: null,
      tagOf: (name) => tags.get(name) ?? '',
    };
    // What a request says of the whole run is judged where all are seen together.
    const watch: Watching = {
      get mustStop() {
        return isStopped(indices);
      },
      see: () => undefined,
    };
    const told = batches((samples) => tell({ kind: 'samples', samples }));
    const effort = watchEffort();
    const turns = turnsOf(indices);
    if (startMs === null) await closedLoop(bench, turns, concurrency ?? 1, watch, told.add);
    else await openLoop(bench, turns, { perSecond: what.perSecond ?? 1, startMs }, watch, told.add);
    told.flush();
    tell({ kind: 'ended', effort: effort() });
  }

  port.on('message', (asked: BlockAsked) => {
    take(asked).catch((error: unknown) => {
      const message = messageOf(error);
      tell({ kind: 'failed', message, isStore: error instanceof StoreError });
    });
  });
  tell({ kind: 'ready' });
}

function batches(send: (samples: Sample[]) => void) {
  let waiting: Sample[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) send(waiting);
    waiting = [];
  };
  return {
    add(sample: Sample) {
      waiting.push(sample);
      if (waiting.length >= MOST_TOLD) flush();
      else timer ??= setTimeout(flush, TOLD_AFTER_MS);
    },
    flush,
  };
}

function fail(message: string): never {
  throw new Error(message);
}
