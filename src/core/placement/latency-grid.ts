/** Predicted latency of every candidate store for every reader and size class, asked once for a plan. */
import { withLastMile } from '../latency/estimate.ts';
import { predictTogether } from '../latency/predict.ts';
import { isOnInternet } from '../latency/round-trip.ts';
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { LatencyQuery, Prediction } from '../latency/types.ts';
import type { Finding } from '../findings/index.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Reader } from '../workload/workload.ts';
import type { PlacedStore, PlanContext } from './plan-context.ts';

export type ReadMetric = 'total' | 'first_byte';
export const READ_METRICS: readonly ReadMetric[] = ['total', 'first_byte'];

export interface LatencyGrid {
  read(store: number, reader: number, sizeClass: number, metric: ReadMetric): Prediction | null;
  write(store: number, sizeClass: number): Prediction | null;
  /** One read of a batch job. */
  job(store: number, job: number): Prediction | null;
  findings: Finding[];
}

export function latencyGrid(context: PlanContext, evidence: EvidenceBase): LatencyGrid {
  const { stores, workload, scenario } = context;
  const { readers, classes, writer } = workload;
  const queries: LatencyQuery[] = [];
  for (const store of stores) {
    const ask = (operation: 'GET' | 'PUT', metric: ReadMetric, from: string, sizeBytes: number) => {
      const assume = assumed(scenario, store, operation);
      queries.push({
        store: store.store,
        at: store.place,
        operation,
        metric,
        sizeBytes,
        from,
        ...(assume ? { assume } : {}),
      });
    };
    for (const reader of readers)
      for (const one of classes)
        for (const metric of READ_METRICS) ask('GET', metric, reader.place, one.readBytes);
    for (const one of classes) ask('PUT', 'total', writer, one.sizeBytes);
    for (const job of workload.jobs) ask('GET', 'total', job.at, job.sizeBytes);
  }
  const { predictions, findings } = predictTogether(queries, evidence);
  const reads = readers.length * classes.length * READ_METRICS.length;
  const perStore = reads + classes.length + workload.jobs.length;
  const perReader = classes.length * READ_METRICS.length;
  const reached = predictions.map((prediction, i) => {
    const lastMileMs = readers[Math.floor((i % perStore) / perReader)]?.lastMileMs;
    return prediction && lastMileMs !== undefined ? withLastMile(prediction, lastMileMs) : prediction;
  });
  return {
    read: (store, reader, sizeClass, metric) =>
      reached[
        store * perStore +
          (reader * classes.length + sizeClass) * READ_METRICS.length +
          READ_METRICS.indexOf(metric)
      ] ?? null,
    write: (store, sizeClass) => predictions[store * perStore + reads + sizeClass] ?? null,
    job: (store, job) => predictions[store * perStore + reads + classes.length + job] ?? null,
    findings,
  };
}

/** True where predictions stop at the reader's access network, because nobody said what lies behind it. */
export function endsAtTheEdge({ place, lastMileMs }: Reader): boolean {
  return isOnInternet(place) && lastMileMs === undefined;
}

function assumed(
  scenario: Scenario,
  store: PlacedStore,
  operation: 'GET' | 'PUT',
): Readonly<Record<string, number>> | undefined {
  return (scenario.assume[store.ref] ?? scenario.assume[store.store])?.[operation];
}
