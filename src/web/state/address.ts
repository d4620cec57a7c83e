/** Address bar ⇄ scenario. The fragment follows the scenario after a pause, and is read on load and when it changes. */
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { PlanClient } from '#web/worker/client.ts';
import type { Desk } from './desk.svelte.ts';

const PAUSE_MS = 300;
const IS_LINK = /^#s=/;

export class Address {
  #desk: Desk;
  #client: PlanClient;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Fragment this page wrote or read last; it is not read back. */
  #own = '';

  constructor(desk: Desk, client: PlanClient) {
    this.#desk = desk;
    this.#client = client;
  }

  /** Reads the fragment, if there is a link in it. A bad link leaves the scenario alone and says why. */
  async read(hash: string): Promise<void> {
    if (hash === this.#own || !IS_LINK.test(hash)) return;
    clearTimeout(this.#timer);
    this.#own = hash;
    const answer = await this.#client.open(hash);
    if (hash !== this.#own) return;
    this.#desk.linkProblem = answer.kind === 'opened' ? null : answer.message;
    if (answer.kind === 'opened') this.#desk.replace(answer.scenario);
  }

  /** Shows the scenario's link once it has stood for a moment. */
  follow(scenario: ScenarioText): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(scenario), PAUSE_MS);
  }

  async #write(scenario: ScenarioText): Promise<void> {
    const answer = await this.#client.link(scenario);
    if (answer.kind !== 'link' || this.#desk.scenario !== scenario) return;
    this.#own = `#${answer.link}`;
    this.#desk.linkProblem = null;
    if (location.hash !== this.#own) history.replaceState(history.state, '', this.#own);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
