/** Wall time from `node dist/cli/stowage.mjs bill FILE` to its answer, as a shell would wait for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, timed } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = path.join(ROOT, 'dist/cli/stowage.mjs');
const RUNS = 15;

const USAGE = `store: aws/s3-express-one-zone
region: us-east-1
asOf: 2025-05-01
stored: 10 GiB
objectSize: 10 KiB
requests: { PutObject: 1000000, GetObject: 9000000 }
egress: { internet: 1 GB }
`;

function wait(args: readonly string[]): string {
  const done = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (done.status !== 0)
    throw new Error(`node ${args.join(' ')} ended with ${done.status}: ${done.stderr.trim()}`);
  return done.stdout;
}

export default async function run(): Promise<BenchRow[]> {
  const name = '`stowage bill`, start to answer';
  if (!existsSync(PROGRAM)) {
    return [
      {
        name,
        value: null,
        unit: 'ms',
        target: { at: 'most', value: 250 },
        note: 'no dist/cli/stowage.mjs; run npm run build',
      },
    ];
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'));
  try {
    const file = path.join(folder, 'usage.yaml');
    writeFileSync(file, USAGE);
    const answer = JSON.parse(wait([PROGRAM, 'bill', file, '--json']) || '{}') as { total?: number };
    if (typeof answer.total !== 'number') throw new Error('`stowage bill` did not answer with a total');
    const empty = median(await timed(RUNS, () => wait(['-e', '0'])));
    const value = median(await timed(RUNS, () => wait([PROGRAM, 'bill', file])));
    return [
      {
        name,
        value,
        unit: 'ms',
        target: { at: 'most', value: 250 },
        baseline: { name: 'node alone', value: empty },
        ratio: empty / value,
        note: `median of ${RUNS}`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
