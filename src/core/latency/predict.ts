/** Predicted latencies, each from one harness, with the disagreement of the others as a band (design §5). */
import type { Dataset } from '../evidence/dataset.ts';
import { memo } from '../memo.ts';
import type { LatencyFinding } from '../findings/latency-findings.ts';
import { atLoad, hasSweep } from './load/concurrency-sweep.ts';
import { assumedEstimate } from './assumption.ts';
import { distributionOf } from './distributions/curve.ts';
import type { Estimate, Question } from './estimates/estimate.ts';
import { questionOf, withAdjustments, worseOf } from './estimates/estimate.ts';
import type { EvidenceBase } from './evidence-base.ts';
import { FIRST_BYTE, beside, ownEstimate } from './estimates/harness-estimate.ts';
import type { Asked } from './estimates/harness-estimate.ts';
import { Lenders } from './estimates/lenders.ts';
import { vendorEquivalent } from './estimates/vendor-equivalent.ts';
import { roundTrip } from './client/round-trip.ts';
import { toReaders } from './client/to-readers.ts';
import { pointwiseMax, pointwiseMin } from './distributions/transform.ts';
import { chooseHarnesses } from './harness-choice.ts';
import type { LatencyQuery, Likeness, Prediction } from './types.ts';

/** One prediction on its own; null where no evidence, and no assumption, supports one. */
export function predict(query: LatencyQuery, base: EvidenceBase): Prediction | null {
  return predictTogether([query], base).predictions[0] ?? null;
}

/**
 * Predictions of all queries of a plan, in order. For each operation one harness serves every store it covers, the one
 * that covers most; stores it lacks take their own, with the finding `cross-harness` and no grade above `extrapolated`.
 * Claimed datasets serve only when named, and then come first; so do others that the user put first.
 */
export function predictTogether(
  queries: readonly LatencyQuery[],
  base: EvidenceBase,
): { predictions: (Prediction | null)[]; findings: LatencyFinding[] } {
  const { of, findings } = predictor(queries, base);
  return { predictions: queries.map((_, i) => of(i)), findings };
}

/** The same, each query answered when it is asked for, by its place. */
export function predictor(
  asked: readonly LatencyQuery[],
  base: EvidenceBase,
): { of(query: number): Prediction | null; findings: LatencyFinding[] } {
  const answers = answersOf(base);
  const likes = new Map<string, Likeness | null>();
  for (const query of asked)
    if (!likes.has(keyOfStore(query))) likes.set(keyOfStore(query), standsIn(query, answers));
  const likeOf = (query: LatencyQuery) => likes.get(keyOfStore(query)) ?? null;
  const queries = asked.map((query) => asItCounts({ ...query, store: likeOf(query)?.store ?? query.store }));
  const findings: LatencyFinding[] = [];
  const harnessOf = new Map<string, Dataset | null>();
  const crossed = new Set<string>();
  for (const operation of new Set(queries.map((query) => query.operation))) {
    const each = firstOfEachStore(queries.filter((query) => query.operation === operation));
    const measured = each.filter((query) => !query.assume);
    const chosen = chooseHarnesses(measured, answers);
    for (const query of each)
      harnessOf.set(keyOfStore(query), chosen.get(query.store) ?? answers.bestFor(query));
    for (const { store } of measured)
      if (!chosen.get(store)) findings.push({ code: 'evidence-missing', store, operation });
    const used = [...chosen].filter((entry): entry is [string, Dataset] => entry[1] !== null);
    const datasets = [...new Set(used.map(([, dataset]) => dataset.id))];
    if (datasets.length > 1) {
      crossed.add(operation);
      findings.push({ code: 'cross-harness', stores: used.map(([store]) => store), datasets });
    }
    for (const id of datasets) {
      if (used.some(([, dataset]) => dataset.id === id && dataset.status === 'claimed'))
        findings.push({ code: 'dataset-claimed', dataset: id });
    }
  }
  const of = memo((i: number) => {
    const [given, query] = [asked[i], queries[i]];
    if (!given || !query) return null;
    const dataset = harnessOf.get(keyOfStore(query)) ?? null;
    const like = likeOf(given);
    return toReaders(query.from, (from) =>
      answers.predict(
        { ...query, from },
        dataset,
        crossed.has(query.operation) && !query.assume,
        like && { store: given.store, like },
      ),
    );
  });
  return { of, findings: distinctFindings(findings) };
}

