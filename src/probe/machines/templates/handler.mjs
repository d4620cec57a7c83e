// One shard in one function: { plan, shard: "1/4", startAt, trusted } → { exit, said, journal: gzip in base64 }.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const program = process.env.STOWAGE_PROGRAM ?? path.join(here, 'dist/cli/stowage.mjs');

export async function handler({ plan, shard, startAt, trusted = [] }) {
  const work = mkdtempSync(path.join(tmpdir(), 'probe-'));
  try {
    const from = `aws/${process.env.AWS_REGION}`;
    const runtime = `AWS Lambda, ${process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE} MiB`;
    writeFileSync(path.join(work, 'plan.json'), JSON.stringify({ ...plan, from, runtime }));
    const args = ['probe', 'run', 'plan.json', '--shard', shard, '--out', 'journal'];
    if (startAt) args.push('--start-at', startAt);
    for (const host of trusted) args.push('--trust-endpoint', host);
    const child = spawn(process.execPath, [program, ...args], { cwd: work });
    let said = '';
    child.stderr.on('data', (text) => (said = (said + text).slice(-4000)));
    child.stdout.resume();
    const exit = await new Promise((resolve) => child.on('close', resolve));
    const file = path.join(work, 'journal/journal.ndjson');
    const journal = existsSync(file) ? gzipSync(readFileSync(file)).toString('base64') : null;
    return { exit, said, journal };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
