import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import { sampleQuantile } from '#core/evidence/quantile-interval.ts';
import type { Database } from '#query/database.ts';
import { QUESTIONS, insertMeasurements } from '#query/evidence-sql.ts';
import { evidenceDatabase } from '#tests/helpers/query/evidence.ts';
import { allDatasets } from '#tests/sources.ts';

let database: Database;
beforeAll(async () => {
  database = await evidenceDatabase();
});
afterAll(() => database.close());

describe('the tables of evidence', () => {
  test('hold every figure as the dataset has it', async () => {
    for (const { id, measurements } of allDatasets()) {
      const rows = await database.run('SELECT * EXCLUDE (dataset) FROM measurement WHERE dataset = $1', [id]);
      const sorted = (all: readonly object[]) =>
        all
          .map((row) =>
            JSON.stringify(MEASUREMENT_COLUMNS.map((name) => (row as Record<string, unknown>)[name] ?? null)),
          )
          .toSorted();
      expect(sorted(rows), id).toEqual(sorted(measurements));
    }
  });

  test('hold every request: their quantiles are the printed ones', async () => {
    const question = QUESTIONS.find(({ needsSamples }) => needsSamples);
    const rows = await database.run(question?.sql ?? '');
    const near = await database.run(
      'SELECT latency_ms FROM sample WHERE store_region = client_place AND size_bytes = 1 ORDER BY latency_ms',
    );
    const sorted = near.map(({ latency_ms }) => Number(latency_ms));
    expect(rows[0]?.['requests']).toBe(sorted.length);
    expect(rows[0]?.['p99_ms']).toBe(sampleQuantile(sorted, 0.99));
  });

  test('each question to begin with has an answer of two rows or more', async () => {
    for (const { sql, title } of QUESTIONS)
      expect((await database.run(sql)).length, title).toBeGreaterThan(1);
  });

  test('a name of a dataset cannot end the statement it stands in', () => {
    expect(insertMeasurements("x'; DROP TABLE measurement; --", 'in.csv')).toContain(
      "SELECT 'x''; DROP TABLE measurement; --', *",
    );
  });
});
