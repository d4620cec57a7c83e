/** A command's flags, those that only a person knows asked for where somebody sits at the terminal. */
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { Missing, Misunderstood, foreseen } from '../failures.ts';

export interface Question {
  words: string;
  /** Taken where the answer is empty. */
  usual?: string;
  /** Of these the answer is one. */
  choices?: readonly string[];
  /** Throws `Misunderstood` where the flags, with the answer, are not understood. */
  check?: (args: Args) => unknown;
}

/** So often is one thing asked before the command gives up. */
const MOST_TRIES = 3;

export class Asking {
  #args: Args;
  readonly #deps: Pick<Deps, 'ask' | 'say'>;
  readonly #questions: (args: Args) => Readonly<Record<string, Question>>;

  /** `questions` may build on what has been answered. */
  constructor(
    args: Args,
    deps: Pick<Deps, 'ask' | 'say'>,
    questions: (args: Args) => Readonly<Record<string, Question>>,
  ) {
    this.#args = args;
    this.#deps = deps;
    this.#questions = questions;
  }

  get args(): Args {
    return this.#args;
  }

  /** Whether there is somebody to ask: standard input cannot be both answers and a file. */
  get isHeard(): boolean {
    return this.#deps.ask !== null && !this.#args.operands.includes('-');
  }

  /** Does `work`, and again with the answers whenever it throws `Missing` and somebody can be asked. */
  async until<T>(work: (args: Args) => T | Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work(this.#args);
      } catch (error) {
        if (!(error instanceof Missing) || !this.isHeard) throw error;
        for (const flag of error.flags) await this.#answer(flag, error);
      }
    }
  }

  async #answer(flag: string, missing: Missing): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const question = this.#questions(this.#args)[flag] ?? { words: `--${flag}` };
      const answer = await this.#deps.ask?.(wordsOf(question));
      if (answer === null || answer === undefined) throw missing;
      const text = answer.trim() || question.usual;
      if (!text) continue;
      try {
        const args = this.#args.and(flag, text);
        if (question.choices) args.choice(flag, question.choices);
        await question.check?.(args);
        this.#args = args;
        return;
      } catch (error) {
        this.#deps.say(foreseen(error));
      }
    }
    throw new Misunderstood(`--${flag} was not answered; ${missing.message}`);
  }
}

function wordsOf({ words, usual, choices }: Question): string {
  const among = choices ? ` (${choices.join(', ')})` : '';
  return `${words}${among}${usual === undefined ? '' : ` [${usual}]`}: `;
}
