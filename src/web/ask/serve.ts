/** The worker's end of a port: questions by name are answered from a table, part by part. */
import { messageOf } from '#core/message-of.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { Queue, type Turn } from './queue.ts';

/** Answers by name, the most urgent first. A question that fails rejects; its parts so far stand. */
export type Table = Record<string, (question: never, turn: Turn) => AsyncIterable<unknown>>;

export interface Issue {
  path: string;
  message: string;
  suggestion?: string | undefined;
  /** The key there that is none. */
  key?: string | undefined;
}

/** Why a question has no answer; `issues` of a scenario that cannot be understood. */
export interface Failure {
  message: string;
  issues: Issue[] | null;
}

/** `id` is the question's; `drop` ends it. */
export type Asked = { id: number; name: string; question: unknown } | { drop: number };

export type Told = { id: number } & ({ part: unknown } | { done: true } | { failed: Failure });

/** A worker, the page as a worker sees it, or one end of a channel. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export function serve(port: Pick<Port, 'postMessage'>, table: Table): (asked: Asked) => void {
  const queue = new Queue();
  const open = new Map<number, AbortController>();
  const priorities = Object.keys(table);
  const tell = (told: Told) => port.postMessage(told);

  async function answer({ id, name, question }: Exclude<Asked, { drop: number }>): Promise<void> {
    const control = new AbortController();
    const { signal } = control;
    open.set(id, control);
    try {
      const parts = table[name];
      if (!parts) throw new RangeError(`nothing answers "${name}"`);
      await queue.run(priorities.indexOf(name), signal, async (turn) => {
        for await (const part of parts(question as never, turn)) {
          signal.throwIfAborted();
          tell({ id, part });
        }
      });
      tell({ id, done: true });
    } catch (error) {
      // Who dropped a question waits for no word on it.
      if (!signal.aborted) tell({ id, failed: failureOf(error) });
    } finally {
      open.delete(id);
    }
  }

  return (asked) => {
    if ('drop' in asked) open.get(asked.drop)?.abort();
    else void answer(asked);
  };
}

function failureOf(error: unknown): Failure {
  return { message: messageOf(error), issues: error instanceof ScenarioError ? [...error.issues] : null };
}
