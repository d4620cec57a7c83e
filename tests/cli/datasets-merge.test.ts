import { cpSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadDataset } from '#catalog/load-datasets.ts';
import { filePattern } from '#query/database.ts';
import { openNative } from '#query/duckdb-native.ts';
import { Folder, ROOT, runCli } from '../helpers/runCli.ts';

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
});
