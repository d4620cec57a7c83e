/** Predicted latency of every candidate store for every reader and size class, asked once for a plan. */
import { withLastMile } from '../latency/estimates/estimate.ts';
import { likenesses } from '../latency/estimates/vendor-equivalent.ts';
import { lazily, memo } from '../memo.ts';
import { predictor } from '../latency/predict.ts';
import { isOnInternet } from '../latency/client/round-trip.ts';
import { forEachCity } from '../latency/client/to-readers.ts';
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { LatencyQuery, Prediction } from '../latency/types.ts';
import type { Archive } from '../pricing/archive.ts';
import type { Finding } from '../findings/index.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { missedShare } from '../workload/workload.ts';
import type { Reader, Workload } from '../workload/workload.ts';
import type { CandidateStore } from './context/candidate-store.ts';
import type { OptionsGrid, ReadMetric, ReadOptions, RequestLatency } from './context/read-options.ts';
import { NO_READ, ONE_READ } from './context/read-repeat.ts';

const READ_METRICS: readonly ReadMetric[] = ['total', 'first_byte'];

export interface LatencyGrid extends OptionsGrid {
  /** Of one request, without options of the scenario's reads. */
  request: RequestLatency;
  write(store: number, sizeClass: number): Prediction | null;
  /** One request of a batch job: a range of an object, where it reads several side by side. */
  job(store: number, job: number): Prediction | null;
  findings(): Finding[];
}

/** What latencies are asked for. */
export interface GridContext {
  scenario: Scenario;
  archive: Pick<Archive, 'facts'>;
  workload: Workload;
  stores: readonly CandidateStore[];
  /** Null: every read is one request on a warm connection. */
  reads: ReadOptions | null;
}

/** `sizeOf`: at which size a request is taken to be answered; at its own by default. */
export function latencyGrid(
  context: GridContext,
  evidence: EvidenceBase,
  sizeOf = (bytes: number) => bytes,
): LatencyGrid {
  const { stores, workload } = context;
  const { readers, classes } = workload;
  // Who asks for bills alone chooses no evidence.
  const predicted = lazily(() => predictor(queriesOf(context, sizeOf), evidence));
  const of = (query: number) => predicted().of(query);
  const reads = readers.length * classes.length * READ_METRICS.length;
  const perStore = reads + classes.length + workload.jobs.length;
  const perReader = classes.length * READ_METRICS.length;
  const reached = memo((i: number) => {
    const prediction = of(i);
    const reader = readers[Math.floor((i % perStore) / perReader)];
    if (!prediction || reader?.lastMileMs === undefined) return prediction;
    const { lastMileMs } = reader;
    return forEachCity(prediction, reader.place, (own) => withLastMile(own, lastMileMs));
  });
  const request: RequestLatency = (store, reader, sizeClass, metric) =>
    reached(
      store * perStore +
        (reader * classes.length + sizeClass) * READ_METRICS.length +
        READ_METRICS.indexOf(metric),
    );
  return {
    request,
    ...(context.reads?.over(context, request) ?? bare(request)),
    write: (store, sizeClass) => of(store * perStore + reads + sizeClass),
    job: (store, job) => of(store * perStore + reads + classes.length + job),
    findings() {
      const unmeasured = context.reads?.unmeasured(stores) ?? [];
      return [
        ...predicted().findings(),
        ...(unmeasured.length > 0 ? [{ code: 'errors-unmeasured' as const, stores: unmeasured }] : []),
      ];
    },
  };
}

/** Of each store in turn: reads by reader, size class and metric, then writes, then jobs. */
function queriesOf(
  { stores, workload, scenario, archive }: GridContext,
  sizeOf: (bytes: number) => number,
): LatencyQuery[] {
  const { readers, classes, writer } = workload;
  const busy = busiestOf(workload);
  const queries: LatencyQuery[] = [];
  for (const store of stores) {
    /** A restore takes as long as its provider says, and those of a job run side by side. */
    const restored =
      store.restore === null || store.restore === 'never'
        ? undefined
        : { p99: store.restore.hours * 3_600_000 };
    const ask = (
      operation: 'GET' | 'PUT',
      metric: ReadMetric,
      from: string,
      sizeBytes: number,
      known?: typeof restored,
    ) => {
      const assume = assumed(scenario, store, operation) ?? known;
      const like = likenesses(archive, store.store, operation);
      queries.push({
        store: store.store,
        at: store.place,
        operation,
        metric,
        sizeBytes: sizeOf(sizeBytes),
        from,
        load: {
          perSecond:
            operation === 'GET'
              ? busy.reads / unitsOf(store, 'read', busy.reads)
              : busy.writes / unitsOf(store, 'write', busy.writes),
        },
        ...(assume ? { assume } : {}),
        ...(like.length > 0 ? { like } : {}),
      });
    };
    for (const reader of readers)
      for (const one of classes)
        for (const metric of READ_METRICS) ask('GET', metric, reader.place, one.readBytes, restored);
    for (const one of classes) ask('PUT', 'total', writer, one.sizeBytes);
    for (const job of workload.jobs) ask('GET', 'total', job.at, Math.ceil(job.sizeBytes / job.ranges));
  }
  return queries;
}

/** Requests a second at the peak of the busiest month, were one store to answer all of them. */
function busiestOf({ months, peak, classes, readers }: Workload): { reads: number; writes: number } {
  const puts = classes.reduce(
    (sum, one) => sum + one.share * one.put.reduce((all, { count }) => all + count, 0),
    0,
  );
  const asked = missedShare(readers);
  const most = (of: (month: Workload['months'][number]) => number) =>
    Math.max(0, ...months.map((one) => (of(one) * peak) / (one.month.days * 86_400)));
  return {
    reads: most(({ population }) => population.reads * asked),
    writes: most(({ population }) => population.arrivals * puts),
  };
}

/** Prefixes or subscriptions that so many requests are spread over, each as busy as its limit lets it be. */
function unitsOf({ edition }: CandidateStore, applies: 'read' | 'write', perSecond: number): number {
  const limits = edition.limits.filter(
    (limit) =>
      limit.quantity === 'operations' &&
      (limit.applies === applies || limit.applies === 'any') &&
      (limit.scope === 'prefix' || limit.scope === 'subscription'),
  );
  return Math.max(1, ...limits.map(({ value }) => Math.ceil(perSecond / value)));
}

/** Every read is one request on a warm connection. */
const bare = (request: RequestLatency): OptionsGrid => ({
  read: request,
  asRead: (_s, _q, _k, of) => of,
  repeat: () => ONE_READ,
  either: (first, _second, q, k, metric) => request(first, q, k, metric),
  hedgesToOther: false,
  away: () => NO_READ,
});

/** True where predictions stop at the reader's access network, because nobody said what lies behind it. */
export function endsAtTheEdge({ place, lastMileMs }: Reader): boolean {
  return isOnInternet(place) && lastMileMs === undefined;
}

function assumed(
  scenario: Scenario,
  store: CandidateStore,
  operation: 'GET' | 'PUT',
): Readonly<Record<string, number>> | undefined {
  return (scenario.assume[store.ref] ?? scenario.assume[store.store])?.[operation];
}
