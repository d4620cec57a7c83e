/** A log of five million requests: its workload, a dataset of its times and a plan from both, by one line of a shell. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { sampleStatistics } from '#core/evidence/sample-statistics.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { randomOf } from '#tests/helpers/placement/anyProblem.ts';
import { accessLogLine } from '#tests/helpers/query/helpers.ts';
import { PROGRAM } from '#tests/helpers/runProgram.ts';

const REQUESTS = 5_000_000;
const START = Date.parse('2026-03-01T00:00:00Z') / 1000;
const DAYS = 30;
const OBJECTS = 200_000;
const SIZES = [10_000, 1_000_000] as const;
const ID = 'log-aws-s3-standard-us-west-1-2026-03-01';
/** For what never comes: how long it takes is nobody's promise. */
const NEVER = 4 * 3600 * 1000;

/** The times that were written, by operation, size and metric. */
async function writeLog(file: string): Promise<Map<string, number[]>> {
  const next = randomOf(7);
  const times = new Map<string, number[]>();
  const stream = createWriteStream(file);
  let lines: string[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const isWrite = i % 10 === 0;
    const n = isWrite ? (i / 10) % OBJECTS : Math.floor(next() ** 3 * Math.min(i / 10, OBJECTS));
    const sizeBytes = SIZES[n % 2] ?? NaN;
    const firstMs = Math.round(20 - 30 * Math.log(1 - next()));
    const totalMs = firstMs + Math.round(sizeBytes / 50_000 + 5 * next());
    const line = accessLogLine({
      atSeconds: START + Math.floor((i * DAYS * 86_400) / REQUESTS),
      operation: isWrite ? 'PutObject' : 'GetObject',
      key: `object-${n}`,
      sizeBytes,
      sentBytes: isWrite ? 0 : sizeBytes,
      reader: `192.0.2.${i % 250}`,
      failed: false,
    });
    lines.push(line.replace(' 41 28 "-" ', ` ${totalMs} ${firstMs} "-" `));
    for (const [metric, ms] of [
      ['total', totalMs],
      ['first_byte', firstMs],
    ] as const) {
      const key = `${isWrite ? 'PUT' : 'GET'} ${sizeBytes} ${metric}`;
      const own = times.get(key);
      if (own) own.push(ms);
      else times.set(key, [ms]);
    }
    if (lines.length < 10_000) continue;
    if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain');
    lines = [];
  }
  stream.end(lines.join('\n'));
  await once(stream, 'finish');
  return times;
}

test(
  'workload, dataset and plan in one command, and quantiles are those of an exact sort',
  async () => {
    using folder = new Folder({});
    const times = await writeLog(path.join(folder.path, 'access.log'));
    const stowage = `"${process.execPath}" "${PROGRAM}"`;
    const command = `${stowage} derive access.log --scenario --at aws/us-west-1 --store aws/s3-standard@us-west-1 --datasets measured > plan.yaml \
&& ${stowage} plan plan.yaml --dataset measured/${ID} --set "stores=[aws/s3-standard@us-west-1, aws/s3-standard-ia@us-west-1]" --json > plan.json`;
    const child = spawn('sh', ['-c', command], { cwd: folder.path, stdio: ['ignore', 'inherit', 'pipe'] });
    let said = '';
    child.stderr.on('data', (part: Buffer) => (said += part.toString()));
    const [status] = (await once(child, 'close')) as [number];
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining(`measured/${ID}: `) });

    const dataset = loadDataset(path.join(folder.path, 'measured', ID), ID);
    expect(times.size).toBe(8);
    for (const [key, ms] of times) {
      const [operation, size, metric] = key.split(' ');
      const rows = dataset.measurements.filter(
        (row) => row.operation === operation && row.metric === metric && row.size_bytes === Number(size),
      );
      for (const { statistic, value, low, high } of sampleStatistics(Float64Array.from(ms).sort())) {
        if (statistic === 'mean' || statistic === 'stddev') continue;
        const row = rows.find((one) => one.statistic === statistic);
        expect([key, statistic, row?.value]).toEqual([key, statistic, value]);
        if (low !== null) expect([row?.value_low, row?.value_high]).toEqual([low, high]);
        expect(row?.samples).toBe(ms.length);
      }
    }

    const scenario = readFileSync(path.join(folder.path, 'plan.yaml'), 'utf8');
    const reads = [...times].reduce(
      (sum, [key, { length }]) => (/GET .* total/.test(key) ? sum + length : sum),
      0,
    );
    const rate = Number(/^ {4}rate: ([\d.]+)\/day$/m.exec(scenario)?.[1]);
    expect(rate / (reads / DAYS)).toBeCloseTo(1, 3);
    const plan = JSON.parse(readFileSync(path.join(folder.path, 'plan.json'), 'utf8')) as {
      recommendation: unknown;
      ownEvidence: unknown;
    };
    expect(plan.recommendation).not.toBeNull();
    expect(plan.ownEvidence).toBeDefined();
  },
  NEVER,
);
