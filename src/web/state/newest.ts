/** While questions keep coming, one is asked no sooner than this after the last: a moving slider needs the processor for its frames. */
const EACH_MS = 80;

/** Runs one call at a time and keeps only the newest of those waiting: while one runs, older waiters are dropped. */
export class Newest<Question, Answer> {
  #run: (question: Question) => Promise<Answer>;
  #deliver: (answer: Answer, question: Question) => void;
  #busy = false;
  #waiting: { question: Question } | null = null;

  constructor(
    run: (question: Question) => Promise<Answer>,
    deliver: (answer: Answer, question: Question) => void,
  ) {
    this.#run = run;
    this.#deliver = deliver;
  }

  /** A newer question is asked once the one being answered is delivered. */
  get isOvertaken(): boolean {
    return this.#waiting !== null;
  }

  /** Never rejects: `run` answers its own failures. */
  ask(question: Question): void {
    this.#waiting = { question };
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#waiting) {
      const { question } = this.#waiting;
      this.#waiting = null;
      const due = performance.now() + EACH_MS;
      const answer = await this.#run(question);
      this.#deliver(answer, question);
      if (this.#waiting) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    }
    this.#busy = false;
  }
}
