/** Address bar ⇄ scenario. The fragment follows the scenario after a pause, and is read on load and when it changes. */
import type { Answered } from '#core/report/link-says.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { messageOf } from '#core/message-of.ts';
import { same } from '#web/ask/same.ts';
import type { Planner } from '#web/ask/client.ts';
import type { Desk } from './desk.svelte.ts';

const PAUSE_MS = 300;
const IS_LINK = /^#s=/;

export class Address {
  #desk: Desk;
  #planner: Planner;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Fragment this page wrote or read last; it is not read back. */
  #own = '';

  constructor(desk: Desk, planner: Planner) {
    this.#desk = desk;
    this.#planner = planner;
  }

  /** Reads the fragment, if there is a link in it. A bad link leaves the scenario alone and says why. */
  async read(hash: string): Promise<void> {
    if (hash === this.#own || !IS_LINK.test(hash)) return;
    clearTimeout(this.#timer);
    this.#own = hash;
    try {
      const opened = await this.#planner.last('open', { fragment: hash });
      if (hash !== this.#own) return;
      this.#desk.linkProblem = null;
      this.#desk.opened = opened;
      this.#desk.replace(opened.scenario);
    } catch (error) {
      if (hash === this.#own) this.#desk.linkProblem = messageOf(error);
    }
  }

  /** Shows the scenario's link once it has stood for a moment. A link that was opened stays: it says what it answered then. */
  follow(scenario: ScenarioText, answered: Answered | null): void {
    clearTimeout(this.#timer);
    if (same(this.#desk.opened?.scenario, scenario)) return;
    this.#timer = setTimeout(() => void this.#write(scenario, answered), PAUSE_MS);
  }

  async #write(scenario: ScenarioText, answered: Answered | null): Promise<void> {
    // A scenario that has no link has no answer either, and the page says why.
    const link = await this.#planner.last('link', { scenario, answered }).catch(() => null);
    if (link === null || !same(this.#desk.scenario, scenario)) return;
    this.#own = `#${link}`;
    this.#desk.linkProblem = null;
    if (location.hash !== this.#own) history.replaceState(history.state, '', this.#own);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
