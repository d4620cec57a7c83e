import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

describe('stowage datasets', () => {
  test('list names every dataset with its status and licence', async () => {
    const { exit, stdout } = await runCli(['datasets', 'list', '--json']);
    expect(exit).toBe(0);
    const datasets = JSON.parse(stdout) as {
      id: string;
      status: string;
      licence: string;
      measurements: number;
    }[];
    expect(datasets.length).toBeGreaterThan(0);
    for (const { licence, measurements } of datasets) {
      expect(licence).not.toBe('');
      expect(measurements).toBeGreaterThan(0);
    }
  });

  test('show prints one with its source, and every measurement as CSV', async () => {
    const [first] = JSON.parse((await runCli(['datasets', 'list', '--json'])).stdout) as {
      id: string;
      measurements: number;
    }[];
    const [table, csv] = await Promise.all([
      runCli(['datasets', 'show', first?.id ?? '']),
      runCli(['datasets', 'show', first?.id ?? '', '--format', 'csv']),
    ]);
    expect(table.stdout).toMatch(/^- Source: https?:/m);
    expect(csv.stdout).toMatch(/^store,store_region,client_place/);
    expect(csv.exit).toBe(0);
  });

  test('show and check say what a dataset says against itself, with the arithmetic', async () => {
    const [shown, asJson, checked] = await Promise.all([
      runCli(['datasets', 'show', 'vultr-tiers-2025']),
      runCli(['datasets', 'show', 'vultr-tiers-2025', '--json']),
      runCli(['datasets', 'check', '--json']),
    ]);
    expect(shown.stdout).toContain('Findings: figures that exclude each other');
    expect(shown.stdout).toContain('4 kB × 613.7/s = 2.455 MB/s, and 2.1 MiB/s are printed (−10%)');
    const { findings } = JSON.parse(asJson.stdout) as { findings: { code: string; weight: string }[] };
    expect(findings[0]).toMatchObject({ code: 'columns-disagree', weight: 'impossible', perSecond: 613.7 });
    const all = JSON.parse(checked.stdout) as { findings: { dataset: string; code: string }[] };
    expect(all.findings).toContainEqual(
      expect.objectContaining({ dataset: 'dev-2024-claimed', code: 'little-mismatch' }),
    );
  });

  test('show prints the interval of a quantile, or that it is open', async () => {
    const { stdout } = await runCli(['datasets', 'show', 'macaron-2024']);
    const [row] = /^.* 1 B +1,000 +13\.2 ms +50\.8 ms .*$/m.exec(stdout) ?? [''];
    expect(row).toMatch(/, p99 4\d(\.\d)? ms – [6-9]\d(\.\d)? ms, /);
    expect(row).toMatch(/, p999 open/);
  });

  test('validate prints how often the band held what was hidden, by kind of request and by store', async () => {
    const [table, asJson, csv, unknown] = await Promise.all([
      runCli(['datasets', 'validate']),
      runCli(['datasets', 'validate', 'macaron-2024', '--json']),
      runCli(['datasets', 'validate', 'prisma-2026', '--format', 'csv']),
      runCli(['datasets', 'validate', 'prisma-2062']),
    ]);
    expect(table.exit).toBe(0);
    expect(table.stdout).toMatch(/^total, small, near +all stores/m);
    expect(table.stdout).toMatch(/\d+ quantiles, each predicted without the dataset that measured it/);
    const { rows, quantiles } = JSON.parse(asJson.stdout) as {
      rows: { store: string | null; heldOut: number }[];
      quantiles: { dataset: string; predicted: object | null }[];
    };
    expect(new Set(quantiles.map(({ dataset }) => dataset))).toEqual(new Set(['macaron-2024']));
    const ofAll = rows.filter(({ store }) => store === null);
    expect(quantiles).toHaveLength(ofAll.reduce((sum, { heldOut }) => sum + heldOut, 0));
    expect(csv.stdout).toMatch(/^request,store,operation,held out,/);
    expect(unknown).toMatchObject({ exit: 2, stderr: expect.stringContaining('prisma-2026') as string });
  });

  test('an unknown one is answered with the nearest', async () => {
    const [first] = JSON.parse((await runCli(['datasets', 'list', '--json'])).stdout) as { id: string }[];
    const { exit, stderr } = await runCli(['datasets', 'show', `${first?.id}x`]);
    expect(exit).toBe(2);
    expect(stderr).toContain(`did you mean ${first?.id}?`);
  });

  test('check is content with the checkout, and names a dataset that is not whole', async () => {
    expect(await runCli(['datasets', 'check'])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^\d+ findings \(.*\)\n\d+ datasets, no problems\n$/m) as string,
    });
    using folder = new Folder({ 'datasets/half-a-one/dataset.yaml': 'title: Half\n' });
    const { exit, stdout } = await runCli(['datasets', 'check', '--root', folder.path]);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/half-a-one/);
  });
});
