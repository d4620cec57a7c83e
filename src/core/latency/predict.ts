/** Predicted latencies: the tail model of a base, asked for the conditions of each query. */
import type { Dataset } from '../evidence/dataset.ts';
import { lazily, memo, memoWith, remembered } from '../memo.ts';
import type { LatencyFinding } from '../findings/latency-findings.ts';
import { assumedEstimate } from './assumption.ts';
import { distributionOf } from './distributions/curve.ts';
import { toReaders } from './client/to-readers.ts';
import { pointwiseMax, pointwiseMin } from './distributions/transform.ts';
import type { Estimate } from './estimates/estimate.ts';
import { vendorEquivalent } from './estimates/vendor-equivalent.ts';
import type { EvidenceBase } from './evidence-base.ts';
import { hasSweep } from './load/concurrency-sweep.ts';
import { estimateOf } from './model/estimate.ts';
import { Pool } from './model/fit.ts';
import { wayBetween } from './model/path.ts';
import type { LatencyQuery, Prediction } from './types.ts';

/** One prediction on its own; null where no evidence, and no assumption, supports one. */
export function predict(query: LatencyQuery, base: EvidenceBase): Prediction | null {
  return predictor([query], base).of(0);
}

/**
 * Predictions of the queries of a plan by all datasets of the base together, each made when its place is asked for. Claimed
 * datasets serve only when named, and then alone; so do others that the user put first.
 */
export function predictor(
  queries: readonly LatencyQuery[],
  base: EvidenceBase,
): { of(query: number): Prediction | null; findings(): LatencyFinding[] } {
  const answers = answersOf(base);
  return {
    of: memo((i: number) => {
      const query = queries[i];
      return query ? answers.predict(query) : null;
    }),
    findings: () => findingsOf(queries, answers),
  };
}

/** Of each store's operation once: whether it was measured at all, and the claims it rests on. */
function findingsOf(queries: readonly LatencyQuery[], answers: Answers): LatencyFinding[] {
  const findings = new Map<string, LatencyFinding>();
  for (const own of Map.groupBy(queries, ({ store, operation }) => `${operation}|${store}`).values()) {
    const query = own.find(({ assume }) => !assume);
    if (!query) continue;
    const { store, operation } = query;
    const found = answers.predict(query);
    if (!found) findings.set(`${store} ${operation}`, { code: 'evidence-missing', store, operation });
    for (const one of found?.findings ?? [])
      if (one.code === 'dataset-claimed') findings.set(one.dataset, one);
  }
  return [...findings.values()];
}

/** A slider asks for one size after another: what was remembered is let go before it fills the memory. */
const MOST_REMEMBERED = 1024;

/** What one base answers, each question computed once. */
class Answers {
  readonly pool: Pool;
  /** Those the user put before the others. */
  readonly #leading: readonly Dataset[];
  /** Whether the load makes a difference: somebody measured the store's operation at several. */
  readonly #hasLoads: (store: string) => (operation: LatencyQuery['operation']) => boolean;
  readonly #predictions = new Map<string, Prediction | null>();

  constructor({ datasets, named, first = [] }: EvidenceBase) {
    const superseded = new Set(datasets.flatMap((dataset) => dataset.supersedes ?? []));
    const current = datasets.filter(({ id }) => !superseded.has(id) || named.includes(id));
    const measured = current.filter(({ status }) => status !== 'claimed');
    const claimed = current.filter(({ id, status }) => status === 'claimed' && named.includes(id));
    this.pool = new Pool(measured);
    this.#leading = [...claimed, ...first.flatMap((id) => measured.find((one) => one.id === id) ?? [])];
    this.#hasLoads = memo((store) =>
      memo((operation) => current.some((dataset) => hasSweep(dataset, store, operation))),
    );
  }

  /** To all readers of the place that is asked. */
  predict(asked: LatencyQuery): Prediction | null {
    const { load: _, ...still } = asked;
    const stores = [asked.store, ...(asked.like ?? []).map(({ store }) => store)];
    const query = stores.some((store) => this.#hasLoads(store)(asked.operation)) ? asked : still;
    const key = `${keyOf(query)}|${query.assume ? JSON.stringify(query.assume) : ''}`;
    const predict = () => toReaders(query.from, (from) => this.#predictFrom({ ...query, from }));
    return remembered(this.#predictions, key, predict, MOST_REMEMBERED);
  }

  #predictFrom(query: LatencyQuery): Prediction | null {
    const estimate = this.#measured(query);
    const { assume } = query;
    if (!assume) return estimate && predictionOf(estimate);
    const way = wayBetween(query.at, query.from);
    const shape = estimate ? distributionOf(estimate.floorMs, estimate.best) : null;
    const assumed = way && assumedEstimate(assume, shape, query, way);
    return assumed && predictionOf(assumed);
  }

  /** By the store itself, else by the first measured of those that it answers like. */
  #measured(query: LatencyQuery): Estimate | null {
    const own = this.#of(query);
    if (own) return own;
    for (const like of query.like ?? []) {
      const estimate = this.#of({ ...query, store: like.store });
      if (estimate) return vendorEquivalent(estimate, query.store, like);
    }
    return null;
  }

  /** By a dataset that the user put first, which answers alone, else by all. */
  #of(query: LatencyQuery): Estimate | null {
    for (const chosen of this.#leading) {
      const estimate = estimateOf(this.pool, query, chosen);
      if (estimate) return chosen.status === 'claimed' ? claimedBy(estimate, chosen) : estimate;
    }
    return estimateOf(this.pool, query, null);
  }
}

const keyOf = ({ store, at, operation, metric, sizeBytes, from, load, like = [] }: LatencyQuery) =>
  [store, at, operation, metric, sizeBytes, from, JSON.stringify(load), like.length].join('|');

const answersOf = memoWith((base: EvidenceBase) => new Answers(base));
export const poolOf = (base: EvidenceBase) => answersOf(base).pool;

function claimedBy(estimate: Estimate, { id }: Dataset): Estimate {
  const finding: LatencyFinding = { code: 'dataset-claimed', dataset: id };
  return { ...estimate, grade: 'claimed', findings: [...estimate.findings, finding] };
}

/** The band is bounded by the best curve itself, so that low ≤ best ≤ high at every p, between the grid's points too. */
function predictionOf({ floorMs, grade, evidence, adjustments, findings, ...curves }: Estimate): Prediction {
  const best = distributionOf(floorMs, curves.best);
  const told = lazily(adjustments);
  return {
    best,
    low: pointwiseMin(best, distributionOf(floorMs, curves.low)),
    high: pointwiseMax(best, distributionOf(floorMs, curves.high)),
    grade,
    evidence,
    get adjustments() {
      return told();
    },
    findings,
  };
}
