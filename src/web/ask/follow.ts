/** Asks a question that keeps changing, so that what is heard is about the newest it can be. */

export type Pace =
  /** A newer question drops the older at once, and is asked when none newer has come for so many milliseconds. */
  | { after: number }
  /** At once; what comes while one is answered waits, the newest alone, until so many milliseconds after that one was asked. */
  | { every: number };

/** A slider keeps the processor for its frames between two answers. */
export const MOVING: Pace = { every: 80 };
/** Of a plan that stands: once the hand rests and the page has drawn the plan. */
export const AT_REST: Pace = { after: 300 };

interface Heard<Question, Part> {
  part(part: Part, of: Question): void;
  /** All parts were heard. */
  done(of: Question): void;
  failed(error: unknown, of: Question): void;
}

export class Follower<Question, Part> {
  #ask: (question: Question, tell: (part: Part) => void, signal: AbortSignal) => Promise<void>;
  #heard: Heard<Question, Part>;
  #pace: Pace;
  #newest: { question: Question } | null = null;
  #running: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = -Infinity;

  constructor(
    ask: (question: Question, tell: (part: Part) => void, signal: AbortSignal) => Promise<void>,
    heard: Heard<Question, Part>,
    pace: Pace,
  ) {
    this.#ask = ask;
    this.#heard = heard;
    this.#pace = pace;
  }

  follow(question: Question): void {
    this.#newest = { question };
    if ('after' in this.#pace) {
      this.#drop();
      this.#wait(this.#pace.after);
    } else if (!this.#running) this.#wait(0);
  }

  /** Nothing more is asked or heard. */
  stop(): void {
    this.#newest = null;
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running?.abort();
    this.#running = null;
  }

  #wait(ms: number): void {
    if (this.#timer !== undefined) return;
    if (ms <= 0) return void this.#start();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#start();
    }, ms);
  }

  async #start(): Promise<void> {
    if (!this.#newest) return;
    const { question } = this.#newest;
    this.#newest = null;
    this.#askedAt = performance.now();
    const control = new AbortController();
    this.#running = control;
    const { signal } = control;
    try {
      await this.#ask(question, (part) => this.#heard.part(part, question), signal);
      if (!signal.aborted) this.#heard.done(question);
    } catch (error) {
      if (!signal.aborted) this.#heard.failed(error, question);
    }
    if (signal.aborted) return;
    this.#running = null;
    if (this.#newest && 'every' in this.#pace)
      this.#wait(this.#askedAt + this.#pace.every - performance.now());
  }
}
