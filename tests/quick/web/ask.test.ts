/** The page's questions to its planner: their order, what drops them, what is heard of them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { AT_REST, Follower, MOVING } from '#web/ask/follow.ts';
import type { Pace } from '#web/ask/follow.ts';
import { inPieces } from '#web/ask/in-pieces.ts';
import { AnswerError, Lane } from '#web/ask/lane.ts';
import { Queue } from '#web/ask/queue.ts';
import type { Turn } from '#web/ask/queue.ts';
import { same } from '#web/ask/same.ts';
import { serve } from '#web/ask/serve.ts';
import type { Asked, Port, Table } from '#web/ask/serve.ts';

const heeded = () => new AbortController().signal;
/** A promise and what ends it. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

describe('the queue', () => {
  test('does the most urgent first, and equals in the order they came', async () => {
    const queue = new Queue();
    const done: string[] = [];
    const job = (priority: number, name: string) =>
      queue.run(priority, heeded(), () => Promise.resolve(void done.push(name)));
    await Promise.all([job(2, 'late'), job(1, 'first'), job(1, 'second'), job(0, 'urgent')]);
    expect(done).toEqual(['urgent', 'first', 'second', 'late']);
  });

  test('lets more urgent work pass at a pause, and then goes on', async () => {
    const queue = new Queue();
    const steps: string[] = [];
    const begun = gate();
    const long = queue.run(1, heeded(), async (turn) => {
      steps.push('long begins');
      begun.open();
      await turn();
      steps.push('long ends');
    });
    await begun.passed;
    await queue.run(0, heeded(), () => Promise.resolve(void steps.push('urgent')));
    await long;
    expect(steps).toEqual(['long begins', 'urgent', 'long ends']);
  });

  test('ends dropped work at its next pause, and begins none that was dropped while it waited', async () => {
    const queue = new Queue();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const steps: string[] = [];
    const forever = queue.run(0, running.signal, async (turn) => {
      for (;;) {
        steps.push('step');
        await turn();
      }
    });
    const never = queue.run(1, waiting.signal, () => Promise.resolve(void steps.push('never')));
    const next = queue.run(2, heeded(), () => Promise.resolve('next'));
    waiting.abort();
    running.abort();
    await expect(forever).rejects.toThrow('abort');
    await expect(never).rejects.toThrow('abort');
    expect(await next).toBe('next');
    expect(steps).not.toContain('never');
  });

  test('goes on after work that failed', async () => {
    const queue = new Queue();
    const failing = queue.run(0, heeded(), () => Promise.reject(new Error('no such store')));
    const next = queue.run(1, heeded(), () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no such store');
    expect(await next).toBe('next');
  });
});

describe('long work in pieces', () => {
  const freely: Turn = () => Promise.resolve();

  test('gives what its steps yield, and what they return', async () => {
    function* steps(): Generator<number | undefined, string, undefined> {
      yield 1;
      yield;
      yield 2;
      return 'end';
    }
    const pieces = inPieces(steps(), freely);
    expect(await pieces.next()).toEqual({ done: false, value: 1 });
    expect(await pieces.next()).toEqual({ done: false, value: 2 });
    expect(await pieces.next()).toEqual({ done: true, value: 'end' });
  });

  test('takes a turn after each piece, and ends where the turn says so', async () => {
    let turns = 0;
    const turn = () => (++turns < 3 ? Promise.resolve() : Promise.reject(new Error('dropped')));
    function* forever(): Generator<undefined, string, undefined> {
      for (;;) yield;
    }
    await expect(inPieces(forever(), turn).next()).rejects.toThrow('dropped');
    expect(turns).toBe(3);
  });
});

/** A lane to a table of answers, as if that were in a worker. */
function laneTo(table: Table): Lane {
  const page: Port = { postMessage: (asked) => queueMicrotask(() => hear(asked as Asked)), onmessage: null };
  const hear = serve(
    { postMessage: (told) => queueMicrotask(() => page.onmessage?.({ data: told } as MessageEvent)) },
    table,
  );
  return new Lane(page);
}

