/** DuckDB for the Datasets page: fetched from our own origin, and only when somebody asks. */
import engineWasm from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url&no-inline';
import engineWorker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url&no-inline';
import type { Dataset } from '#core/evidence/dataset.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { IN_FILE, openWasm, type WasmDatabase } from '#query/duckdb-wasm.ts';
import { CREATE_MEASUREMENT, CREATE_SAMPLE, insertMeasurements, moveSamples } from '#query/evidence-sql.ts';
import type { Decoded } from './parquet.worker.ts';

const here = (address: string) => new URL(address, location.href).href;

const SAMPLES = import.meta.glob<string>('../../../datasets/*/samples.parquet', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** Datasets whose single requests can be had. */
export const SAMPLED = Object.keys(SAMPLES).map((path) => path.split('/').at(-2) ?? '');

export function startEngine(onprogress: (loaded: number) => void): Promise<WasmDatabase> {
  return openWasm({ wasm: here(engineWasm), worker: here(engineWorker), onprogress });
}

/** The table `measurement`, of these datasets and no others. */
export async function fillMeasurements(
  database: WasmDatabase,
  datasets: readonly Pick<Dataset, 'id' | 'measurements'>[],
): Promise<void> {
  await database.run(CREATE_MEASUREMENT);
  for (const { id, measurements } of datasets)
    await database.load(measurementsCsv(measurements), insertMeasurements(id, IN_FILE));
}

/** Adds the requests of one dataset to the table `sample`, by way of a Parquet reader in a worker of its own. */
export async function addSamples(database: WasmDatabase, dataset: string): Promise<void> {
  const [, address] = Object.entries(SAMPLES).find(([path]) => path.split('/').at(-2) === dataset) ?? [];
  if (address === undefined) throw new Error(`${dataset} holds no single requests`);
  const response = await fetch(here(address));
  if (!response.ok)
    throw new Error(`the requests of ${dataset} could not be fetched (status ${response.status})`);
  await database.run(CREATE_SAMPLE);
  await database.insertArrow(await arrowOf(await response.arrayBuffer()), 'incoming');
  for (const statement of moveSamples(dataset, 'incoming')) await database.run(statement);
}

/** An Arrow IPC stream of a Parquet file. Rejects with what its reader says. */
export async function arrowOf(parquet: ArrayBuffer): Promise<Uint8Array> {
  const worker = new Worker(new URL('./parquet.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<Decoded>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Decoded>) => resolve(data);
      worker.onerror = ({ message }) =>
        reject(new Error(message || 'the Parquet reader could not be loaded'));
      worker.postMessage(parquet, [parquet]);
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.stream;
  } finally {
    worker.terminate();
  }
}