/** Beyond the bytes that a first byte may wait for, the size of an object has no part in it. */
function asItCounts(query: LatencyQuery): LatencyQuery {
  return query.metric === 'first_byte' && query.sizeBytes > FIRST_BYTE.largest
    ? { ...query, sizeBytes: FIRST_BYTE.largest }
    : query;
}

/** The store that answers for one without evidence. */
function standsIn(query: LatencyQuery, answers: Answers): Likeness | null {
  if (!query.like || answers.bestFor(query)) return null;
  return query.like.find(({ store }) => answers.bestFor(asItCounts({ ...query, store }))) ?? null;
}

const keyOfStore = (query: LatencyQuery) => `${query.operation}|${query.store}`;

function firstOfEachStore(queries: readonly LatencyQuery[]): LatencyQuery[] {
  const first = new Map<string, LatencyQuery>();
  for (const query of queries) {
    const before = first.get(query.store);
    if (!before || (before.assume && !query.assume)) first.set(query.store, query);
  }
  return [...first.values()];
}

/** A slider asks for one size after another: what was remembered is let go before it fills the memory. */
const MOST_REMEMBERED = 4096;

function remember<V>(answers: Map<string, V>, key: string, value: V): void {
  if (answers.size >= MOST_REMEMBERED) answers.clear();
  answers.set(key, value);
}

/** What one base answers, each question computed once. */
class Answers {
  readonly measured: readonly Dataset[];
  /** Those the user put before the others. */
  readonly leading: readonly Dataset[];
  readonly #lenders: Lenders;
  readonly #lendersToClaimed = new Map<Dataset, Lenders>();
  readonly #own = new Map<string, Estimate | null>();
  readonly #predictions = new Map<string, Prediction | null>();

  constructor({ datasets, named, first = [] }: EvidenceBase) {
    const superseded = new Set(datasets.flatMap((dataset) => dataset.supersedes ?? []));
    const current = datasets.filter(({ id }) => !superseded.has(id) || named.includes(id));
    this.measured = current.filter(({ status }) => status !== 'claimed');
    this.#lenders = new Lenders(this.measured);
    const claimed = current.filter(({ id, status }) => status === 'claimed' && named.includes(id));
    this.leading = [...claimed, ...first.flatMap((id) => this.measured.find((one) => one.id === id) ?? [])];
  }

