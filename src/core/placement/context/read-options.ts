/** What a scenario says of its reads besides how many there are: cold connections, failures asked again, hedges; for latency and bill alike. */
import { hedged } from '../../latency/client/hedge.ts';
import { withOpening } from '../../latency/client/connection-cost.ts';
import { openingWork } from '../../latency/client/opening-work.ts';
import { distinct, worseOf } from '../../latency/estimates/estimate.ts';
import { measuredErrors, retried, tries } from '../../latency/client/retry.ts';
import type { ErrorShare } from '../../latency/client/retry.ts';
import { roundTrip } from '../../latency/client/round-trip.ts';
import { forEachCity } from '../../latency/client/to-readers.ts';
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Distribution, Prediction } from '../../latency/types.ts';
import { itemAt } from '../../at.ts';
import { memo, remembered } from '../../memo.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { percent } from '../../text/numbers.ts';
import { formatMs } from '../../units.ts';
import type { Workload } from '../../workload/workload.ts';
import type { CandidateStore } from './candidate-store.ts';
import { NO_READ, coldShareOf } from './read-repeat.ts';
import type { ReadRepeat } from './read-repeat.ts';

/** One store read by one reader. */
export interface ReadWay {
  store: CandidateStore;
  place: string;
  lastMileMs: number;
  /** A small request of the same reader, by its first byte. */
  small: Prediction | null;
}

export type ReadMetric = 'total' | 'first_byte';

/** Of one request; null: nobody measured it. */
export type RequestLatency = (
  store: number,
  reader: number,
  sizeClass: number,
  metric: ReadMetric,
) => Prediction | null;

/** The stores that are read, and by whom. */
interface ReadFrom {
  stores: readonly CandidateStore[];
  workload: Pick<Workload, 'readers'>;
}

/** What options of reads change. */
export interface OptionsGrid {
  /** With the options of the scenario's reads: cold connections, failures asked again, hedges. */
  read: RequestLatency;
  /** Those options applied to what one request is supposed to take. */
  asRead(store: number, reader: number, sizeClass: number, request: Distribution): Distribution;
  /** A read of the first store, hedged to the second where the scenario hedges to the other holder. */
  either(
    first: number,
    second: number,
    reader: number,
    sizeClass: number,
    metric: ReadMetric,
  ): Prediction | null;
  hedgesToOther: boolean;
  /** Second requests of a store's reads that go to another holder. */
  away(store: number, reader: number, sizeClass: number): ReadRepeat;
  /** What one read comes to in requests and bytes. */
  repeat(store: number, reader: number, sizeClass: number): ReadRepeat;
}

export interface ReadOptions {
  /** The latency of a read, all options applied. `total` is that of the whole read, from which a hedge takes its delay. */
  latency(way: ReadWay, own: Prediction, total: Prediction): Prediction;
  /** Of one distribution, such as a measurement that is only supposed. */
  distribution(way: ReadWay, of: Distribution): Distribution;
  repeat(way: ReadWay, total: Prediction | null): ReadRepeat;
  /** Hedged to another store that holds the object; as it is where nothing is known of that one. Null: the scenario hedges otherwise. */
  either: ((first: ToEither, second: ToEither) => Prediction) | null;
  /** Of the reads of a store, those whose hedge goes to another holder. */
  away(way: ReadWay, total: Prediction | null): ReadRepeat;
  /** Each read worked out once: who mixes them tells them apart by identity. `request`: of one, without options. */
  over(context: ReadFrom, request: RequestLatency): OptionsGrid;
  /** Of these stores, those whose share of failing reads the scenario leaves to the datasets, and none has it. */
  unmeasured(stores: readonly CandidateStore[]): string[];
}

/** One of two stores that a hedged read may be answered by. */
interface ToEither {
  way: ReadWay;
  own: Prediction | null;
  total: Prediction | null;
}

type Reads = Scenario['workload']['reads'];
export type Hedge = NonNullable<Reads['hedge']>;

