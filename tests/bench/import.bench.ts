/**
 * One full file of warp, packed by zstd, from the disk to its measurements, in a process of its own. The goal is for ten
 * million requests: STOWAGE_BENCH_REQUESTS=10000000 npm run bench -- import (a file of 310 MB in the temporary folder).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BenchRow } from './bench-row.ts';
import { writeWarpFile } from './warp-file.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GOAL_REQUESTS = 10_000_000;
const REQUESTS = Number(process.env.STOWAGE_BENCH_REQUESTS ?? 200_000);

const PROGRAM = `
  import { importPath } from '#cli/input/benchmark-file.ts';
  const start = performance.now();
  const context = { store: 'aws/s3-standard', region: null, from: null };
  const { measurements } = await importPath(process.argv[1], context, () => undefined);
  const seconds = (performance.now() - start) / 1000;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const mebibytes = maxRSS / 1024;
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
  console.log(JSON.stringify({ seconds, cpuSeconds, mebibytes, requests: measurements[0].samples }));
`;

export default async function run(): Promise<BenchRow[]> {
  if (!Number.isSafeInteger(REQUESTS) || REQUESTS < 1)
    throw new Error(`STOWAGE_BENCH_REQUESTS is ${process.env.STOWAGE_BENCH_REQUESTS}; write a whole number`);
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'));
  try {
    const file = path.join(folder, 'get.csv.zst');
    await writeWarpFile(file, REQUESTS);
    const { seconds, cpuSeconds, mebibytes, requests } = imported(file);
    if (requests !== REQUESTS) throw new Error(`${requests} of ${REQUESTS} requests were read`);
    const name = `import of ${REQUESTS.toLocaleString('en')} requests of warp`;
    return [
      {
        name,
        value: seconds,
        unit: 's',
        ...(REQUESTS === GOAL_REQUESTS ? { target: { at: 'most', value: 30 } as const } : {}),
        note: `${(seconds / REQUESTS / 1e-6).toFixed(2)} s a million`,
      },
      {
        name: `${name}, processor`,
        value: cpuSeconds,
        unit: 's',
        note: 'unpacking on one core, reading on another',
      },
      { name: `${name}, memory`, value: mebibytes, unit: 'MiB', target: { at: 'most', value: 1536 } },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Import {
  seconds: number;
  cpuSeconds: number;
  mebibytes: number;
  requests: number;
}

function imported(file: string): Import {
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM, file], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`the import ended with ${done.status}: ${done.stderr.trim()}`);
  return JSON.parse(done.stdout) as Import;
}
