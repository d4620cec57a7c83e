import path from 'node:path';
import { expect, test } from 'vitest';
import { operationAt } from '#probe/plan/cell.ts';
import { newState } from '#probe/kept/journal.ts';
import type { JournalState } from '#probe/kept/journal.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import type { PlanFileText } from '#probe/plan/plan-file.ts';
import type { Sample } from '#probe/kept/record.ts';
import { samplesParquet } from '#probe/kept/samples-file.ts';
import { ALONE } from '#probe/plan/shard.ts';
import { openNative } from '#query/duckdb-native.ts';
import { readParquet } from '#tests/helpers/query/parquet.ts';
import { expectSwept, expectWhole } from '#tests/helpers/afterFault.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { BUCKET, littleS3 } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

/** The rows that a database reads of these runs. */
async function rowsOf(file: PlanFileText, state: JournalState) {
  using folder = new Folder();
  folder.write(
    'samples.parquet',
    samplesParquet(parseProbePlan(file), [{ round: 1, state }], () => () => 'aws/us-east-1'),
  );
  const parquet = path.join(folder.path, 'samples.parquet');
  const database = await openNative({ files: [parquet], spillFolder: null });
  try {
    return await readParquet(database, parquet);
  } finally {
    await database.close();
  }
}

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
  const rows = await rowsOf(file, state);
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
  });
  for (const row of rows) {
    const [firstByteMs, endedMs] = [Number(row.first_byte_ms), Number(row.ended_after_ms)];
    expect(firstByteMs).toBeGreaterThan(0);
    expect(firstByteMs).toBeLessThanOrEqual(endedMs);
    expect(row.retries).toBe(0);
    if (row.problem !== null) expect(row).toMatchObject({ status: 503, latency_ms: null });
    else if (row.operation === 'GET') expect(row).toMatchObject({ status: 200, bytes: 10_240 });
    else if (row.operation === 'GET_RANGE') expect(row).toMatchObject({ status: 206, bytes: 1024 });
    else expect(row).toMatchObject({ status: 200, bytes: 0 });
  }
});

test('what opening a connection took is told of the request that opened it, and of no other', async () => {
  const isCut = (count: number) => count % 8 === 0;
  await using s3 = await littleS3({
    fault: ({ method }, count) => (method === 'GET' && isCut(count) ? { kind: 'truncate' } : null),
  });
  using folder = new Folder();
  const file = aPlanFile([{ requests: 160, warmup: 0 }]);
  const state = await runOn(s3, file, folder.path);
  expectWhole(state, 160);
  expectSwept(s3.server.buckets.get(BUCKET));
  const rows = await rowsOf(file, state);
  const opened = rows.filter(({ reused }) => reused === false);
  expect(opened.length).toBeGreaterThan(5);
  for (const row of opened) {
    expect(Number(row.connect_ms)).toBeGreaterThan(0);
    // It came before the first byte did.
    expect(Number(row.first_byte_ms)).toBeGreaterThan(Number(row.connect_ms));
    // A number needs no name looked up, and plain HTTP no keys.
    expect(row).toMatchObject({ dns_ms: null, tls_ms: null });
  }
  for (const row of rows.filter(({ reused }) => reused === true))
    expect(row).toMatchObject({ dns_ms: null, connect_ms: null, tls_ms: null });
  // A connection ends with the answer that was cut; after one that came whole it is there still.
  for (const [i, row] of rows.entries())
    if (rows[i - 1]?.problem === null) expect(row.reused, `request ${i}`).toBe(true);
  expect(rows.filter(({ problem }) => problem === 'truncated').length).toBeGreaterThan(5);
});

test('a row has all that is known of its request, and null for what is not', async () => {
  const file = aPlanFile([
    { op: 'MIXED', mix: { GET: 1, PUT: 1 }, size: '1 KiB', cache: '2 KiB', requests: 4, warmup: 0 },
  ]);
  const [cell] = parseProbePlan(file).cells;
  if (!cell) throw new Error('no cell');
  const seen: Partial<Sample>[] = [
    {
      dnsMs: 1.5,
      connectMs: 2.5,
      tlsMs: 4.5,
      firstByteMs: 10,
      totalMs: 12,
      bytes: 1024,
      status: 200,
      lateMs: 0.5,
    },
    { firstByteMs: 3, totalMs: 4, status: 503, problem: 'SlowDown', worker: 2 },
    // It never got there; the cache answered.
    { totalMs: 7, problem: 'timeout' },
    { firstByteMs: 0.01, totalMs: 0.01, bytes: 1024 },
  ];
  const nothing = {
    lateMs: 0,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
    totalMs: 0,
    bytes: 0,
    status: null,
    problem: null,
  };
  const state: JournalState = {
    ...newState({
      journal: 1,
      run: 'a'.repeat(16),
      plan: null,
      targets: [],
      shard: ALONE,
      startedAt: '2026-11-20T00:00:00Z',
    }),
    samples: seen.map((one, index) => ({
      target: 0,
      cell: 0,
      index,
      atMs: 1000 + index,
      ...nothing,
      ...one,
    })),
  };
  const rows = await rowsOf(file, state);
  const common = {
    store: 'aws/s3-standard',
    size_bytes: 1024,
    concurrency: 1,
    retries: 0,
    round: 1,
    target: 0,
    cell: 0,
  };
  expect(rows).toMatchObject([
    {
      ...common,
      reused: false,
      dns_ms: 1.5,
      connect_ms: 2.5,
      tls_ms: 4.5,
      first_byte_ms: 10,
      latency_ms: 12,
      ended_after_ms: 12,
      late_ms: 0.5,
      bytes: 1024,
      status: 200,
      problem: null,
      cache: 'miss',
      at_ms: 1000,
      request: 0,
      worker: null,
    },
    {
      ...common,
      reused: true,
      dns_ms: null,
      connect_ms: null,
      tls_ms: null,
      latency_ms: null,
      ended_after_ms: 4,
      status: 503,
      problem: 'SlowDown',
      cache: 'miss',
      worker: 2,
    },
    {
      ...common,
      reused: null,
      first_byte_ms: null,
      latency_ms: null,
      ended_after_ms: 7,
      status: null,
      problem: 'timeout',
      cache: 'miss',
    },
    {
      ...common,
      reused: null,
      first_byte_ms: 0.01,
      latency_ms: 0.01,
      bytes: 1024,
      status: null,
      problem: null,
      cache: 'hit',
    },
  ]);
  // Of a mix each row says which of its operations it was.
  expect(rows.map(({ operation }) => operation)).toEqual(
    [0, 1, 2, 3].map((index) => operationAt(cell, 0, index, parseProbePlan(file).seed)),
  );
  // The vendor's own client does not tell.
  const [bySdk] = await rowsOf({ ...file, client: 'sdk' }, state);
  expect(bySdk?.reused).toBeNull();
});
