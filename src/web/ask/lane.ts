/** The asking end of a port: questions by name, whose answers come part by part. */
import type { Asked, Failure, Issue, Port, Told } from './serve.ts';

export class AnswerError extends Error {
  readonly issues: Issue[] | null;

  constructor({ message, issues }: Failure) {
    super(message);
    this.name = 'AnswerError';
    this.issues = issues;
  }
}

interface Open {
  tell(part: unknown): void;
  resolve(): void;
  reject(reason: unknown): void;
}

/** Questions over one port. */
export class Lane {
  #port: Port;
  #open = new Map<number, Open>();
  #last = 0;
  #broken: string | null = null;

  constructor(port: Port) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data);
  }

  /**
   * `tell` hears each part. Resolves with the last; rejects with `AnswerError`, and with the signal's reason at once when that
   * is aborted: then nothing more is heard.
   */
  ask(
    name: string,
    question: unknown,
    tell: (part: never) => void = () => {},
    signal?: AbortSignal,
  ): Promise<void> {
    if (this.#broken !== null)
      return Promise.reject(new AnswerError({ message: this.#broken, issues: null }));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const drop = () => {
        if (!this.#open.delete(id)) return;
        this.#port.postMessage({ drop: id } satisfies Asked);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) return reject(signal.reason as Error);
      signal?.addEventListener('abort', drop, { once: true });
      this.#open.set(id, { tell: tell as Open['tell'], resolve, reject });
      this.#port.postMessage({ id, name, question } satisfies Asked);
    });
  }

  /** Every open question fails with `message`, and each that is asked from now on. */
  break(message: string): void {
    this.#broken = message;
    for (const { reject } of this.#open.values()) reject(new AnswerError({ message, issues: null }));
    this.#open.clear();
  }

  #hear(told: Told): void {
    const open = this.#open.get(told.id);
    if (!open) return;
    if ('part' in told) return open.tell(told.part);
    this.#open.delete(told.id);
    if ('failed' in told) open.reject(new AnswerError(told.failed));
    else open.resolve();
  }
}
