/** Stopping by itself: a cell has enough once its quantile is known well enough. */
import { QUANTILES } from '#core/evidence/sample-statistics.ts';
import { quantileRanks, sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { operationAt, type Cell, type Until } from '../plan/cell.ts';
import type { WorkersBegun } from '../kept/journal.ts';
import type { ProbePlan } from '../plan/plan-file.ts';
import type { Sample } from '../kept/record.ts';
import { ownCount, type Shard } from '../plan/shard.ts';
import { countedFrom } from '../workers/when.ts';

/** Numbers of requests, warming up included, after which a cell is looked at: after each tenth more, and at the end. */
export function looksAt({ requests, warmup, until }: Pick<Cell, 'requests' | 'warmup' | 'until'>): number[] {
  const looks: number[] = [];
  if (until)
    for (let at = until.atLeast; at < requests; at = Math.ceil((at * 11) / 10)) looks.push(at + warmup);
  return [...looks, requests + warmup];
}

/**
 * What the 95 % interval between order statistics of the asked quantile spans, as a share of it; null where the sample
 * has none. `good`: requests that ended well.
 */
export function spanOf({ quantile }: Until, good: readonly Sample[]): number | null {
  const p = QUANTILES[quantile];
  const ranks = quantileRanks(good.length, p);
  if (!ranks) return null;
  const rising = Float64Array.from(good, ({ totalMs }) => totalMs).sort();
  const [low, high] = [rising[ranks.low - 1], rising[ranks.high - 1]];
  const value = sampleQuantile(rising, p);
  return low === undefined || high === undefined || value === 0 ? null : (high - low) / value;
}

/** Of a mix, each of its operations has to be known well enough. */
function widest(spans: readonly (number | null)[]): number | null {
  return spans.reduce((most, span) => (most === null || span === null ? null : Math.max(most, span)), 0);
}

/** How a cell on one target stands. */
export interface Standing {
  /** Requests made, warming up included. */
  made: number;
  /** Nothing is left to do, by its own account or because all were made. */
  isDone: boolean;
  /** Of a cell that stops by itself, at the last look; of a mix that of its operation that is known least well. */
  span: number | null;
}

/** Says the same of the same requests, whether they were made in one go or in several. */
export class Progressed {
  readonly #plan: ProbePlan;
  readonly #shard: Shard;
  readonly #workers: readonly WorkersBegun[];
  readonly #samples = new Map<string, Sample[]>();

  constructor(
    plan: ProbePlan,
    shard: Shard,
    samples: readonly Sample[] = [],
    workers: readonly WorkersBegun[] = [],
  ) {
    this.#workers = workers;
    this.#plan = plan;
    this.#shard = shard;
    for (const sample of samples) this.note(sample);
  }

  note(sample: Sample): void {
    const key = `${sample.target}|${sample.cell}`;
    const own = this.#samples.get(key);
    if (own) own.push(sample);
    else this.#samples.set(key, [sample]);
  }

  standing(target: number, cell: number): Standing {
    const what = this.#plan.cells[cell];
    const samples = this.#samples.get(`${target}|${cell}`) ?? [];
    const made = samples.length;
    if (!what) return { made, isDone: true, span: null };
    const isWhole = made >= ownCount(this.#shard, what.requests + what.warmup);
    const { until } = what;
    if (!until) return { made, isDone: isWhole, span: null };
    // A look is at all requests up to it and at no others, so that a run that goes on decides as the first did.
    const look = looksAt(what)
      .filter((at) => ownCount(this.#shard, at) <= made)
      .at(-1);
    if (look === undefined) return { made, isDone: false, span: null };
    const from = countedFrom(this.#plan, this.#workers, target, cell);
    const good = samples.filter(({ index, problem }) => index >= from && index < look && problem === null);
    const span = widest(
      what.mix.map(({ operation }) =>
        spanOf(
          until,
          what.mix.length === 1
            ? good
            : good.filter(({ index }) => operationAt(what, cell, index, this.#plan.seed) === operation),
        ),
      ),
    );
    return { made, isDone: isWhole || (span !== null && span <= until.width), span };
  }

  /** Every cell on every target is done. */
  get isDone(): boolean {
    return this.#plan.targets.every((_, target) =>
      this.#plan.cells.every((_cell, cell) => this.standing(target, cell).isDone),
    );
  }
}
