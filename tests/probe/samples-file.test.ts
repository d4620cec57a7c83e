import path from 'node:path';
import { expect, test } from 'vitest';
import { parseProbePlan } from '#probe/plan-file.ts';
import { samplesParquet } from '#probe/samples-file.ts';
import { openNative } from '#query/duckdb-native.ts';
import { readParquet } from '#query/parquet.ts';
import { expectSwept, expectWhole } from '../helpers/afterFault.ts';
import { aPlanFile, runOn } from '../helpers/aProbe.ts';
import { BUCKET, littleS3 } from '../helpers/littleS3.ts';
import { Folder } from '../helpers/runCli.ts';

test('every counted request is a row that a database reads', async () => {
  await using s3 = await littleS3({
    fault: ({ method }, count) => (method === 'GET' && count % 9 === 0 ? { kind: 'slow-down' } : null),
  });
  using folder = new Folder();
  const file = aPlanFile([
    { op: ['GET', 'PUT'], requests: 30, warmup: 3, concurrency: 2 },
    { op: 'GET_RANGE', range: '1 KiB', requests: 20, warmup: 3, rate: '400/s' },
  ]);
  const state = await runOn(s3, file, folder.path);
  expectWhole(state, 2 * 33 + 23);
  expectSwept(s3.server.buckets.get(BUCKET));
  const bytes = samplesParquet(parseProbePlan(file), [{ round: 1, state }], () => () => 'aws/us-east-1');
  folder.write('samples.parquet', bytes);
  const database = await openNative({
    files: [path.join(folder.path, 'samples.parquet')],
    spillFolder: null,
  });
  try {
    const rows = await readParquet(database, path.join(folder.path, 'samples.parquet'));
    const counted = state.samples.filter(({ index }) => index >= 3).sort((a, b) => a.atMs - b.atMs);
    expect(rows).toHaveLength(80);
    expect(rows.map((row) => row.latency_ms)).toEqual(
      counted.map(({ problem, totalMs }) => (problem === null ? totalMs : null)),
    );
    expect(rows.map((row) => row.problem)).toEqual(counted.map(({ problem }) => problem));
    expect(rows.filter((row) => row.problem === 'SlowDown').length).toBeGreaterThan(2);
    expect(rows.find((row) => row.operation === 'GET_RANGE')).toMatchObject({
      run: state.head.run,
      store: 'aws/s3-standard',
      store_region: 'aws/us-east-1',
      client_place: 'aws/us-east-1',
      size_bytes: 1024,
      concurrency: null,
      per_second: 400,
      status: 206,
    });
  } finally {
    await database.close();
  }
});
