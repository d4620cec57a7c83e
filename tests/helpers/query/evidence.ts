/** The tables of the Datasets page on the engine of the command line. */
import path from 'node:path';
import type { Database } from '#query/database.ts';
import { openNative } from '#query/duckdb-native.ts';
import { CREATE_MEASUREMENT, CREATE_SAMPLE, insertMeasurements, moveSamples } from '#query/evidence-sql.ts';
import { allDatasets, ROOT } from '#tests/sources.ts';

/** `measurement` of every dataset of the repository, and `sample` of those that hold single requests. */
export async function evidenceDatabase(): Promise<Database> {
  const file = (id: string, name: string) => path.join(ROOT, 'datasets', id, name);
  const datasets = allDatasets();
  const sampled = datasets.filter(({ checksums }) => 'samples.parquet' in checksums).map(({ id }) => id);
  const database = await openNative({
    files: [
      ...datasets.map(({ id }) => file(id, 'measurements.csv')),
      ...sampled.map((id) => file(id, 'samples.parquet')),
    ],
    spillFolder: null,
  });
  await database.run(CREATE_MEASUREMENT);
  for (const { id } of datasets) await database.run(insertMeasurements(id, file(id, 'measurements.csv')));
  await database.run(CREATE_SAMPLE);
  for (const id of sampled) {
    await database.run('CREATE TABLE incoming AS SELECT * FROM read_parquet($1)', [
      file(id, 'samples.parquet'),
    ]);
    for (const statement of moveSamples(id, 'incoming')) await database.run(statement);
  }
  return database;
}
