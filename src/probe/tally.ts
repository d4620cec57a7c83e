/** What a run looks like while it goes on. */
import { nameOf } from './plan/cell.ts';
import { Histogram } from './kept/histogram.ts';
import type { ProbePlan } from './plan/plan-file.ts';
import { whichTarget } from './measuring/prepare.ts';
import type { Sample } from './kept/record.ts';

export interface Figures {
  /** `aws/s3-standard@us-east-1`, and the cell measured there now: `GET 10 KiB, 1 at a time`. */
  store: string;
  cell: string;
  /** Requests of all cells that have ended, of at most so many. */
  done: number;
  of: number;
  /** Over the last seconds. */
  perSecond: number;
  /** Of the cell on this store, errors apart. */
  p50Ms: number | null;
  p99Ms: number | null;
  errors: number;
  /** Until all are made, at the mean pace so far; null before there is one. */
  leftS: number | null;
}

const RECENT_MS = 5000;

export class Tally {
  readonly #plan: ProbePlan;
  readonly #of: number;
  readonly #cells = new Map<string, { latencies: Histogram; errors: number }>();
  #now: Sample | null = null;
  #done: number;
  readonly #before: number;
  #firstMs: number | null = null;
  /** Requests by the second in which they ended. */
  #recent: { second: number; ended: number }[] = [];

  /** `before`: made by an earlier run. */
  constructor(plan: ProbePlan, of: number, before: number) {
    this.#plan = plan;
    this.#of = of;
    this.#done = before;
    this.#before = before;
  }

  /** `nowMs`: of a clock that only rises. */
  note(sample: Sample, nowMs: number): void {
    this.#now = sample;
    this.#done += 1;
    this.#firstMs ??= nowMs - sample.totalMs;
    const key = `${sample.target}|${sample.cell}`;
    const cell = this.#cells.get(key) ?? { latencies: new Histogram(), errors: 0 };
    this.#cells.set(key, cell);
    if (sample.problem === null) cell.latencies.add(sample.totalMs * 1000);
    else cell.errors += 1;
    const second = Math.floor(nowMs / 1000);
    const last = this.#recent.at(-1);
    if (last?.second === second) last.ended += 1;
    else this.#recent.push({ second, ended: 1 });
  }

  /** Null before the first request. */
  figures(nowMs: number): Figures | null {
    const [now, firstMs] = [this.#now, this.#firstMs];
    if (!now || firstMs === null) return null;
    const target = this.#plan.targets[now.target];
    const what = this.#plan.cells[now.cell];
    const cell = this.#cells.get(`${now.target}|${now.cell}`);
    const sinceMs = Math.max(firstMs, nowMs - RECENT_MS);
    this.#recent = this.#recent.filter(({ second }) => (second + 1) * 1000 > sinceMs);
    const ended = this.#recent.reduce((sum, one) => sum + one.ended, 0);
    const spanMs = Math.max(1, nowMs - Math.max(firstMs, Math.floor(sinceMs / 1000) * 1000));
    const pace = (this.#done - this.#before) / Math.max(1, nowMs - firstMs);
    const ms = (p: number) => {
      const us = cell?.latencies.quantile(p) ?? null;
      return us === null ? null : us / 1000;
    };
    return {
      store: target ? whichTarget(target) : '',
      cell: what ? nameOf(what) : '',
      done: this.#done,
      of: this.#of,
      perSecond: (ended * 1000) / spanMs,
      p50Ms: ms(0.5),
      p99Ms: ms(0.99),
      errors: cell?.errors ?? 0,
      leftS: pace > 0 ? (this.#of - this.#done) / pace / 1000 : null,
    };
  }
}
