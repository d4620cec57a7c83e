/** The page's end of its planner: one worker, and a second for what takes longer than a second. */
import type { AnswerName, PartOf, QuestionOf } from './answers.ts';
import { Lane } from './lane.ts';

const NO_WORKER =
  'The answer needs a background worker, and this browser did not start it. Reload the page, or allow workers.';

/** A second worker answers these, so that a slider never waits for one of their steps. */
const LONG: ReadonlySet<AnswerName> = new Set([
  'own',
  'afterwards',
  'frontier',
  'sureness',
  'map',
  'switches',
]);

export class Planner {
  #workers: Worker[] = [];
  #first = this.#start();
  #second: Lane | null = null;

  ask<Name extends AnswerName>(
    name: Name,
    question: QuestionOf<Name>,
    tell: (part: PartOf<Name>) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    return this.#lane(name).ask(name, question, tell, signal);
  }

  /** The last part of an answer: each has one. Rejects as `ask` does. */
  async last<Name extends AnswerName>(name: Name, question: QuestionOf<Name>): Promise<PartOf<Name>> {
    let last: PartOf<Name> | undefined;
    await this.ask(name, question, (part) => (last = part));
    return last!;
  }

  stop(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#first.break('stopped');
    this.#second?.break('stopped');
  }

  #lane(name: AnswerName): Lane {
    if (!LONG.has(name)) return this.#first;
    if (!this.#second) {
      // The prices and the evidence come from the first, which has them already.
      const { port1, port2 } = new MessageChannel();
      this.#workers[0]?.postMessage({ gives: port1 }, [port1]);
      this.#second = this.#start(port2);
    }
    return this.#second;
  }

  #start(takes?: MessagePort): Lane {
    try {
      const worker = new Worker(new URL('./plan.worker.ts', import.meta.url), { type: 'module' });
      this.#workers.push(worker);
      if (takes) worker.postMessage({ takes }, [takes]);
      const lane = new Lane(worker);
      worker.onerror = ({ message }) => lane.break(message ? `${NO_WORKER} (${message})` : NO_WORKER);
      return lane;
    } catch {
      const lane = new Lane({ postMessage: () => {}, onmessage: null });
      lane.break(NO_WORKER);
      return lane;
    }
  }
}
