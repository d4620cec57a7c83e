import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { ROOT } from '#tests/sources.ts';

test('serve prints its address and answers there until it is told to stop', async () => {
  const child = spawn(process.execPath, ['dist/cli/stowage.mjs', 'serve', '--port', '0'], { cwd: ROOT });
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      child.on('close', () => reject(new Error('serve ended before it said its address')));
    });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<html/);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

test('serve --dataset prints the address that opens it, and answers with the whole of it', async () => {
  const args = ['serve', '--port', '0', '--dataset', 'prisma-2026'];
  const child = spawn(process.execPath, ['dist/cli/stowage.mjs', ...args], { cwd: ROOT });
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      child.on('close', () => reject(new Error('serve ended before it said its address')));
    });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/datasets\/#served=prisma-2026$/);
    const file = new URL('../served/prisma-2026.dataset.json', address);
    expect(await (await fetch(file)).json()).toMatchObject({ stowageDataset: 1, id: 'prisma-2026' });
    expect((await fetch(new URL('../served/other.dataset.json', address))).status).toBe(404);
    expect((await fetch(file, { method: 'DELETE' })).status).toBe(405);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

test.each(['http', '-1', '70000'])('port %s is not understood', async (port) => {
  const { exit, stderr } = await runProgram(['serve', `--port=${port}`]);
  expect(exit).toBe(2);
  expect(stderr).toContain(`"${port}" is not a port`);
});