/** When the second request of a hedge goes out. */
function hedgeDelayMs(after: Hedge['after'], of: Distribution): number {
  return 'ms' in after ? after.ms : of.quantile(after.p);
}

/** For a scenario that has some of them: see `hasReadOptions`. */
export function readOptions({ workload }: Scenario, evidence: EvidenceBase): ReadOptions {
  const { hedge, retry } = workload.reads;
  const coldShare = coldShareOf(workload.reads);
  const beside = hedge?.to === 'same' ? hedge : undefined;
  const away = hedge?.to === 'other' ? hedge : undefined;
  const measured = memo((store: string) => measuredErrors(evidence.datasets, store) ?? 'unknown');
  const workOf = memo((store: string) => openingWork(evidence.datasets, store));
  const errorsOf = (store: string): ErrorShare | null => {
    if (!retry) return null;
    if (retry.errors !== undefined)
      return { low: retry.errors, best: retry.errors, high: retry.errors, from: null };
    const found = measured(store);
    return found === 'unknown' ? null : found;
  };

  const opened = (way: ReadWay, prediction: Prediction): Prediction => {
    if (coldShare === 0) return prediction;
    const session = asksForSession(way.store) ? way.small : null;
    const work = workOf(way.store.store);
    return forEachCity(prediction, way.place, (own, from) => {
      const trip = roundTrip(way.store.place, from);
      return trip
        ? withOpening(own, { coldShare, way: trip, lastMileMs: way.lastMileMs, session, work })
        : own;
    });
  };
  const asked = (way: ReadWay, prediction: Prediction): Prediction => {
    const errors = errorsOf(way.store.store);
    if (!retry || !errors) return prediction;
    const end = (name: 'low' | 'best' | 'high') => retried(prediction[name], errors[name], retry.after);
    const source = errors.from
      ? `measured by ${errors.from.dataset}, ${percent(errors.low)} to ${percent(errors.high)} by its ${errors.from.samples} samples`
      : 'as stated in the scenario';
    const words = `${percent(errors.best)} of requests fail (${source}) and are asked again after ${formatMs(retry.after)}: ${tries(errors.best).toPrecision(5)} requests a read`;
    return {
      ...prediction,
      best: end('best'),
      low: end('low'),
      high: end('high'),
      grade: worseOf(prediction.grade, errors.from ? 'extrapolated' : 'assumed'),
      adjustments: [...prediction.adjustments, { kind: 'retry', words }],
    };
  };
  const answered = (way: ReadWay, prediction: Prediction) => asked(way, opened(way, prediction));
  const second = ({ after }: Hedge, way: ReadWay, total: Prediction | null) => {
    const one = total && answered(way, total).best;
    const share = one ? 1 - one.cdf(hedgeDelayMs(after, one)) : 'p' in after ? 1 - after.p : 0;
    return { share, isLeast: !one && 'ms' in after };
  };

  const options: Omit<ReadOptions, 'over'> = {
    latency(way, own, total) {
      const one = answered(way, own);
      if (!beside) return one;
      const whole = own === total ? one : answered(way, total);
      return hedgedPrediction(one, hedgeDelayMs(beside.after, whole.best), whole, one);
    },
    distribution(way, of) {
      const one = answered(way, bare(of)).best;
      return beside ? hedged(one, hedgeDelayMs(beside.after, one)).latency : one;
    },
    repeat(way, total) {
      const failing = tries(errorsOf(way.store.store)?.best ?? 0);
      const sessions = asksForSession(way.store) ? coldShare : 0;
      if (!beside) return { requests: failing, bodies: 1, sessions, isLeast: false };
      const { share, isLeast } = second(beside, way, total);
      return { requests: (1 + share) * failing, bodies: 1 + share, sessions, isLeast };
    },
    either:
      away === undefined
        ? null
        : (first, other) => {
            if (!first.own) throw new RangeError('its own latency is not known');
            const one = answered(first.way, first.own);
            if (!other.own) return one;
            const whole = answered(first.way, first.total ?? first.own);
            const delayMs = hedgeDelayMs(away.after, whole.best);
            return hedgedPrediction(one, delayMs, whole, answered(other.way, other.own), other.way.store.ref);
          },
    away(way, total) {
      if (!away) return NO_READ;
      const { share, isLeast } = second(away, way, total);
      const failing = tries(errorsOf(way.store.store)?.best ?? 0);
      return { requests: share * failing, bodies: share, sessions: 0, isLeast };
    },
    unmeasured: (stores) =>
      retry && retry.errors === undefined
        ? stores.filter(({ store }) => measured(store) === 'unknown').map(({ ref }) => ref)
        : [],
  };
  return { ...options, over: (context, request) => gridOver(options, context, request) };
}

