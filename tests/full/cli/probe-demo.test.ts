import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM, runProgram } from '#tests/helpers/runProgram.ts';

/** What a probe can ask of a store: the line of the table, and the operation and note of its rows. */
const ALL: [line: RegExp, operation: string, note: RegExp | null][] = [
  [/ GET +10 KiB +1 /, 'GET', null],
  [/ GET +10 KiB +8 /, 'GET', null],
  [/ GET +10 KiB +400\/s /, 'GET', /^run 400\/s/],
  [/ GET +1 MiB +1 /, 'GET', null],
  [/ GET +0 B +1 .*if none match/, 'GET', /^run if-none-match/],
  [/ GET_RANGE +64 KiB +1 /, 'GET_RANGE', /of objects of 1 MiB/],
  [/ PUT +10 KiB +1 /, 'PUT', null],
  [/ PUT +10 KiB +1 .*if absent/, 'PUT', /^run if-absent/],
  [/ PUT +10 KiB +1 .*if match/, 'PUT', /^run if-match/],
  [/ PUT +6 MiB +1 .*in parts of 5 MiB 2 at once/, 'PUT', /^run in-parts-of-5-MiB-2-at-once/],
  [/ COPY +10 KiB +1 /, 'COPY', null],
  [/ HEAD +10 KiB +1 /, 'HEAD', null],
  [/ LIST +1 /, 'LIST', null],
  [/ DELETE +10 KiB +1 /, 'DELETE', null],
  [/ DELETE +1 KiB +1 .*50 in one request/, 'DELETE', /^run 50-in-one-request/],
  [/ MIXED +10 KiB +4 .*75% GET 25% PUT/, 'MIXED', /^run 75%-GET-25%-PUT/],
];

test('the demonstration goes through every operation, without an account', async () => {
  using folder = new Folder();
  const out = path.join(folder.path, 'demo-2026');
  const { exit, stdout, stderr } = await runProgram(['probe', '--demo', '--out', out], { cwd: folder.path });
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  expect(stderr).toContain(`its plots: stowage serve --dataset ${out}`);
  const { measurements } = loadDataset(out, 'demo-2026');
  // What is said of a row stands beneath it.
  const lines = stdout.replaceAll(/\n {4}/g, ' ').split('\n');
  for (const [line, operation, note] of ALL) {
    expect(lines.filter((one) => line.test(` ${one}`)).length, String(line)).toBeGreaterThan(0);
    const rows = measurements.filter(
      (row) => row.operation === operation && (note === null || note.test(row.note ?? '')),
    );
    expect(rows.find(({ metric }) => metric === 'errors')?.value, String(line)).toBe(0);
  }
  expect(measurements.filter(({ metric, value }) => metric === 'errors' && value > 0)).toEqual([]);
  // Of the mix: as many reads and writes as were asked for.
  const mixed = measurements.filter(
    (row) => /^run 75%/.test(row.note ?? '') && row.metric === 'total' && row.statistic === 'p50',
  );
  expect(mixed.map(({ operation, samples }) => [operation, samples])).toEqual([
    ['GET', 300],
    ['PUT', 100],
  ]);
  expect(readdirSync(folder.path)).toEqual(['demo-2026']);
});

test('the demonstration prints the address of its plots, and answers there', async () => {
  using folder = new Folder();
  const child = spawn(process.execPath, [PROGRAM, 'probe', '--demo', '--serve', '--out', 'demo-2026'], {
    cwd: folder.path,
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let stdout = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        const [found] = /^http:\S+$/m.exec(stdout) ?? [];
        if (found) resolve(found);
      });
      child.on('close', () => reject(new Error(`it ended before it said its address: ${stdout}`)));
    });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/datasets\/#served=demo-2026$/);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<html/);
    const file = await fetch(new URL('../served/demo-2026.dataset.json', address));
    expect(await file.json()).toMatchObject({ stowageDataset: 1, id: 'demo-2026' });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});
