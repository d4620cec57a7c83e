/** The order in which a worker works: one question at a time, the most urgent first, each giving way at its pauses. */

/** A pause in long work: messages are heard and more urgent work is done before it ends. Rejects once the work was dropped. */
export type Turn = () => Promise<void>;

interface Job {
  priority: number;
  ended: Promise<void>;
}

export class Queue {
  /** The most urgent first; of equals, the one that came first. */
  #open: Job[] = [];

  /**
   * Runs `work` when nothing more urgent is open, and gives what it gives. `priority`: 0 is the most urgent. Rejects with the
   * signal's reason once that is aborted, and as `work` does.
   */
  async run<T>(priority: number, signal: AbortSignal, work: (turn: Turn) => Promise<T>): Promise<T> {
    let end = () => {};
    const job: Job = { priority, ended: new Promise((resolve) => (end = resolve)) };
    const after = this.#open.findIndex((other) => other.priority > priority);
    this.#open.splice(after < 0 ? this.#open.length : after, 0, job);
    const leave = () => {
      this.#open = this.#open.filter((other) => other !== job);
      end();
    };
    signal.addEventListener('abort', leave, { once: true });
    const turn = async () => {
      await nextTask();
      for (;;) {
        signal.throwIfAborted();
        const [first] = this.#open;
        if (!first || first === job) return;
        await first.ended;
      }
    };
    try {
      await turn();
      return await work(turn);
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }
}

/** Messages are heard before it; a timer would wait four milliseconds besides. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port2.onmessage = () => {
      port2.close();
      resolve();
    };
    port1.postMessage(null);
  });
}
