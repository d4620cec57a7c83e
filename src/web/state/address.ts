/**
 * Scenarios of a visit as entries of the browser's history: Back and Forward, and undo and redo with them. Each entry's fragment is
 * the scenario's link, written after a pause; a fragment that comes from elsewhere is read.
 */
import type { Answered } from '#core/report/link-says.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { messageOf } from '#core/message-of.ts';
import { same } from '#web/ask/same.ts';
import type { Planner } from '#web/ask/client.ts';
import type { Desk } from './desk.svelte.ts';

const PAUSE_MS = 300;
const IS_LINK = /^#s=/;

/** What an entry keeps: which one it is, of which load of the page, and its scenario once that rested or was left. */
interface Entry {
  at: number;
  load: number;
  scenario?: ScenarioText;
}

export class Address {
  #desk: Desk;
  #planner: Planner;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Fragment this page wrote or read last; it is not read back. */
  #own = '';
  /** What the page opens with where no link says otherwise. */
  #start: ScenarioText;
  #load = performance.timeOrigin;
  #at: number;
  /** Scenarios by entry, of this load of the page. */
  #kept: ScenarioText[] = [];

  constructor(desk: Desk, planner: Planner, start: ScenarioText) {
    this.#desk = desk;
    this.#planner = planner;
    this.#start = start;
    const { at = 0, scenario } = (history.state ?? {}) as Partial<Entry>;
    this.#at = at;
    if (scenario) {
      this.#own = location.hash;
      desk.show(scenario);
    }
    this.#remember(desk.scenario);
    history.replaceState(this.#entry(scenario), '');
    desk.keeper = (isNew) => this.#step(isNew);
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
      this.#desk.show(opened.scenario);
      this.#remember(opened.scenario);
    } catch (error) {
      if (hash === this.#own) this.#desk.linkProblem = messageOf(error);
    }
  }

  /** The browser went to an entry: one of this page's, one of an earlier load of it, or a link that was typed into its address. */
  async travelled(state: Partial<Entry> | null): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#rest);
    const kept = (state?.load === this.#load ? this.#kept[state.at ?? -1] : undefined) ?? state?.scenario;
    if (state?.at === undefined) this.#kept.length = ++this.#at;
    else this.#at = state.at;
    if (kept === undefined && IS_LINK.test(location.hash)) {
      history.replaceState(this.#entry(), '');
      return this.read(location.hash);
    }
    this.#own = location.hash;
    this.#desk.linkProblem = null;
    this.#desk.show(kept ?? this.#start);
    this.#remember(this.#desk.scenario);
    history.replaceState(this.#entry(this.#desk.scenario), '');
  }

  #step(isNew: boolean): void {
    if (isNew) {
      history.replaceState(this.#entry(this.#kept[this.#at]), '');
      this.#kept.length = ++this.#at;
      history.pushState(this.#entry(this.#desk.scenario), '');
    }
    this.#remember(this.#desk.scenario);
    // A slider moves faster than a browser lets a page write its history.
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => history.replaceState(this.#entry(this.#kept[this.#at]), ''), PAUSE_MS);
  }

  #remember(scenario: ScenarioText): void {
    this.#kept[this.#at] = scenario;
    this.#desk.steps = { back: this.#at > 0, again: this.#at < this.#kept.length - 1 };
  }

  #entry(scenario?: ScenarioText): Entry {
    return { at: this.#at, load: this.#load, ...(scenario ? { scenario } : {}) };
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
    if (location.hash !== this.#own) history.replaceState(this.#entry(scenario), '', this.#own);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#rest);
    this.#desk.keeper = null;
  }
}
