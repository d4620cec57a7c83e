/**
 * S3 access logs to a profile, in processes of their own: DuckDB beside a plain reading of the same lines, and Spark on this machine
 * beside DuckDB. STOWAGE_BENCH_ROWS says how many rows (ten million: 5 GB in the temporary folder), STOWAGE_BENCH_PARQUET_ROWS how
 * many more as Parquet (100000000 is the goal; none where it is not given).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DUCKDB } from '#query/dialect.ts';
import { sparkSubmit } from '../tools/spark.mjs';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GOAL_ROWS = 10_000_000;
const GOAL_PARQUET_ROWS = 100_000_000;

const CLI = path.join(ROOT, 'dist/cli/stowage.mjs');
const RUN = `
  import { DuckDBInstance } from '@duckdb/node-api';
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
  await connection.run(process.argv[1], process.argv.slice(2));
`;

/** Requests of a tenth as many objects over thirty days: one in ten writes, the reads mostly of few. */
const request = (rows: number) => `
  SELECT i, to_timestamp(1772323200 + i * 2592000 / ${rows}) AS asked_at,
    CASE WHEN i % 10 = 0 THEN 'PUT' ELSE 'GET' END AS verb,
    CASE WHEN i % 10 = 0 THEN i // 10 ELSE CAST(floor(i // 10 * pow((hash(i) % 1000003) / 1000003.0, 3)) AS BIGINT) END AS n
  FROM range(${rows}) AS given(i)`;
const SIZE = '1000 + hash(n) % 5000000';
const logOf = (rows: number, file: string) => `COPY (
  SELECT concat('${'0a'.repeat(32)} example-bucket [', strftime(asked_at, '%d/%b/%Y:%H:%M:%S'), ' +0000] 192.0.2.', hash(i) % 250,
    ' arn:aws:iam::111122223333:user/reader 3E57427F3EXAMPLE REST.', verb, '.OBJECT folder/object-', n, ' "', verb,
    ' /example-bucket/folder/object-', n, '?x-id=1 HTTP/1.1" 200 - ', CASE verb WHEN 'GET' THEN CAST(${SIZE} AS VARCHAR) ELSE '-' END, ' ', ${SIZE},
    ' ', 20 + hash(i + 1) % 300, ' ', 10 + hash(i + 2) % 20,
    ' "-" "aws-sdk-java/2.20 Linux/5.10" - s9lzHYrFp76ZVxRcpX9+5cjAnEH2ROuNkd2BHfIa6UkFVdtjf5mKR3/eTPFvsiP/XV/VLi31234= SigV4 ECDHE-RSA-AES128-GCM-SHA256 AuthHeader example-bucket.s3.us-west-1.amazonaws.com TLSV1.2 - Yes') AS line
  FROM (${request(rows)})) TO '${file}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\u001f')`;
const parquetOf = (rows: number, file: string) => `COPY (
  SELECT asked_at AS time, verb AS operation, concat('folder/object-', n) AS key, ${SIZE} AS size
  FROM (${request(rows)})) TO '${file}' (FORMAT parquet)`;

export default async function run(): Promise<BenchRow[]> {
  const rows = rowsGiven('STOWAGE_BENCH_ROWS') ?? GOAL_ROWS;
  const parquetRows = rowsGiven('STOWAGE_BENCH_PARQUET_ROWS');
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'));
  try {
    const log = path.join(folder, 'access.log');
    await inDuckDb(logOf(rows, log));
    const plain = await inDuckDb(`SELECT SUM(length(line)) AS letters FROM ${DUCKDB.lines(log)}`, log);
    const duckdb = await derived(rows, log, []);
    const name = `derive of ${rows.toLocaleString('en')} rows of an access log`;
    const isGoal = rows === GOAL_ROWS;
    const found: BenchRow[] = [
      {
        name,
        value: duckdb.seconds,
        unit: 's',
        baseline: { name: 'its lines, by DuckDB alone', value: plain.seconds },
        ratio: plain.seconds / duckdb.seconds,
        ...(isGoal ? { target: { at: 'most', value: 25 } as const } : {}),
      },
      { name: `${name}, memory`, value: duckdb.mebibytes, unit: 'MiB', target: { at: 'most', value: 2048 } },
      await onSpark(log, rows, name, duckdb.seconds),
    ];
    rmSync(log);
    if (parquetRows === null) return found;
    const parquet = path.join(folder, 'requests.parquet');
    await inDuckDb(parquetOf(parquetRows, parquet));
    const large = await derived(parquetRows, parquet, ['--memory', '6GiB']);
    const largeName = `derive of ${parquetRows.toLocaleString('en')} rows of Parquet`;
    const note = `${(large.seconds / parquetRows / 1e-6).toFixed(2)} s a million`;
    return [
      ...found,
      { name: largeName, value: large.seconds, unit: 's', note },
      {
        name: `${largeName}, memory`,
        value: large.mebibytes,
        unit: 'MiB',
        ...(parquetRows === GOAL_PARQUET_ROWS ? { target: { at: 'most', value: 8192 } as const } : {}),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Its start is in it. */
async function onSpark(log: string, rows: number, name: string, duckdbSeconds: number): Promise<BenchRow> {
  const row = { name: `${name}, Spark on this machine`, unit: 's' };
  const submit = await sparkSubmit().catch((error: unknown) => String(error));
  if (typeof submit === 'string') return { ...row, value: null, note: submit };
  const command = `${submit.submit} --master local[2] --driver-memory 4g`;
  const { seconds } = await derived(rows, log, ['--engine', 'spark', '--spark-submit', command], submit.env);
  const baseline = { name: 'DuckDB', value: duckdbSeconds };
  return {
    ...row,
    value: seconds,
    baseline,
    ratio: duckdbSeconds / seconds,
    target: { at: 'most', value: 3 * duckdbSeconds },
  };
}

const inDuckDb = (sql: string, ...parameters: readonly string[]) =>
  ran(['--input-type=module', '-e', RUN, sql, ...parameters]);

async function derived(rows: number, file: string, flags: readonly string[], env = process.env) {
  const done = await ran([CLI, 'derive', file, '--json', ...flags], env);
  const { requests } = JSON.parse(done.said) as { requests: { answered: number } };
  if (requests.answered !== rows) throw new Error(`${requests.answered} of ${rows} requests were read`);
  return done;
}

interface Ran {
  seconds: number;
  /** The most that it held, while Linux tells. */
  mebibytes: number;
  said: string;
}

async function ran(words: readonly string[], env = process.env): Promise<Ran> {
  const start = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  let mebibytes = 0;
  const watch = setInterval(() => (mebibytes = peakOf(child.pid) ?? mebibytes), 50);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (status !== 0) throw new Error(`a process ended with ${String(status)}`);
  return { seconds: (performance.now() - start) / 1000, mebibytes, said };
}

function peakOf(pid: number | undefined): number | null {
  try {
    const kibibytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) / 1024;
  } catch {
    return null;
  }
}

function rowsGiven(name: string): number | null {
  const text = process.env[name];
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new Error(`${name} is ${text}; write a whole number`);
  return Number(text);
}
