import { cpSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadDataset } from '#catalog/load-datasets.ts';
import { writeDataset } from '#catalog/write-dataset.ts';
import { sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { readHistograms } from '#formats/benchmarks/hdr/log.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { datasetHead } from '#probe/kept/dataset-of.ts';
import { histogramLog } from '#probe/kept/histograms-file.ts';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import type { Sample } from '#probe/kept/record.ts';
import { samplesParquet } from '#probe/kept/samples-file.ts';
import { filePattern } from '#query/database.ts';
import { openNative } from '#query/duckdb-native.ts';
import { aPlanFile, runOn } from '#tests/helpers/aProbe.ts';
import { littleS3 } from '#tests/helpers/littleS3.ts';
import { logOf } from '#tests/helpers/formats/hdr/log-of.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { ROOT } from '#tests/sources.ts';

/** Macaron as two shards: each has half of the rows, and all samples, so that counts double. */
function shards(folder: Folder): void {
  for (const [i, id] of ['shard-a', 'shard-b'].entries()) {
    cpSync(path.join(ROOT, 'datasets/macaron-2024'), path.join(folder.path, 'datasets', id), {
      recursive: true,
    });
    const [header = '', ...rows] = folder.read(`datasets/${id}/measurements.csv`).trimEnd().split('\n');
    const csv = `${[header, ...rows.filter((_, row) => row < 330 === (i === 0))].join('\n')}\n`;
    const head = parse(folder.read(`datasets/${id}/dataset.yaml`)) as { checksums: Record<string, string> };
    head.checksums['measurements.csv'] = createHash('sha256').update(csv).digest('hex');
    folder.write(`datasets/${id}/measurements.csv`, csv);
    folder.write(`datasets/${id}/dataset.yaml`, stringify(head));
  }
}

async function countByRun(file: string): Promise<Record<string, number>> {
  const database = await openNative({ files: [file], spillFolder: null });
  try {
    const rows = await database.run(
      'SELECT run, count(*) AS n, sum(latency_ms) AS total FROM read_parquet($1) GROUP BY run ORDER BY run',
      [filePattern(file)],
    );
    return Object.fromEntries(rows.map(({ run, n }) => [String(run), Number(n)]));
  } finally {
    database.close();
  }
}

describe('stowage datasets merge', () => {
  test('makes one dataset of shards: rows and every request, which the check accepts', async () => {
    using folder = new Folder();
    shards(folder);
    const merged = await runCli(
      ['datasets', 'merge', 'datasets/shard-a', 'shard-b', '--out', 'datasets/both-2026', '--json'],
      { cwd: folder.path },
    );
    expect(merged.stderr).toBe('');
    const [a, b, both] = ['shard-a', 'shard-b', 'both-2026'].map((id) =>
      loadDataset(path.join(folder.path, 'datasets', id), id),
    );
    expect(JSON.parse(merged.stdout)).toMatchObject({
      id: 'both-2026',
      hash: both?.hash,
      parts: 2,
      measurements: 660,
      files: ['measurements.csv', 'samples.parquet'],
    });
    const values = [...(a?.measurements ?? []), ...(b?.measurements ?? [])].map(({ value }) => value);
    expect(both?.measurements.map(({ value }) => value)).toEqual(values);
    expect(await countByRun(path.join(folder.path, 'datasets/both-2026/samples.parquet'))).toEqual({
      'shard-a use1-euc1': 22_000,
      'shard-a use1-usw1': 22_000,
      'shard-b use1-euc1': 22_000,
      'shard-b use1-usw1': 22_000,
    });
    expect(folder.read('datasets/both-2026/LICENSE')).toBe(folder.read('datasets/shard-a/LICENSE'));
    expect(await runCli(['datasets', 'check', '--root', folder.path])).toMatchObject({ exit: 0 });
  });

  test('refuses what cannot be one, with every reason, and writes nothing', async () => {
    using folder = new Folder();
    const out = path.join(folder.path, 'both-2026');
    const refused = await runCli(['datasets', 'merge', 'macaron-2024', 'prisma-2026', '--out', out]);
    expect(refused).toMatchObject({ exit: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /harness differs .*licence differs .*prisma-2026 has no samples\.parquet/s,
    );
    const unsaid = await runCli(['datasets', 'merge', 'macaron-2024', 'prisma-2026']);
    expect(unsaid).toMatchObject({ exit: 2, stderr: expect.stringContaining('--out') as string });
    const unknown = await runCli(['datasets', 'merge', 'macaron-2024', 'nowhere', '--out', out]);
    expect(unknown).toMatchObject({ exit: 2, stderr: expect.stringContaining('nowhere') as string });
    expect(() => folder.read('both-2026/dataset.yaml')).toThrow();
  });

  const imported = async (folder: Folder, id: string, log: string, unit = 'ms') => {
    folder.write(`${id}.hlog`, log);
    const said = `--store aws/s3-standard --region aws/us-east-1 --from aws/us-east-1 --op GET --size 4KiB --unit ${unit} --title Latencies --source-url https://example.org --retrieved 2026-11-20 --licence MIT --measured-by somebody --harness hdr --tool a-client`;
    const args = ['import', `${id}.hlog`, ...said.split(' '), '--out', `datasets/${id}`];
    expect(await runCli(args, { cwd: folder.path })).toMatchObject({ exit: 0 });
  };
  const merging = (folder: Folder, ...ids: string[]) =>
    runCli(['datasets', 'merge', ...ids.map((id) => `datasets/${id}`), '--out', 'datasets/both'], {
      cwd: folder.path,
    });

  test('adds the histograms of two logs: every bucket kept, and the quantiles of both samples together', async () => {
    using folder = new Folder();
    const a = Array.from({ length: 900 }, (_, i) => 20 + ((i * 7919) % 300));
    const b = Array.from({ length: 500 }, (_, i) => 35 + ((i * i) % 1700));
    await imported(folder, 'a-2026', logOf(a));
    await imported(folder, 'b-2026', logOf(b));
    expect(await merging(folder, 'a-2026', 'b-2026')).toMatchObject({ exit: 0 });
    const all = [...a, ...b].sort((x, y) => x - y);
    const both = loadDataset(path.join(folder.path, 'datasets/both'), 'both');
    const printed = new Map(both.measurements.map((row) => [`${row.metric} ${row.statistic}`, row]));
    for (const [statistic, p] of Object.entries({ p1: 0.01, p50: 0.5, p95: 0.95, p99: 0.99 }))
      expect(printed.get(`total ${statistic}`)).toMatchObject({
        value: sampleQuantile(all, p),
        samples: 1400,
      });
    expect(both.measurements.filter((row) => row.statistic === 'p99')).toHaveLength(1);
    const histograms = readHistograms(folder.read('datasets/both/histograms.hlog'));
    for (const [id, values] of [
      ['a-2026', a],
      ['b-2026', b],
    ] as const)
      expect(histograms.get(id)?.map(({ low, count }) => [low, count])).toEqual(
        [...Map.groupBy(values, (value) => value)]
          .map(([value, own]) => [value, own.length])
          .sort(([x = 0], [y = 0]) => x - y),
      );
    expect(await runCli(['datasets', 'check', '--root', folder.path])).toMatchObject({ exit: 0 });
  });

  test('refuses histograms whose buckets or units differ, in words, and writes nothing', async () => {
    using folder = new Folder();
    const values = Array.from({ length: 400 }, (_, i) => 500 + i);
    await imported(folder, 'fine', logOf(values));
    await imported(folder, 'coarse', logOf(values, { digits: 2 }));
    await imported(folder, 'micro', logOf(values), 'us');
    const coarse = await merging(folder, 'fine', 'coarse');
    expect(coarse).toMatchObject({ exit: 1, stdout: '' });
    expect(coarse.stderr).toMatch(
      /histograms of fine and coarse are of different precision, so their buckets do not add/,
    );
    const micro = await merging(folder, 'fine', 'micro');
    expect(micro).toMatchObject({ exit: 1, stdout: '' });
    expect(micro.stderr).toMatch(/not in one unit \(fine: #\[Values in ms\], micro: #\[Values in us\]\)/);
    expect(() => folder.read('datasets/both/dataset.yaml')).toThrow();
  });

  test('joins what two probes measured: rows of all their requests, exactly, and again when it is merged again', async () => {
    await using s3 = await littleS3();
    using folder = new Folder();
    const file = aPlanFile([
      { op: ['GET', 'PUT'], requests: 60, warmup: 3 },
      { op: 'GET', requests: 40, rate: '400/s' },
    ]);
    const plan = parseProbePlan(file);
    const samples: Sample[] = [];
    for (const id of ['one', 'two', 'three']) {
      const state = await runOn(s3, file, path.join(folder.path, 'work', id));
      samples.push(...state.samples);
      // A client that a busy machine held back is another condition.
      const stretches = state.stretches.map((one) => ({ ...one, cpuMs: 0, gcMs: 0, loopDelayP99Ms: 0 }));
      const csv = measurementsCsv(measurementsOf(plan, { ...state, stretches }, () => 'aws/us-east-1'));
      const others = {
        'samples.parquet': samplesParquet(plan, [{ round: 1, state }], () => () => 'aws/us-east-1'),
        'histograms.hlog': histogramLog(plan, [{ state }]) ?? '',
      };
      const checksums = Object.fromEntries(
        Object.entries({ 'measurements.csv': csv, ...others }).map(([name, content]) => [
          name,
          sha256(content),
        ]),
      );
      const head = datasetHead('probed', plan, [{ round: 1, state }], '1');
      writeDataset(path.join(folder.path, 'datasets', id), { ...head, checksums }, csv, others);
    }
    expect(await merging(folder, 'one', 'two')).toMatchObject({ exit: 0 });
    const again = ['datasets', 'merge', 'datasets/both', 'datasets/three', '--out', 'datasets/all'];
    expect(await runCli(again, { cwd: folder.path })).toMatchObject({ exit: 0 });
    const all = loadDataset(path.join(folder.path, 'datasets/all'), 'all');
    const medians = all.measurements.filter(
      ({ metric, statistic }) => metric === 'total' && statistic === 'p50',
    );
    for (const [cell, operation, counted, perSecond] of [
      [0, 'GET', 180, null],
      [1, 'PUT', 180, null],
      [2, 'GET', 120, 400],
    ] as const) {
      const own = samples.filter((one) => one.cell === cell && one.index >= (plan.cells[cell]?.warmup ?? 0));
      const rising = own.map(({ totalMs }) => totalMs).sort((x, y) => x - y);
      const row = medians.find(
        (one) => one.operation === operation && (one.loop === 'open') === (perSecond !== null),
      );
      expect(rising).toHaveLength(counted);
      expect(row).toMatchObject({ samples: counted, value: sampleQuantile(rising, 0.5) });
    }
    expect(medians).toHaveLength(3);
    expect(await runCli(['datasets', 'check', '--root', folder.path])).toMatchObject({ exit: 0 });
  });
});