describe('a question to the planner', () => {
  test('is answered part by part', async () => {
    const lane = laneTo({
      async *count(to: number) {
        for (let n = 1; n <= to; n += 1) yield n;
      },
    });
    const parts: number[] = [];
    await lane.ask('count', 3, (part: number) => parts.push(part));
    expect(parts).toEqual([1, 2, 3]);
  });

  test('is answered in the order of the table, whatever was asked first', async () => {
    const lane = laneTo({
      async *plan() {
        yield 'plan';
      },
      async *map() {
        yield 'map';
      },
    });
    const heard: string[] = [];
    const hear = (part: string) => heard.push(part);
    await Promise.all([lane.ask('map', null, hear), lane.ask('plan', null, hear)]);
    expect(heard).toEqual(['plan', 'map']);
  });

  test('says why it failed, and where a scenario is wrong', async () => {
    const issues = [{ path: 'workload', message: 'is missing' }];
    const lane = laneTo({
      async *wrong() {
        yield await Promise.reject<string>(new ScenarioError(issues));
      },
      async *broken() {
        yield await Promise.reject<string>(new RangeError('no network'));
      },
    });
    await expect(lane.ask('wrong', null)).rejects.toMatchObject({ issues });
    await expect(lane.ask('broken', null)).rejects.toMatchObject({ message: 'no network', issues: null });
    await expect(lane.ask('nothing', null)).rejects.toThrow('nothing answers "nothing"');
  });

  test('that is dropped is heard of no more, stops its work, and leaves the lane to the next', async () => {
    let steps = 0;
    const begun = gate();
    const lane = laneTo({
      async *forever(_: null, turn: Turn) {
        for (;;) {
          yield (steps += 1);
          begun.open();
          await turn();
        }
      },
      async *next() {
        yield 'next';
      },
    });
    const control = new AbortController();
    const parts: number[] = [];
    const dropped = lane.ask('forever', null, (part: number) => parts.push(part), control.signal);
    await begun.passed;
    control.abort();
    const heard = parts.length;
    await expect(dropped).rejects.toThrow('abort');
    const next: string[] = [];
    await lane.ask('next', null, (part: string) => next.push(part));
    const done = steps;
    await lane.ask('next', null);
    expect(next).toEqual(['next']);
    expect([parts.length, steps]).toEqual([heard, done]);
  });

  test('fails where the worker is lost, and so does each after it', async () => {
    const lane = new Lane({ postMessage: () => {}, onmessage: null });
    const open = lane.ask('plan', null);
    lane.break('no worker');
    await expect(open).rejects.toBeInstanceOf(AnswerError);
    await expect(lane.ask('plan', null)).rejects.toThrow('no worker');
  });
});

describe('a question that keeps changing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Answers take so many milliseconds. */
  function followed(pace: Pace, takesMs: number) {
    const asked: [number, number][] = [];
    const heard: number[] = [];
    const failed: unknown[] = [];
    const done: number[] = [];
    const start = performance.now();
    const follower = new Follower<number, number>(
      (question, tell, signal) => {
        asked.push([question, Math.round(performance.now() - start)]);
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          setTimeout(() => {
            if (signal.aborted) return;
            if (question < 0) return reject(new Error('negative'));
            tell(question);
            resolve();
          }, takesMs);
        });
      },
      {
        part: (part) => heard.push(part),
        done: (of) => done.push(of),
        failed: (error) => failed.push(error),
      },
      pace,
    );
    return { follower, asked, heard, done, failed };
  }

  test('while it moves is asked some way apart, the first and the last at once, each answer heard', async () => {
    const { follower, asked, heard, done } = followed(MOVING, 5);
    for (let question = 0; question <= 100; question += 1) {
      follower.follow(question);
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.runAllTimersAsync();
    follower.follow(101);
    await vi.runAllTimersAsync();
    expect(asked.map(([question]) => question)).toEqual([0, 79, 100, 101]);
    expect(asked.map(([, at]) => at).slice(0, 3)).toEqual([0, 80, 160]);
    expect([heard, done]).toEqual([
      [0, 79, 100, 101],
      [0, 79, 100, 101],
    ]);
  });

  test('while it moves is asked at once where the one before is answered already', async () => {
    const { follower, asked } = followed(MOVING, 5);
    follower.follow(1);
    await vi.advanceTimersByTimeAsync(30);
    follower.follow(2);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([
      [1, 0],
      [2, 30],
    ]);
  });

  test('while it moves waits for an answer that takes long, and passes over those in between', async () => {
    const { follower, asked, heard } = followed(MOVING, 500);
    for (const question of [1, 2, 3, 4]) follower.follow(question);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([
      [1, 0],
      [4, 500],
    ]);
    expect(heard).toEqual([1, 4]);
  });

  test('at rest is asked once no newer comes, and a newer one drops the older at once', async () => {
    const { follower, asked, heard } = followed(AT_REST, 1000);
    follower.follow(1);
    await vi.advanceTimersByTimeAsync(200);
    follower.follow(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked.map(([question]) => question)).toEqual([2]);
    follower.follow(3);
    await vi.runAllTimersAsync();
    expect(heard).toEqual([3]);
  });

  test('that is stopped is neither asked nor heard', async () => {
    const { follower, asked, heard } = followed(AT_REST, 100);
    follower.follow(1);
    follower.stop();
    await vi.runAllTimersAsync();
    expect(asked).toEqual([]);
    follower.follow(2);
    await vi.advanceTimersByTimeAsync(350);
    follower.stop();
    await vi.runAllTimersAsync();
    expect([asked.length, heard]).toEqual([1, []]);
  });

  test('says that one failed, and asks the next', async () => {
    const { follower, heard, failed } = followed(MOVING, 5);
    follower.follow(-1);
    follower.follow(2);
    await vi.runAllTimersAsync();
    expect(failed).toHaveLength(1);
    expect(heard).toEqual([2]);
  });
});

test('values are the same that hold the same', () => {
  const plan = { id: 'a', stores: ['x', { y: null }] };
  expect(same(plan, structuredClone(plan))).toBe(true);
  expect(same(plan, { ...plan, stores: ['x', { y: 0 }] })).toBe(false);
  expect(same(plan, { ...plan, more: undefined })).toBe(false);
  expect(same([], {})).toBe(false);
  expect(same(null, {})).toBe(false);
  expect(same(Number.NaN, Number.NaN)).toBe(true);
});