  /** Stores that a dataset measured at all. */
  readonly #storesOf = memo(
    (dataset: Dataset) => new Set(dataset.measurements.map((measurement) => measurement.store)),
  );

  /** What a dataset says by itself; null where it has no evidence. */
  own(query: LatencyQuery, dataset: Dataset): Estimate | null {
    const { store, at, operation, metric, sizeBytes, from } = query;
    if (!this.#storesOf(dataset).has(store)) return null;
    const busy = hasSweep(dataset, store, operation) ? JSON.stringify(query.load ?? '') : '';
    const key = `${dataset.id}|${store}|${at}|${operation}|${metric}|${sizeBytes}|${from}|${busy}`;
    const before = this.#own.get(key);
    if (before !== undefined) return before;
    const asked = this.#asked(query, dataset);
    const loaded = asked && atLoad(dataset, store, operation, query.load);
    const found = asked && ownEstimate(loaded?.dataset ?? dataset, asked, 'as-measured');
    const estimate =
      found && loaded
        ? { ...withAdjustments(found, loaded.adjustment), grade: worseOf(found.grade, loaded.grade) }
        : found;
    remember(this.#own, key, estimate);
    return estimate;
  }

  #estimate(query: LatencyQuery, dataset: Dataset): Estimate | null {
    const own = this.own(query, dataset);
    const asked = own && this.#asked(query, dataset);
    return asked && beside(own, dataset, asked);
  }

  #asked(query: LatencyQuery, dataset: Dataset): Asked | null {
    const question = questionFor(query);
    const part = query.metric === 'first_byte' ? 'first-byte' : 'total';
    return question && { question, part, lenders: this.#lendersTo(dataset) };
  }

  /** A claimed dataset may lend to itself alone. */
  #lendersTo(dataset: Dataset): Lenders {
    if (dataset.status !== 'claimed') return this.#lenders;
    const before = this.#lendersToClaimed.get(dataset);
    const lenders = before ?? new Lenders([dataset, ...this.measured]);
    this.#lendersToClaimed.set(dataset, lenders);
    return lenders;
  }

  /** The harness that serves a store on its own. */
  bestFor(query: LatencyQuery): Dataset | null {
    return chooseHarnesses([query], this).get(query.store) ?? null;
  }

  /** `standsIn`: the query is of a store that answers for another. */
  predict(
    query: LatencyQuery,
    dataset: Dataset | null,
    crossed: boolean,
    standsIn: { store: string; like: Likeness } | null = null,
  ): Prediction | null {
    const { store, at, operation, metric, sizeBytes, from, assume } = query;
    const stated = assume ? JSON.stringify(assume) : '';
    const busy = dataset && hasSweep(dataset, store, operation) ? JSON.stringify(query.load ?? '') : '';
    const key = `${busy}|${dataset?.id ?? ''}|${crossed}|${store}|${at}|${operation}|${metric}|${sizeBytes}|${from}|${stated}|${standsIn?.store ?? ''}`;
    const before = this.#predictions.get(key);
    if (before !== undefined) return before;
    const estimate = dataset && this.#estimate(query, dataset);
    const found = estimate && graded(estimate, dataset, crossed);
    const answer = assume
      ? this.#assumed(query, assume, estimate)
      : found && predictionOf(standsIn ? vendorEquivalent(found, standsIn.store, standsIn.like) : found);
    remember(this.#predictions, key, answer);
    return answer;
  }

  #assumed(
    query: LatencyQuery,
    assume: Readonly<Record<string, number>>,
    estimate: Estimate | null,
  ): Prediction | null {
    const question = questionFor(query);
    const shape = estimate ? distributionOf(estimate.floorMs, estimate.best) : null;
    const assumed = question && assumedEstimate(assume, shape, question);
    return assumed && predictionOf(assumed);
  }
}

const known = new WeakMap<EvidenceBase, Answers>();

function answersOf(base: EvidenceBase): Answers {
  const before = known.get(base);
  if (before) return before;
  const answers = new Answers(base);
  known.set(base, answers);
  return answers;
}

function questionFor(query: LatencyQuery): Question | null {
  const way = roundTrip(query.at, query.from);
  return way && questionOf(query, way);
}

function graded(estimate: Estimate, dataset: Dataset | null, crossed: boolean): Estimate {
  if (dataset?.status === 'claimed') {
    const finding: LatencyFinding = { code: 'dataset-claimed', dataset: dataset.id };
    return { ...estimate, grade: 'claimed', findings: [...estimate.findings, finding] };
  }
  return crossed ? { ...estimate, grade: worseOf(estimate.grade, 'extrapolated') } : estimate;
}

/** The band is bounded by the best curve itself, so that low ≤ best ≤ high at every p, between the grid's points too. */
function predictionOf(estimate: Estimate): Prediction {
  const { floorMs, grade, opensConnections, sampling, evidence, adjustments, findings } = estimate;
  const best = distributionOf(floorMs, estimate.best);
  return {
    best,
    low: pointwiseMin(best, distributionOf(floorMs, estimate.low)),
    high: pointwiseMax(best, distributionOf(floorMs, estimate.high)),
    grade,
    ...(opensConnections ? { opensConnections } : {}),
    ...(sampling ? { sampling } : {}),
    evidence,
    adjustments,
    findings,
  };
}

function distinctFindings(findings: readonly LatencyFinding[]): LatencyFinding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify(finding);
    return !seen.has(key) && seen.add(key);
  });
}
