/** The page's end of what is worked out beside the answer: one question at a time, and a newer one ends the one before. */
import type { MapQuestion, WinnerMap } from '#core/placement/switches/winner-map.ts';
import type { WantedChain } from '#core/placement/chains/at-ages.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { Rival, SwitchScan } from '#core/report/switch-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { Emission } from '#emit/emit.ts';
import type { KeyForm } from '#emit/names-given.ts';
import type { Feasible } from '#core/report/verdict.ts';

export type BesideQuestion =
  | { kind: 'exact'; scenario: ScenarioText }
  | { kind: 'switches'; scenario: ScenarioText }
  | { kind: 'map'; scenario: ScenarioText; axes: MapQuestion }
  /** The files of one placement of a plan, with the names that the visitor gives. */
  | {
      kind: 'files';
      scenario: ScenarioText;
      plan: Plan;
      id: string;
      buckets: Readonly<Record<string, string>>;
      keyDate: string | null;
      keys: readonly KeyForm[];
    }
  | {
      kind: 'ages';
      scenario: ScenarioText;
      hot: string;
      cold: string;
      entry: 'tier' | 'dual';
      days: number[];
    }
  | { kind: 'chains'; scenario: ScenarioText; chains: WantedChain[] };

/** What the page posts: the worker's script is the same as of the one that answers. */
export interface BesideAsked {
  beside: BesideQuestion;
}

/** A split at one of its thresholds. */
export interface AgeStop {
  days: number;
  total: number;
  atLeast: boolean;
  p99Ms: number | null;
  p99BandMs: [number, number] | null;
  feasible: Feasible;
}

export type BesideAnswer =
  | { kind: 'exact'; plan: Plan }
  | { kind: 'scan'; scan: SwitchScan }
  | { kind: 'rival'; rival: Rival }
  | { kind: 'map'; map: WinnerMap | null }
  | { kind: 'ages'; stops: AgeStop[] }
  | { kind: 'files'; emission: Emission }
  | { kind: 'chains'; candidates: Candidate[] }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

export class BesideClient {
  #worker: Worker | null = null;
  #busy = false;

  /** `tell` hears every part of the answer, `done` or `failed` last; nothing more once another question is asked. */
  ask(question: BesideQuestion, tell: (answer: BesideAnswer) => void): void {
    this.drop();
    this.#worker ??= new Worker(new URL('./plan.worker.ts', import.meta.url), { type: 'module' });
    this.#busy = true;
    this.#worker.onmessage = ({ data }: MessageEvent<BesideAnswer>) => {
      if (data.kind === 'done' || data.kind === 'failed') this.#busy = false;
      tell(data);
    };
    this.#worker.onerror = ({ message }) => {
      this.stop();
      tell({ kind: 'failed', message: message || 'the background worker did not start' });
    };
    this.#worker.postMessage({ beside: question } satisfies BesideAsked);
  }

  /** Ends a question that is open; an idle worker keeps what it has loaded. */
  drop(): void {
    if (this.#busy) this.stop();
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#busy = false;
  }
}
