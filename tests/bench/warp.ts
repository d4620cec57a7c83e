/** The rate that warp reaches on a server, where somebody has it: it is not to be had from a registry, so nothing here brings it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importFile } from '../../src/formats/benchmarks/index.ts';

/** Of `WARP_BIN`; null where it is not set. */
export const warpBinary = (env: NodeJS.ProcessEnv = process.env): string | null =>
  env.WARP_BIN?.trim() || null;

/** A record has to be of some store; the rate is the same of any. */
export const ANYWHERE = { store: 'aws/s3-standard', region: 'aws/us-east-1', from: 'aws/us-east-1' };

/** GETs a second of what lies in the bucket, by warp's own record of each request. Throws with what warp said where it fails. */
export function warpRate(
  binary: string,
  url: string,
  {
    bucket,
    size,
    concurrency,
    seconds,
  }: { bucket: string; size: string; concurrency: number; seconds: number },
): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-warp-'));
  try {
    const { status, stdout, stderr, error } = spawnSync(
      binary,
      [
        'get',
        `--host=${new URL(url).host}`,
        ...['--access-key=AKIABENCH', '--secret-key=benchbench', `--bucket=${bucket}`, '--lookup=path'],
        ...['--list-existing', '--noclear', `--obj.size=${size}`],
        ...[`--concurrent=${concurrency}`, `--duration=${seconds}s`],
        ...['--full', `--benchdata=${path.join(folder, 'run')}`, '--no-color'],
      ],
      { encoding: 'utf8' },
    );
    const [made] = readdirSync(folder);
    if (status !== 0 || made === undefined)
      throw new Error(`warp: ${(error?.message ?? `${stderr}${stdout}`).trim().split('\n').at(-1)}`);
    const { measurements } = importFile(readFileSync(path.join(folder, made)), {
      ...ANYWHERE,
    });
    const rate = measurements.find(({ operation, metric }) => operation === 'GET' && metric === 'rate');
    if (!rate) throw new Error('warp recorded no GET');
    return rate.value;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