/** `whole`: the read from which the share of second requests follows; `second`: what answers them, at the store `at` where that is another. */
function hedgedPrediction(
  one: Prediction,
  delayMs: number,
  whole: Prediction,
  second: Prediction,
  at?: string,
): Prediction {
  const share = (of: Distribution) => 1 - of.cdf(delayMs);
  const end = (name: 'low' | 'best' | 'high') => hedged(one[name], delayMs, second[name]).latency;
  const best = end('best');
  const sent = `${percent(share(whole.best))} of reads send a second request${at === undefined ? '' : ` to ${at}`} (${percent(share(whole.low))} to ${percent(share(whole.high))})`;
  const words = `hedged after ${formatMs(delayMs)}: ${sent}, each billed whole, and the sooner answer counts: p99 ${formatMs(one.best.quantile(0.99))} → ${formatMs(best.quantile(0.99))}, if one request's delay says nothing of the other's`;
  return {
    ...one,
    best,
    low: end('low'),
    high: end('high'),
    grade: worseOf(worseOf(one.grade, second.grade), 'extrapolated'),
    evidence: distinct([...one.evidence, ...second.evidence]),
    adjustments: [...one.adjustments, { kind: 'hedge', words }],
  };
}

function bare(of: Distribution): Prediction {
  return { best: of, low: of, high: of, grade: 'measured', evidence: [], adjustments: [], findings: [] };
}

/** S3 Express: a client asks for a session before its first request (Amazon S3 API Reference, CreateSession). */
function asksForSession({ edition }: CandidateStore): boolean {
  return Object.values(edition.operations.classes).some((own) => own.includes('CreateSession'));
}

function gridOver(
  options: Omit<ReadOptions, 'over'>,
  { stores, workload: { readers } }: ReadFrom,
  request: RequestLatency,
): OptionsGrid {
  const wayOf = (s: number, q: number, k: number): ReadWay => {
    const reader = itemAt(readers, q);
    return {
      store: itemAt(stores, s),
      place: reader.place,
      lastMileMs: reader.lastMileMs ?? 0,
      small: request(s, q, k, 'first_byte'),
    };
  };
  const made = new Map<string, Prediction | null>();
  const once = (key: string, make: () => Prediction | null) => remembered(made, key, make);
  const read: RequestLatency = (s, q, k, metric) =>
    once(`${s} ${q} ${k} ${metric}`, () => {
      const own = request(s, q, k, metric);
      return own && options.latency(wayOf(s, q, k), own, request(s, q, k, 'total') ?? own);
    });
  const { either } = options;
  const holder = (s: number, q: number, k: number, metric: ReadMetric) => ({
    way: wayOf(s, q, k),
    own: request(s, q, k, metric),
    total: request(s, q, k, 'total'),
  });
  return {
    read,
    either: (first, second, q, k, metric) =>
      either === null
        ? read(first, q, k, metric)
        : once(`${first}>${second} ${q} ${k} ${metric}`, () => {
            const own = holder(first, q, k, metric);
            return own.own && either(own, holder(second, q, k, metric));
          }),
    hedgesToOther: either !== null,
    away: (s, q, k) => options.away(wayOf(s, q, k), request(s, q, k, 'total')),
    asRead: (s, q, k, of) => options.distribution(wayOf(s, q, k), of),
    repeat: (s, q, k) => options.repeat(wayOf(s, q, k), request(s, q, k, 'total')),
  };
}
