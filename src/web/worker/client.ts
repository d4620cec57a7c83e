import type { MissingMeasurement, Plan } from '#core/report/plan-types.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import type {
  AfterwardsAnswer,
  Answer,
  Asked,
  CurvesAnswer,
  KnownAnswer,
  LinkAnswer,
  OpenAnswer,
  PlanAnswer,
  Quantile,
  Question,
  SettleAnswer,
  SurenessAnswer,
  TimeAnswer,
  Told,
  Wanted,
} from './messages.ts';

const NO_WORKER =
  'The calculation runs in a background worker, and this browser did not start it. Reload the page; if that does not help, try without extensions that block workers.';

/** The page's end of the worker. Every question gets an answer; a worker that dies answers what is open with `failed`. */
export class PlanClient {
  #worker: Worker | null = null;
  #broken: string | null = null;
  #open = new Map<number, (answer: Answer) => void>();
  #last = 0;

  constructor() {
    try {
      this.#worker = new Worker(new URL('./plan.worker.ts', import.meta.url), { type: 'module' });
      this.#worker.onmessage = (event: MessageEvent<Told>) => this.#settle(event.data);
      this.#worker.onerror = (event) =>
        this.#break(event.message ? `${NO_WORKER} (${event.message})` : NO_WORKER);
    } catch {
      this.#broken = NO_WORKER;
    }
  }

  /** `read`: the same scenario, where the page's build has read it. */
  plan(scenario: ScenarioText, wanted: Wanted | null, read?: Scenario): Promise<PlanAnswer> {
    return this.#ask({ kind: 'plan', scenario, wanted, read }) as Promise<PlanAnswer>;
  }

  /** Reads a link's fragment, with or without its `#`. */
  open(fragment: string): Promise<OpenAnswer> {
    return this.#ask({ kind: 'open', fragment }) as Promise<OpenAnswer>;
  }

  link(scenario: ScenarioText): Promise<LinkAnswer> {
    return this.#ask({ kind: 'link', scenario }) as Promise<LinkAnswer>;
  }

  settle(scenario: ScenarioText, candidate: string, conditions: MissingMeasurement[]): Promise<SettleAnswer> {
    return this.#ask({ kind: 'settle', scenario, candidate, conditions }) as Promise<SettleAnswer>;
  }

  afterwards(answer: Plan): Promise<AfterwardsAnswer> {
    return this.#ask({ kind: 'afterwards', answer }) as Promise<AfterwardsAnswer>;
  }

  time(scenario: ScenarioText): Promise<TimeAnswer> {
    return this.#ask({ kind: 'time', scenario }) as Promise<TimeAnswer>;
  }

  sureness(scenario: ScenarioText): Promise<SurenessAnswer> {
    return this.#ask({ kind: 'sureness', scenario }) as Promise<SurenessAnswer>;
  }

  curves(quantiles: Quantile[][]): Promise<CurvesAnswer> {
    return this.#ask({ kind: 'curves', quantiles }) as Promise<CurvesAnswer>;
  }

  known(): Promise<KnownAnswer> {
    return this.#ask({ kind: 'known' }) as Promise<KnownAnswer>;
  }

  stop(): void {
    this.#worker?.terminate();
    this.#break('stopped');
  }

  #ask(question: Question): Promise<Answer> {
    const worker = this.#worker;
    if (!worker || this.#broken !== null)
      return Promise.resolve({ kind: 'failed', message: this.#broken ?? NO_WORKER });
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      worker.postMessage({ id, question } satisfies Asked);
    });
  }

  #settle({ id, answer }: Told): void {
    this.#open.get(id)?.(answer);
    this.#open.delete(id);
  }

  #break(message: string): void {
    this.#broken = message;
    for (const resolve of this.#open.values()) resolve({ kind: 'failed', message });
    this.#open.clear();
  }
}
